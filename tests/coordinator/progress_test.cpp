// The line that a player reads while a position is solved.
#include "coordinator/progress.h"

#include <gtest/gtest.h>

namespace tengen::coordinator {
namespace {

TEST(Progress, SaysFirstWhatAPlayerWantsToKnow) {
  Progress progress;
  EXPECT_TRUE(format_progress(progress).starts_with("searching all its moves at once, 0 "));
  progress.children_proven = 11;
  progress.children_known = 222;
  progress.records = 1308;
  EXPECT_TRUE(format_progress(progress).starts_with(
      "11 of 222 moves proven, 1308 positions kept  (0.0 s  attempt 1  pn 1 dn 1"));
  progress.at_work = {"j10"};
  EXPECT_TRUE(format_progress(progress).starts_with("11 of 222 moves proven, now at j10, 1308"));
  progress.at_work = {"j10", "i8"};
  EXPECT_TRUE(format_progress(progress).starts_with("11 of 222 moves proven, now at j10 and i8, "));
  progress.at_work = {"a1", "b1", "c1", "d1", "e1"};
  EXPECT_NE(format_progress(progress).find("now at a1, b1, c1 and 2 more, "), std::string::npos);
  progress.at_work = {"j10"};
  progress.nearest = {"j10 g7", 90, 220};
  EXPECT_TRUE(format_progress(progress).starts_with(
      "11 of 222 moves proven, now at j10, 90 of 220 replies to j10 g7, 1308 "));
  progress.attacker_to_move = true;
  EXPECT_TRUE(format_progress(progress).starts_with("222 moves looked at, now at j10, 90 of "));
  progress.suggested = "i9";
  EXPECT_TRUE(format_progress(progress).starts_with("after i9, as the book suggests: 222 moves "));
}

}  // namespace
}  // namespace tengen::coordinator
