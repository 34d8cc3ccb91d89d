// How coordinator and workers exchange byte strings, and what time it is for them. Only pause()
// waits.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace tengen::worker {

using Clock = std::chrono::steady_clock;

struct Incoming {
  int source = 0;
  std::string bytes;
  // The last from this source, which is gone for good; no bytes. MPI never says that one has died.
  bool closed = false;
  // When closed: what was wrong with what came from there, one line; empty when nothing was.
  std::string fault = {};
};

// Owned by one thread.
class Port {
 public:
  virtual ~Port() = default;
  [[nodiscard]] virtual int rank() const = 0;
  // Ranks are 0..size()-1. The coordinator's grows when workers join; no rank is given twice.
  [[nodiscard]] virtual int size() const = 0;
  // Queues the bytes; returns at once. Messages to one rank arrive in order. Bytes to a dead rank
  // vanish.
  virtual void send(int rank, std::string bytes) = 0;
  // The next complete message, if there is one. Also moves pending sends on: call it often.
  virtual std::optional<Incoming> receive() = 0;
  // Whether everything queued has left.
  [[nodiscard]] virtual bool sends_done() = 0;
  // Gives up what is queued for a rank that is considered dead.
  virtual void forget(int rank) = 0;
  // Messages to the rank that have not left yet.
  [[nodiscard]] virtual std::size_t backlog(int rank) const = 0;

  // A simulation has a clock of its own.
  [[nodiscard]] virtual Clock::time_point now() const { return Clock::now(); }
  virtual void pause(std::chrono::microseconds duration);
};

// This machine's name, "unknown" when it has none.
[[nodiscard]] std::string host_name();

// Waits that start short and double: cheap when something is about to come, under 3 % of a core
// when nothing comes for long.
class BackOff {
 public:
  // Something happened.
  void reset() { micros_ = 1; }
  // How long to sleep now; the next time is twice as long, up to about a millisecond and a half.
  std::chrono::microseconds next();

 private:
  int micros_ = 1;
};

// Waits until everything queued has left, `longest` at most. Whether it has.
bool drain_sends(Port& port, std::chrono::seconds longest);

}  // namespace tengen::worker
