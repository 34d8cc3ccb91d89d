// The one way in which numbers are added here: proof numbers of positions that must all be proven,
// disproof numbers of positions that must all be disproven.
//
// The largest; a share of what the others have beyond 1; and, where they count, one for each other.
// Without the share these are weak proof numbers (Ueda et al. 2008), which do not count a position
// twice that is reached by two orders of moves; with a share of all they are the plain sum.
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
  static constexpr std::uint32_t kWhole = 64;

  // The share is in 64ths.
  explicit WeakSum(std::uint32_t share) : share_(share) {}
  // Of a defender's replies where all are listed (the coordinator's tree, a job at the defender's
  // turn): the many that nobody has tried yet, at 1, count nothing.
  static WeakSum of_all_replies() {
    WeakSum sum(kWhole / 4);
    sum.counts_others_ = 0;
    return sum;
  }

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
    return saturated(largest_ + counts_others_ * others + beyond_one * share_ / kWhole);
  }
  // How far one addend may grow before the total reaches `limit`: those below the largest may first
  // grow up to it.
  [[nodiscard]] std::uint32_t allowance(std::uint32_t limit) const {
    if (limit >= kInfiniteNumber) return kInfiniteNumber;
    return saturated(std::uint64_t{largest_} + limit - std::min(limit, total()));
  }

 private:
  std::uint32_t share_;
  std::uint64_t counts_others_ = 1;
  std::uint32_t largest_ = 0;
  std::uint64_t open_ = 0;
  std::uint64_t sum_ = 0;
};

}  // namespace tengen
