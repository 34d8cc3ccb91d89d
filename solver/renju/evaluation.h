// How likely the attacker wins, from counts of point classes (board.h), and what that makes of
// proof numbers nobody has searched yet. Guides the search only.
#pragma once

#include "solver/game/prover.h"
#include "solver/renju/board.h"

namespace tengen::renju {

// Proof and disproof numbers of one position from the attacker's point of view.
struct Numbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  [[nodiscard]] bool proven() const { return proof == 0; }
  [[nodiscard]] bool disproven() const { return disproof == 0; }
};

// What each point code adds to a board's sum for that colour.
const PointSums& point_sums(Color color);

// Log-odds that the search finds a win of `attacker` within a few thousand nodes, from a board's
// sums.
double win_logit(const std::array<PointSum, 2>& sums, Color attacker, bool attacker_to_move);

// Initial numbers of an unsearched position: 1 where a win is all but certain, growing with the
// odds against it; at even odds the proof number is 1 + proof_scale.
Numbers estimated_numbers(const std::array<PointSum, 2>& sums, Color attacker,
                          bool attacker_to_move, double proof_scale);

}  // namespace tengen::renju
