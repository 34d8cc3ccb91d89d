// Engines that behave, more or less: what is said to them, what is made of their answers.
#include "book/engine/outside_engine.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "book/engine/loop.h"
#include "book/engine/session.h"
#include "tests/book/engine/fake_engine.h"

namespace tengen::book::engine {
namespace {

using OutsideEngineDialogue = FakeEngine;

TEST(OutsideEngine, ItsMoveAndItsSidesLaterOnesAreHints) {
  const Position position = find_game("renju", 15).value()->parse("h8i9g7").value();
  EngineAnswer answer;
  answer.line = parse_move_list("g9g8f8", 15).value();
  answer.move = answer.line.front();
  const std::vector<Hint> hints = hints_in(answer, position);
  ASSERT_EQ(hints.size(), 2U);
  EXPECT_EQ(hints[0], (Hint{position, answer.line[0], true}));
  const Position later = after_move(after_move(position, answer.line[0]), answer.line[1]);
  EXPECT_EQ(hints[1], (Hint{later, answer.line[2], true}));
  EXPECT_TRUE(hints_in({}, position).empty());
}

// g7 is at 6,8: columns from the left, rows from the top.
TEST_F(OutsideEngineDialogue, IsAsTheProtocolHasIt) {
  start("plays");
  will_answer("7,7\n", ".1");
  will_answer("DEBUG nonsense\nMESSAGE Depth 4-9 | Eval 12 | Time 3ms | G9 G8 F8\n6,6\n", ".2");
  will_answer("\r\n  8,8 \r\n", ".3");
  expect_move(ask("", 30), "h8");
  const Result<EngineAnswer> second = ask("h8i9g7", 1.5);
  expect_move(second, "g9");
  EXPECT_EQ(second.value().line, parse_move_list("g9g8f8", 15).value());
  expect_move(ask("h8i9g7g9", 0.0001), "i7");
  engine_.reset();
  const std::vector<std::string> expected = {
      "START 15",
      "INFO rule 4",
      "INFO timeout_match 0",
      "INFO max_memory 1000",
      "INFO game_type 1",
      "INFO timeout_turn 30000",
      "INFO time_left 2147483647",
      "BEGIN",
      "RESTART",
      "INFO timeout_turn 1500",
      "INFO time_left 2147483647",
      "BOARD",
      "7,7,2",
      "8,6,1",
      "6,8,2",
      "DONE",
      "RESTART",
      "INFO timeout_turn 1",
      "INFO time_left 2147483647",
      "BOARD",
      "7,7,1",
      "6,6,2",
      "6,8,1",
      "8,6,2",
      "DONE",
  };
  std::vector<std::string> heard = lines_of("heard");
  std::erase(heard, "YXSTOP");  // the third question allows no time
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back(), "END");
  heard.pop_back();
  EXPECT_EQ(heard, expected);
  EXPECT_EQ(processes_started(), 1u);
}

TEST_F(OutsideEngineDialogue, GoesOnAfterAComplaintAboutTheSettings) {
  start("complains-and-starts");
  will_answer("ERROR max memory too small\nUNKNOWN x\nSUGGEST 1,1\n7,6\n");
  expect_move(ask("h8"), "h9");
}

TEST_F(OutsideEngineDialogue, StartsAnewWhereRestartIsNotKnown) {
  start("knows-no-restart");
  will_answer("7,6\n");
  for (int i = 0; i < 3; ++i) expect_move(ask("h8"), "h9");
  const std::vector<std::string> heard = lines_of("heard");
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "START 15"), 3);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "RESTART"), 1);
  EXPECT_EQ(std::count(heard.begin(), heard.end(), "INFO rule 4"), 3);
}

// As it does, after its answer, where it was hurried by a command that it does not know.
TEST_F(OutsideEngineDialogue, AnUnknownThatComesLateConfusesNobody) {
  start("plays");
  will_answer("7,6\nUNKNOWN command\n");
  for (int i = 0; i < 4; ++i) expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 1u);
}

TEST_F(OutsideEngineDialogue, SaysRestartAgainWhereItWasNotHeard) {
  start("drops-a-restart");
  will_answer("7,6\n");
  for (int i = 0; i < 2; ++i) expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 1u);
}

TEST_F(OutsideEngineDialogue, AsksForAnAnswerWhenTheTimeIsOver) {
  start("waits-to-be-hurried");
  will_answer("7,6\n");
  expect_move(ask("h8", 0.05), "h9");
}

TEST_F(OutsideEngineDialogue, AnEngineOfOneAnswerServesProcessByProcess) {
  OutsideEngineOptions options = patient();
  options.most_failures = 1;
  start("answers-once", options);
  will_answer("7,6\n");
  for (int i = 0; i < 3; ++i) expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 3u);
}

