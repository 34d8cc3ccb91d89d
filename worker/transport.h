// Byte strings between ranks. Port is what coordinator and worker are written against; Transport is
// the MPI one. Nothing here blocks: blocking MPI calls burn a core while idle, and opposing
// blocking sends above the eager limit deadlock.
#pragma once

#include <mpi.h>

#include <chrono>
#include <deque>
#include <list>
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

 private:
  struct Transfer {
    int peer = 0;
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
    bool complete = false;
    bool abandoned = false;  // the peer is taken for dead: nobody waits for the end of this one
  };

  void start_receives();
  void finish_sends();

  MPI_Comm communicator_;
  int rank_ = 0;
  int size_ = 0;
  std::list<Transfer> outgoing_;  // lists: MPI holds the buffers' addresses
  std::list<Transfer> incoming_;  // in the order the messages were matched
};

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
