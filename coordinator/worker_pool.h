// The workers as rank 0 sees them: who is there, what each is doing, which facts each has been
// sent. MPI never says that a rank has died, so silence does: a worker that has not been heard for
// a while is lost and its job comes back. One that speaks again later is taken in again, and what
// it proved meanwhile counts: records are certified whoever asks for them. Workers may join at any
// time, by a rank of their own at the port.
//
// Two workers of one machine make a team as they come: the second may be told to help the first,
// until one of them goes. Owned by one thread.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coordinator/run_events.h"
#include "coordinator/scheduler.h"
#include "solver/game/game.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::coordinator {

struct PoolOptions {
  std::string build;  // of this program; workers of another are sent away; empty: any will do
  // A loaded machine or a prover that does not poll must not pass for a death: what a false alarm
  // costs is the job's work.
  double lost_after_seconds = 8;
  // When all are silent, how long they may come back before the run is given up: the machine may
  // only be overloaded or was asleep.
  double return_within_seconds = 60;
  // Before a worker's Hello: starting processes and allocating tables takes longer.
  double start_within_seconds = 60;
  double keep_alive_seconds = 1;
  // Facts kept for workers that have not been sent them yet, those that will join among them; the
  // oldest go first. A fact that a worker misses costs work done twice.
  std::size_t most_waiting_facts = 200'000;
  // Facts sent, counted once for each receiver. When more are proven, those of the longest proofs
  // go out: they save most. Ten workers hardly come near it; a thousand would spend a gigabyte a
  // second on telling each other everything.
  double most_facts_per_second = 200'000;
  // Workers may still join when none is left: the pool is never deserted.
  bool await_joiners = false;
};

// A waiting fact with its stones.
constexpr std::uint64_t kFactBytes = 256;

// A job that has ended.
struct PoolEvent {
  int worker = kNoWorker;
  // What the worker was doing; nothing when an answer comes for a job that was given up.
  std::optional<Assignment> assignment;
  Position position;         // of the assignment; what a helper was at may have left the tree
  bool lost = false;         // without an answer: the worker is gone
  bool handed_back = false;  // not done, in order: the worker was asked to leave
  SolveOutcome outcome;      // unless lost
  double seconds = 0;        // since the job was handed out
  std::size_t answer_bytes = 0;
};

// Largest resident sets of the workers since their start, as of their last answers.
struct PeakMemory {
  std::uint64_t largest_bytes = 0;
  std::uint64_t sum_bytes = 0;
};

// What has gone wrong so far.
struct FaultCounts {
  std::uint64_t died = 0;      // a process or its connection ended without a word
  std::uint64_t silent = 0;    // nothing was heard for too long
  std::uint64_t failed = 0;    // a worker gave up itself (out of memory) or sent nonsense
  std::uint64_t refused = 0;   // another build, other rules, or shut out
  std::uint64_t returned = 0;  // of the silent ones: heard again
};

// Messages and their bytes since the start, both ways.
struct Traffic {
  std::uint64_t sent_messages = 0;
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_messages = 0;
  std::uint64_t received_bytes = 0;
};
[[nodiscard]] Traffic operator-(const Traffic& a, const Traffic& b);

enum class WorkerPhase { kStarting, kIdle, kBusy, kLost, kGone };
[[nodiscard]] std::string_view phase_name(WorkerPhase phase);

// A worker, for people to look at.
struct WorkerView {
  int rank = 0;
  WorkerPhase phase = WorkerPhase::kStarting;
  std::string host;
  std::int32_t process_id = 0;
  double busy_seconds = 0;
  std::uint64_t nodes = 0;
  std::uint64_t jobs = 0;
  double silent_seconds = 0;
  std::optional<Position> position;  // it works on
};

class WorkerPool {
  using Phase = WorkerPhase;

 public:
  // Workers are the ranks 1..port.size()-1. Port and game must outlive the pool.
  WorkerPool(wire::Port& port, const Game& game, const PoolOptions& options);

  // Tells the workers, about once a second, that somebody is here. poll() does so by itself.
  void keep_alive();

  // Takes in all that has come and looks for lost workers. `heard` tells whether there was
  // anything.
  std::vector<PoolEvent> poll(bool& heard);

  // In ascending order.
  [[nodiscard]] std::vector<int> idle_workers() const { return {idle_.begin(), idle_.end()}; }
  [[nodiscard]] std::vector<int> busy_workers() const;
  [[nodiscard]] bool any_busy() const { return count(Phase::kBusy) > 0; }
  [[nodiscard]] bool any_idle() const { return !idle_.empty(); }
  // Said Hello and not lost since.
  [[nodiscard]] int live_count() const { return count(Phase::kIdle) + count(Phase::kBusy); }
  // Nobody is there and nobody can be expected any more.
  [[nodiscard]] bool deserted() const;
  // What the worker is doing. REQUIRES: it is busy.
  [[nodiscard]] const Assignment& assignment(int worker) const;

  // Whom the worker may help, when that one is there and has a job; kNoWorker when it is in no team
  // or is its first member.
  [[nodiscard]] int whom_to_help(int worker) const;
  [[nodiscard]] bool may_help(int worker) const { return state(worker).first_of_team != kNoWorker; }

