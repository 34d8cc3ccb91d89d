#include "coordinator/coordinator.h"

#include <algorithm>

#include "coordinator/proof_run.h"

namespace tengen::coordinator {
namespace {

// Of the time there is, and in seconds where there is no limit: what a move has that hints say to
// win, before the others. Neighbours' moves took 80 to 1,000 s on two cores.
constexpr double kSuggestedShare = 0.75;
constexpr double kSuggestedSeconds = 7'200;
// What follows from the move's proof takes no search.
constexpr double kLeastSeconds = 1;

// Whether the move is legal, with nothing decided by it.
bool continues(const Game& game, const Position& position, Move move) {
  const std::vector<Move> moves = game.legal_moves(position);
  return std::ranges::count(moves, move) > 0 &&
         game.effect(position, move) == MoveEffect::kContinues;
}

// What `report`, of the position, took together with an earlier run, of a move there.
void add_cost(SolveReport& report, const SolveReport& earlier) {
  report.nodes += earlier.nodes;
  report.expansions += earlier.expansions;
  report.seconds += earlier.seconds;
  report.worker_seconds += earlier.worker_seconds;
  report.certify_seconds += earlier.certify_seconds;
  report.records += earlier.records;
  report.jobs += earlier.jobs;
  report.traffic = report.traffic + earlier.traffic;
  report.coordinator_seconds += earlier.coordinator_seconds;
  report.check_seconds += earlier.check_seconds;
  report.set_aside.insert(report.set_aside.begin(), earlier.set_aside.begin(),
                          earlier.set_aside.end());
}

Watcher watcher_after(const Watcher& watcher, std::string suggested) {
  Watcher after = watcher;
  if (!watcher.progress) return after;
  after.progress = [&watcher, suggested = std::move(suggested)](const Progress& progress) {
    Progress told = progress;
    told.suggested = suggested;
    watcher.progress(told);
  };
  return after;
}

}  // namespace

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
  const Result<std::optional<Hint>> hint = journal_.hint(position);
  if (!hint.ok()) return hint.status();
  if (!hint.value() || !hint.value()->wins || position.to_move != goal ||
      !continues(game_, position, hint.value()->move)) {
    return run(position, goal, seconds, watcher);
  }
  const Move move = hint.value()->move;
  const double share = seconds > 0 ? kSuggestedShare * seconds : kSuggestedSeconds;
  const Result<SolveReport> after = run(game_.play(position, move), goal, share,
                                        watcher_after(watcher, format_move(move, position.size)));
  if (!after.ok()) return after.status();
  const double left = std::max(seconds - after.value().seconds, kLeastSeconds);
  Result<SolveReport> report = run(position, goal, seconds > 0 ? left : 0, watcher);
  if (report.ok()) add_cost(report.value(), after.value());
  return report;
}

Result<SolveReport> Coordinator::run(const Position& position, Color goal, double seconds,
                                     const Watcher& watcher) {
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
