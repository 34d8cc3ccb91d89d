// The moves the guide tries for the attacker where no win by fours is known, and the numbers they
// start with. Heuristic throughout: what is left out may win.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/renju/evaluated_board.h"
#include "solver/renju/proof_table.h"
#include "solver/renju/style.h"
#include "solver/renju/vcf.h"

namespace tengen::renju {

// An attacker's move worth trying, or a reply to answer, with the numbers of the position after it
// and that position's key in the guide's table.
struct GuideMove {
  Move move = kNoMove;
  Numbers numbers;
  std::uint64_t key = 0;
};

// What the choice depends on beside the board. Refers to the guide's parts for one call.
struct CandidateContext {
  const ProofTable& table;   // for the numbers of those searched before
  std::uint32_t generation;  // the one whose numbers count
  VcfSolver& vcf;
  LogitCache& logits;  // of positions after attacker's moves, by the table's keys
  const Style& style;
  int quiet_moves;  // at most so many, chosen by their shapes
  int more_moves;   // and quiet moves chosen by the evaluation, which takes longer
  bool fukumi;      // and some that threaten to win by fours, as the evaluation ranks them
  Move hint;        // an empty point thought to win, or kNoMove
};

// Appends the candidates to `moves`: the only block of a five, else fours, threes, quiet moves.
// REQUIRES: the attacker is to move and makes no five, the defender has at most one point of five.
void add_attack_candidates(EvaluatedBoard& played, Color attacker, const CandidateContext& context,
                           std::vector<GuideMove>& moves);

}  // namespace tengen::renju
