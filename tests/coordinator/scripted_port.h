// A port at which time stands still until a test moves it on, and messages come when it says so.
#pragma once

#include <chrono>
#include <deque>
#include <utility>
#include <vector>

#include "worker/port.h"

namespace tengen::test {

struct ScriptedPort final : worker::Port {
  explicit ScriptedPort(int size) : ranks(size) {}

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return ranks; }
  void send(int rank, std::string bytes) override { sent.emplace_back(rank, std::move(bytes)); }
  std::optional<worker::Incoming> receive() override {
    if (coming.empty()) return std::nullopt;
    worker::Incoming first = std::move(coming.front());
    coming.pop_front();
    return first;
  }
  [[nodiscard]] bool sends_done() override { return true; }
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int /*rank*/) const override { return 0; }
  [[nodiscard]] worker::Clock::time_point now() const override { return time; }

  void pass(double seconds) {
    time +=
        std::chrono::duration_cast<worker::Clock::duration>(std::chrono::duration<double>(seconds));
  }

  int ranks;
  worker::Clock::time_point time;
  std::deque<worker::Incoming> coming;
  std::vector<std::pair<int, std::string>> sent;
};

}  // namespace tengen::test
