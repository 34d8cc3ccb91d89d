// Who is there, by what is heard and by the clock.
#include "coordinator/roster.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/coordinator/scripted_port.h"

namespace tengen::coordinator {
namespace {

using test::ScriptedPort;

constexpr RosterOptions kOptions{
    .lost_after_seconds = 8, .return_within_seconds = 60, .start_within_seconds = 30};

class RosterTest : public testing::Test {
 protected:
  // A worker of another machine, whose processes nobody can look at.
  void come(int rank) {
    ASSERT_TRUE(roster_.introduce(rank, "elsewhere", 1000 + rank));
    roster_.welcome(rank);
  }
  // Ranks lost by now.
  std::vector<int> lost() {
    std::vector<int> ranks;
    for (const auto& [rank, loss] : roster_.find_losses()) {
      roster_.lose(rank, loss);
      ranks.push_back(rank);
    }
    return ranks;
  }

  ScriptedPort port_{3};
  Roster roster_{port_, kOptions};
};

TEST_F(RosterTest, AWorkerIsLiveFromItsHelloOn) {
  EXPECT_EQ(roster_.live_count(), 0);
  EXPECT_EQ(roster_.phase(1), WorkerPhase::kStarting);
  come(2);
  EXPECT_EQ(roster_.live_count(), 1);
  EXPECT_EQ(roster_.idle(), (std::set{2}));
  roster_.set_phase(2, WorkerPhase::kBusy);
  EXPECT_EQ(roster_.live_count(), 1);
  EXPECT_TRUE(roster_.idle().empty());
}

TEST_F(RosterTest, SilenceIsALossSoonerOnceItHasSpoken) {
  come(1);
  port_.pass(8.5);
  EXPECT_EQ(lost(), (std::vector{1}));
  EXPECT_EQ(roster_.phase(1), WorkerPhase::kLost);
  port_.pass(22);
  EXPECT_EQ(lost(), (std::vector{2})) << "it never started";
  EXPECT_EQ(roster_.faults().silent, 2U);
}

TEST_F(RosterTest, WhoIsHeardIsNotLost) {
  come(1);
  come(2);
  port_.pass(5);
  roster_.heard(1);
  port_.pass(5);
  EXPECT_EQ(lost(), (std::vector{2}));
}

TEST_F(RosterTest, ALossCountsOnce) {
  come(1);
  EXPECT_TRUE(roster_.lose(1, {Loss::Kind::kSilent, "silent"}));
  EXPECT_FALSE(roster_.lose(1, {Loss::Kind::kDied, "its connection has ended"}));
  EXPECT_EQ(roster_.phase(1), WorkerPhase::kGone);
  EXPECT_EQ(roster_.faults().silent, 1U);
  EXPECT_EQ(roster_.faults().died, 0U);
}

TEST_F(RosterTest, AProcessOfThisMachineThatHasDiedIsSeen) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_GT(child, 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  ASSERT_TRUE(roster_.introduce(1, worker::host_name(), child));
  roster_.welcome(1);
  ASSERT_TRUE(roster_.introduce(2, worker::host_name(), getpid()));
  roster_.welcome(2);
  port_.pass(1);
  EXPECT_EQ(lost(), (std::vector{1}));
  EXPECT_EQ(roster_.faults().died, 1U);
}

TEST_F(RosterTest, WhoWasShutOutIsKnownAgainUnderAnotherRank) {
  come(1);
  roster_.bar(1);
  EXPECT_FALSE(roster_.introduce(2, "elsewhere", 1001));
  EXPECT_TRUE(roster_.introduce(2, "elsewhere", 1002));
}

TEST_F(RosterTest, AllSilentMayComeBackForAWhile) {
  come(1);
  come(2);
  port_.pass(9);
  EXPECT_EQ(lost(), (std::vector{1, 2}));
  EXPECT_FALSE(roster_.deserted());
  port_.pass(52);
  EXPECT_TRUE(roster_.deserted());
  roster_.take_back(1);
  EXPECT_FALSE(roster_.deserted());
  EXPECT_EQ(roster_.faults().returned, 1U);
}

TEST_F(RosterTest, WhereOthersMayJoinNobodyIsMissed) {
  RosterOptions options = kOptions;
  options.await_joiners = true;
  ScriptedPort port(1);
  EXPECT_FALSE(Roster(port, options).deserted());
  EXPECT_TRUE(Roster(port, kOptions).deserted());
}

TEST_F(RosterTest, WhoHasJoinedNeedNotBePresentAtTheEnd) {
  come(1);
  come(2);
  port_.ranks = 4;
  roster_.grow();
  EXPECT_EQ(roster_.end(), 4);
  roster_.lose(3, {Loss::Kind::kLeft, "it left"});
  EXPECT_TRUE(roster_.all_present());
  roster_.lose(2, {Loss::Kind::kDied, "its connection has ended"});
  EXPECT_FALSE(roster_.all_present());
}

TEST_F(RosterTest, TellsWhatHasHappened) {
  come(1);
  roster_.refuse(2, "it solves another game");
  roster_.lose(1, {Loss::Kind::kLeft, "it left"});
  std::vector<WorkerChange> changes;
  for (const WorkerEvent& event : roster_.take_events()) changes.push_back(event.change);
  EXPECT_EQ(changes,
            (std::vector{WorkerChange::kJoined, WorkerChange::kRefused, WorkerChange::kLeft}));
  EXPECT_TRUE(roster_.take_events().empty());
}

}  // namespace
}  // namespace tengen::coordinator
