// The one way in which numbers are added here: proof numbers of positions that must all be proven,
// disproof numbers of positions that must all be disproven.
//
// The largest; a quarter of what the others have beyond 1, or nothing of it; and, where they count,
// one for each other. Without the quarter these are weak proof numbers (Ueda et al. 2008), which do
// not count a position twice that is reached by two orders of moves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/game/prover.h"

namespace tengen {

inline std::uint32_t saturated(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kInfiniteNumber));
}

class WeakSum {
 public:
  // Disproof numbers of the attacker's moves.
  static WeakSum of_moves() { return {0, 1}; }
  // Proof numbers of the defender's replies in a zone.
  static WeakSum of_replies() { return {1, 1}; }
  // Of his replies where all are listed (the coordinator's tree, a job at the defender's turn): the
  // many that nobody has tried yet, at 1, count nothing.
  static WeakSum of_all_replies() { return {1, 0}; }

  // Numbers of what is decided, 0, are no addends.
  void add(std::uint32_t number) {
    if (number == 0) return;
    largest_ = std::max(largest_, number);
    sum_ += number;
    ++open_;
  }
  // 0 without addends.
  [[nodiscard]] std::uint32_t total() const {
    if (open_ == 0) return 0;
    const std::uint64_t others = open_ - 1;
    const std::uint64_t beyond_one = sum_ - largest_ - others;
    return saturated(largest_ + counts_others_ * others + beyond_one * quarters_ / 4);
  }
  // How far one addend may grow before the total reaches `limit`: those below the largest may first
  // grow up to it.
  [[nodiscard]] std::uint32_t allowance(std::uint32_t limit) const {
    if (limit >= kInfiniteNumber) return kInfiniteNumber;
    return saturated(std::uint64_t{largest_} + limit - std::min(limit, total()));
  }

 private:
  WeakSum(std::uint64_t quarters, std::uint64_t counts_others)
      : quarters_(quarters), counts_others_(counts_others) {}

  std::uint64_t quarters_;
  std::uint64_t counts_others_;
  std::uint32_t largest_ = 0;
  std::uint64_t open_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace tengen
