// Proof numbers of several positions that must all be proven (or disproof numbers, disproven): the
// largest, one for every other open one, and a share of what the others have beyond that. Without
// the share weak proof numbers (Ueda et al. 2008), which do not count a position twice that is
// reached by two orders of moves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/game/prover.h"

namespace tengen::renju {

inline std::uint32_t saturated(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kInfiniteNumber));
}

class WeakSum {
 public:
  // The share is in 64ths: 0 gives weak proof numbers, 64 the plain sum.
  explicit WeakSum(std::uint32_t share) : share_(share) {}

  void add(std::uint32_t number) {
    if (number == 0) return;
    largest_ = std::max(largest_, number);
    sum_ += number;
    ++open_;
  }
  [[nodiscard]] std::uint32_t total() const {
    if (open_ == 0) return 0;
    const std::uint64_t others = open_ - 1;
    return saturated(largest_ + others + (sum_ - largest_ - others) * share_ / 64);
  }
  // How far one addend may grow before the total reaches `limit`: those below the largest may first
  // grow up to it.
  [[nodiscard]] std::uint32_t allowance(std::uint32_t limit) const {
    if (limit >= kInfiniteNumber) return kInfiniteNumber;
    return saturated(std::uint64_t{largest_} + limit - std::min(limit, total()));
  }

 private:
  std::uint32_t share_;
  std::uint32_t largest_ = 0;
  std::uint64_t open_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace tengen::renju
