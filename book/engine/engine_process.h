// A program of somebody else's that is spoken to in lines over its standard input and output. It is
// not trusted: it may write without end, read nothing, close its output, end or refuse to end.
// Invariant: once the object is gone, so are the process and all of its process group, and nothing
// of them is left to be waited for. (Who leaves the group, by setsid(), gets away.)
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "solver/base/status.h"

namespace tengen::book::engine {

// Owned by one thread, but not bound to the one that started it. Changes no signal's disposition.
class EngineProcess {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Event : std::uint8_t {
    kLine,     // a line that is not empty
    kTimeout,  // the deadline has passed
    kStopped,  // the caller wants no more
    kEnded,    // the process has ended or closed its output: nothing more will come
    kTooMuch,  // a line longer than kLongestLine, or more output than was allowed
  };
  struct Heard {
    Event event = Event::kEnded;
    std::string line;  // without its end; any bytes
  };

  // Runs "/bin/sh -c COMMAND" in a process group of its own, with nothing open but its input, its
  // output and an error output that nobody reads. A command that does not exist starts and ends.
  // Errors: kIo, when the system gives no process.
  static Result<std::unique_ptr<EngineProcess>> start(const std::string& command);

  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;
  // As end_now().
  ~EngineProcess();

  // Never waits. False when the process takes nothing more.
  bool say(std::string_view text);
  // Waits for what comes next, at most until the deadline; asks `stop`, which may be empty, about
  // every 20 ms. What had come before the deadline is still heard after it. After kEnded and
  // kTooMuch there is no more.
  Heard hear(Clock::time_point deadline, const std::function<bool()>& stop);
  // From now on so many bytes may come before it is too much.
  void allow(std::size_t bytes) { allowed_ = bytes; }

  // How the process has ended, "exit status 1", for people. May wait a tenth of a second.
  std::string how_ended();
  // Says `farewell` and waits for the end, a second; then asks by SIGTERM, then kills.
  void end_politely(std::string_view farewell);
  // Kills at once, with all of the group.
  void end_now();

 private:
  EngineProcess(::pid_t process, int input, int output)
      : process_(process), input_(input), output_(output) {}

  std::optional<std::string> next_line();
  bool receive();
  [[nodiscard]] bool has_exited() const;
  [[nodiscard]] bool exits_within(std::chrono::milliseconds time) const;

  ::pid_t process_;  // -1 once it has been waited for
  int input_;        // what the process reads: a socket, so that writing raises no SIGPIPE
  int output_;       // what it writes: a pipe
  std::string received_;
  std::size_t taken_ = 0;    // of received_, by lines heard
  std::size_t scanned_ = 0;  // of received_, without an end of line
  std::size_t allowed_ = std::size_t{1} << 20;
  bool closed_ = false;
  bool too_much_ = false;
  Clock::time_point next_stop_;  // when `stop` is asked again
};

}  // namespace tengen::book::engine
