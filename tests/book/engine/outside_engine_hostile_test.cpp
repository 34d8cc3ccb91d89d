// Engines that do not behave: each costs a bounded time, is told in a Status, and leaves nothing.
#include <chrono>
#include <random>

#include "book/engine/outside_engine.h"
#include "tests/book/engine/fake_engine.h"

namespace tengen::book::engine {
namespace {

using OutsideEngineHostile = FakeEngine;

TEST_F(OutsideEngineHostile, MovesThatAreNone) {
  OutsideEngineOptions options = patient();
  options.most_failures = 1000;
  start("plays", options);
  for (const char* text :
       {"7,7", "15,0", "0,15", "-1,0", "-5,-5", "7,", ",7", "7,,6", "7,6,1", "7 ,6 8,8", "+7,6",
        "99999999999999999999,1", "2147483648,4294967296", "-1,-1"}) {
    will_answer(std::string(text) + "\n7,6\n");
    expect_error(ask("h8"), StatusCode::kIo, text);
  }
  // A foul of Black's, and the same point for White.
  will_answer("7,9\n");
  expect_error(ask("h8h7j6k6/a1a2o1o15/b"), StatusCode::kIo, "a foul");
  expect_move(ask("h8h7j6k6m1/a1a2o1o15/w"), "h6");
}

TEST_F(OutsideEngineHostile, LinesThatAreNoAnswer) {
  start("plays");
  std::string bytes;
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) bytes += static_cast<char>(i % 97 == 0 ? '\n' : random());
  std::erase(bytes, ',');
  will_answer(bytes + "\n\n \nOK\n12\nMESSAGE 3,3\nmove 4,4\n7;6\n" + std::string(4096, 'x') +
              "\n7,6\n");
  expect_move(ask("h8"), "h9");
}

TEST_F(OutsideEngineHostile, ALineTooLongIsAFailure) {
  start("plays");
  will_answer(std::string(4097, 'x') + "\n7,6\n");
  expect_error(ask("h8"), StatusCode::kIo, "without end");
}

TEST_F(OutsideEngineHostile, AnOutputWithoutEndIsAFailure) {
  for (const char* behaviour : {"floods", "writes-one-line"}) {
    start(behaviour);
    expect_error(ask("h8"), StatusCode::kIo, "without end");
  }
}

TEST_F(OutsideEngineHostile, ACommandThatIsNoneIsTold) {
  start_command("/no/such/engine --at all");
  expect_error(ask("h8"), StatusCode::kIo, "no such command");
  start_command("");
  expect_error(ask("h8"), StatusCode::kIo, "exit status 0");
  start_command("kill -9 $$");
  expect_error(ask("h8"), StatusCode::kIo, "signal 9");
}

TEST_F(OutsideEngineHostile, EnginesThatEndAreTold) {
  start("exits");
  expect_error(ask("h8"), StatusCode::kIo, "ended at START (exit status 1)");
  start("exits-after-ok");
  expect_error(ask("h8"), StatusCode::kIo, "(exit status 0)");
  start("dies");
  expect_error(ask("h8"), StatusCode::kIo, "ended at BOARD (exit status 3)");
  start("complains");
  expect_error(ask("h8"), StatusCode::kIo, "it says 'ERROR no such position'");
  start("closes-output");
  expect_error(ask("h8"), StatusCode::kIo, "its output is closed");
}

TEST_F(OutsideEngineHostile, AChildThatHoldsTheOutputIsNotWaitedForAndEnds) {
  start("leaves-a-child");
  expect_error(ask("h8"), StatusCode::kIo, "(exit status 0)");
  EXPECT_EQ(processes_started(), 2u);
}

TEST_F(OutsideEngineHostile, EnginesThatDoNotAnswerAreTold) {
  start("hangs", impatient());
  expect_error(ask("h8", 0.05), StatusCode::kIo, "does not answer BOARD in time");
  start("reads-nothing", impatient());
  expect_error(ask("h8", 0.05), StatusCode::kIo, "does not answer BOARD in time");
  OutsideEngineOptions options = impatient();
  options.start_seconds = 0.2;
  start("never-starts", options);
  expect_error(ask("h8", 0.05), StatusCode::kIo, "does not answer START in time");
}

TEST_F(OutsideEngineHostile, ARefusalOfTheBoardEndsTheWaitForTheStart) {
  start("refuses");
  const auto begin = std::chrono::steady_clock::now();
  expect_error(ask("h8"), StatusCode::kIo, "it says 'ERROR unsupported size'");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(OutsideEngineHostile, OneThatHangsIsStartedAgain) {
  start("hangs-once", impatient());
  will_answer("7,6\n");
  expect_error(ask("h8", 0.05), StatusCode::kIo, "does not answer BOARD in time");
  expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 2u);
}

TEST_F(OutsideEngineHostile, ASecondAnswerIsNotTheNextQuestions) {
  start("plays");
  will_answer("7,6\n0,0\nMESSAGE a1 b1\n1,1\n", ".1");
  will_answer("MESSAGE pv h9 i9\n7,6\n", ".2");
  expect_move(ask("h8"), "h9");
  const Result<EngineAnswer> second = ask("h8");
  expect_move(second, "h9");
  EXPECT_EQ(second.value().line, parse_move_list("h9i9", 15).value());
}

TEST_F(OutsideEngineHostile, OneThatFailsInARowIsGivenUp) {
  start("exits");
  for (int i = 1; i <= 3; ++i) {
    EXPECT_FALSE(engine_->given_up());
    const Result<EngineAnswer> answer = ask("h8");
    expect_error(answer, StatusCode::kIo, "exit status 1");
    EXPECT_EQ(answer.status().message().find("given up") != std::string::npos, i == 3)
        << answer.status().message();
  }
  EXPECT_TRUE(engine_->given_up());
  expect_error(ask("h8"), StatusCode::kUnavailable, "has been given up");
  EXPECT_EQ(processes_started(), 3u);
}

TEST_F(OutsideEngineHostile, OneThatAnswersInBetweenIsNotGivenUp) {
  OutsideEngineOptions options = patient();
  options.most_failures = 2;
  start("dies-later", options);
  will_answer("7,6\n");
  for (int i = 0; i < 3; ++i) {
    expect_move(ask("h8"), "h9");
    expect_error(ask("h8"), StatusCode::kIo, "exit status 3");
  }
  EXPECT_FALSE(engine_->given_up());
}

TEST_F(OutsideEngineHostile, OneThatIgnoresAllRequestsToEndIsKilled) {
  start("stubborn");
  will_answer("7,6\n");
  expect_move(ask("h8"), "h9");
}

}  // namespace
}  // namespace tengen::book::engine
