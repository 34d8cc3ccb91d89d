// Teams of two workers, as the pool makes and unmakes them.
#include <gtest/gtest.h>

#include "coordinator/coordinator.h"
#include "coordinator/worker_pool.h"
#include "tests/coordinator/fake_judge.h"
#include "tests/coordinator/simulation.h"
#include "tests/worker/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::MemoryJournal;
using test::SimulatedWorkers;

Position quiet() { return parse_setup("c3/a1/b", 5).value(); }

class TeamsOfPool : public testing::Test {
 protected:
  int join(const std::string& host = "h1", bool helpful = true) {
    const int rank = workers_.join(helpful, host);
    const int live = pool_.live_count();
    while (pool_.live_count() == live) poll();
    return rank;
  }
  std::vector<PoolEvent> poll() {
    bool heard = false;
    return pool_.poll(heard);
  }
  void give(int worker) {
    Assignment assignment;
    assignment.node = 3;
    assignment.seconds = 2;
    pool_.give(worker, assignment, quiet(), Color::kBlack);
  }

  SimulatedWorkers workers_{fake_game(), 0};
  WorkerPool pool_{workers_, fake_game(), {}};
};

TEST(Teams, TwoOfOneHostMakeOneAsTheyCome) {
  Teams teams;
  teams.join(1, "h1");
  teams.join(2, "h2");
  teams.join(3, "h1");
  teams.join(4, "h1");
  EXPECT_EQ(teams.first_of(1), kNoWorker);
  EXPECT_EQ(teams.first_of(2), kNoWorker);
  EXPECT_EQ(teams.first_of(3), 1);
  EXPECT_EQ(teams.first_of(4), kNoWorker);
  EXPECT_EQ(teams.first_of(9), kNoWorker);
}

TEST(Teams, WhoIsLeftMakesOneWithTheNext) {
  Teams teams;
  for (const int worker : {1, 2}) teams.join(worker, "h1");
  EXPECT_EQ(teams.leave(1), 2) << "who may have been helping";
  EXPECT_EQ(teams.first_of(2), kNoWorker);
  teams.join(3, "h1");
  EXPECT_EQ(teams.first_of(3), 2);
  EXPECT_EQ(teams.leave(3), kNoWorker);
  EXPECT_EQ(teams.leave(3), kNoWorker) << "it is gone";
  EXPECT_EQ(teams.leave(2), kNoWorker);
}

TEST_F(TeamsOfPool, AreTwoWorkersOfOneHostAsTheyCome) {
  const int first = join();
  const int other_host = join("h2");
  const int without_memory = join("h1", false);
  const int second = join();
  const int third = join();
  const int fourth = join();
  for (const int worker : {first, other_host, without_memory, third}) {
    EXPECT_FALSE(pool_.may_help(worker)) << worker;
  }
  EXPECT_TRUE(pool_.may_help(second));
  EXPECT_TRUE(pool_.may_help(fourth));
  EXPECT_EQ(pool_.whom_to_help(second), kNoWorker) << "the first has nothing to do";
  give(first);
  give(third);
  EXPECT_EQ(pool_.whom_to_help(second), first);
  EXPECT_EQ(pool_.whom_to_help(fourth), third);
}

TEST_F(TeamsOfPool, TheSecondIsToldWhereTheFirstWorksAndForHowLong) {
  const int first = join();
  const int second = join();
  give(first);
  pool_.give_help(second, 1.5);
  EXPECT_TRUE(pool_.assignment(second).help);
  EXPECT_EQ(pool_.assignment(second).node, 3U);
  while (workers_.helps(second).empty()) poll();
  const wire::Job& job = workers_.helps(second)[0];
  EXPECT_EQ(job.help, (wire::SharedAddress{first, 5, 64}));
  EXPECT_EQ(job.position, quiet());
  EXPECT_EQ(job.limits.seconds, 1.5);
}

TEST_F(TeamsOfPool, WhoFindsNoWayToHelpWorksAlone) {
  const int first = join();
  const int second = join();
  workers_.hinder(second);
  give(first);
  pool_.give_help(second, 1);
  while (pool_.may_help(second)) poll();
  const int third = join();
  EXPECT_TRUE(pool_.may_help(third)) << "the first is free for another";
}

TEST_F(TeamsOfPool, WhenTheFirstGoesTheSecondIsAFirst) {
  const int first = join();
  const int second = join();
  workers_.cut(first, 0);
  give(first);
  while (!pool_.idle_workers().empty() && pool_.may_help(second)) poll();
  EXPECT_FALSE(pool_.may_help(second));
  const int third = join();
  EXPECT_TRUE(pool_.may_help(third));
  give(second);
  EXPECT_EQ(pool_.whom_to_help(third), second);
}

TEST_F(TeamsOfPool, WhenTheSecondGoesAnotherMayCome) {
  const int first = join();
  const int second = join();
  workers_.cut(second, 0);
  give(first);
  pool_.give_help(second, 1);
  while (pool_.may_help(second)) poll();
  const int third = join();
  give(third);  // an idle one may have a job of its own all the same
  EXPECT_TRUE(pool_.may_help(third));
  EXPECT_FALSE(pool_.may_help(first));
}

TEST_F(TeamsOfPool, WhoseFirstIsGivenUpIsAFirst) {
  const int first = join();
  const int second = join();
  give(first);
  pool_.give_up(first);
  EXPECT_FALSE(pool_.may_help(second));
}

TEST_F(TeamsOfPool, WhoHelpsIsSeenAtWhatTheFirstIsAt) {
  const int first = join();
  const int second = join();
  give(first);
  pool_.give_help(second, 1);
  const std::vector<WorkerView> views = pool_.workers();
  ASSERT_EQ(views.size(), 2U);
  for (const WorkerView& view : views) EXPECT_EQ(view.position, quiet()) << view.rank;
}

TEST_F(TeamsOfPool, WhoSaysHelloAgainIsWhoItWas) {
  const int first = join();
  const int second = join();
  wire::Hello again;
  again.host = "h2";
  again.rules = fake_game().rules();
  again.board_size = fake_game().size();
  again.shared = {second, 5, 64};
  workers_.say(second, again);
  workers_.say(first, again);
  poll();
  EXPECT_EQ(pool_.live_count(), 2);
  give(first);
  EXPECT_EQ(pool_.whom_to_help(second), first);
}

TEST(TeamRun, ATeamProvesAPositionAndBothCount) {
  MemoryJournal journal;
  SimulatedWorkers workers(fake_game(), 0);
  for (int i = 0; i < 3; ++i) workers.join(true);
  const std::atomic<bool> stop{false};
  CoordinatorOptions options;
  options.drain_seconds = 0.1;
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  const Result<SolveReport> report = coordinator.solve(quiet(), Color::kBlack, 20, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().verdict, Verdict::kProven);
  EXPECT_EQ(report.value().workers, 3);
  EXPECT_TRUE(workers.helps(1).empty());
  EXPECT_FALSE(workers.helps(2).empty());
  EXPECT_TRUE(workers.helps(3).empty());
}

}  // namespace
}  // namespace tengen::coordinator
