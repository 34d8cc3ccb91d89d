// A point's code: which four line patterns a stone of one colour would make there, in no order.
// There are few codes, so what depends on a point's patterns is a table that stays in the cache.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/renju/line_table.h"

namespace tengen::renju {

constexpr int kDirections = 4;

// 0 .. kPointCodes - 1. Codes are numbered by their sorted patterns, so 0 is four dead lines.
using PointCode = std::uint16_t;
// Ways to choose four of the kLinePatterns patterns, repeats allowed.
constexpr int kPointCodes =
    kLinePatterns * (kLinePatterns + 1) * (kLinePatterns + 2) * (kLinePatterns + 3) / (2 * 3 * 4);

// The patterns of a code, lowest first.
using PointPatterns = std::array<LinePattern, kDirections>;
[[nodiscard]] PointPatterns patterns_of(PointCode code);

// Marks in the low bits and a code above: what a board keeps for each point.
using MarkedCode = std::uint16_t;
constexpr int kMarkBits = 4;
static_assert(kPointCodes <= 1 << (16 - kMarkBits));
constexpr PointCode code_of(std::uint32_t marked) {
  return static_cast<PointCode>((marked & 0xffff) >> kMarkBits);
}
enum PointMark : std::uint8_t {
  kMarkFive = 1,
  kMarkFour = 2,   // at least one four, and no five
  kMarkThree = 4,  // at least one line with a three, and no five
};
constexpr int kMarks = 3;

// From patterns to codes. Immutable, shared between threads.
class PointCoder {
 public:
  static const PointCoder& instance();

  // The codes of twice four patterns of four bits each, each half's in the same half.
  [[nodiscard]] std::uint32_t codes(std::uint32_t patterns) const {
    const std::uint32_t low = codes_[patterns & 0xffff];
    const std::uint32_t high = codes_[patterns >> 16];
    return low | (high << 16);
  }

 private:
  PointCoder();

  std::array<MarkedCode, 65536> codes_{};
};

// A vector to be added up over a board's empty points, once for each colour (evaluated_board.h).
// evaluation.cpp says what the lanes mean and gives the addend of every code. Lanes may wrap round
// on the way: what counts is that the sum over a whole board fits.
class PointSum {
 public:
  using Lane = std::int16_t;
  static constexpr std::size_t kLanes = 16;

  [[nodiscard]] Lane lane(std::size_t i) const { return halves_[i / kHalf][i % kHalf]; }
  void set_lane(std::size_t i, Lane value) { halves_[i / kHalf][i % kHalf] = value; }
  PointSum& operator+=(const PointSum& other) {
    for (std::size_t i = 0; i < halves_.size(); ++i) halves_[i] += other.halves_[i];
    return *this;
  }
  PointSum& operator-=(const PointSum& other) {
    for (std::size_t i = 0; i < halves_.size(); ++i) halves_[i] -= other.halves_[i];
    return *this;
  }
  friend bool operator==(const PointSum& a, const PointSum& b) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      if (a.lane(i) != b.lane(i)) return false;
    }
    return true;
  }

 private:
  // As wide as the vector registers that every x86-64 has.
  static constexpr std::size_t kHalf = 16 / sizeof(Lane);
  using Half [[gnu::vector_size(16)]] = Lane;
  std::array<Half, kLanes / kHalf> halves_{};
};
using PointSums = std::array<PointSum, kPointCodes>;

}  // namespace tengen::renju
