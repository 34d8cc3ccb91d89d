// Which step of a search's path has ended, and how far the search unwinds.
#include "solver/renju/search_path.h"

#include <gtest/gtest.h>

#include <map>

#include "solver/game/prover.h"

namespace tengen::renju {
namespace {

class SearchPathOfThree : public testing::Test {
 protected:
  SearchPathOfThree() {
    for (const std::uint64_t key : {1, 2, 3}) path_.enter(key, {10, 20});
  }
  void look() {
    path_.look_for_ended_step([&](std::uint64_t key) { return numbers_[key]; });
  }
  SearchPath path_;
  std::map<std::uint64_t, Numbers> numbers_;  // 1, 1 unless said otherwise
};

TEST_F(SearchPathOfThree, GoesOnWhileNoStepHasReachedItsLimits) {
  numbers_[2] = {9, 19};
  look();
  EXPECT_FALSE(path_.unwinding());
  EXPECT_FALSE(path_.ended_here());
}

TEST_F(SearchPathOfThree, UnwindsToTheFirstStepThatHasEndedAndGoesOnAboveIt) {
  numbers_[2] = {10, 1};
  numbers_[3] = {0, kInfiniteNumber};
  look();
  EXPECT_TRUE(path_.unwinding());
  EXPECT_FALSE(path_.ended_here());
  path_.leave();
  EXPECT_TRUE(path_.unwinding());
  EXPECT_TRUE(path_.ended_here());
  path_.leave();
  EXPECT_FALSE(path_.unwinding());
  path_.enter(4, {10, 20});  // what ended before says nothing of another step at that depth
  EXPECT_FALSE(path_.unwinding());
  EXPECT_FALSE(path_.ended_here());
}

TEST_F(SearchPathOfThree, AStepEndsByAProofOrByEitherNumber) {
  for (const Numbers end : {Numbers{0, kInfiniteNumber}, Numbers{10, 1}, Numbers{1, 20}}) {
    numbers_[3] = end;
    look();
    EXPECT_TRUE(path_.ended_here()) << end.proof << ' ' << end.disproof;
    path_.leave();
    EXPECT_FALSE(path_.unwinding());
    path_.enter(3, {10, 20});
  }
}

}  // namespace
}  // namespace tengen::renju
