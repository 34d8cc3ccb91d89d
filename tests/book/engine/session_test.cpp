// The engine's session where recorded dialogues do not reach: hostile input, time and memory.
#include "book/engine/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <random>
#include <sstream>

#include "book/engine/loop.h"
#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{32} << 20;

class EngineSession : public ::testing::Test {
 protected:
  std::vector<std::string> say(std::string_view line) {
    answers_.clear();
    EXPECT_TRUE(session_.handle(line));
    return answers_;
  }
  std::string last(std::string_view line) {
    const std::vector<std::string> answers = say(line);
    return answers.empty() ? "" : answers.back();
  }

  std::vector<std::string> answers_;
  Session session_{*find_game("renju", 15).value(),
                   {.memory_bytes = kMemory, .coordinates = {}},
                   [this](std::string_view line) { answers_.emplace_back(line); }};
};

TEST_F(EngineSession, LinesOfAMegabyteAreRefusedInOneLine) {
  EXPECT_EQ(say(std::string(1 << 20, 'x')),
            std::vector<std::string>{"ERROR a line of more than 4096 characters is refused"});
  EXPECT_EQ(last("START 15"), "OK");
  say("BOARD");
  EXPECT_TRUE(say(std::string(1 << 20, '7')).empty());
  EXPECT_EQ(last("DONE"), "ERROR BOARD: a line of more than 4096 characters is refused");
}

TEST_F(EngineSession, ABoardWithMoreMovesThanAGameHasIsRefused) {
  say("START 15");
  say("YXBOARD");
  for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(say("-1,-1,1").empty());
  EXPECT_EQ(last("DONE"), "ERROR YXBOARD: more moves than a game can have");
}

TEST_F(EngineSession, AnswersNameNoByteThatCannotBeShown) {
  say("START 15");
  for (const char* prefix : {"", "TURN ", "START ", "INFO rule ", "INFO "}) {
    std::string line = prefix;
    for (int byte = 255; byte >= 0; --byte) line += static_cast<char>(byte);
    for (const std::string& answer : say(line)) {
      EXPECT_TRUE(std::all_of(answer.begin(), answer.end(), [](char c) {
        return c >= ' ' && c <= '~';
      })) << answer;
      EXPECT_LT(answer.size(), 200u);
    }
  }
}

// Pieces of the protocol in any order: no crash, and a point as the only other kind of answer.
TEST_F(EngineSession, AnyMixtureOfCommandsIsAnswered) {
  const std::vector<std::string> pieces = {"START 15",     "RESTART",
                                           "BEGIN",        "BOARD",
                                           "YXBOARD",      "DONE",
                                           "7,7,1",        "7,8,2",
                                           "6,6,1",        "8,8,2",
                                           "-1,-1,1",      "-1,-1,2",
                                           "TURN 3,3",     "TURN 4,4",
                                           "TURN -1,-1",   "YXNBEST",
                                           "TAKEBACK 7,7", "TAKEBACK 3,3",
                                           "PLAY 5,5",     "yxshowforbid",
                                           "yxshowinfo",   "INFO rule 2",
                                           "INFO rule 1",  "5,5,2",
                                           "9,9,1",        "INFO max_memory 1",
                                           "yxhashclear",  "",
                                           "what",         "yxquerydatabaseallt"};
  say("INFO max_node 50");
  std::mt19937 random(1);
  for (int i = 0; i < 1500; ++i) {
    const std::string& line = pieces[random() % pieces.size()];
    for (const std::string& answer : say(line)) {
      const bool is_point = !answer.empty() && (answer[0] == '-' || std::isdigit(answer[0]) != 0);
      EXPECT_TRUE(is_point || answer == "OK" || answer.starts_with("ERROR ") ||
                  answer.starts_with("UNKNOWN ") || answer.starts_with("MESSAGE ") ||
                  answer.starts_with("FORBID "))
          << answer;
    }
  }
}

