// An outside engine whose part is played by tests/data/engines/fake_engine.sh.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "book/engine/outside_engine.h"
#include "tests/book/book_testing.h"

namespace tengen::book::engine {

// Far more than any of the fakes takes, on however busy a machine.
constexpr double kPlenty = 60;

class FakeEngine : public ::testing::Test {
 protected:
  // Whatever happened in a test, nothing of the processes may be left of it.
  void TearDown() override {
    engine_.reset();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a process or a zombie is left";
    EXPECT_EQ(errno, ECHILD);
    for (const std::string& process : lines_of("pids")) {
      EXPECT_TRUE(ends_soon(process)) << "process " << process << " lives on";
    }
  }

  static const Game& game() { return *find_game("renju", 15).value(); }
  static Position at(std::string_view text) {
    const Result<Position> position = game().parse(text);
    CHECK(position.ok());
    return position.value();
  }
  static Move point(std::string_view text) { return parse_move(text, 15).value(); }

  static OutsideEngineOptions patient() {
    return {.memory_bytes = 1000, .start_seconds = kPlenty, .grace_seconds = kPlenty};
  }
  static OutsideEngineOptions impatient() {
    return {.memory_bytes = 1000, .start_seconds = kPlenty, .grace_seconds = 0.1};
  }

  void start(const std::string& behaviour, const OutsideEngineOptions& options = patient()) {
    start_command(std::string("exec " TENGEN_TEST_DATA "/engines/fake_engine.sh ") + behaviour +
                      " " + directory_.path(""),
                  options);
  }
  void start_command(const std::string& command, const OutsideEngineOptions& options = patient()) {
    engine_ = std::make_unique<OutsideEngine>(command, game(), options);
  }
  // What the fake says to questions, or to the one of that number.
  void will_answer(const std::string& text, const std::string& number = "") {
    std::ofstream(directory_.path("answer" + number), std::ios::binary) << text;
  }

  Result<EngineAnswer> ask(std::string_view position, double seconds = kPlenty) {
    return engine_->ask(at(position), seconds);
  }
  void expect_move(const Result<EngineAnswer>& answer, std::string_view move) {
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    EXPECT_EQ(format_move(answer.value().move, 15), move);
    ASSERT_FALSE(answer.value().line.empty());
    EXPECT_EQ(answer.value().line.front(), answer.value().move);
    EXPECT_GE(answer.value().seconds, 0);
  }
  void expect_error(const Result<EngineAnswer>& answer, StatusCode code, std::string_view text) {
    ASSERT_FALSE(answer.ok()) << format_move(answer.value().move, 15);
    EXPECT_EQ(answer.status().code(), code) << answer.status().message();
    EXPECT_NE(answer.status().message().find(text), std::string::npos) << answer.status().message();
  }

  [[nodiscard]] std::vector<std::string> lines_of(const std::string& name) const {
    std::vector<std::string> lines;
    std::ifstream file(directory_.path(name));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  // Whether a question has come to the engine: for `stop`.
  [[nodiscard]] bool has_been_asked() const {
    const std::vector<std::string> heard = lines_of("heard");
    return std::find(heard.begin(), heard.end(), "DONE") != heard.end();
  }
  [[nodiscard]] std::size_t processes_started() const { return lines_of("pids").size(); }

  // A killed orphan is waited for by another, and may be seen as a zombie until then.
  static bool ends_soon(const std::string& process) {
    for (int tries = 0; tries < 2000; ++tries) {
      std::ifstream file("/proc/" + process + "/stat");
      std::string text;
      if (!std::getline(file, text)) return true;
      const char state = text[std::min(text.rfind(')') + 2, text.size() - 1)];
      if (state == 'Z' || state == 'X') return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  const TempDir directory_;
  std::unique_ptr<OutsideEngine> engine_;
};

}  // namespace tengen::book::engine
