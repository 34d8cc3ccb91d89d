// What a long command is doing: one line on stderr, at most once a second and only on a terminal.
#pragma once

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <mutex>
#include <string>

namespace tengen::cluster {

// May be told from several threads.
class ProgressLine {
 public:
  // `text()` is only called for when it is shown.
  template <typename Text>
  void operator()(const Text& text) {
    if (!terminal_) return;
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(1)) return;
    last_ = now;
    shown_ = true;
    std::cerr << '\r' << text() << "   " << std::flush;
  }
  // What comes next begins on a line of its own.
  void end() {
    const std::lock_guard lock(mutex_);
    if (shown_) std::cerr << '\n';
    shown_ = false;
  }
  ~ProgressLine() { end(); }

 private:
  const bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::mutex mutex_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace tengen::cluster
