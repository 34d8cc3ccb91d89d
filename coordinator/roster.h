// Who is there: the workers as rank 0 hears of them, without what they do. MPI never says that a
// rank has died, so silence does: a worker that has not been heard for a while is lost, and one
// that speaks again later is taken in again. Owned by one thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/run_events.h"
#include "worker/port.h"

namespace tengen::coordinator {

struct RosterOptions {
  // A loaded machine or a prover that does not poll must not pass for a death: what a false alarm
  // costs is the job's work.
  double lost_after_seconds = 8;
  // When all are silent, how long they may come back before the run is given up: the machine may
  // only be overloaded or was asleep.
  double return_within_seconds = 60;
  // Before a worker's Hello: starting processes and allocating tables takes longer.
  double start_within_seconds = 60;
  // Workers may still join when none is left: nobody is ever missed.
  bool await_joiners = false;
};

enum class WorkerPhase { kStarting, kIdle, kBusy, kLost, kGone };
[[nodiscard]] std::string_view phase_name(WorkerPhase phase);

// What has gone wrong so far.
struct FaultCounts {
  std::uint64_t died = 0;      // a process or its connection ended without a word
  std::uint64_t silent = 0;    // nothing was heard for too long
  std::uint64_t failed = 0;    // a worker gave up itself (out of memory) or sent nonsense
  std::uint64_t refused = 0;   // another build, other rules, or shut out
  std::uint64_t returned = 0;  // of the silent ones: heard again
};

// Why a worker is here no more: as what it counts, and in words.
struct Loss {
  enum class Kind { kLeft, kDied, kSilent, kFailed, kShutOut };
  Kind kind = Kind::kLeft;
  std::string why;
};

class Roster {
 public:
  using Clock = worker::Clock;

  // Workers are the ranks 1..port.size()-1, and those that join later. The port must outlive it.
  Roster(const worker::Port& port, const RosterOptions& options);

  // Makes room for ranks that have joined.
  void grow();
  [[nodiscard]] int end() const { return static_cast<int>(workers_.size()); }  // behind the last

  [[nodiscard]] WorkerPhase phase(int rank) const { return at(rank).phase; }
  // All changes of phase go through here: thousands of workers are not counted every time.
  void set_phase(int rank, WorkerPhase phase);
  [[nodiscard]] int count(WorkerPhase phase) const {
    return phase_counts_[static_cast<std::size_t>(phase)];
  }
  [[nodiscard]] const std::set<int>& idle() const { return idle_; }  // ascending
  // Said Hello and not lost since.
  [[nodiscard]] int live_count() const {
    return count(WorkerPhase::kIdle) + count(WorkerPhase::kBusy);
  }

  [[nodiscard]] const std::string& host(int rank) const { return at(rank).host; }
  [[nodiscard]] std::int32_t process_id(int rank) const { return at(rank).process_id; }
  // Says who it is. False when this process was shut out.
  bool introduce(int rank, const std::string& host, std::int32_t process_id);
  // From an introduction on: it may be given jobs.
  void welcome(int rank);
  // It will not be: it is no worker for this run.
  void refuse(int rank, const std::string& why);
  // It was lost, and has no job any more: it is there again.
  void take_back(int rank);
  // Whoever comes from this process again is not let in.
  void bar(int rank) { barred_.insert({host(rank), process_id(rank)}); }

  void heard(int rank) { at(rank).last_heard = port_.now(); }
  [[nodiscard]] double silent_seconds(int rank) const;
  // What has happened to a worker that should be there, now and then; nothing when all is well.
  // Processes of this machine are looked at, others listened for.
  [[nodiscard]] std::vector<std::pair<int, Loss>> find_losses();
  // Counts and tells of the loss. The phase is kLost or kGone from now on. True when the worker was
  // there before.
  bool lose(int rank, const Loss& loss);

  // Nobody is there and nobody can be expected any more.
  [[nodiscard]] bool deserted() const;
  // Not lost and not gone; those that are still starting will say Hello.
  [[nodiscard]] bool any_present() const;
  // Nobody is missing of those who were started with rank 0.
  [[nodiscard]] bool all_present() const;

  [[nodiscard]] const FaultCounts& faults() const { return faults_; }
  // What has happened to workers since the last call.
  std::vector<WorkerEvent> take_events() { return std::exchange(events_, {}); }

 private:
  struct Worker {
    WorkerPhase phase = WorkerPhase::kStarting;
    std::string host;
    std::int32_t process_id = 0;
    Clock::time_point last_heard;
  };

  [[nodiscard]] Worker& at(int rank) { return workers_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Worker& at(int rank) const {
    return workers_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] double seconds_since(Clock::time_point begin) const {
    return std::chrono::duration<double>(port_.now() - begin).count();
  }
  [[nodiscard]] bool process_gone(const Worker& worker) const;
  [[nodiscard]] std::uint64_t* count_of(Loss::Kind kind);
  void note(WorkerChange change, int rank, std::string why);

  const worker::Port& port_;
  const RosterOptions options_;
  const int ranks_at_start_;  // the others have joined
  const std::string own_host_;
  std::vector<Worker> workers_;  // by rank; 0 is the coordinator itself
  std::array<int, 5> phase_counts_{};
  std::set<int> idle_;
  std::set<std::pair<std::string, std::int32_t>> barred_;  // host and process
  Clock::time_point last_look_;
  Clock::time_point last_process_look_;
  std::vector<WorkerEvent> events_;
  FaultCounts faults_;
};

}  // namespace tengen::coordinator
