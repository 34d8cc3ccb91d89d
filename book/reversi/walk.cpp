#include "book/reversi/walk.h"

namespace tengen::reversi {

std::string describe(const NaiveBoard& board) { return board.rows() + " " + board.side(); }

std::size_t Walk::PackedHash::operator()(const NaiveBoard::Packed& packed) const {
  std::uint64_t hash = packed[0] * 0x9E3779B97F4A7C15ULL ^ packed[1];
  hash ^= hash >> 32;
  return hash * 0xD6E8FEB86659FD93ULL;
}

Walk::Walk(const NaiveRules& rules, char claimant, int claimed, Choose choose)
    : rules_(rules), claimant_(claimant), claimed_(claimed), choose_(std::move(choose)) {}

Status Walk::from(const NaiveBoard& board) {
  NaiveBoard here = board.canonical();
  std::vector<int> moves = here.moves();
  if (moves.empty()) {
    here.pass();
    if (here.move_count() > 0) return from(here);
    if (here.side() != claimant_) here.pass();
    if (here.score(rules_) >= claimed_) return {};
    return {StatusCode::kCorruption, "the game ends below the claimed score at " + describe(here)};
  }
  if (!seen_[here.side() == 'X' ? 0 : 1].insert(here.packed()).second) return {};
  if (here.side() == claimant_) {
    const Result<std::uint8_t> choice = choose_(here, moves);
    if (!choice.ok()) return choice.status();
    if (choice.value() == kLeaf) return {};
    if (choice.value() >= moves.size()) {
      return {StatusCode::kCorruption, "there is no move number " + std::to_string(choice.value()) +
                                           " at " + describe(here)};
    }
    moves = {moves[choice.value()]};
  }
  for (const int move : moves) {
    NaiveBoard next = here;
    next.play(move);
    if (Status status = from(next); !status.ok()) return status;
  }
  return {};
}

}  // namespace tengen::reversi
