// Rank 0's port in a discrete-event simulation of many workers: real provers on real positions,
// whose clocks count nodes. The coordinator behind the port is the real one, too; the processor
// time its code takes between two calls of the port is taken from the thread's clock and passes in
// the simulation, so that it saturates as it would. A worker of several searchers has them in turns
// (renju/crew.h), as if each had a core. A job is searched at once when it begins, and answered
// when its time has passed: the real one would have heard of facts in the midst of it no sooner.
#pragma once

#include <memory>
#include <queue>
#include <random>
#include <vector>

#include "coordinator/journal.h"
#include "solver/game/game.h"
#include "tests/coordinator/simulation.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::bench {

struct ClusterModel {
  double latency_seconds = 100e-6;  // of a message, one way
  double heartbeat_seconds = 0.2;
  // Off: all the coordinator does takes no time, and the same run is the same to the last event.
  bool count_coordinator = true;
  // What a real port and a real journal cost rank 0 beside the measured code.
  double message_seconds = 5e-6;
  double byte_seconds = 1e-9;
  double commit_seconds = 20e-6;
  double entry_seconds = 7e-6;  // each key read or written
  // Answers are checked one after the other, each by so many cores of rank 0's host together.
  double check_seconds = 0.27e-3;  // of one core, a record
  int check_threads = 64;
};

struct WorkerModel {
  int threads = 1;
  int searchers = 1;
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;  // of a worker
  double nodes_per_second = 1.9e6;                        // of a core
};

// Virtual seconds, and what of them was the coordinator's work.
class VirtualClock {
 public:
  explicit VirtualClock(bool count_coordinator) : counting_(count_coordinator) {}

  // The coordinator's code has called the simulation: what it took passes. Calls may be nested.
  void enter();
  // Back to the coordinator's code.
  void leave();
  // The coordinator is busy with what is modelled and not measured.
  void charge(double seconds);
  void wait_until(double seconds) { now_ = std::max(now_, seconds); }

  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] double measured() const { return measured_; }
  [[nodiscard]] double charged() const { return charged_; }

 private:
  const bool counting_;
  int depth_ = 1;  // whoever made the clock is no coordinator
  double now_ = 0;
  double measured_ = 0;
  double charged_ = 0;
  double left_at_ = 0;  // in the thread's processor time
};

class VirtualWorkers : public worker::Port {
 public:
  // Clock and game must outlive the port.
  // Runs of another seed differ by a few microseconds of each message.
  VirtualWorkers(VirtualClock& clock, const Game& game, int count, const ClusterModel& cluster,
                 const WorkerModel& model, std::uint64_t seed);

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return static_cast<int>(workers_.size()); }
  void send(int rank, std::string bytes) override;
  std::optional<worker::Incoming> receive() override;
  [[nodiscard]] bool sends_done() override { return true; }
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int /*rank*/) const override { return 0; }
  [[nodiscard]] worker::Clock::time_point now() const override;
  void pause(std::chrono::microseconds duration) override;

  // Of workers, whatever their searchers.
  [[nodiscard]] double busy_seconds() const { return busy_seconds_; }
  // Of cores that checked.
  [[nodiscard]] double check_seconds() const { return check_seconds_; }

 private:
  struct Worker {
    std::unique_ptr<Prover> prover;
    std::uint64_t job_id = 0;  // 0: idle
    double job_begin = 0;
    double job_end = 0;
    double idle_since = 0;
    double busy_seconds = 0;  // of jobs that have ended
    std::uint64_t nodes = 0;
    worker::Answer answer;  // of the running job
  };
  struct Event {
    double time = 0;
    std::uint64_t number = 0;  // of equal times the earlier made
    int rank = 0;
    std::uint64_t job_id = 0;  // its end; 0: a heartbeat
    // Later ones stand behind.
    friend bool operator<(const Event& a, const Event& b) {
      return std::tie(a.time, a.number) > std::tie(b.time, b.number);
    }
  };
  struct Arrival {
    double time = 0;
    std::uint64_t number = 0;
    worker::Incoming incoming;
    friend bool operator<(const Arrival& a, const Arrival& b) {
      return std::tie(a.time, a.number) > std::tie(b.time, b.number);
    }
  };

  void schedule(double time, int rank, std::uint64_t job_id);
  void begin_job(int rank, const worker::Job& job);
  void end_job(int rank, double time);
  void say(int rank, double time, const worker::Message& message);
  // What the workers do until then.
  void advance_to(double time);
  [[nodiscard]] double next_time() const;

  VirtualClock& clock_;
  const ClusterModel cluster_;
  const WorkerModel model_;
  std::mt19937_64 random_;
  std::vector<Worker> workers_;  // by rank; 0 is none
  std::priority_queue<Event> events_;
  std::priority_queue<Arrival> inbox_;
  std::uint64_t last_number_ = 0;
  double busy_seconds_ = 0;
  double check_seconds_ = 0;
  double checked_until_ = 0;
};

// A journal in memory that takes the time a book on disk would.
class VirtualJournal : public coordinator::Journal {
 public:
  VirtualJournal(VirtualClock& clock, const ClusterModel& cluster)
      : clock_(clock), cluster_(cluster) {}

  Result<std::optional<ProofRecord>> fact(const Position& canonical, Color goal) override;
  Status visit_hints(const std::function<bool(const Hint&)>& /*visit*/) override { return {}; }
  Result<std::optional<Hint>> hint(const Position& /*position*/) override {
    return std::optional<Hint>();
  }
  Status visit_facts(const std::function<bool(const ProofRecord&)>& visit) override;
  Result<std::optional<std::string>> tree_entry(const Position& canonical, Color goal) override;
  Result<book::CommitCounts> commit(book::CommitBatch batch) override;

  [[nodiscard]] int commits() const { return memory_.commits; }
  [[nodiscard]] test::MemoryJournal& memory() { return memory_; }

 private:
  VirtualClock& clock_;
  const ClusterModel cluster_;
  test::MemoryJournal memory_;
};

}  // namespace tengen::bench
