#include "solver/game/weak_sum.h"

#include <gtest/gtest.h>

namespace tengen {
namespace {

std::uint32_t total(WeakSum sum, std::initializer_list<std::uint32_t> numbers) {
  for (const std::uint32_t number : numbers) sum.add(number);
  return sum.total();
}

TEST(WeakSum, OfNothingOpenIsZero) {
  EXPECT_EQ(total(WeakSum::of_moves(), {}), 0u);
  EXPECT_EQ(total(WeakSum::of_replies(), {0, 0}), 0u);
}

TEST(WeakSum, OfMovesIsTheLargestAndOneForEachOther) {
  EXPECT_EQ(total(WeakSum::of_moves(), {7, 5, 0, 3}), 9u);
}

TEST(WeakSum, OfRepliesHasAQuarterOfWhatTheOthersHaveBeyondOneToo) {
  EXPECT_EQ(total(WeakSum::of_replies(), {7}), 7u);
  EXPECT_EQ(total(WeakSum::of_replies(), {7, 5}), 9u);
  EXPECT_EQ(total(WeakSum::of_replies(), {5, 41, 9}), 46u);
}

TEST(WeakSum, OfAllRepliesIsTheLargestAndAQuarterOfWhatTheOthersHaveBeyondOne) {
  EXPECT_EQ(total(WeakSum::of_all_replies(), {7}), 7u);
  EXPECT_EQ(total(WeakSum::of_all_replies(), {7, 5}), 8u);
  EXPECT_EQ(total(WeakSum::of_all_replies(), {5, 41, 9}), 44u);
  EXPECT_EQ(total(WeakSum::of_all_replies(), {1, 1, 1, 9}), 9u);
}

TEST(WeakSum, NeverExceedsTheInfiniteNumber) {
  const std::uint32_t large = kInfiniteNumber - 1;
  EXPECT_EQ(total(WeakSum::of_replies(), {large, large, large}), kInfiniteNumber);
}

TEST(WeakSum, AllowsAnAddendToGrowByWhatTheTotalLacks) {
  WeakSum sum = WeakSum::of_moves();
  sum.add(7);
  sum.add(5);  // 8 in all
  EXPECT_EQ(sum.allowance(10), 9u);
  EXPECT_EQ(sum.allowance(8), 7u);
  EXPECT_EQ(sum.allowance(kInfiniteNumber), kInfiniteNumber);
}

}  // namespace
}  // namespace tengen
