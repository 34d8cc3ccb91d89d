// How ranks exchange byte strings, as coordinator and worker see it. Nothing here blocks.
#pragma once

#include <optional>
#include <string>

namespace tengen::wire {

struct Incoming {
  int source = 0;
  std::string bytes;
};

// Owned by one thread.
class Port {
 public:
  virtual ~Port() = default;
  [[nodiscard]] virtual int rank() const = 0;
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
};

// This machine's name, "unknown" when it has none.
[[nodiscard]] std::string host_name();

// Waits that start short and double: cheap when something is about to come, under 3 % of a core
// when nothing comes for long.
class BackOff {
 public:
  // Something happened.
  void reset() { micros_ = 1; }
  // Sleeps; the next sleep is twice as long, up to about a millisecond and a half.
  void wait();

 private:
  int micros_ = 1;
};

}  // namespace tengen::wire
