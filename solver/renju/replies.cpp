#include "solver/renju/replies.h"

#include <algorithm>

#include "solver/game/symmetry.h"
#include "solver/game/weak_sum.h"

namespace tengen::renju {

std::vector<Move> distinct_replies(const Position& position, Board& board) {
  std::vector<Symmetry> stabilizer;
  for (int i = 1; i < kSymmetryCount; ++i) {
    if (Symmetry(i).apply(position) == position) stabilizer.emplace_back(i);
  }
  std::vector<Move> replies;
  board.empty_points().for_each([&](Move reply) {
    if (!board.is_legal(reply, position.to_move)) return;
    for (const Symmetry symmetry : stabilizer) {
      if (symmetry.apply(reply, board.size()) < reply) return;
    }
    replies.push_back(reply);
  });
  const auto weight = [&](Move reply) {
    return board.shape_score(Color::kBlack, reply) + board.shape_score(Color::kWhite, reply);
  };
  std::stable_sort(replies.begin(), replies.end(),
                   [&](Move a, Move b) { return weight(a) > weight(b); });
  if (board.may_pass() || board.must_pass(position.to_move)) replies.insert(replies.begin(), kPass);
  return replies;
}

void sum_up_replies(SolveOutcome& outcome) {
  WeakSum proof = WeakSum::of_all_replies();
  bool open = false;
  std::uint32_t disproof = kInfiniteNumber;
  int longest = 1;  // when every reply is a foul
  for (const ChildOutcome& child : outcome.children) {
    if (child.verdict != Verdict::kProven) {
      open = true;
      proof.add(child.proof_number);
      const bool tried = child.proof_number > 1 || child.disproof_number > 1;
      if (tried) disproof = std::min(disproof, child.disproof_number);
    }
    longest = std::max(longest, child.distance_plies);
  }
  if (!open) {
    outcome.verdict = Verdict::kProven;
    outcome.proof_number = 0;
    outcome.disproof_number = kInfiniteNumber;
    outcome.distance_plies = longest + 1;
    return;
  }
  outcome.proof_number = open_number(proof.total());
  outcome.disproof_number = disproof == kInfiniteNumber ? 1 : disproof;
}

}  // namespace tengen::renju
