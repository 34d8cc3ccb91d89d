// The proof number of a position with the defender to move, from those of its open replies: the
// largest, and a quarter of what the others have beyond 1. Replies share much of their proofs, so
// the sum would count them again and again; and the many that nobody has tried yet, at 1, count
// nothing. (Weak proof-number search, Ueda et al. 2008, adds one for each other.)
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/game/prover.h"

namespace tengen {

class DefenceNumber {
 public:
  // REQUIRES: the proof number of an open reply, at least 1.
  void add(std::uint32_t proof_number) {
    largest_ = std::max(largest_, proof_number);
    beyond_one_ += proof_number - 1;
  }
  // REQUIRES: a reply was added.
  [[nodiscard]] std::uint32_t total() const {
    return open_number(largest_ + (beyond_one_ - (largest_ - 1)) / 4);
  }

 private:
  std::uint32_t largest_ = 0;
  std::uint64_t beyond_one_ = 0;
};

}  // namespace tengen
