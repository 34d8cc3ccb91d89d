// Lengths of attempts at something whose time is heavy-tailed and unknown: within a logarithm of
// the best lengths (Luby, Sinclair & Zuckerman 1993, section 3).
#pragma once

#include <cstdint>

namespace tengen {

// The n-th length, n from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
constexpr std::uint64_t luby(std::uint64_t n) {
  for (;;) {
    std::uint64_t length = 1;  // of the prefix that ends with its first `(length + 1) / 2`
    while (length < n) length = 2 * length + 1;
    if (length == n) return (length + 1) / 2;
    n -= (length - 1) / 2;
  }
}
static_assert(luby(1) == 1 && luby(3) == 2 && luby(7) == 4 && luby(8) == 1 && luby(15) == 8);

}  // namespace tengen
