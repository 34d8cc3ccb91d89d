#include "coordinator/coordinator.h"

#include <algorithm>

#include "coordinator/proof_run.h"

namespace tengen::coordinator {

CoordinatorOptions options_within(std::uint64_t bytes) {
  CoordinatorOptions options;
  options.tree_bytes = bytes / 4 * 3;
  options.pool.sharing.most_waiting_facts = bytes / 4 / kFactBytes;
  return options;
}

Coordinator::Coordinator(worker::Port& port, const Game& game, Journal& journal,
                         const JudgeFactory& judges, const std::atomic<bool>& stop,
                         const CoordinatorOptions& options)
    : game_(game),
      journal_(journal),
      stop_(stop),
      options_(options),
      pool_(port, game, options.pool),
      judge_(judges(1)),
      checks_(judges(std::max(1, options.check_threads)), options.check_threads > 0) {}

Result<SolveReport> Coordinator::solve(const Position& position, Color goal, double seconds,
                                       const Watcher& watcher) {
  if (position.to_move != goal && position.after_pass) {
    SolveReport drawn;  // he passes, and nothing is left to be searched
    drawn.verdict = Verdict::kDisproven;
    drawn.best = kPass;
    drawn.workers = pool_.live_count();
    return drawn;
  }
  ProofRun run(pool_, checks_, *judge_, game_, journal_, stop_, options_, watcher, position, goal,
               seconds);
  current_ = &run;
  Result<SolveReport> report = run.execute();
  current_ = nullptr;
  return report;
}

RunStatus Coordinator::status() const {
  RunStatus status;
  if (current_ != nullptr) status = current_->status();
  status.workers = pool_.workers();
  status.faults = pool_.faults();
  return status;
}

}  // namespace tengen::coordinator
