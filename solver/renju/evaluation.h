// How likely the attacker wins, and what that makes of proof numbers nobody has searched yet.
// Guides the search only.
//
// A small network, fitted to positions that the search itself has proven or failed on (training/):
// every empty point adds an embedding of its code for each colour, which the board keeps summed up;
// the attacker's and the defender's sum together go through one hidden layer. The incremental first
// layer is the idea of Nasu's NNUE (2018).
#pragma once

#include "solver/game/prover.h"
#include "solver/renju/board.h"

namespace tengen::renju {

// Lanes of an embedding; a colour's PointSum holds those of its role as attacker, then as defender.
constexpr std::size_t kEvaluationLanes = PointSum::kLanes / 2;
constexpr std::size_t kEvaluationHidden = 16;
// Slope below zero of the units, and an embedding's 1.0 as an integer.
constexpr float kEvaluationLeak = 0.125F;
constexpr int kEvaluationUnit = 128;

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
float win_logit(const std::array<PointSum, 2>& sums, Color attacker, bool attacker_to_move);

// Initial numbers of an unsearched position: 1 where a win is all but certain, growing with the
// odds against it and, where it is unlikely, with their logarithm; at even odds the proof number is
// 1 + proof_scale.
Numbers estimated_numbers(const std::array<PointSum, 2>& sums, Color attacker,
                          bool attacker_to_move, double proof_scale);

}  // namespace tengen::renju
