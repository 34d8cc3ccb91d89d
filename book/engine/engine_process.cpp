#include "book/engine/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "book/engine/protocol.h"

namespace tengen::book::engine {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBetweenStops{20};
constexpr milliseconds kAfterFarewell{1000};
constexpr milliseconds kAfterTerminate{300};
constexpr milliseconds kForHowEnded{100};

// Closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

Status system_error(const std::string& what, int error) {
  return {StatusCode::kIo, "cannot " + what + " for an engine: " + std::strerror(error)};
}

// posix_spawn and not fork(): the caller may have threads, much memory and a network that does not
// outlive a fork. It cannot ask for a signal at the caller's death; the end of its input must do.
int spawn(const std::string& command, int input, int output, ::pid_t& process) {
  std::string shell = "sh";
  std::string option = "-c";
  std::string text = command;
  const std::array<char*, 4> arguments = {shell.data(), option.data(), text.data(), nullptr};
  ::sigset_t all;
  ::sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  ::posix_spawn_file_actions_t actions;
  ::posix_spawnattr_t attributes;
  if (const int error = ::posix_spawn_file_actions_init(&actions); error != 0) return error;
  if (const int error = ::posix_spawnattr_init(&attributes); error != 0) {
    ::posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  int error = ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  const auto then = [&error](int next) {
    if (error == 0) error = next;
  };
  then(::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO));
  then(::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0));
  then(::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1));
  // Signals the caller blocks or ignores are none of the engine's business.
  then(::posix_spawnattr_setsigdefault(&attributes, &all));
  then(::posix_spawnattr_setsigmask(&attributes, &none));
  then(::posix_spawnattr_setpgroup(&attributes, 0));
  then(::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  if (error == 0) {
    error = ::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  }
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::string& command) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_error("make a socket", errno);
  }
  Descriptor our_input(ends[0]);
  const Descriptor its_input(ends[1]);
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("make a pipe", errno);
  Descriptor our_output(ends[0]);
  const Descriptor its_output(ends[1]);
  // Above the standard ones: where those were closed, one end could be lost under the other.
  const Descriptor spawn_input(::fcntl(its_input.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  const Descriptor spawn_output(::fcntl(its_output.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (spawn_input.get() < 0 || spawn_output.get() < 0 ||
      ::fcntl(our_output.get(), F_SETFL, O_NONBLOCK) != 0) {
    return system_error("prepare a pipe", errno);
  }
  ::pid_t process = -1;
  if (const int error = spawn(command, spawn_input.get(), spawn_output.get(), process);
      error != 0) {
    return system_error("start a process", error);
  }
  return std::unique_ptr<EngineProcess>(
      new EngineProcess(process, our_input.release(), our_output.release()));
}

EngineProcess::~EngineProcess() { end_now(); }

bool EngineProcess::say(std::string_view text) {
  if (process_ < 0) return false;
  while (!text.empty()) {
    const ::ssize_t sent = ::send(input_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    // Questions are short and the socket's buffer is not: a full one means that nobody reads.
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

EngineProcess::Heard EngineProcess::hear(Clock::time_point deadline,
                                         const std::function<bool()>& stop) {
  for (;;) {
    if (std::optional<std::string> line = next_line()) return {Event::kLine, std::move(*line)};
    if (too_much_) return {Event::kTooMuch, {}};
    if (closed_ || process_ < 0) return {Event::kEnded, {}};
    const Clock::time_point now = Clock::now();
    if (stop && now >= next_stop_) {
      if (stop()) return {Event::kStopped, {}};
      next_stop_ = now + kBetweenStops;
    }
    const auto left = std::chrono::ceil<milliseconds>(deadline - now);
    const milliseconds wait = std::clamp(left, milliseconds{0}, kBetweenStops);
    ::pollfd watched{output_, POLLIN, 0};
    if (::poll(&watched, 1, static_cast<int>(wait.count())) > 0) {
      receive();
    } else if (has_exited()) {
      // Its last words may have come in between. A child of its own that holds the pipe open must
      // not be waited for.
      while (!too_much_ && receive()) {
      }
      closed_ = true;
    } else if (Clock::now() >= deadline) {
      return {Event::kTimeout, {}};
    }
  }
}

// Lines end with CR, LF or both; empty ones are passed over. What comes before the end of the
// output is a line, too.
std::optional<std::string> EngineProcess::next_line() {
  while (!too_much_) {
    const std::size_t end = received_.find_first_of("\r\n", scanned_);
    const bool ends = end != std::string::npos;
    const std::size_t length = (ends ? end : received_.size()) - taken_;
    if (length > kLongestLine) {
      too_much_ = true;
      break;
    }
    if (!ends && !(closed_ && length > 0)) {
      received_.erase(0, taken_);
      taken_ = 0;
      scanned_ = received_.size();
      break;
    }
    std::string line = received_.substr(taken_, length);
    taken_ += length + (ends ? 1 : 0);
    scanned_ = taken_;
    if (!line.empty()) return line;
  }
  return std::nullopt;
}

// Takes what has come; false when that is nothing.
bool EngineProcess::receive() {
  std::array<char, 16384> bytes;
  const ::ssize_t count = ::read(output_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (count <= 0) {
    closed_ = true;
    return false;
  }
  const auto size = static_cast<std::size_t>(count);
  too_much_ = too_much_ || size > allowed_;
  allowed_ -= std::min(size, allowed_);
  received_.append(bytes.data(), size);
  return true;
}

// Leaves the process to be waited for, so that its number, and its group's, are nobody else's.
bool EngineProcess::has_exited() const {
  ::siginfo_t info{};
  const auto process = static_cast<::id_t>(process_);
  if (::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
  return info.si_pid != 0;
}

bool EngineProcess::exits_within(milliseconds time) const {
  for (const Clock::time_point end = Clock::now() + time; !has_exited();) {
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(milliseconds{2});
  }
  return true;
}

std::string EngineProcess::how_ended() {
  ::siginfo_t info{};
  const auto process = static_cast<::id_t>(process_);
  if (process_ < 0 || !exits_within(kForHowEnded) ||
      ::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return "its output is closed";
  }
  if (info.si_code != CLD_EXITED) return "signal " + std::to_string(info.si_status);
  constexpr int kNoSuchCommand = 127;  // of the shell
  return "exit status " + std::to_string(info.si_status) +
         (info.si_status == kNoSuchCommand ? ", no such command" : "");
}

void EngineProcess::end_politely(std::string_view farewell) {
  if (process_ < 0) return;
  say(farewell);
  ::shutdown(input_, SHUT_WR);
  if (!exits_within(kAfterFarewell)) {
    ::kill(-process_, SIGTERM);
    (void)exits_within(kAfterTerminate);
  }
  end_now();
}

void EngineProcess::end_now() {
  if (process_ < 0) return;
  // Before it is waited for: until then the group cannot be anybody else's.
  ::kill(-process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  ::close(input_);
  ::close(output_);
}

}  // namespace tengen::book::engine