TEST_F(OutsideEngineDialogue, AnAnswerWithoutAnEndOfLineCountsAtTheEnd) {
  start("answers-once");
  will_answer("7,6");
  expect_move(ask("h8"), "h9");
}

TEST_F(OutsideEngineDialogue, PositionsTheProtocolCannotSayAreRefusedUnasked) {
  OutsideEngineOptions options = patient();
  options.most_failures = 1;
  start("plays", options);
  will_answer("7,6\n");
  for (const char* text : {"h8h9/i9/b", "h8/-/b", "-/i9/b", "h8/i9/w"}) {
    expect_error(engine_->ask(parse_setup(text, 15).value(), kPlenty), StatusCode::kInvalidArgument,
                 "cannot be asked");
  }
  Position after_pass = at("h8");
  after_pass.after_pass = true;
  expect_error(engine_->ask(after_pass, kPlenty), StatusCode::kInvalidArgument, "cannot be asked");
  EXPECT_EQ(processes_started(), 0u);
  expect_move(ask("h8"), "h9");
}

TEST_F(OutsideEngineDialogue, AnEngineNeverAskedIsNeverStarted) {
  start("plays");
  engine_.reset();
  EXPECT_EQ(processes_started(), 0u);
}

TEST_F(OutsideEngineDialogue, StopEndsAQuestionEarlyAndTheNextGetsItsOwnAnswer) {
  start("is-late");
  will_answer("0,0\n0,1\n", ".1");
  will_answer("7,6\n", ".2");
  expect_error(engine_->ask(at("h8"), kPlenty, [this] { return has_been_asked(); }),
               StatusCode::kUnavailable, "stopped");
  expect_error(engine_->ask(at("h8"), kPlenty, [] { return true; }), StatusCode::kUnavailable,
               "stopped");
  expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 1u);
}

TEST_F(OutsideEngineDialogue, AnEngineThatDoesNotStopIsReplacedAndThatIsNoFailure) {
  OutsideEngineOptions options = impatient();
  options.most_failures = 1;
  start("hangs-once", options);
  will_answer("7,6\n");
  expect_error(engine_->ask(at("h8"), kPlenty, [this] { return has_been_asked(); }),
               StatusCode::kUnavailable, "stopped");
  expect_move(ask("h8"), "h9");
  EXPECT_EQ(processes_started(), 2u);
}

TEST_F(OutsideEngineDialogue, AnEngineSeesNothingOfOursButItsInputAndOutput) {
  const std::string name = directory_.path("ours");
  const int ours = ::open(name.c_str(), O_CREAT | O_RDWR, 0600);  // and not O_CLOEXEC
  ASSERT_GE(ours, 0);
  start("lists-descriptors");
  will_answer("7,6\n");
  expect_move(ask("h8"), "h9");
  ::close(ours);
  const std::vector<std::string> lines = lines_of("descriptors");
  EXPECT_FALSE(lines.empty());
  for (const std::string& line : lines) EXPECT_EQ(line.find(name), std::string::npos) << line;
}

// This test is also the engine: asked to by its environment, it serves instead.
TEST_F(OutsideEngineDialogue, OurOwnEngineIsOneOfThem) {
  constexpr const char* kServe = "TENGEN_TEST_SERVES_AS_ENGINE";
  if (std::getenv(kServe) != nullptr) {
    Session session(game(), {.memory_bytes = std::uint64_t{64} << 20, .coordinates = {}},
                    [](std::string_view line) { std::cout << line << std::endl; });
    run(session, std::cin, std::cout);
    return;
  }
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  OutsideEngineOptions options = patient();
  options.memory_bytes = std::uint64_t{256} << 20;
  start_command(std::string(kServe) + "=1 '" + program +
                    "' --gtest_filter=OutsideEngineDialogue.OurOwnEngineIsOneOfThem",
                options);
  expect_move(ask("", 1), "h8");
  // A five of White's, a five that Black must stop, Black's own: no point mirrored is one.
  const Result<EngineAnswer> five = ask("h8i8j8a1o1/d9d10d11d12/w", 2);
  ASSERT_TRUE(five.ok()) << five.status().message();
  EXPECT_TRUE(five.value().move == point("d8") || five.value().move == point("d13"));
  expect_move(ask("b11h8a1o1/c11d11e11f11/b", 2), "g11");
  expect_move(ask("m13m12m10m9/a1c1o1h2/b", 2), "m11");
}

}  // namespace
}  // namespace tengen::book::engine
