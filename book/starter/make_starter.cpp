// Makes one file of the starter book: the proofs of an opening's fourth moves as one certificate.
// Takes those nearest to the stones first, of them the shortest, until there are so many records.
//   make_starter BOOK OPENING RECORDS THREADS >FILE
// Says on stderr what each fourth move adds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "book/care/claim_pool.h"
#include "book/query/openings.h"
#include "book/store/record.h"
#include "book/store/store.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

// A record and what it rests on, in the canonical frame.
struct Node {
  ProofRecord record;
  std::vector<Move> replies;  // those met by a record
};

struct Root {
  Move move = kNoMove;  // White's
  Position position;    // in the opening's frame
  int distance = 0;     // to the nearest stone before it
  int plies = 0;        // of the proof
};

int distance_to_stones(const Position& position, Move move) {
  int nearest = position.size;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move stone : position.stones(color)) {
      const int rows = std::abs(stone / position.size - move / position.size);
      const int columns = std::abs(stone % position.size - move % position.size);
      nearest = std::min(nearest, std::max(rows, columns));
    }
  }
  return nearest;
}

class Starter {
 public:
  Starter(const Store& store, const Game& game, const NaiveGame& rules, int threads)
      : store_(store),
        game_(game),
        pool_(
            rules,
            [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
            threads) {}

  Status run(const Position& opening, std::size_t most_records) {
    Status status = store_.scan_proofs([this](const BookKey& key, const StoredProof&) {
      pool_.know(key.position, key.goal);
      return true;
    });
    if (status.ok()) status = find_roots(opening);
    if (status.ok()) status = choose(most_records);
    return status.ok() ? write() : status;
  }

 private:
  Result<std::optional<Win>> look_up(const Position& canonical, Color goal) const {
    const auto found = store_.find_exact(canonical, goal);
    if (!found.ok()) return found.status();
    if (!found.value()) return std::optional<Win>();
    return std::optional(Win{found.value()->move, found.value()->distance_plies});
  }

  Status find_roots(const Position& opening) {
    for (const Move move : game_.legal_moves(opening)) {
      Position position = after_move(opening, move);
      const Canonical canonical = canonicalize(position);
      const auto found = store_.find_exact(canonical.position, kGoal);
      if (!found.ok()) return found.status();
      if (!found.value()) continue;
      roots_.push_back({.move = move,
                        .position = std::move(position),
                        .distance = distance_to_stones(opening, move),
                        .plies = found.value()->distance_plies});
    }
    std::stable_sort(roots_.begin(), roots_.end(), [](const Root& a, const Root& b) {
      return std::pair(a.distance, a.plies) < std::pair(b.distance, b.plies);
    });
    return {};
  }

  void add_node(const Position& canonical, Move move, int distance_plies) {
    const auto [entry, is_new] = ids_.emplace(encode_position(canonical), nodes_.size());
    if (is_new) {
      nodes_.push_back(
          {.record = {canonical, kGoal, move, distance_plies, RecordKind::kTree}, .replies = {}});
    }
  }

  // Checks the records that have not been yet, and notes what each rests on.
  Status walk() {
    while (walked_ < nodes_.size()) {
      std::vector<ProofRecord> some;
      for (std::size_t i = walked_; i < nodes_.size() && some.size() < ClaimPool::kRecordsAtOnce;
           ++i) {
        some.push_back(nodes_[i].record);
      }
      const Result<std::vector<PoolReport>> reports = pool_.reports(some);
      if (!reports.ok()) return reports.status();
      for (std::size_t i = 0; i < some.size(); ++i) {
        const PoolReport& report = reports.value()[i];
        bool complete = report.holes.empty();
        for (const Reached& reached : report.reached) {
          complete = complete && reached.record.has_value();
          if (!complete) break;
          const Canonical canonical = canonicalize(reached.position);
          const Move move =
              canonical.canonical_from_input.apply(reached.record->move, store_.size());
          add_node(canonical.position, move, reached.record->distance_plies);
          nodes_[walked_ + i].replies.push_back(reached.moves.back());
        }
        if (!complete) {
          return {StatusCode::kNotFound,
                  fmt::format("book {}: the proof of {} has a hole", store_.path(),
                              format_position(some[i].position))};
        }
      }
      walked_ += some.size();
    }
    return {};
  }

  Status choose(std::size_t most_records) {
    for (const Root& root : roots_) {
      const std::size_t before = nodes_.size();
      if (before >= most_records) break;
      const Canonical canonical = canonicalize(root.position);
      const auto record = store_.find_exact(canonical.position, kGoal);
      if (!record.ok()) return record.status();
      add_node(canonical.position, record.value()->move, record.value()->distance_plies);
      if (Status status = walk(); !status.ok()) return status;
      std::cerr << fmt::format("{}\tdistance {}\t{} plies\t{} more records\n",
                               format_move(root.move, store_.size()), root.distance, root.plies,
                               nodes_.size() - before);
      chosen_.push_back(&root);
    }
    std::cerr << fmt::format("{} of {} proven fourth moves, {} records\n", chosen_.size(),
                             roots_.size(), nodes_.size());
    return {};
  }

  // As book/exchange/export.h says, positions as they are reached from the opening.
  Status write() {
    std::cout << fmt::format("# tengen proof 1\n# rules {} size {}\n", store_.rules(),
                             store_.size());
    std::unordered_set<std::string> seen;
    for (const Root* root : chosen_) {
      std::cout << fmt::format("# position {}\n# goal black to_move black\n",
                               format_position(root->position));
    }
    std::uint64_t lines = 0;
    std::vector<Position> open;
    for (auto root = chosen_.rbegin(); root != chosen_.rend(); ++root) {
      open.push_back((*root)->position);
    }
    while (!open.empty()) {
      const Position position = std::move(open.back());
      open.pop_back();
      if (!seen.insert(encode_position(position)).second) continue;
      const Canonical canonical = canonicalize(position);
      const Node& node = nodes_[ids_.at(encode_position(canonical.position))];
      const Symmetry back = canonical.canonical_from_input.inverse();
      const Move move = back.apply(node.record.move, store_.size());
      std::cout << fmt::format("{}\t{}\t{}\n", format_position(position),
                               format_move(move, store_.size()), node.record.distance_plies);
      ++lines;
      const Position replying = after_move(position, move);
      for (auto reply = node.replies.rbegin(); reply != node.replies.rend(); ++reply) {
        open.push_back(after_move(replying, back.apply(*reply, store_.size())));
      }
    }
    std::cout << fmt::format("# end {}\n", lines) << std::flush;
    if (!std::cout) return {StatusCode::kIo, "cannot write to stdout"};
    return {};
  }

  static constexpr Color kGoal = Color::kBlack;

  const Store& store_;
  const Game& game_;
  ClaimPool pool_;
  std::vector<Node> nodes_;
  std::size_t walked_ = 0;                            // of them
  std::unordered_map<std::string, std::size_t> ids_;  // of nodes, by encode_position()
  std::vector<Root> roots_;
  std::vector<const Root*> chosen_;
};

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 4) {
    std::cerr << "usage: make_starter BOOK OPENING RECORDS THREADS >FILE\n";
    return 2;
  }
  const auto fail = [](const Status& status) {
    std::cerr << "make_starter: " << status.message() << '\n';
    return 2;
  };
  const auto store = Store::open_read_only(arguments[0]);
  if (!store.ok()) return fail(store.status());
  const Result<const Game*> game = find_game(store.value()->rules(), store.value()->size());
  if (!game.ok()) return fail(game.status());
  const Opening* const opening = find_opening(arguments[1]);
  if (opening == nullptr) return fail(invalid_argument("no opening " + arguments[1]));
  const Result<Position> position = game.value()->parse(opening->moves);
  if (!position.ok()) return fail(position.status());
  const Result<NaiveGame> rules = naive_game(store.value()->rules(), store.value()->size());
  if (!rules.ok()) return fail(rules.status());
  Starter starter(*store.value(), *game.value(), rules.value(), std::stoi(arguments[3]));
  const Status status = starter.run(position.value(), std::stoul(arguments[2]));
  return status.ok() ? 0 : fail(status);
}

}  // namespace
}  // namespace tengen::book

int main(int argc, char** argv) {
  return tengen::book::run(std::vector<std::string>(argv + 1, argv + argc));
}
