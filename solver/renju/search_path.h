// The positions of a search in progress, from its root down, and the numbers at which each of them
// is done with.
//
// Others of a team (team.h) may bring one of them to its limits meanwhile. What the search does
// below is then in vain: it unwinds to that step and goes on above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/renju/evaluation.h"

namespace tengen::renju {

// A position is searched until its numbers reach one of these.
struct Thresholds {
  std::uint32_t proof;
  std::uint32_t disproof;
  [[nodiscard]] bool reached(Numbers numbers) const {
    return numbers.proven() || numbers.proof >= proof || numbers.disproof >= disproof;
  }
};

class SearchPath {
 public:
  void enter(std::uint64_t key, Thresholds limit) { steps_.push_back({key, limit}); }
  void leave() {
    steps_.pop_back();
    if (!unwinding()) ended_ = kNone;
  }

  // Asks numbers_of(key) for the steps, the first one first, until one has reached its limits: that
  // one has ended.
  template <typename NumbersOf>
  void look_for_ended_step(const NumbersOf& numbers_of) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!steps_[i].limit.reached(numbers_of(steps_[i].key))) continue;
      ended_ = i;
      return;
    }
  }
  // A step has ended and is not left yet.
  [[nodiscard]] bool unwinding() const { return steps_.size() > ended_; }
  // That step is the last one.
  [[nodiscard]] bool ended_here() const { return ended_ != kNone && steps_.size() == ended_ + 1; }

 private:
  struct Step {
    std::uint64_t key;
    Thresholds limit;
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<Step> steps_;
  std::size_t ended_ = kNone;
};

}  // namespace tengen::renju
