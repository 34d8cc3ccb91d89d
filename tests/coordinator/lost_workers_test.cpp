// Workers that fall silent, die, come late or do not fit: what a run makes of them.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/coordinator/coordinator_testing.h"

namespace tengen::coordinator {
namespace {

using namespace run_testing;

TEST(LostWorkers, GoesOnWithoutAWorkerThatFallsSilent) {
  for (const int after_jobs : {0, 1, 3}) {
    SimulatedWorkers workers(fake_game(), 3);
    workers.silence(1, after_jobs);
    MemoryJournal journal;
    const Outcome outcome = solve(workers, journal, open_board());
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
  }
}

TEST(LostWorkers, StopsWhenNoWorkerIsLeft) {
  SimulatedWorkers workers(fake_game(), 2);
  workers.silence(1, 1);
  workers.silence(2, 1);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_NE(outcome.status.message().find("no worker is left"), std::string::npos);
}

TEST(LostWorkers, WorkersThatAreAllSilentForAWhileAreWaitedFor) {
  // Says nothing between two moments of a clock that only goes on while the coordinator waits.
  class Hushed : public SimulatedWorkers {
   public:
    Hushed() : SimulatedWorkers(fake_game(), 2) {}
    std::optional<worker::Incoming> receive() override {
      const double seconds = std::chrono::duration<double>(time_.time_since_epoch()).count();
      if (jobs() >= 2 && seconds < 0.9) return std::nullopt;
      return SimulatedWorkers::receive();
    }
    [[nodiscard]] worker::Clock::time_point now() const override { return time_; }
    void pause(std::chrono::microseconds duration) override { time_ += duration; }

   private:
    worker::Clock::time_point time_{};
  };
  Hushed workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
}

TEST(LostWorkers, AJobWhoseWorkerIsCutOffIsDoneByAnother) {
  SimulatedWorkers workers(fake_game(), 2);
  workers.cut(1, 0);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.workers, 1);
}

TEST(LostWorkers, AWorkerWhoseMessagesComeDamagedIsSentAwayAndItsJobDoneByAnother) {
  class Damaging : public SimulatedWorkers {
   public:
    Damaging() : SimulatedWorkers(fake_game(), 2) {}
    void send(int rank, std::string bytes) override {
      const worker::Message message = worker::decode(bytes).value();
      if (rank == 1 && std::holds_alternative<worker::Job>(message)) {
        ++jobs_of_first_;
        if (jobs_of_first_ == 1) return;  // the answer is what comes damaged
      }
      if (const auto* stop = std::get_if<worker::Stop>(&message); rank == 1 && stop != nullptr) {
        refusals_.push_back(stop->refusal);
      }
      SimulatedWorkers::send(rank, bytes);
    }
    std::optional<worker::Incoming> receive() override {
      if (jobs_of_first_ == 1 && !std::exchange(closed_, true)) {
        return worker::Incoming{1, "", true, "broken memory"};
      }
      return SimulatedWorkers::receive();
    }

    int jobs_of_first_ = 0;
    std::vector<std::string> refusals_;

   private:
    bool closed_ = false;
  };
  Damaging workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.workers, 1);
  EXPECT_EQ(workers.jobs_of_first_, 1);
  ASSERT_EQ(workers.refusals_.size(), 1U);
  EXPECT_EQ(workers.refusals_[0], "broken memory");
}

TEST(LostWorkers, AWorkerThatJoinsDuringARunGetsJobs) {
  class LateJoiner : public SimulatedWorkers {
   public:
    LateJoiner() : SimulatedWorkers(fake_game(), 1) { cut(1, 2); }
    std::optional<worker::Incoming> receive() override {
      if (jobs() == 2 && size() == 2) join();
      return SimulatedWorkers::receive();
    }
  };
  LateJoiner workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
}

// Whoever is given one position dies of it, and another worker joins.
class DeadlyPosition : public SimulatedWorkers {
 public:
  DeadlyPosition(const Position& deadly, int most_deaths)
      : SimulatedWorkers(fake_game(), 1),
        deadly_(canonicalize(deadly).position),
        most_deaths_(most_deaths) {}

  void send(int rank, std::string bytes) override {
    const worker::Message message = worker::decode(bytes).value();
    const auto* job = std::get_if<worker::Job>(&message);
    if (job != nullptr && job->position == deadly_ && deaths_ < most_deaths_) {
      ++deaths_;
      cut(rank, 0);
      join();
    }
    SimulatedWorkers::send(rank, std::move(bytes));
  }
  [[nodiscard]] int deaths() const { return deaths_; }

 private:
  const Position deadly_;
  const int most_deaths_;
  int deaths_ = 0;
};

TEST(LostWorkers, APositionOnWhichWorkersDieIsSetAsideAndReported) {
  constexpr int kMoreThanEnough = 1000;
  DeadlyPosition workers(open_board(), kMoreThanEnough);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kUnknown);
  ASSERT_FALSE(outcome.report.set_aside.empty());
  EXPECT_EQ(outcome.report.set_aside[0].position, canonicalize(open_board()).position);
  EXPECT_EQ(outcome.report.set_aside[0].deaths, quick_options().deaths_until_set_aside);
  // Asked for both sides' wins.
  EXPECT_LE(workers.deaths(), 2 * quick_options().deaths_until_set_aside);
}

TEST(LostWorkers, SomeDeathsOnAPositionDoNotSetItAside) {
  DeadlyPosition workers(open_board(), quick_options().deaths_until_set_aside - 1);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_TRUE(outcome.report.set_aside.empty());
}

TEST(LostWorkers, WorkersOfAnotherBuildAreSentAway) {
  SimulatedWorkers workers(fake_game(), 1);
  MemoryJournal journal;
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.pool.build = "another";
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  std::vector<std::string> notices;
  Watcher watcher;
  watcher.worker = [&](const WorkerEvent& event) { notices.push_back(describe(event)); };
  EXPECT_FALSE(coordinator.solve(open_board(), Color::kBlack, 20, watcher).ok());
  EXPECT_EQ(workers.jobs(), 0);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_NE(notices[0].find("use one build"), std::string::npos) << notices[0];
}

TEST(LostWorkers, WorkersOfOtherRulesAreSentAway) {
  class OtherRules : public SimulatedWorkers {
   public:
    OtherRules() : SimulatedWorkers(fake_game(), 1) {}
    std::optional<worker::Incoming> receive() override {
      if (!said_) {
        said_ = true;
        return worker::Incoming{1, worker::encode(worker::Hello{"", "elsewhere", 1, "renju", 15})};
      }
      return std::nullopt;
    }

   private:
    bool said_ = false;
  };
  OtherRules workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  EXPECT_FALSE(outcome.status.ok());
  EXPECT_EQ(workers.jobs(), 0);
}

}  // namespace
}  // namespace tengen::coordinator
