#include "book/engine/loop.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace tengen::book::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kGrace{1};
// Lines kept that nobody has answered yet; beyond, the manager has to wait.
constexpr std::size_t kMostWaiting = 10'000;

// The next line, or what comes first of one that is too long to be answered; empty at the end.
std::optional<std::string> read_line(std::istream& in) {
  std::string line;
  std::streambuf& buffer = *in.rdbuf();
  for (;;) {
    const int c = buffer.sbumpc();
    if (c == std::streambuf::traits_type::eof()) {
      return line.empty() ? std::nullopt : std::optional(line);
    }
    if (c == '\n') return line;
    if (line.size() <= kLongestLine) line += static_cast<char>(c);
  }
}

bool asks_to_stop(const std::string& word) { return word == "STOP" || word == "YXSTOP"; }

// Lines read ahead by one thread and taken by another.
class Inbox {
 public:
  void read_all(std::istream& in) {
    while (std::optional<std::string> line = read_line(in)) {
      const Clock::time_point received = Clock::now();
      const std::string word = split_command(*line).word;
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return lines_.size() < kMostWaiting; });
      if (asks_to_stop(word)) ++stops_;
      lines_.push_back({std::move(*line), received});
      changed_.notify_all();
      if (word == "END") break;
    }
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  struct Line {
    std::string text;
    Clock::time_point received;
  };

  // Waits for a line; empty when there are no more.
  std::optional<Line> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || !lines_.empty(); });
    if (lines_.empty()) return std::nullopt;
    Line line = std::move(lines_.front());
    lines_.pop_front();
    if (asks_to_stop(split_command(line.text).word)) --stops_;
    changed_.notify_all();
    return line;
  }

  // Whether a line that is still to be taken stops the search.
  [[nodiscard]] bool stop_is_waiting() const { return stops_ > 0; }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::atomic<int> stops_ = 0;
  std::atomic<bool> ended_ = false;
};

}  // namespace

void run(Session& session, std::istream& in, std::ostream& out) {
  Inbox inbox;
  std::thread reader([&] {
    ask_for_quick_waking();
    inbox.read_all(in);
  });
  ask_for_quick_waking();
  while (const std::optional<Inbox::Line> line = inbox.take()) {
    std::optional<Clock::time_point> end;  // of the search, once nothing more will be said
    const std::function<bool()> stop = [&] {
      if (inbox.stop_is_waiting()) return true;
      if (!inbox.ended()) return false;
      if (!end) end = Clock::now() + kGrace;
      return Clock::now() >= *end;
    };
    const bool goes_on = session.handle(line->text, stop, line->received);
    out.flush();
    if (!goes_on) break;
  }
  reader.join();
}

}  // namespace tengen::book::engine
