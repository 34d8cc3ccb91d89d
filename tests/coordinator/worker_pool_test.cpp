// The pool by the clock: what it hears and when.
#include "coordinator/worker_pool.h"

#include <gtest/gtest.h>

#include "tests/coordinator/scripted_port.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::ScriptedPort;

class WorkerPoolTest : public testing::Test {
 protected:
  void say(int worker, const worker::Message& message) {
    port_.coming.push_back({worker, worker::encode(message)});
  }
  std::vector<PoolEvent> poll() {
    bool heard = false;
    return pool_.poll(heard);
  }
  void SetUp() override {
    worker::Hello hello;
    hello.host = "elsewhere";
    hello.rules = fake_game().rules();
    hello.board_size = fake_game().size();
    say(1, hello);
    EXPECT_TRUE(poll().empty());
    ASSERT_EQ(pool_.live_count(), 1);
  }

  ScriptedPort port_{2};
  WorkerPool pool_{port_, fake_game(), {}};
};

TEST_F(WorkerPoolTest, HearsWhileItOnlyTellsThatItIsThere) {
  for (int second = 0; second < 60; ++second) {
    port_.pass(1.1);
    say(1, worker::Heartbeat{});
    pool_.keep_alive();
    EXPECT_TRUE(port_.coming.empty()) << "or its sender is held up";
  }
  // Nothing new has come by then.
  EXPECT_TRUE(poll().empty());
  EXPECT_EQ(pool_.live_count(), 1);
}

TEST_F(WorkerPoolTest, TellsLaterWhatItHasHeardThen) {
  port_.pass(1.1);
  say(1, worker::Bye{});
  pool_.keep_alive();
  EXPECT_TRUE(pool_.has_events());
  const std::vector<PoolEvent> events = poll();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_TRUE(events[0].lost);
  EXPECT_EQ(pool_.live_count(), 0);
  EXPECT_FALSE(pool_.has_events());
}

// Or a job's end would be told to the run of the next position, which knows nothing of it.
TEST_F(WorkerPoolTest, APollLeavesNothingBehind) {
  port_.pass(1.1);
  say(1, worker::Bye{});
  EXPECT_EQ(poll().size(), 1U);
  EXPECT_FALSE(pool_.has_events());
}

}  // namespace
}  // namespace tengen::coordinator
