// The order in which a stuck search goes through lengths and styles.
#include "solver/renju/style.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace tengen::renju {
namespace {

TEST(RestartSchedule, LengthsAreLubys) {
  RestartSchedule schedule(0);
  for (const std::uint64_t length : {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}) {
    EXPECT_EQ(schedule.next().length, length);
  }
}

TEST(RestartSchedule, SlicesOfEachLengthTakeTheStylesInTurn) {
  RestartSchedule schedule(0);
  std::array<std::size_t, 3> next{};
  for (int slice = 0; slice < 100; ++slice) {
    const Slice one = schedule.next();
    if (one.length > 4) continue;
    const auto row = static_cast<std::size_t>(std::countr_zero(one.length));
    EXPECT_EQ(one.style, next[row]++) << one.length;
  }
  EXPECT_GT(next[2], kStyles.size());
}

TEST(RestartSchedule, EachVariantBeginsWithAStyleOfItsOwn) {
  std::set<std::size_t> first;
  for (std::size_t variant = 0; variant < kStyles.size(); ++variant) {
    RestartSchedule schedule(variant);
    first.insert(schedule.next().style % kStyles.size());
  }
  EXPECT_EQ(first.size(), kStyles.size());
}

}  // namespace
}  // namespace tengen::renju
