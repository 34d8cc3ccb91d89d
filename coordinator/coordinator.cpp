#include "coordinator/coordinator.h"

#include "coordinator/proof_run.h"

namespace tengen::coordinator {

Coordinator::Coordinator(wire::Port& port, const Game& game, Journal& journal,
                         const std::atomic<bool>& stop, const CoordinatorOptions& options)
    : game_(game),
      journal_(journal),
      stop_(stop),
      options_(options),
      pool_(port, game, options.pool) {}

Result<SolveReport> Coordinator::solve(const Position& position, Color goal, double seconds,
                                       const Watcher& watcher) {
  ProofRun run(pool_, game_, journal_, stop_, options_, watcher, position, goal, seconds);
  return run.execute();
}

}  // namespace tengen::coordinator
