// The proof of one position: the dispatch loop over tree, scheduler, workers and journal. Used by
// Coordinator only.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <utility>

#include "coordinator/coordinator.h"
#include "coordinator/known_wins.h"
#include "coordinator/ledger.h"
#include "coordinator/recall.h"
#include "coordinator/run_progress.h"

namespace tengen::coordinator {

class ProofRun {
 public:
  ProofRun(WorkerPool& pool, CheckQueue& checks, Judge& judge, const Game& game, Journal& journal,
           const std::atomic<bool>& stop, const CoordinatorOptions& options, const Watcher& watcher,
           const Position& position, Color goal, double seconds);

  Result<SolveReport> execute();
  // Without what the pool knows. May be asked for while the pool is polled.
  [[nodiscard]] RunStatus status() const;

 private:
  // Takes in what the workers said; `heard` tells whether there was anything.
  Status take_events(bool& heard);
  Status take_answer(CheckedAnswer& answer);
  // A worker that has claimed what does not hold, and all it has said that was not taken yet.
  void shut_out(const CheckedAnswer& answer);
  [[nodiscard]] Color goal_of(const PoolEvent& event) const;
  // The worker of this job has died.
  void note_death(const Assignment& assignment);
  // By whom deaths are counted.
  [[nodiscard]] std::pair<std::string, bool> job_key(const Assignment& assignment) const;
  Status next_turn_if_due();
  Status hand_out();
  [[nodiscard]] double within_limit(double job_seconds) const;
  // Everything that is left was set aside.
  [[nodiscard]] bool stuck() const;
  // Ends all jobs, waiting shortly for what they have proven.
  Status drain();
  void show_progress();
  Result<SolveReport> report();
  [[nodiscard]] bool certify_replies(const Tree& tree, NodeId id) const;
  // Those that lead to different positions, of which nothing is known.
  [[nodiscard]] std::vector<ChildOutcome> distinct_replies(const Position& position) const;
  [[nodiscard]] bool time_is_up() const;

  WorkerPool& pool_;
  CheckQueue& checks_;
  const Game& game_;
  Journal& journal_;
  const std::atomic<bool>& stop_;
  const CoordinatorOptions& options_;
  const Watcher& watcher_;
  const Position asked_position_;
  const Color goal_;
  const double seconds_limit_;
  Tree tree_;
  Scheduler scheduler_;
  KnownWins known_wins_;
  Ledger ledger_;
  Recall recall_;
  RunProgress progress_;
  SolveReport totals_;
  // Deaths on a job in a row, by position and whether the other side's win was asked for.
  std::map<std::pair<std::string, bool>, int> deaths_;
  const Traffic traffic_before_;
  const double cpu_seconds_before_;
  const double check_seconds_before_;
};

}  // namespace tengen::coordinator
