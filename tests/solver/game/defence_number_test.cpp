#include "solver/game/defence_number.h"

#include <gtest/gtest.h>

namespace tengen {
namespace {

std::uint32_t total(std::initializer_list<std::uint32_t> replies) {
  DefenceNumber number;
  for (const std::uint32_t reply : replies) number.add(reply);
  return number.total();
}

TEST(DefenceNumber, IsTheLargestAndAQuarterOfWhatTheOthersHaveBeyondOne) {
  EXPECT_EQ(total({7}), 7u);
  EXPECT_EQ(total({7, 5}), 8u);
  EXPECT_EQ(total({5, 41, 9}), 44u);
}

TEST(DefenceNumber, RepliesThatNobodyHasTriedCountNothing) { EXPECT_EQ(total({1, 1, 1, 9}), 9u); }

TEST(DefenceNumber, StaysOpenHoweverManyRepliesThereAre) {
  const std::uint32_t large = kInfiniteNumber - 1;
  EXPECT_EQ(total({large, large, large, large, large, large}), large);
}

}  // namespace
}  // namespace tengen
