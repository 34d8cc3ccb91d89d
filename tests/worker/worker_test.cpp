#include "worker/worker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>
#include <utility>

#include "tests/fake_game.h"
#include "worker/messages.h"
#include "worker/watchdog.h"

namespace tengen::worker {
namespace {

// The coordinator's end is a script: what it says at each receive(), and what it was told.
class ScriptedPort : public Port {
 public:
  std::deque<std::vector<Message>> script;
  std::vector<Message> told;

  [[nodiscard]] int rank() const override { return 1; }
  [[nodiscard]] int size() const override { return 2; }
  void send(int /*rank*/, std::string bytes) override { told.push_back(decode(bytes).value()); }
  std::optional<Incoming> receive() override {
    if (waiting_.empty() && !fresh_) {
      fresh_ = true;  // one empty answer between the lines, as the loop drains what there is
      return std::nullopt;
    }
    if (waiting_.empty() && !script.empty()) {
      for (const Message& message : script.front()) waiting_.push_back(encode(message));
      script.pop_front();
    }
    if (waiting_.empty()) return std::nullopt;
    Incoming incoming{0, waiting_.front()};
    waiting_.pop_front();
    if (waiting_.empty()) fresh_ = false;
    return incoming;
  }
  [[nodiscard]] bool sends_done() override { return true; }
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int /*rank*/) const override { return 0; }

  template <typename T>
  [[nodiscard]] std::vector<T> said() const {
    std::vector<T> result;
    for (const Message& message : told) {
      if (const T* match = std::get_if<T>(&message)) result.push_back(*match);
    }
    return result;
  }

 private:
  std::deque<std::string> waiting_;
  bool fresh_ = true;
};

constexpr std::uint64_t kUntilStopped = 77;  // the fake prover's word for a long search

Position two_in_a_row() { return parse_setup("b3c3/a1e5/b", 5).value(); }
Position quiet() { return parse_setup("c3/a1/b", 5).value(); }

TEST(Worker, SaysHelloWithItsRulesAndByeAfterStop) {
  ScriptedPort port;
  port.script = {{Stop{}}};
  EXPECT_EQ(run_worker(port, test::fake_game(), {}).end, WorkerEnd::kStopped);
  ASSERT_EQ(port.said<Hello>().size(), 1U);
  EXPECT_EQ(port.said<Hello>()[0].rules, "fake");
  EXPECT_EQ(port.said<Hello>()[0].board_size, 5);
  EXPECT_EQ(port.said<Bye>().size(), 1U);
}

TEST(Worker, AnswersEachJobOnce) {
  ScriptedPort port;
  port.script = {{Job{1, two_in_a_row(), Color::kBlack, {}}, Job{2, quiet(), Color::kBlack, {}}},
                 {KeepAlive{}},
                 {Stop{true, false, ""}}};
  const WorkerReport report = run_worker(port, test::fake_game(), {});
  EXPECT_EQ(report.end, WorkerEnd::kStopped);
  EXPECT_TRUE(report.all_present);
  EXPECT_FALSE(report.may_resume);
  const std::vector<Answer> answers = port.said<Answer>();
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].job_id, 1U);
  EXPECT_EQ(answers[0].outcome.verdict, Verdict::kProven);
  EXPECT_EQ(answers[1].job_id, 2U);
  EXPECT_EQ(answers[1].outcome.verdict, Verdict::kUnknown);
  EXPECT_GT(answers[0].peak_memory_bytes, 0U);
}

TEST(Worker, AsksTheFinderOnceAboutAnAttackersPositionThatResisted) {
  ScriptedPort port;
  const auto job = [](std::uint64_t id, const Position& position, Color goal,
                      std::uint32_t attempt) {
    return Job{id, position, goal, {.attempt = attempt}};
  };
  port.script = {{job(1, quiet(), Color::kBlack, 0)},
                 {job(2, quiet(), Color::kWhite, 1)},
                 {job(3, quiet(), Color::kBlack, 1)},
                 {job(4, quiet(), Color::kBlack, 1)},
                 {Stop{}}};
  std::vector<Position> asked;
  WorkerOptions options;
  options.finder = [&asked](const Position& position, const std::function<bool()>& stop) {
    EXPECT_FALSE(stop());
    asked.push_back(position);
    return std::vector<Hint>{{position, 0, true}};
  };
  EXPECT_EQ(run_worker(port, test::fake_game(), options).end, WorkerEnd::kStopped);
  EXPECT_EQ(port.said<Answer>().size(), 4U);
  EXPECT_EQ(asked, std::vector<Position>{quiet()});
}

TEST(Worker, CancelEndsTheRunningJobWithAnAnswer) {
  ScriptedPort port;
  port.script = {{Job{1, quiet(), Color::kBlack, {kUntilStopped, 0}}}, {Cancel{1}}, {Stop{}}};
  EXPECT_EQ(run_worker(port, test::fake_game(), {}).end, WorkerEnd::kStopped);
  ASSERT_EQ(port.said<Answer>().size(), 1U);
  EXPECT_EQ(port.said<Answer>()[0].job_id, 1U);
  EXPECT_FALSE(port.said<Answer>()[0].handed_back);
}

TEST(Worker, CancelOfAWaitingJobIsAnsweredWithoutWorkingOnIt) {
  ScriptedPort port;
  port.script = {{Job{1, quiet(), Color::kBlack, {kUntilStopped, 0}},
                  Job{2, two_in_a_row(), Color::kBlack, {}}},
                 {Cancel{2}},
                 {Cancel{1}},
                 {Stop{}}};
  EXPECT_EQ(run_worker(port, test::fake_game(), {}).end, WorkerEnd::kStopped);
  const std::vector<Answer> answers = port.said<Answer>();
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0].job_id, 2U);
  EXPECT_EQ(answers[0].outcome.verdict, Verdict::kUnknown);
}

