// What a run takes over from the one before: the tree, facts and hints that the book has.
#include <gtest/gtest.h>

#include <vector>

#include "tests/coordinator/coordinator_testing.h"

namespace tengen::coordinator {
namespace {

using namespace run_testing;

TEST(Resume, AStopKeepsTheTreeAndTheNextRunGoesOn) {
  // Runs of ever more commits, each ended by a failing disk, then one to the end.
  MemoryJournal journal;
  for (int commits = 2; commits < 40; commits += 7) {
    SimulatedWorkers workers(fake_game(), 2);
    journal.commits = 0;
    journal.fail_at_commit = commits;
    if (solve(workers, journal, open_board()).status.ok()) break;
    EXPECT_FALSE(journal.tree.empty());
  }
  journal.fail_at_commit = 0;
  SimulatedWorkers workers(fake_game(), 2);
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
  EXPECT_TRUE(journal.tree.empty());
}

TEST(Resume, TheNextRunBeginsWithTheTreeThatTheLastOneHad) {
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.progress_seconds = 0;
  MemoryJournal journal;
  const auto sizes_of_run = [&] {
    std::vector<std::size_t> sizes;
    Watcher watcher;
    watcher.progress = [&](const Progress& progress) { sizes.push_back(progress.tree_nodes); };
    SimulatedWorkers workers(fake_game(), 2);
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    journal.commits = 0;
    (void)coordinator.solve(position("c3/-/w"), Color::kBlack, 20, watcher);
    return sizes;
  };
  journal.fail_at_commit = 12;
  const std::vector<std::size_t> before = sizes_of_run();
  journal.fail_at_commit = 0;
  const std::vector<std::size_t> after = sizes_of_run();
  ASSERT_FALSE(before.empty());
  ASSERT_FALSE(after.empty());
  // What is solved is a node no more; the first jobs may have opened one up.
  constexpr std::size_t kMovesOfOne = 25;
  EXPECT_LE(after.front(), before.back() + kMovesOfOne);
  EXPECT_GT(after.front(), 1U);
}

// Takes out what is known of positions of so many stones and fewer.
void forget(MemoryJournal& journal, std::size_t most_stones) {
  std::erase_if(journal.facts, [&](const auto& fact) {
    return fact.second.position.stone_count() <= most_stones;
  });
}

TEST(Resume, APositionOfWhichEveryReplyIsProvenNeedsNoJob) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  ASSERT_EQ(solve(first, journal, one_stone()).report.verdict, Verdict::kProven);
  forget(journal, one_stone().stone_count());
  SimulatedWorkers second(fake_game(), 1);
  const Outcome outcome = solve(second, journal, one_stone());
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(second.jobs(), 0);
  EXPECT_EQ(first_hole(journal, one_stone(), Color::kBlack), "");
}

TEST(Resume, WhatTheBookHasIsTaughtToTheWorkersAndLookedUpForNewNodes) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  ASSERT_EQ(solve(first, journal, one_stone()).report.verdict, Verdict::kProven);
  const int jobs_from_nothing = first.jobs();
  // Left is, for each reply, that one of Black's moves wins against all that White has then.
  forget(journal, one_stone().stone_count() + 1);
  const std::size_t stored = journal.facts.size();
  ASSERT_GT(stored, 0U);
  SimulatedWorkers second(fake_game(), 1);
  ASSERT_EQ(solve(second, journal, one_stone()).report.verdict, Verdict::kProven);
  EXPECT_GE(second.facts_received(1), stored);
  EXPECT_LE(second.jobs(), 3);
  EXPECT_GT(jobs_from_nothing, 10);
  EXPECT_EQ(first_hole(journal, one_stone(), Color::kBlack), "");
}

TEST(Resume, FactsThatWaitForWorkersAreBounded) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  const Position root = position("c3/-/w");
  ASSERT_EQ(solve(first, journal, root).report.verdict, Verdict::kProven);
  forget(journal, root.stone_count() + 1);
  const std::size_t stored = journal.facts.size();
  ASSERT_GT(stored, 4U);
  SimulatedWorkers second(fake_game(), 1);
  int taught = 0;
  second.watch_facts([&](const ProofRecord&) { taught += second.jobs() == 0 ? 1 : 0; });
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.pool.sharing.most_waiting_facts = 2;
  Coordinator coordinator(second, fake_game(), journal, test::fake_judges(journal), stop, options);
  ASSERT_EQ(coordinator.solve(root, Color::kBlack, 20, {}).value().verdict, Verdict::kProven);
  EXPECT_EQ(taught, 2) << "of " << stored << " before the first job";
}

TEST(Resume, ADamagedTreeEntryIsReported) {
  MemoryJournal journal;
  journal.tree[{encode_position(canonicalize(open_board()).position), Color::kBlack}] = "\x01junk";
  SimulatedWorkers workers(fake_game(), 1);
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kCorruption);
}

}  // namespace
}  // namespace tengen::coordinator
