#include "worker/transport.h"

#include <algorithm>
#include <limits>
#include <set>

#include "solver/base/check.h"
#include "worker/frame.h"

namespace tengen::worker {
namespace {

constexpr int kTag = 71;

constexpr const char* kDamaged =
    "a message of it is not what was sent, or one is missing: broken memory or network, or another "
    "build of tengen there";

}  // namespace

Transport::Transport(MPI_Comm communicator) : communicator_(communicator) {
  MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &size_);
  peers_.resize(static_cast<std::size_t>(size_));
}

void Transport::send(int rank, std::string bytes) {
  CHECK(rank >= 0 && rank < size_);
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  append_checksum(bytes, {rank_, rank, peer.sent});
  CHECK(bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
  Transfer& transfer = outgoing_.emplace_back();
  transfer.peer = rank;
  transfer.bytes = std::move(bytes);
  const int code = MPI_Isend(transfer.bytes.data(), static_cast<int>(transfer.bytes.size()),
                             MPI_BYTE, rank, kTag, communicator_, &transfer.request);
  if (code == MPI_SUCCESS) {
    ++peer.sent;
  } else {
    outgoing_.pop_back();
  }
}

void Transport::finish_sends() {
  for (auto it = outgoing_.begin(); it != outgoing_.end();) {
    int done = 0;
    const bool failed = MPI_Test(&it->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    it = failed || done != 0 ? outgoing_.erase(it) : std::next(it);
  }
}

void Transport::start_receives() {
  for (;;) {
    int found = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    if (MPI_Improbe(MPI_ANY_SOURCE, kTag, communicator_, &found, &handle, &status) != MPI_SUCCESS ||
        found == 0) {
      return;
    }
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    Transfer& transfer = incoming_.emplace_back();
    transfer.peer = status.MPI_SOURCE;
    transfer.bytes.resize(static_cast<std::size_t>(std::max(count, 0)));
    if (MPI_Imrecv(transfer.bytes.data(), count, MPI_BYTE, &handle, &transfer.request) !=
        MPI_SUCCESS) {
      incoming_.pop_back();
    }
  }
}

std::optional<Incoming> Transport::receive() {
  finish_sends();
  start_receives();
  // A short message may complete before a long one that was sent earlier by the same rank: hold it.
  std::set<int> waiting;
  for (auto it = incoming_.begin(); it != incoming_.end();) {
    if (!it->complete) {
      int done = 0;
      it->complete = MPI_Test(&it->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done != 0;
    }
    if (!it->complete || waiting.contains(it->peer)) {
      waiting.insert(it->peer);
      ++it;
      continue;
    }
    Transfer message = std::move(*it);
    it = incoming_.erase(it);
    if (std::optional<Incoming> incoming = checked(std::move(message))) return incoming;
  }
  return std::nullopt;
}

std::optional<Incoming> Transport::checked(Transfer message) {
  Peer& peer = peers_[static_cast<std::size_t>(message.peer)];
  if (peer.closed) return std::nullopt;
  if (take_checksum(message.bytes, {message.peer, rank_, peer.received++})) {
    return Incoming{message.peer, std::move(message.bytes)};
  }
  peer.closed = true;
  return Incoming{message.peer, "", true, kDamaged};
}

bool Transport::sends_done() {
  finish_sends();
  return std::all_of(outgoing_.begin(), outgoing_.end(),
                     [](const Transfer& transfer) { return transfer.abandoned; });
}

void Transport::forget(int rank) {
  for (Transfer& transfer : outgoing_) {
    if (transfer.peer == rank) transfer.abandoned = true;
  }
}

std::size_t Transport::backlog(int rank) const {
  return static_cast<std::size_t>(
      std::count_if(outgoing_.begin(), outgoing_.end(),
                    [rank](const Transfer& transfer) { return transfer.peer == rank; }));
}

}  // namespace tengen::worker