TEST(Worker, LeavesWhenTheCoordinatorIsSilent) {
  ScriptedPort port;
  WorkerOptions options;
  options.silence_seconds = 0.05;
  EXPECT_EQ(run_worker(port, test::fake_game(), options).end, WorkerEnd::kSilence);
}

// Tables may take longer to make than a coordinator may be silent.
TEST(Worker, TimeSpentOnStartingIsNoSilence) {
  class SlowStart : public test::FakeGame {
   public:
    [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      return FakeGame::make_prover(options);
    }
  };
  class LatePort : public ScriptedPort {
   public:
    std::optional<Incoming> receive() override {
      if (!std::exchange(asked_, true)) return std::nullopt;
      return ScriptedPort::receive();
    }

   private:
    bool asked_ = false;
  };
  LatePort port;
  port.script = {{Stop{}}};
  WorkerOptions options;
  options.silence_seconds = 0.05;
  EXPECT_EQ(run_worker(port, SlowStart(), options).end, WorkerEnd::kStopped);
}

TEST(Worker, LeavesASearchWhenTheCoordinatorIsSilent) {
  ScriptedPort port;
  port.script = {{Job{1, quiet(), Color::kBlack, {kUntilStopped, 0}}}};
  WorkerOptions options;
  options.silence_seconds = 0.05;
  EXPECT_EQ(run_worker(port, test::fake_game(), options).end, WorkerEnd::kSilence);
}

TEST(Worker, HandsItsJobBackWhenAskedToLeave) {
  std::atomic<bool> leave{false};
  class LeavingPort : public ScriptedPort {
   public:
    explicit LeavingPort(std::atomic<bool>& leave) : leave_(leave) {}
    std::optional<Incoming> receive() override {
      // The second job is still waiting when the signal comes, during the first.
      if (said<Heartbeat>().size() > 1) leave_ = true;
      return ScriptedPort::receive();
    }

   private:
    std::atomic<bool>& leave_;
  };
  LeavingPort port(leave);
  port.script = {{Job{1, quiet(), Color::kBlack, {kUntilStopped, 0}},
                  Job{2, two_in_a_row(), Color::kBlack, {}}}};
  WorkerOptions options;
  options.heartbeat_seconds = 0.001;
  options.leave = &leave;
  EXPECT_EQ(run_worker(port, test::fake_game(), options).end, WorkerEnd::kLeft);
  ASSERT_EQ(port.said<Answer>().size(), 2U);
  EXPECT_EQ(port.said<Answer>()[0].job_id, 1U);
  EXPECT_EQ(port.said<Answer>()[1].outcome.verdict, Verdict::kUnknown);
  for (const Answer& answer : port.said<Answer>()) EXPECT_TRUE(answer.handed_back);
  ASSERT_EQ(port.said<Bye>().size(), 1U);
  EXPECT_EQ(port.said<Bye>()[0].fault, "");
}

TEST(Worker, TellsWhyItWasRefused) {
  ScriptedPort port;
  port.script = {{Stop{false, false, "another version"}}};
  const WorkerReport report = run_worker(port, test::fake_game(), {});
  EXPECT_EQ(report.end, WorkerEnd::kRefused);
  EXPECT_EQ(report.reason, "another version");
}

TEST(Worker, LeavesWhenItsConnectionHasEnded) {
  class ClosedPort : public ScriptedPort {
   public:
    std::optional<Incoming> receive() override {
      if (std::exchange(said_, true)) return std::nullopt;
      return Incoming{0, "", true};
    }

   private:
    bool said_ = false;
  };
  ClosedPort port;
  EXPECT_EQ(run_worker(port, test::fake_game(), {}).end, WorkerEnd::kSilence);
}

TEST(Worker, LeavesACoordinatorThatItCannotUnderstandAndSaysWhy) {
  class DamagedPort : public ScriptedPort {
   public:
    std::optional<Incoming> receive() override {
      if (std::exchange(said_, true)) return std::nullopt;
      return Incoming{0, "", true, "broken memory"};
    }

   private:
    bool said_ = false;
  };
  DamagedPort port;
  const WorkerReport report = run_worker(port, test::fake_game(), {});
  EXPECT_EQ(report.end, WorkerEnd::kSilence);
  EXPECT_EQ(report.reason, "broken memory");
  ASSERT_EQ(port.said<Bye>().size(), 1U);
  EXPECT_EQ(port.said<Bye>()[0].fault, "broken memory");
}

TEST(Watchdog, EndsAProcessWhoseOwnerHasHung) {
  EXPECT_EXIT(
      {
        const Watchdog watchdog(0);
        for (;;) pause();
      },
      testing::ExitedWithCode(1), "hung");
}

TEST(Worker, DamagedMessagesAreSkipped) {
  class DamagedPort : public ScriptedPort {
   public:
    std::optional<Incoming> receive() override {
      if (!sent_) {
        sent_ = true;
        return Incoming{0, "TGN\x02\x01garbage"};
      }
      return ScriptedPort::receive();
    }

   private:
    bool sent_ = false;
  };
  DamagedPort port;
  port.script = {{Stop{}}};
  EXPECT_EQ(run_worker(port, test::fake_game(), {}).end, WorkerEnd::kStopped);
}

}  // namespace
}  // namespace tengen::worker