TEST_F(EngineSession, BlacksFirstStoneIsH8AndWhitesMakesAnOpening) {
  say("START 15");
  say("INFO timeout_turn 0");
  EXPECT_EQ(last("BEGIN"), "7,7");
  say("RESTART");
  const std::string second = last("TURN 7,7");
  const Result<Placed> placed = parse_placed(second, 15, Coordinates::kColumnRow);
  ASSERT_TRUE(placed.ok()) << second;
  EXPECT_LE(std::abs(placed.value().move / 15 - 7), 1);
  EXPECT_LE(std::abs(placed.value().move % 15 - 7), 1);
}

TEST_F(EngineSession, StopEndsASearchWithoutLimit) {
  say("START 15");
  say("INFO timeout_turn 2000000");
  int asked = 0;
  answers_.clear();
  EXPECT_TRUE(session_.handle("TURN 7,7", [&asked] { return ++asked > 20; }));
  ASSERT_FALSE(answers_.empty());
  EXPECT_NE(answers_.back().find(','), std::string::npos);
}

TEST(EngineTime, LeavesRoomInEveryLimit) {
  for (const std::int64_t turn : {1, 5, 20, 50, 100, 1000, 30'000, 2'000'000}) {
    EXPECT_LT(seconds_for_move({.turn = turn, .match = 0, .left = {}}) * 1000,
              static_cast<double>(turn));
    EXPECT_GE(seconds_for_move({.turn = turn, .match = 0, .left = {}}), 0);
    EXPECT_LT(seconds_for_move({.turn = 1'000'000, .match = 0, .left = turn}) * 1000,
              static_cast<double>(turn));
  }
  EXPECT_LE(seconds_for_move({.turn = 0, .match = 0, .left = {}}), 0.02);
  EXPECT_GT(seconds_for_move({.turn = 1000, .match = 0, .left = {}}), 0.8);
  // As many moves again as one has taken.
  EXPECT_LT(seconds_for_move({.turn = 1'000'000, .match = 0, .left = 60'000}), 6);
  EXPECT_GE(seconds_for_move({.turn = 1000, .match = 0, .left = -50}), 0);
}

std::string run_on(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  Session session(*find_game("renju", 15).value(), {.memory_bytes = kMemory, .coordinates = {}},
                  [&out](std::string_view line) { out << line << '\n'; });
  run(session, in, out);
  return out.str();
}

TEST(EngineLoop, EndsAtTheEndOfInputAndAtEndAndAnswersWhatCameBefore) {
  EXPECT_EQ(run_on(""), "");
  EXPECT_EQ(run_on("START 15"), "OK\n");
  EXPECT_EQ(run_on("START 15\r\nEND\r\nSTART 15\r\n"), "OK\n");
  EXPECT_TRUE(run_on("START 15\nINFO timeout_turn 0\nBEGIN\n").ends_with("7,7\n"));
  // No limit of time, and nobody left to say stop.
  EXPECT_NE(run_on("START 15\nINFO timeout_turn 2000000\nTURN 7,7\n").find(','), std::string::npos);
}

TEST(EngineLoop, AStopThatWaitsEndsTheSearchBeforeIt) {
  const std::string output =
      run_on("START 15\nINFO timeout_turn 2000000\nTURN 7,7\nYXSTOP\nyxshowforbid\nEND\n");
  EXPECT_NE(output.find(','), std::string::npos);
  EXPECT_NE(output.find("FORBID"), std::string::npos);
}

TEST(EngineLoop, TakesLinesWithoutEndAndBinaryInput) {
  std::string bytes;
  std::mt19937 random(2);
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(random());
  run_on(bytes);
  EXPECT_EQ(run_on(std::string(1 << 20, 'x') + "\nSTART 15\n"),
            "ERROR a line of more than 4096 characters is refused\nOK\n");
}

}  // namespace
}  // namespace tengen::book::engine
