// How likely the attacker wins, and what that makes of proof numbers nobody has searched yet.
// Guides the search only.
//
// A small network, fitted to positions that the search itself has proven or failed on (training/):
// every empty point adds an embedding of its code for each colour, which evaluated_board.h keeps
// summed up; the attacker's and the defender's sum together go through one hidden layer. The
// incremental first layer is the idea of Nasu's NNUE (2018).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/game/position.h"
#include "solver/renju/point_code.h"

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
// Over the empty points of a board, Black's and White's.
using BoardSums = std::array<PointSum, 2>;

// Log-odds that the search finds a win of `attacker` within a few thousand nodes, from a board's
// sums.
float win_logit(const BoardSums& sums, Color attacker, bool attacker_to_move);

// The evaluations of positions met before, so far as no other has taken their place. The search
// comes back to a position's moves again and again before it searches most of them.
class LogitCache {
 public:
  static constexpr std::size_t kEntries = std::size_t{1} << 16;

  // Null where none is kept under that key, a hash of the position, the attacker and the side to
  // move. Keys may be mixed up once in 2^32 questions.
  [[nodiscard]] const float* find(std::uint64_t key) const {
    const Entry& entry = entries_[key % kEntries];
    return entry.tag == tag_of(key) ? &entry.logit : nullptr;
  }
  void store(std::uint64_t key, float logit) { entries_[key % kEntries] = {tag_of(key), logit}; }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&entries_[key % kEntries]); }

 private:
  struct Entry {
    std::uint32_t tag = 0;
    float logit = 0;
  };
  static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
};

// Initial numbers of an unsearched position: 1 where a win is all but certain, growing with the
// odds against it and, where it is unlikely, with their logarithm; at even odds the proof number is
// 1 + proof_scale.
Numbers estimated_numbers(float logit, double proof_scale);
// The same from a board's sums.
Numbers estimated_numbers(const BoardSums& sums, Color attacker, bool attacker_to_move,
                          double proof_scale);

}  // namespace tengen::renju
