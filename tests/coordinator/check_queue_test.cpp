// Answers are checked in the order in which they came, each after the one before was taken.
#include "coordinator/check_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

namespace tengen::coordinator {
namespace {

// What is asked of the judge, by the distance of the answer's only record.
constexpr int kHolds = 1;
constexpr int kIsFalse = 2;
constexpr int kIsTooMuch = 3;

constexpr std::chrono::milliseconds kMoment(1);

class ScriptedJudge : public Judge {
 public:
  explicit ScriptedJudge(std::atomic<int>& asked) : asked_(asked) {}
  Result<book::Settlement> settle(std::span<const ProofRecord> records) override {
    ++asked_;
    book::Settlement settlement;
    settlement.records.assign(records.begin(), records.end());
    const int asks = records.front().distance_plies;
    if (asks == kIsTooMuch) throw std::runtime_error("no room");
    if (asks == kIsFalse) settlement.faults.push_back({0, "it does not win"});
    return settlement;
  }
  Result<std::optional<Win>> value(const Position& /*position*/, Color /*goal*/) override {
    return std::optional<Win>();
  }
  [[nodiscard]] bool allows(const Position& /*position*/, Move /*move*/) const override {
    return true;
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return after_move(position, move);
  }

 private:
  std::atomic<int>& asked_;
};

PoolEvent answer_of(int worker, int asks) {
  PoolEvent event;
  event.worker = worker;
  event.outcome.records = {{parse_setup("c3/a1/b", 5).value(), Color::kBlack, 0, asks, {}}};
  return event;
}

CheckedAnswer wait_for(CheckQueue& queue) {
  for (;;) {
    if (auto answer = queue.take()) return *std::move(answer);
    std::this_thread::sleep_for(kMoment);
  }
}

class CheckQueueTest : public testing::TestWithParam<bool> {
 protected:
  std::atomic<int> asked_ = 0;
  CheckQueue queue_{std::make_unique<ScriptedJudge>(asked_), GetParam()};
};

TEST_P(CheckQueueTest, GivesAnswersInTheirOrderEachWithWhatTheJudgeSays) {
  EXPECT_TRUE(queue_.empty());
  EXPECT_FALSE(queue_.take());
  queue_.push(answer_of(1, kHolds), Color::kBlack);
  queue_.push(answer_of(2, kIsFalse), Color::kWhite);
  queue_.push(answer_of(3, kIsTooMuch), Color::kBlack);
  EXPECT_FALSE(queue_.empty());
  const CheckedAnswer first = wait_for(queue_);
  EXPECT_EQ(first.event.worker, 1);
  EXPECT_EQ(first.goal, Color::kBlack);
  EXPECT_EQ(first.fault, "");
  EXPECT_TRUE(first.status.ok());
  const CheckedAnswer second = wait_for(queue_);
  EXPECT_EQ(second.event.worker, 2);
  EXPECT_EQ(second.goal, Color::kWhite);
  EXPECT_EQ(second.fault, "it does not win");
  EXPECT_TRUE(second.status.ok());
  const CheckedAnswer third = wait_for(queue_);
  EXPECT_EQ(third.event.worker, 3);
  EXPECT_EQ(third.status.code(), StatusCode::kIo);
  EXPECT_NE(third.status.message().find("no room"), std::string::npos);
  EXPECT_TRUE(queue_.empty());
  EXPECT_GE(queue_.seconds(), 0);
}

TEST_P(CheckQueueTest, ChecksNoAnswerBeforeTheOneBeforeItIsStored) {
  for (const int worker : {1, 2}) queue_.push(answer_of(worker, kHolds), Color::kBlack);
  EXPECT_EQ(wait_for(queue_).event.worker, 1);
  // Taken and not stored yet: a thread of its own would have begun by now, more often than not.
  std::this_thread::sleep_for(20 * kMoment);
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(wait_for(queue_).event.worker, 2);
  EXPECT_EQ(asked_, 2);
}

TEST_P(CheckQueueTest, DropsWhatALostWorkerSaidAndNothingElse) {
  queue_.push(answer_of(9, kHolds), Color::kBlack);
  (void)wait_for(queue_);
  for (const int worker : {1, 2, 1}) queue_.push(answer_of(worker, kHolds), Color::kBlack);
  EXPECT_EQ(queue_.drop(1).size(), 2U);
  EXPECT_TRUE(queue_.drop(1).empty());
  EXPECT_EQ(wait_for(queue_).event.worker, 2);
  EXPECT_TRUE(queue_.empty());
  EXPECT_EQ(asked_, 2);
}

INSTANTIATE_TEST_SUITE_P(WithoutAndWithAThread, CheckQueueTest, testing::Bool());

}  // namespace
}  // namespace tengen::coordinator
