// The fast rules against the plain ones, on positions of random games.
#include <gtest/gtest.h>

#include <random>

#include "solver/reversi/geometry.h"

namespace tengen::reversi {
namespace {
#include "solver/reversi/kernel.h"

// Calls visit(position) for each position of random games on boards of all sizes, some with holes.
template <typename Visit>
void for_random_positions(Visit visit) {
  std::mt19937 random(7);
  for (int width = kMinSize; width <= kMaxSize; ++width) {
    for (int height = kMinSize; height <= kMaxSize; ++height) {
      for (const std::string hole : {"", "a1", "b2", "d1"}) {
        const Result<Position> start = start_position(width, height, Start::kStandard, hole);
        if (!start.ok()) continue;  // the hole is in the middle
        const Shape& shape = start.value().shape;
        const Geometry geometry(shape);
        Stones stones = start.value().stones;
        while (!is_over(shape, stones)) {
          visit(geometry, stones);
          Bits moves = legal_moves(shape, stones);
          int point = kNoPoint;
          if (moves != 0) {
            for (auto skip = random() % static_cast<unsigned>(count(moves)); skip > 0; --skip) {
              moves &= moves - 1;
            }
            point = std::countr_zero(moves);
          }
          stones = after(shape, stones, point);
        }
        visit(geometry, stones);
      }
    }
  }
}

TEST(ReversiKernel, FindsTheSameMoves) {
  for_random_positions([](const Geometry& geometry, const Stones& stones) {
    ASSERT_EQ(moves_of(geometry, stones), legal_moves(geometry.shape, stones));
  });
}

TEST(ReversiKernel, TurnsTheSameStones) {
  for_random_positions([](const Geometry& geometry, const Stones& stones) {
    for (Bits empty = geometry.shape.points & ~(stones.mover | stones.other); empty != 0;
         empty &= empty - 1) {
      const int point = std::countr_zero(empty);
      ASSERT_EQ(turned_by(geometry, stones, point), turned(geometry.shape, stones, point));
    }
  });
}

// Stones that some line of play turns.
Bits ever_turned(const Shape& shape, const Stones& stones, bool after_pass = false) {
  Bits moves = legal_moves(shape, stones);
  if (moves == 0) {
    return after_pass ? 0 : ever_turned(shape, after(shape, stones, kNoPoint), true);
  }
  Bits result = 0;
  for (; moves != 0; moves &= moves - 1) {
    const int point = std::countr_zero(moves);
    result |= turned(shape, stones, point) | ever_turned(shape, after(shape, stones, point));
  }
  return result;
}

TEST(ReversiKernel, NoLineOfPlayTurnsAStableStone) {
  int found = 0;
  for_random_positions([&](const Geometry& geometry, const Stones& stones) {
    const Bits empty = geometry.shape.points & ~(stones.mover | stones.other);
    if (count(empty) > 5) return;
    const Bits turned = ever_turned(geometry.shape, stones);
    const Bits mine = stable_stones(geometry, stones.mover, empty);
    const Bits theirs = stable_stones(geometry, stones.other, empty);
    ASSERT_EQ(mine & ~stones.mover, 0U);
    ASSERT_EQ((mine | theirs) & turned, 0U);
    found += count(mine | theirs);
  });
  EXPECT_GT(found, 1000);
}

}  // namespace
}  // namespace tengen::reversi
