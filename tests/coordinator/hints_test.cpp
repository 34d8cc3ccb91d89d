// Hints on their way from the journal to the workers.
#include <gtest/gtest.h>

#include "coordinator/coordinator.h"
#include "coordinator/worker_pool.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/simulation.h"
#include "tests/worker/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::MemoryJournal;
using test::SimulatedWorkers;

// A hint at any empty point of a position.
MoveHint hint(const char* setup) {
  const Position position = canonicalize(parse_setup(setup, 5).value()).position;
  for (Move move = 0; move < 25; ++move) {
    if (position.is_empty_point(move)) return {position, move, false};
  }
  return {};
}

TEST(Hints, ThoseThatCanServeReachEveryWorkerNearTheRootFirst) {
  MemoryJournal journal;
  const MoveHint far = hint("c3b3b2/a1a5d1/b");
  const MoveHint near = hint("c3b3/a1a5/b");
  const MoveHint others = hint("c3/a1b3/w");  // with the opponent to move
  const MoveHint elsewhere = hint("c3/b4/b");
  journal.hints = {far, others, elsewhere, near};
  SimulatedWorkers workers(fake_game(), 2);
  const std::atomic<bool> stop{false};
  CoordinatorOptions options;
  options.drain_seconds = 0.1;
  Coordinator coordinator(workers, fake_game(), journal, stop, options);
  const Position root = parse_setup("c3/a1/b", 5).value();
  const Result<SolveReport> report = coordinator.solve(root, Color::kBlack, 20, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().verdict, Verdict::kProven);
  EXPECT_EQ(report.value().hints, 2U);
  for (const int worker : {1, 2}) {
    EXPECT_EQ(workers.hints_received(worker), (std::vector{near, far})) << worker;
  }
}

TEST(Hints, AWorkerGetsThemOnceAndALateOneToo) {
  SimulatedWorkers workers(fake_game(), 1);
  PoolOptions options;
  options.keep_alive_seconds = 0;
  WorkerPool pool(workers, fake_game(), options);
  bool heard = false;
  (void)pool.poll(heard);
  const MoveHint first = hint("c3b3/a1a5/b");
  const Position position = parse_setup("c3/a1/b", 5).value();
  pool.suggest({first});
  pool.give(1, {}, position, Color::kBlack);
  while (pool.any_busy()) (void)pool.poll(heard);
  pool.give(1, {}, position, Color::kBlack);
  EXPECT_EQ(workers.hints_received(1), std::vector{first});
  const int late = workers.join();
  while (pool.live_count() < 2) (void)pool.poll(heard);
  pool.give(late, {}, position, Color::kBlack);
  EXPECT_EQ(workers.hints_received(late), std::vector{first});
}

TEST(Hints, ThoseOfTheNextPositionReplaceThem) {
  SimulatedWorkers workers(fake_game(), 1);
  WorkerPool pool(workers, fake_game(), {});
  bool heard = false;
  (void)pool.poll(heard);
  const MoveHint old = hint("c3b3/a1a5/b");
  const MoveHint fresh = hint("c3b4/a1a5/b");
  pool.suggest({old});
  pool.suggest({fresh});
  pool.give(1, {}, parse_setup("c3/a1/b", 5).value(), Color::kBlack);
  EXPECT_EQ(workers.hints_received(1), std::vector{fresh});
}

}  // namespace
}  // namespace tengen::coordinator
