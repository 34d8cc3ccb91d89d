// How the guide weighs things. No weighting is best everywhere: the nodes a proof takes vary by a
// factor of a hundred between them and are heavy-tailed, so a stuck search starts again with
// another style and keeps what is proven (restarts after Luby, Sinclair & Zuckerman 1993).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "solver/base/luby.h"

namespace tengen::renju {

struct Style {
  // Numbers of unsearched positions: at even odds a proof number is 1 + proof_scale.
  double proof_scale;
  // Added to a quiet move's estimate, and while it has not even been shown to win after a pass.
  std::uint32_t quiet_proof;
  std::uint32_t quiet_cost;
};

constexpr std::array<Style, 7> kStyles{{
    {4, 8, 6},
    {2, 40, 20},  // threats first: quiet moves cost much
    {8, 16, 12},
    {2, 30, 20},
    {6, 8, 6},
    {8, 24, 12},
    {4, 60, 40},
}};

// How long to search with which style before the next restart.
struct Slice {
  std::uint64_t length;
  std::size_t style;
};

// Luby's lengths; slices of each length go through the styles in turn, so that every style gets
// long slices too. Schedules of different variants begin with different styles.
class RestartSchedule {
 public:
  explicit RestartSchedule(std::size_t variant) { next_style_.fill(variant); }

  Slice next() {
    const std::uint64_t length = luby(++count_);
    return {length, next_style_[static_cast<std::size_t>(std::countr_zero(length))]++};
  }

 private:
  std::uint64_t count_ = 0;
  std::array<std::size_t, 64> next_style_{};
};

}  // namespace tengen::renju
