// Rank 0: proves positions one after the other with the workers there are. Nobody is believed:
// every answer is checked by separate code (judge.h), and a worker that has claimed what does not
// hold is shut out. What holds is committed before anybody else hears of it: records first, then
// what follows from them and the changed tree entries; killing anything at any moment loses at most
// the jobs that were running. Owned by one thread; never blocks in MPI.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "coordinator/check_queue.h"
#include "coordinator/journal.h"
#include "coordinator/judge.h"
#include "coordinator/run_events.h"
#include "coordinator/run_status.h"
#include "coordinator/scheduler.h"
#include "coordinator/worker_pool.h"
#include "solver/game/game.h"
#include "worker/port.h"

namespace tengen::coordinator {

struct CoordinatorOptions {
  Policy policy;
  PoolOptions pool;
  double progress_seconds = 1;
  // How long a clean stop waits for the running jobs' answers.
  double drain_seconds = 3;
  // So many workers in a row die on a job before it is set aside. One that is killed from outside
  // now and then must not cost a position.
  int deaths_until_set_aside = 4;
  // Threads that check what workers say; 0: the coordinator's own thread does.
  int check_threads = 1;
  // For the tree; the facts that wait for workers are bounded by pool.sharing.most_waiting_facts.
  std::uint64_t tree_bytes = std::uint64_t{192} << 20;
};

// Options that keep the coordinator within `bytes`.
[[nodiscard]] CoordinatorOptions options_within(std::uint64_t bytes);

class ProofRun;

// Of one position.
struct SolveReport {
  Verdict verdict = Verdict::kUnknown;  // of the goal
  Move best = kNoMove;                  // the winner's move if he is to move, in the asker's frame;
                                        // a pass that draws, where that disproves the goal
  int distance_plies = 0;               // when somebody is proven to win
  std::uint64_t nodes = 0;
  std::uint64_t expansions = 0;  // of the nodes: positions searched, without the fours of VCF
  double seconds = 0;
  double worker_seconds = 0;   // of all jobs together
  double certify_seconds = 0;  // part of `worker_seconds`
  PeakMemory peak_memory;
  int workers = 0;            // live at the end
  std::uint64_t records = 0;  // added to the book
  std::uint64_t jobs = 0;
  std::uint64_t hints = 0;  // given to the workers
  std::vector<SetAside> set_aside;
  Traffic traffic;                 // of this position alone
  double coordinator_seconds = 0;  // of this process's CPU, for this position
  double check_seconds = 0;        // spent on checking what workers said, by the clock
};

class Coordinator {
 public:
  // All must outlive the coordinator. `stop` is set by signal handlers: a clean stop is wanted.
  Coordinator(worker::Port& port, const Game& game, Journal& journal, const JudgeFactory& judges,
              const std::atomic<bool>& stop, const CoordinatorOptions& options);

  // Proves or disproves that `goal` wins the position, within `seconds` (0: no limit) or until
  // stop. A move of his that the journal's hints say to win has most of the time before the others:
  // it was proven where a stone stood elsewhere, and while many replies to it are open it would
  // look worse than one that nobody has tried. What is proven is in the journal whatever is
  // returned. Errors: the journal's, and kUnavailable when no worker is left. REQUIRES: the
  // position came from game.parse().
  Result<SolveReport> solve(const Position& position, Color goal, double seconds,
                            const Watcher& watcher);

  // How it goes, also in the middle of solve(): the port may ask while it is polled.
  [[nodiscard]] RunStatus status() const;

  // Sends the workers home; nothing may be solved afterwards. See WorkerPool::dismiss().
  bool dismiss_workers(bool may_resume) { return pool_.dismiss(may_resume); }

 private:
  Result<SolveReport> run(const Position& position, Color goal, double seconds,
                          const Watcher& watcher);

  const Game& game_;
  Journal& journal_;
  const std::atomic<bool>& stop_;
  const CoordinatorOptions options_;
  WorkerPool pool_;
  const std::unique_ptr<Judge> judge_;  // of what the tree concludes
  CheckQueue checks_;
  const ProofRun* current_ = nullptr;  // while solve() runs
};

}  // namespace tengen::coordinator