  // Sends the hints and facts the worker does not have yet, then the job. REQUIRES: the worker is
  // idle.
  void give(int worker, const Assignment& assignment, const Position& position, Color goal);
  // Has the worker help with the job of the first of its team. REQUIRES: it is idle, and
  // whom_to_help() names somebody.
  void give_help(int worker, double seconds);
  // Asks the worker to end its job soon; its answer still comes.
  void cancel(int worker);
  // Takes the job away from a worker that does not answer; until it does it counts as lost.
  void give_up(int worker);
  // Sends the worker away for good, also when it comes back under another rank: it has claimed what
  // does not hold. Its job comes back by the next poll().
  void shut_out(int worker, const std::string& why);
  // Facts for everyone but `origin` (kNoWorker: for all, and however many).
  void share(const std::vector<ProofRecord>& records, int origin);
  // Hints for everyone, instead of those of before.
  void suggest(std::vector<MoveHint> hints);

  // Share of the live workers' time since the last call that went into jobs, 0..1.
  double take_busy_share();

  [[nodiscard]] PeakMemory peak_memory() const;
  [[nodiscard]] const FaultCounts& faults() const { return faults_; }
  // About what the facts that wait for workers take.
  [[nodiscard]] std::uint64_t waiting_fact_bytes() const { return facts_.size() * kFactBytes; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  // Those that have not left for good.
  [[nodiscard]] std::vector<WorkerView> workers() const;

  // The time at the port, and waiting there.
  [[nodiscard]] wire::Clock::time_point now() const { return port_.now(); }
  [[nodiscard]] double seconds_since(wire::Clock::time_point begin) const {
    return std::chrono::duration<double>(now() - begin).count();
  }
  void pause(wire::BackOff& back_off) { port_.pause(back_off.next()); }

  // What has happened to workers since the last call.
  std::vector<WorkerEvent> take_worker_events();

  // Tells all workers to leave and waits shortly for them; `may_resume`: the run was interrupted
  // and may be started again, so that joiners who wait for runs should stay. True when nobody who
  // was started with rank 0 was missing and all said Bye: only then may MPI_Finalize be called.
  bool dismiss(bool may_resume);

 private:
  using Clock = wire::Clock;
  struct WorkerState {
    Phase phase = Phase::kStarting;
    std::string host;
    std::int32_t process_id = 0;
    Clock::time_point last_heard;
    double busy_seconds = 0;  // as last reported
    std::uint64_t nodes = 0;  // as last reported
    std::uint64_t jobs = 0;
    double busy_seconds_seen = 0;  // at the last take_busy_share()
    std::uint64_t peak_memory_bytes = 0;
    std::uint64_t job_id = 0;
    Assignment assignment;
    Position position;
    Clock::time_point job_begin;
    bool cancelled = false;
    std::uint64_t next_fact = 0;  // how far it has been sent the facts
    std::uint64_t hints = 0;      // which it has been sent
    wire::SharedAddress shared;
    int first_of_team = kNoWorker;   // whom it may help
    int second_of_team = kNoWorker;  // who may help it
  };
  struct SharedFact {
    ProofRecord record;
    int origin = kNoWorker;
  };

  [[nodiscard]] WorkerState& state(int rank) { return workers_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const WorkerState& state(int rank) const {
    return workers_[static_cast<std::size_t>(rank)];
  }
  // All changes of phase go through here: thousands of workers are not counted every time.
  void set_phase(int rank, Phase phase);
  [[nodiscard]] int count(Phase phase) const {
    return phase_counts_[static_cast<std::size_t>(phase)];
  }
  // Makes room for ranks that have joined.
  void grow();
  void take(int rank, wire::Message message, std::vector<PoolEvent>& events);
  void take_hello(int rank, const wire::Hello& hello);
  void end_job(int rank, bool lost, SolveOutcome outcome, std::vector<PoolEvent>& events);
  // `count` is the kind of fault it counts as; null when it left in order.
  void lose(int rank, const std::string& why, std::uint64_t* count, Phase phase,
            std::vector<PoolEvent>& events);
  void take_back(int rank);
  void join_team(int rank);
  void leave_team(int rank);
  void start_job(int worker, wire::Job job, const Assignment& assignment);
  void find_lost(std::vector<PoolEvent>& events);
  void send_facts(int rank);
  void send_hints(int rank);
  // How many more facts may be sent at the moment.
  [[nodiscard]] std::size_t affordable_facts(std::size_t wanted);
  void send(int rank, const wire::Message& message);
  [[nodiscard]] bool process_gone(int rank) const;
  void note(WorkerChange change, int rank, std::string why);

  wire::Port& port_;
  const Game& game_;
  const PoolOptions options_;
  std::vector<WorkerState> workers_;  // by rank; 0 is not a worker
  std::array<int, 5> phase_counts_{};
  std::set<int> idle_;
  std::deque<SharedFact> facts_;  // the latest
  double fact_credit_;            // sendings not made use of yet
  std::uint64_t first_fact_ = 0;  // number of facts_.front()
  std::vector<MoveHint> hints_;
  std::uint64_t hints_version_ = 0;
  std::uint64_t last_job_id_ = 0;
  const int ranks_at_start_;  // workers that were started with rank 0; the others have joined
  const std::string own_host_;
  std::map<std::string, int> teams_of_one_;  // by host
  Clock::time_point last_keep_alive_;
  Clock::time_point last_busy_share_;
  Clock::time_point last_loss_check_;
  Clock::time_point last_fact_credit_;
  Clock::time_point last_process_check_;
  std::vector<PoolEvent> events_of_shut_out_;
  std::set<std::pair<std::string, std::int32_t>> shut_out_;  // host and process
  std::vector<WorkerEvent> worker_events_;
  FaultCounts faults_;
  Traffic traffic_;
};

}  // namespace tengen::coordinator
