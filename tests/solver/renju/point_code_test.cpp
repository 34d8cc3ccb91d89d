// Point codes: one for each choice of four patterns, whatever their order.
#include "solver/renju/point_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "solver/renju/board.h"

namespace tengen::renju {
namespace {

TEST(PointCode, StandsForTheFourPatternsInNoOrder) {
  const PointCoder& coder = PointCoder::instance();
  std::array<bool, kPointCodes> met{};
  PointPatterns patterns{};
  for (int n = 0; n < kLinePatterns * kLinePatterns * kLinePatterns * kLinePatterns; ++n) {
    std::uint32_t packed = 0;
    for (int d = 0, rest = n; d < kDirections; ++d, rest /= kLinePatterns) {
      const int pattern = rest % kLinePatterns;
      patterns[static_cast<std::size_t>(d)] = static_cast<LinePattern>(pattern);
      packed |= static_cast<std::uint32_t>(pattern) << (4 * d);
    }
    std::sort(patterns.begin(), patterns.end());
    const PointCode code = code_of(coder.codes(packed));
    ASSERT_EQ(code_of(coder.codes(packed << 16) >> 16), code);
    ASSERT_LT(code, kPointCodes);
    ASSERT_EQ(patterns_of(code), patterns) << n;
    met[code] = true;
  }
  EXPECT_EQ(std::count(met.begin(), met.end(), true), kPointCodes);
}

TEST(PointCode, OfABoardsPointIsThatOfItsPatterns) {
  std::mt19937 rng(11);
  Board board(15);
  for (int round = 0; round < 90; ++round) {
    const auto p = static_cast<Move>(rng() % 225);
    if (!board.is_empty(p)) continue;
    const Color mover = rng() % 2 == 0 ? Color::kBlack : Color::kWhite;
    board.make(p, mover);
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      board.empty_points().for_each([&](Move q) {
        PointPatterns patterns{};
        for (int d = 0; d < kDirections; ++d) {
          patterns[static_cast<std::size_t>(d)] = board.pattern(color, q, d);
        }
        std::sort(patterns.begin(), patterns.end());
        ASSERT_EQ(patterns_of(board.code(color, q)), patterns);
      });
    }
  }
}

}  // namespace
}  // namespace tengen::renju
