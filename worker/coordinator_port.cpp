#include "worker/coordinator_port.h"

#include <utility>

namespace tengen::worker {

void CoordinatorPort::send(int rank, std::string bytes) {
  if (joined(rank)) {
    gate_.send(rank, std::move(bytes));
  } else {
    ranks_.send(rank, std::move(bytes));
  }
}

std::optional<Incoming> CoordinatorPort::receive() {
  // In turns, so that neither side can keep the other from being heard.
  gate_first_ = !gate_first_;
  std::optional<Incoming> incoming = gate_first_ ? gate_.receive() : ranks_.receive();
  if (incoming) return incoming;
  return gate_first_ ? ranks_.receive() : gate_.receive();
}

bool CoordinatorPort::sends_done() {
  const bool ranks_done = ranks_.sends_done();
  return gate_.sends_done() && ranks_done;
}

void CoordinatorPort::forget(int rank) {
  if (joined(rank)) {
    gate_.forget(rank);
  } else {
    ranks_.forget(rank);
  }
}

std::size_t CoordinatorPort::backlog(int rank) const {
  return joined(rank) ? gate_.backlog(rank) : ranks_.backlog(rank);
}

}  // namespace tengen::worker
