// Asks a book as `tengen query` does, about records drawn at random and the positions after their
// moves, and compares the distances of parent and child:
//   distance_audit BOOK [POSITIONS [SEED]]
// Exit status 1 when any two do not agree.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "book/query/query.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace {

using namespace tengen;

class Audit {
 public:
  Audit(const book::Store& store, const Game& game, unsigned seed)
      : store_(store), game_(game), random_(seed) {}

  // A recorded position and the one after its move.
  void look_at(const Position& won, Color winner) {
    const book::QueryAnswer answer = ask(won, winner);
    compare(answer, winner);
    if (game_.effect(won, answer.best) != MoveEffect::kContinues) return;
    compare(ask(after_move(won, answer.best), winner), winner);
  }

  [[nodiscard]] int positions() const { return positions_; }
  [[nodiscard]] int comparisons() const { return comparisons_; }
  [[nodiscard]] int differences() const { return differences_; }

 private:
  book::QueryAnswer ask(const Position& position, Color winner) {
    return book::query(store_, game_, position, winner).value();
  }

  void compare(const book::QueryAnswer& parent, Color winner) {
    ++positions_;
    expect(parent, parent.best, parent.distance_plies, static_cast<int>(parent.line.size()));
    compare_with_child(parent, parent.best, parent.distance_plies, winner);
    if (parent.position.to_move == winner) return;
    int longest = 0;
    for (const book::MoveAnswer& reply : parent.moves) {
      longest = std::max(longest, reply.distance_plies);
    }
    expect(parent, parent.best, parent.distance_plies, longest);
    const book::MoveAnswer& some = parent.moves[random_() % parent.moves.size()];
    compare_with_child(parent, some.move, some.distance_plies, winner);
  }

  void compare_with_child(const book::QueryAnswer& parent, Move move, int distance, Color winner) {
    const bool goes_on = game_.effect(parent.position, move) == MoveEffect::kContinues;
    const int after = goes_on ? ask(after_move(parent.position, move), winner).distance_plies : 0;
    expect(parent, move, distance, after + 1);
  }

  void expect(const book::QueryAnswer& parent, Move move, int distance, int expected) {
    ++comparisons_;
    if (distance == expected) return;
    ++differences_;
    fmt::print("{} {}: {} plies, not {}\n", format_position(parent.position),
               format_move(move, parent.position.size), distance, expected);
  }

  const book::Store& store_;
  const Game& game_;
  std::mt19937 random_;
  int positions_ = 0;
  int comparisons_ = 0;
  int differences_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: distance_audit BOOK [POSITIONS [SEED]]\n");
    return 2;
  }
  const int wanted = argc > 2 ? std::atoi(argv[2]) : 10'000;
  const auto seed = static_cast<unsigned>(argc > 3 ? std::atoi(argv[3]) : 1);
  const auto store = book::Store::open_read_only(argv[1]);
  if (!store.ok()) {
    fmt::print(stderr, "{}\n", store.status().message());
    return 2;
  }
  const Game& game = *find_game(store.value()->rules(), store.value()->size()).value();
  std::vector<book::BookKey> keys;
  const Status scanned =
      store.value()->scan_proofs([&](const book::BookKey& key, const book::StoredProof& proof) {
        if (proof.kind != RecordKind::kAllReplies) keys.push_back(key);
        return true;
      });
  if (!scanned.ok()) {
    fmt::print(stderr, "{}\n", scanned.message());
    return 3;
  }
  std::mt19937 random(seed);
  std::shuffle(keys.begin(), keys.end(), random);
  Audit audit(*store.value(), game, seed);
  for (const book::BookKey& key : keys) {
    if (audit.positions() >= wanted) break;
    audit.look_at(key.position, key.goal);
  }
  fmt::print("{} positions of {} records: {} comparisons, {} differences\n", audit.positions(),
             keys.size(), audit.comparisons(), audit.differences());
  return audit.differences() == 0 ? 0 : 1;
}
