// The coordinator's door for workers that join a running solve over TCP, and for those who ask how
// it is going. A visitor must show within seconds that he knows the run's secret (handshake.h);
// until then he costs a socket and a few hundred bytes, and there are not many of them at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "solver/base/status.h"
#include "worker/port.h"

namespace tengen::worker {

struct GateOptions {
  // ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT, where ADDRESS is numeric, a name of this host, or the
  // name of a network interface. Without a port the system chooses one.
  std::string listen = "127.0.0.1";
  std::string secret;
  // The first joiner's rank; the next get the following ones.
  int first_rank = 1;
  double handshake_seconds = 5;
};

// Owned by one thread. Like a Port for the joiners' ranks.
class Gate {
 public:
  // Errors: kInvalidArgument, naming what is wrong with options.listen, and kUnavailable when the
  // system will not listen there.
  static Result<std::unique_ptr<Gate>> open(const GateOptions& options);
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // Where it listens: numeric, or this host's name when it listens everywhere.
  [[nodiscard]] std::string address() const;
  [[nodiscard]] std::uint16_t port() const;
  // One more than the last joiner's rank.
  [[nodiscard]] int end_rank() const;

  // Who asks for the status gets the text that this returns.
  void answer_status(std::function<std::string()> text);

  // As of a Port. A rank's link is kept when the rank is forgotten: it may only have been slow.
  void send(int rank, std::string bytes);
  std::optional<Incoming> receive();
  [[nodiscard]] bool sends_done();
  void forget(int rank);
  [[nodiscard]] std::size_t backlog(int rank) const;

 private:
  struct State;
  explicit Gate(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tengen::worker
