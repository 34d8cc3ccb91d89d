#include "solver/renju/team.h"

#include <gtest/gtest.h>

#include "solver/game/game.h"
#include "tests/solver/renju/shared_bytes.h"

namespace tengen::renju {
namespace {

Position after(const char* moves) { return find_game("renju", 15).value()->parse(moves).value(); }

TEST(Team, ATaskIsReadAsItWasGiven) {
  SharedBytes memory(Team::kBytes);
  const Team leader(memory.bytes());
  const Team helper(memory.bytes());
  EXPECT_EQ(helper.task_id(), 0U);
  EXPECT_FALSE(helper.task());
  for (const char* moves : {"h8h9i9", "h8h9i9h7o15a1", "a1/o15/b"}) {
    TeamTask task{after(moves), Color::kWhite, 17, 3, 64, 4711};
    leader.begin_task(task);
    ASSERT_TRUE(helper.task()) << moves;
    EXPECT_EQ(helper.task()->position, task.position);
    EXPECT_EQ(helper.task()->attacker, Color::kWhite);
    EXPECT_EQ(helper.task()->generation, 17U);
    EXPECT_EQ(helper.task()->style, 3U);
    EXPECT_EQ(helper.task()->quiet_moves, 64);
    EXPECT_EQ(helper.task()->table_buckets, 4711U);
    EXPECT_FALSE(helper.task()->certify);
    task.certify = true;
    leader.begin_task(task);
    EXPECT_TRUE(helper.task()->certify);
  }
  const std::uint64_t id = helper.task_id();
  leader.begin_task({after("h8h9i9"), Color::kBlack, 18, 0, 16, 1});
  EXPECT_NE(helper.task_id(), id) << "another task";
  leader.end_task();
  EXPECT_EQ(helper.task_id(), 0U);
  EXPECT_FALSE(helper.task());
}

TEST(Team, ATaskThatIsHalfWrittenIsNone) {
  SharedBytes memory(Team::kBytes);
  const Team team(memory.bytes());
  team.begin_task({after("h8h9i9h7"), Color::kBlack, 1, 0, 16, 1});
  std::size_t flips = 0;
  for (std::size_t at = 32; at < 32 + 12 * 8; ++at) {
    memory.bytes()[at] ^= std::byte{4};
    flips += team.task() ? 1 : 0;
    memory.bytes()[at] ^= std::byte{4};
  }
  EXPECT_EQ(flips, 0U);
  EXPECT_TRUE(team.task());
}

TEST(Team, AMarkedMoveLooksWorseAndNeverLost) {
  SharedBytes memory(Team::kBytes);
  const Team team(memory.bytes());
  constexpr std::uint64_t kKey = 0x1234'5678'9abc'def0;
  EXPECT_EQ(team.virtual_number(10, kKey, 1), 10U);
  team.mark(kKey);
  EXPECT_EQ(team.virtual_number(10, kKey, 1), 16U);
  EXPECT_EQ(team.virtual_number(10, kKey, 4), 31U);
  EXPECT_LT(team.virtual_number(kInfiniteNumber - 1, kKey, 4), kInfiniteNumber);
  team.unmark(kKey);
  EXPECT_EQ(team.virtual_number(10, kKey, 4), 10U);
}

}  // namespace
}  // namespace tengen::renju
