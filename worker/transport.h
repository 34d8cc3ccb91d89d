// The MPI port. Blocking MPI calls burn a core while idle, and opposing blocking sends above the
// eager limit deadlock: everything here is Isend, Improbe, Imrecv and Test. Each message carries a
// checksum (see frame.h). A rank whose message is not as it was sent, or is missing, is closed:
// nothing that comes from it afterwards is delivered.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "worker/port.h"

namespace tengen::worker {

// REQUIRES: MPI_Init was called; one thread calls MPI. Errors of MPI itself are ignored: a lost
// peer shows as silence (see the heartbeats), never reliably as a return code.
class Transport : public Port {
 public:
  explicit Transport(MPI_Comm communicator);

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  void send(int rank, std::string bytes) override;
  std::optional<Incoming> receive() override;
  [[nodiscard]] bool sends_done() override;
  void forget(int rank) override;
  [[nodiscard]] std::size_t backlog(int rank) const override;

 private:
  struct Transfer {
    int peer = 0;
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
    bool complete = false;
    bool abandoned = false;  // the peer is taken for dead: nobody waits for the end of this one
  };

  struct Peer {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    bool closed = false;
  };

  void start_receives();
  // Nothing when its peer is closed already.
  std::optional<Incoming> checked(Transfer message);
  void finish_sends();

  MPI_Comm communicator_;
  int rank_ = 0;
  int size_ = 0;
  std::vector<Peer> peers_;       // by rank
  std::list<Transfer> outgoing_;  // lists: MPI holds the buffers' addresses
  std::list<Transfer> incoming_;  // in the order the messages were matched
};

}  // namespace tengen::worker
