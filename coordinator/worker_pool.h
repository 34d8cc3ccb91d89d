// The workers' jobs: who is given what, what comes of it, and what each has been told besides. What
// a lost worker was at comes back; what it proved meanwhile and says when it is heard again counts:
// records are certified whoever asks for them. Who is there the roster knows, and what each has to
// be told the sharing of facts. Owned by one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/fact_sharing.h"
#include "coordinator/mailbox.h"
#include "coordinator/roster.h"
#include "coordinator/run_events.h"
#include "coordinator/scheduler.h"
#include "solver/game/game.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::coordinator {

struct PoolOptions {
  std::string build;  // of this program; workers of another are sent away; empty: any will do
  RosterOptions roster;
  SharingLimits sharing;
  double keep_alive_seconds = 1;
};

// A job that has ended.
struct PoolEvent {
  int worker = kNoWorker;
  // What the worker was doing; nothing when an answer comes for a job that was given up.
  std::optional<Assignment> assignment;
  Position position;         // of the assignment
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
  WorkerPool(worker::Port& port, const Game& game, const PoolOptions& options);

  // Tells the workers, about once a second, that somebody is here, and hears them. poll() does so
  // by itself; to be called where the next poll() may be seconds away.
  void keep_alive();

  // Takes in all that has come and looks for lost workers. `heard` tells whether there was
  // anything.
  std::vector<PoolEvent> poll(bool& heard);

  // Whether the next poll() has something to tell, whatever comes: jobs that have ended.
  [[nodiscard]] bool has_events() const { return !waiting_events_.empty(); }

  // In ascending order.
  [[nodiscard]] std::vector<int> idle_workers() const {
    return {roster_.idle().begin(), roster_.idle().end()};
  }
  [[nodiscard]] std::vector<int> busy_workers() const;
  [[nodiscard]] bool is_idle(int worker) const { return roster_.phase(worker) == Phase::kIdle; }
  [[nodiscard]] bool any_busy() const { return roster_.count(Phase::kBusy) > 0; }
  [[nodiscard]] bool any_idle() const { return !roster_.idle().empty(); }
  // Said Hello and not lost since.
  [[nodiscard]] int live_count() const { return roster_.live_count(); }
  // Nobody is there and nobody can be expected any more.
  [[nodiscard]] bool deserted() const { return roster_.deserted(); }
  // What the worker is doing. REQUIRES: it is busy.
  [[nodiscard]] const Assignment& assignment(int worker) const;

  // Sends the hints and facts the worker does not have yet, then the job. REQUIRES: the worker is
  // idle.
  void give(int worker, const Assignment& assignment, const Position& position, Color goal);
  // Asks the worker to end its job soon; its answer still comes.
  void cancel(int worker);
  // Takes the job away from a worker that does not answer; until it does it counts as lost.
  void give_up(int worker);
  // Sends the worker away for good, also when it comes back under another rank: it has claimed what
  // does not hold. Its job comes back by the next poll().
  void shut_out(int worker, const std::string& why);
  // Facts for everyone but `origin` (kNoWorker: for all, and however many).
  void share(const std::vector<ProofRecord>& records, int origin) {
    sharing_.share(records, origin, live_count() - 1, now());
  }
  // Hints for everyone, instead of those of before.
  void suggest(std::vector<Hint> hints) { sharing_.suggest(std::move(hints)); }

  // Share of the live workers' time since the last call that went into jobs, 0..1.
  double take_busy_share();

  [[nodiscard]] PeakMemory peak_memory() const;
  [[nodiscard]] const FaultCounts& faults() const { return roster_.faults(); }
  // About what the facts that wait for workers take.
  [[nodiscard]] std::uint64_t waiting_fact_bytes() const { return sharing_.waiting_bytes(); }
  [[nodiscard]] const Traffic& traffic() const { return mailbox_.traffic(); }
  // Those that have not left for good.
  [[nodiscard]] std::vector<WorkerView> workers() const;

  // The time at the port, and waiting there.
  [[nodiscard]] worker::Clock::time_point now() const { return port_.now(); }
  [[nodiscard]] double seconds_since(worker::Clock::time_point begin) const {
    return std::chrono::duration<double>(now() - begin).count();
  }
  void pause(worker::BackOff& back_off) { port_.pause(back_off.next()); }

  // What has happened to workers since the last call.
  std::vector<WorkerEvent> take_worker_events() { return roster_.take_events(); }

  // Tells all workers to leave and waits shortly for them; `may_resume`: the run was interrupted
  // and may be started again, so that joiners who wait for runs should stay. True when nobody who
  // was started with rank 0 was missing and all said Bye: only then may MPI_Finalize be called.
  bool dismiss(bool may_resume);

 private:
  using Clock = worker::Clock;
  struct WorkerState {
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
  };

  [[nodiscard]] WorkerState& state(int rank) { return workers_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const WorkerState& state(int rank) const {
    return workers_[static_cast<std::size_t>(rank)];
  }
  // Makes room for ranks that have joined.
  void grow();
  // All that has come; whether there was anything.
  bool take_mail(std::vector<PoolEvent>& events);
  void take(int rank, worker::Message message, std::vector<PoolEvent>& events);
  void take_hello(int rank, const worker::Hello& hello);
  // Why such a worker cannot serve this run; empty when it can.
  [[nodiscard]] std::string refusal(const worker::Hello& hello) const;
  void take_heartbeat(int rank, const worker::Heartbeat& beat);
  void take_answer(int rank, worker::Answer answer, std::vector<PoolEvent>& events);
  void end_job(int rank, bool lost, SolveOutcome outcome, std::vector<PoolEvent>& events);
  void lose(int rank, const Loss& loss, std::vector<PoolEvent>& events);

  worker::Port& port_;
  const Game& game_;
  const PoolOptions options_;
  Mailbox mailbox_;
  Roster roster_;
  FactSharing sharing_;
  std::vector<WorkerState> workers_;  // by rank; 0 is not a worker
  std::uint64_t last_job_id_ = 0;
  Clock::time_point last_keep_alive_;
  Clock::time_point last_busy_share_;
  std::vector<PoolEvent> waiting_events_;  // for the next poll()
};

}  // namespace tengen::coordinator
