// A position with the defender to move as a job's answer has it: which replies it lists, and what
// they come to together.
#pragma once

#include <vector>

#include "solver/game/prover.h"
#include "solver/renju/board.h"

namespace tengen::renju {

// Every legal reply of the side to move, one of each class under the position's own symmetries; a
// pass first, then fours and the points that matter to either side, so that refutations show early.
// REQUIRES: the board is the position's; it is the same afterwards.
[[nodiscard]] std::vector<Move> distinct_replies(const Position& position, Board& board);

// Sets the outcome's verdict, numbers and distance by those of its children, which are all replies:
// proven when all are, else open with their numbers together. REQUIRES: a child without a verdict
// has the numbers 1 and 1 if it was not searched.
void sum_up_replies(SolveOutcome& outcome);

}  // namespace tengen::renju
