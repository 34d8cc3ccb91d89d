// What others ask of a guide about a position, and what they tell it: the certifier where a belief
// does not hold, and whoever knows a fact.
#include <algorithm>

#include "solver/game/weak_sum.h"
#include "solver/renju/guide.h"

namespace tengen::renju {

std::vector<GuideMove> Guide::candidates(Board& board, Color attacker) {
  ProofEntry entry;
  entry.key = key_of(board, attacker, attacker);
  if (const auto found = table_.find(entry.key)) entry.work = found->work;
  std::vector<Child>& children = child_list();
  EvaluatedBoard played(board);
  expand_attack(played, attacker, entry, children);
  std::vector<GuideMove> moves;
  if (entry.proof_number == 0) moves.push_back({entry.move, {0, kInfiniteNumber}});
  moves.insert(moves.end(), children.begin(), children.end());
  std::stable_sort(moves.begin(), moves.end(), [](const GuideMove& a, const GuideMove& b) {
    return a.numbers.proof < b.numbers.proof;
  });
  return moves;
}

void Guide::add_reply(const Board& board, Color attacker, Move reply, Numbers after_reply) {
  const std::uint64_t key = key_of(board, attacker, opponent(attacker));
  ProofEntry entry;
  load(key, entry);
  if (entry.proof_number == 0 || entry.replies_known == 0) {
    // The proof's zone is a superset of the replies it answered: a good set to start again from.
    entry.zone &= board.empty_points();
    entry.zone |= board.four_points(opponent(attacker));
    entry.replies_known = 1;
  }
  if (reply == kPass) {
    entry.replies_known = 0;  // the null move must be won again first
  } else {
    entry.zone.insert(reply);
  }
  store(entry, after_reply, 1);
}

void Guide::refresh(Board& board, Color attacker) {
  const std::uint64_t key = key_of(board, attacker, attacker);
  ProofEntry entry;
  load(key, entry);
  Numbers numbers{kInfiniteNumber, 0};
  WeakSum disproof = WeakSum::of_moves();
  for (const GuideMove& move : candidates(board, attacker)) {
    numbers.proof = std::min(numbers.proof, move.numbers.proof);
    disproof.add(move.numbers.disproof);
  }
  numbers.disproof = disproof.total();
  // Another proven candidate makes a proof only once the search has read off its zone.
  store(entry, numbers.proven() ? Numbers{} : numbers, 0);
}

void Guide::believe(const Position& position, Color attacker, Move move) {
  ProofEntry entry;
  load(key_with(Board::hash(position), attacker), entry);
  if (entry.proof_number == 0) return;
  PointSet zone;
  zone.insert(move);
  prove(entry, move, zone);
}

}  // namespace tengen::renju
