// Facts and hints on their way to the workers.
#include <gtest/gtest.h>

#include "coordinator/coordinator.h"
#include "coordinator/worker_pool.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/fake_judge.h"
#include "tests/coordinator/simulation.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::MemoryJournal;
using test::SimulatedWorkers;

// A hint at any empty point of a position.
Hint hint(const char* setup) {
  const Position position = canonicalize(parse_setup(setup, 5).value()).position;
  for (Move move = 0; move < 25; ++move) {
    if (position.is_empty_point(move)) return {position, move, false};
  }
  return {};
}

TEST(Hints, ThoseThatCanServeReachEveryWorkerNearTheRootFirst) {
  MemoryJournal journal;
  const Hint far = hint("c3b3b2/a1a5d1/b");
  const Hint near = hint("c3b3/a1a5/b");
  const Hint others = hint("c3/a1b3/w");  // with the opponent to move
  const Hint elsewhere = hint("c3/b4/b");
  journal.hints = {far, others, elsewhere, near};
  SimulatedWorkers workers(fake_game(), 2);
  const std::atomic<bool> stop{false};
  CoordinatorOptions options;
  options.drain_seconds = 0.1;
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  const Position root = parse_setup("c3/a1/b", 5).value();
  const Result<SolveReport> report = coordinator.solve(root, Color::kBlack, 20, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().verdict, Verdict::kProven);
  EXPECT_EQ(report.value().hints, 2U);
  for (const int worker : {1, 2}) {
    EXPECT_EQ(workers.hints_received(worker), (std::vector{near, far})) << worker;
  }
}

// Simulated workers and a pool that has heard them.
struct LivePool {
  explicit LivePool(int count, const PoolOptions& options = {})
      : workers(fake_game(), count), pool(workers, fake_game(), options) {
    await(count);
  }
  void await(int live) {
    bool heard = false;
    do {
      (void)pool.poll(heard);
    } while (pool.live_count() < live);
  }
  void give(int worker) { pool.give(worker, {}, parse_setup("c3/a1/b", 5).value(), Color::kBlack); }
  int join() {
    const int rank = workers.join();
    await(pool.live_count() + 1);
    return rank;
  }

  SimulatedWorkers workers;
  WorkerPool pool;
};

TEST(Hints, AWorkerGetsThemOnceAndALateOneToo) {
  LivePool live(1);
  const Hint first = hint("c3b3/a1a5/b");
  live.pool.suggest({first});
  live.give(1);
  bool heard = false;
  while (live.pool.any_busy()) (void)live.pool.poll(heard);
  live.give(1);
  EXPECT_EQ(live.workers.hints_received(1), std::vector{first});
  const int late = live.join();
  live.give(late);
  EXPECT_EQ(live.workers.hints_received(late), std::vector{first});
}

TEST(Hints, ThoseOfTheNextPositionReplaceThem) {
  LivePool live(1);
  const Hint old = hint("c3b3/a1a5/b");
  const Hint fresh = hint("c3b4/a1a5/b");
  live.pool.suggest({old});
  live.give(1);
  bool heard = false;
  while (live.pool.any_busy()) (void)live.pool.poll(heard);
  live.pool.suggest({fresh});
  live.give(1);
  EXPECT_EQ(live.workers.hints_received(1), std::vector{fresh});
}

// The lengths of the proofs that a worker is told of.
std::vector<int> news(FactSharing& sharing, int worker) {
  std::vector<int> plies;
  sharing.give_news(worker, [&](const worker::Message& message) {
    for (const ProofRecord& fact : std::get<worker::Facts>(message).records) {
      plies.push_back(fact.distance_plies);
    }
  });
  return plies;
}

std::vector<ProofRecord> facts(const std::vector<int>& plies) {
  std::vector<ProofRecord> records;
  for (const int distance : plies) {
    records.push_back(
        {parse_setup("c3/a1/b", 5).value(), Color::kBlack, kNoMove, distance, RecordKind::kTree});
  }
  return records;
}

TEST(Facts, OfMoreThanMayBeSentThoseOfTheLongestProofsAre) {
  SharingLimits limits;
  limits.most_facts_per_second = 4;
  const FactSharing::Clock::time_point start;
  FactSharing sharing(limits, start);
  sharing.share(facts({3, 9, 1, 5}), 1, 2, start);
  EXPECT_EQ(news(sharing, 2), (std::vector{9, 5})) << "two for each of two receivers";
  sharing.share(facts({7}), 1, 2, start);
  EXPECT_EQ(news(sharing, 2), (std::vector<int>{})) << "all is spent";
  sharing.share(facts({7}), 1, 2, start + std::chrono::seconds(1));
  EXPECT_EQ(news(sharing, 2), (std::vector{7}));
  // What the coordinator itself found out, or stored facts, go out in any case.
  sharing.share(facts({3, 9, 1, 5}), kNoWorker, 2, start + std::chrono::seconds(1));
  EXPECT_EQ(news(sharing, 3), (std::vector{9, 5, 7, 3, 9, 1, 5}));
}

TEST(Facts, NobodyIsToldWhatHeHasSaidOrHeardBefore) {
  const FactSharing::Clock::time_point start;
  FactSharing sharing({}, start);
  sharing.share(facts({3}), 1, 1, start);
  sharing.share(facts({5}), 2, 1, start);
  EXPECT_EQ(news(sharing, 1), (std::vector{5}));
  EXPECT_EQ(news(sharing, 2), (std::vector{3}));
  EXPECT_EQ(news(sharing, 2), (std::vector<int>{}));
}

TEST(Facts, TheOldestGoWhenTooManyWait) {
  SharingLimits limits;
  limits.most_waiting_facts = 2;
  const FactSharing::Clock::time_point start;
  FactSharing sharing(limits, start);
  sharing.share(facts({1, 3, 5}), kNoWorker, 1, start);
  EXPECT_EQ(sharing.waiting_bytes(), 2 * kFactBytes);
  EXPECT_EQ(news(sharing, 1), (std::vector{3, 5}));
}

TEST(Facts, AWorkerThatJoinsLateIsSentThoseThatAllOthersHave) {
  LivePool live(1);
  const Position position = canonicalize(parse_setup("c3/a1/b", 5).value()).position;
  live.pool.share({{position, Color::kBlack, 0, 3, RecordKind::kTree}}, kNoWorker);
  live.give(1);
  ASSERT_EQ(live.workers.facts_received(1), 1U);
  const int late = live.join();
  live.give(late);
  EXPECT_EQ(live.workers.facts_received(late), 1U);
}

}  // namespace
}  // namespace tengen::coordinator
