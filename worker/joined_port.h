// A joiner's end of a run: finds the coordinator by the join file, and is a Port to it.
#pragma once

#include <memory>
#include <string>

#include "solver/base/status.h"
#include "worker/join_file.h"
#include "worker/port.h"

namespace tengen::worker {

// The worker's port over TCP. Owned by one thread. Its only peer is the coordinator.
class JoinedPort : public Port {
 public:
  // Waits some seconds at most. Errors: kUnavailable (nobody listens there, it does not answer, or
  // it is not the run of the file: a stale join file), kIncompatible (another version).
  static Result<std::unique_ptr<JoinedPort>> connect(const JoinFile& file);
  ~JoinedPort() override;

  [[nodiscard]] int rank() const override;
  [[nodiscard]] int size() const override { return rank() + 1; }
  void send(int rank, std::string bytes) override;
  std::optional<Incoming> receive() override;
  [[nodiscard]] bool sends_done() override;
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int rank) const override;

 private:
  struct State;
  explicit JoinedPort(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// What the run says of itself, JSON text. Errors as of JoinedPort::connect().
Result<std::string> ask_status(const JoinFile& file);

}  // namespace tengen::worker
