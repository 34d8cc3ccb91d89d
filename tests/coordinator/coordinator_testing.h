// A coordinator over simulated workers and the fake game on 5x5: positions to solve, one call to
// solve them, and a walk through the proof that is stored.
#pragma once

#include <atomic>
#include <string>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/fake_judge.h"
#include "tests/coordinator/simulation.h"
#include "tests/fake_game.h"

namespace tengen::coordinator::run_testing {

using test::fake_game;
using test::MemoryJournal;
using test::SimulatedWorkers;

inline Position position(const char* setup) { return parse_setup(setup, 5).value(); }

// Black wins by its second move from here, and by its first from nowhere.
inline Position open_board() { return position("c3/a1/b"); }

// White to move; Black wins by his third stone from here.
inline Position one_stone() { return position("c3/-/w"); }

inline CoordinatorOptions quick_options() {
  CoordinatorOptions options;
  options.pool.roster.lost_after_seconds = 0.5;
  options.pool.roster.return_within_seconds = 1;
  options.drain_seconds = 0.1;
  options.check_threads = 0;
  return options;
}

struct Outcome {
  Status status;
  SolveReport report;
};

inline Outcome solve(SimulatedWorkers& workers, MemoryJournal& journal, const Position& root,
                     Color goal = Color::kBlack, double seconds = 20, bool stopped = false) {
  const std::atomic<bool> stop{stopped};
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                          quick_options());
  Result<SolveReport> report = coordinator.solve(root, goal, seconds, {});
  if (!report.ok()) return {report.status(), {}};
  return {{}, report.value()};
}

// Walks the proof that the journal holds: every reply, passes included, is answered by a record or
// by a win in one move. Returns the first position without an answer, "" when there is none.
inline std::string first_hole(MemoryJournal& journal, const Position& at, Color goal) {
  const Position canonical = canonicalize(at).position;
  if (canonical.to_move == goal) {
    if (test::wins_within(canonical, goal, 1)) return "";
    const auto record = journal.fact(canonical, goal).value();
    if (!record || record->move < 0) return format_position(canonical);
    if (fake_game().effect(canonical, record->move) != MoveEffect::kContinues) {
      return "bad move at " + format_position(canonical);
    }
    return first_hole(journal, after_move(canonical, record->move), goal);
  }
  for (const Move reply : fake_game().legal_moves(canonical)) {
    if (fake_game().effect(canonical, reply) != MoveEffect::kContinues) {
      return format_position(canonical);
    }
    std::string hole = first_hole(journal, after_move(canonical, reply), goal);
    if (!hole.empty()) return hole;
  }
  return "";
}

}  // namespace tengen::coordinator::run_testing
