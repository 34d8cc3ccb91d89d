// Other processes as /proc shows them, and whether all ranks of a run have come.
#include "cluster/launch/start_watch.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "cluster/launch/processes.h"

namespace tengen::cluster {
namespace {

using std::chrono::seconds;

// This process takes mpirun's part: its children are the ranks.
class StartWatchTest : public testing::Test {
 protected:
  ~StartWatchTest() override {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  // One that has told its rank by its environment, or none.
  pid_t start(const std::string& rank = "") {
    const std::string variable = "OMPI_COMM_WORLD_RANK=" + rank;
    const char* const words[] = {"sleep", "600", nullptr};
    const char* const environment[] = {rank.empty() ? nullptr : variable.c_str(), nullptr};
    const pid_t child = fork();
    if (child == 0) {
      execve("/bin/sleep", const_cast<char* const*>(words), const_cast<char* const*>(environment));
      _exit(127);
    }
    children_.push_back(child);
    // Until exec() it has this process's environment.
    const auto is_there = [&] {
      return rank.empty() ? true : mpi_rank_of(child) == std::stoi(rank);
    };
    while (!is_there()) std::this_thread::yield();
    return child;
  }
  // It waits for its parent then, as a rank does for mpirun.
  static void end(pid_t child) {
    kill(child, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
  }

  std::vector<pid_t> children_;
  const StartWatch::Clock::time_point begin_ = StartWatch::Clock::now();
};

TEST_F(StartWatchTest, AProcessThatHasEndedIsDeadBeforeItsParentHasAskedForIt) {
  const pid_t child = start("3");
  EXPECT_TRUE(is_alive(child));
  EXPECT_EQ(mpi_rank_of(child), 3);
  EXPECT_EQ(mpi_rank_of(start()), std::nullopt);
  end(child);
  EXPECT_FALSE(is_alive(child));
  EXPECT_EQ(mpi_rank_of(child), std::nullopt);
  const std::vector<pid_t> children = children_of(getpid());
  EXPECT_EQ(std::count(children.begin(), children.end(), child), 1) << "it is still there";
}

TEST_F(StartWatchTest, NobodyHasDiedBeforeAnybodyCame) {
  StartWatch watch(getpid(), 2);
  EXPECT_FALSE(watch.one_died(false, begin_));
  start();  // mpirun's own helper, no rank
  EXPECT_FALSE(watch.one_died(false, begin_ + seconds(60)));
}

TEST_F(StartWatchTest, WhoWasSeenAndDiesIsMissed) {
  StartWatch watch(getpid(), 2);
  start("0");
  const pid_t second = start("1");
  EXPECT_FALSE(watch.one_died(false, begin_));
  end(second);
  EXPECT_TRUE(watch.one_died(false, begin_));
}

TEST_F(StartWatchTest, Rank0ComesFirstOrHasToldThatItCame) {
  StartWatch watch(getpid(), 2);
  start("1");
  EXPECT_TRUE(watch.one_died(/*rank0_told=*/false, begin_));
  EXPECT_FALSE(watch.one_died(/*rank0_told=*/true, begin_));
}

TEST_F(StartWatchTest, WhoDoesNotComeThoughAllOthersHaveIsMissed) {
  StartWatch watch(getpid(), 3);
  start("0");
  EXPECT_FALSE(watch.one_died(false, begin_));
  EXPECT_FALSE(watch.one_died(false, begin_ + StartWatch::kComeWithin));
  start("1");
  EXPECT_FALSE(watch.one_died(false, begin_ + seconds(6))) << "one has just come";
  EXPECT_TRUE(watch.one_died(false, begin_ + seconds(12)));
  StartWatch elsewhere(getpid(), 0);
  EXPECT_FALSE(elsewhere.one_died(false, begin_));
  EXPECT_FALSE(elsewhere.one_died(false, begin_ + seconds(12))) << "ranks of other hosts";
}

}  // namespace
}  // namespace tengen::cluster
