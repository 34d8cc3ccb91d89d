// Rank 0's port: the MPI ranks that were started with it, and the joiners at the gate.
#pragma once

#include "worker/gate.h"

namespace tengen::worker {

// Both must outlive it. Owned by one thread. REQUIRES: the gate's first rank is transport.size().
class CoordinatorPort : public Port {
 public:
  CoordinatorPort(Port& ranks, Gate& gate) : ranks_(ranks), gate_(gate) {}

  [[nodiscard]] int rank() const override { return ranks_.rank(); }
  [[nodiscard]] int size() const override { return gate_.end_rank(); }
  void send(int rank, std::string bytes) override;
  std::optional<Incoming> receive() override;
  [[nodiscard]] bool sends_done() override;
  void forget(int rank) override;
  [[nodiscard]] std::size_t backlog(int rank) const override;

 private:
  [[nodiscard]] bool joined(int rank) const { return rank >= ranks_.size(); }

  Port& ranks_;
  Gate& gate_;
  bool gate_first_ = false;
};

}  // namespace tengen::worker
