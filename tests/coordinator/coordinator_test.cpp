#include "coordinator/coordinator.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/coordinator/coordinator_testing.h"

namespace tengen::coordinator {
namespace {

using namespace run_testing;

TEST(Coordinator, ProvesAPositionBeyondTheProversReachWithoutAHole) {
  ASSERT_FALSE(test::wins_within(open_board(), Color::kBlack, 1));
  ASSERT_TRUE(test::wins_within(open_board(), Color::kBlack, 3));
  for (const int count : {1, 2, 5}) {
    SimulatedWorkers workers(fake_game(), count);
    MemoryJournal journal;
    const Outcome outcome = solve(workers, journal, open_board());
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
    EXPECT_GT(outcome.report.records, 0U);
    EXPECT_TRUE(journal.tree.empty()) << "entries of a proven root are deleted";
  }
}

TEST(Coordinator, AnswersInTheAskersOrientation) {
  // The same position in its eight forms.
  for (int index = 0; index < kSymmetryCount; ++index) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    const Position root = Symmetry(index).apply(position("b2c2/a5e5/b"));
    const Outcome outcome = solve(workers, journal, root);
    ASSERT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(outcome.report.distance_plies, 1);
    EXPECT_EQ(fake_game().effect(root, outcome.report.best), MoveEffect::kWins);
  }
}

TEST(Coordinator, ADefendersRootIsProvenAndStored) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Position root = position("c3/-/w");
  const Outcome outcome = solve(workers, journal, root);
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  const auto stored = journal.fact(canonicalize(root).position, Color::kBlack).value();
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->kind, RecordKind::kAllReplies);
  EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
}

TEST(Coordinator, RepliesToTheRootThatNoProverNamesAreJobsAllTheSame) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Position root = canonicalize(position("c3/-/w")).position;
  // As a prover does that finds no win after a pass.
  const auto without_replies = [&](const worker::Job& job) -> std::optional<SolveOutcome> {
    if (!(job.position == root)) return std::nullopt;
    SolveOutcome outcome;
    outcome.nodes = 1;
    return outcome;
  };
  for (const int rank : {0, 1}) workers.forge(rank, without_replies);
  CoordinatorOptions options = quick_options();
  options.policy.list_replies_after_seconds = 0;
  const std::atomic<bool> stop{false};
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  const auto report = coordinator.solve(root, Color::kBlack, 20, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
}

TEST(Coordinator, TheOtherSidesWinIsADisproof) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, position("b3c3/a1e5/b"), Color::kWhite);
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kDisproven);
  EXPECT_EQ(outcome.report.distance_plies, 1);
}

TEST(Coordinator, AReportAddsUpWhatTheWorkersSpent) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const SolveReport report = solve(workers, journal, open_board()).report;
  ASSERT_EQ(report.verdict, Verdict::kProven);
  ASSERT_GT(report.jobs, 1U);
  EXPECT_EQ(report.nodes, test::kFakeCost.nodes * report.jobs);
  EXPECT_EQ(report.expansions, test::kFakeCost.expansions * report.jobs);
  const auto jobs = static_cast<double>(report.jobs);
  EXPECT_EQ(report.worker_seconds, test::kFakeCost.seconds * jobs);
  EXPECT_EQ(report.certify_seconds, test::kFakeCost.certify_seconds * jobs);
  EXPECT_EQ(report.peak_memory.largest_bytes, 2U);
  EXPECT_EQ(report.peak_memory.sum_bytes, 3U);
}

TEST(Coordinator, AFailedCommitEndsTheRunWithItsReason) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  journal.fail_at_commit = 2;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kIo);
  EXPECT_EQ(journal.commits, 2);
}

TEST(Coordinator, AContradictionIsNeverWritten) {
  SimulatedWorkers workers(fake_game(), 1);
  MemoryJournal journal;
  const Position root = canonicalize(open_board()).position;
  const ProofRecord white_wins{root, Color::kWhite, kNoMove, 2, RecordKind::kAllReplies};
  journal.facts[{encode_position(root), Color::kWhite}] = white_wins;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kCorruption);
  EXPECT_FALSE(journal.facts.contains({encode_position(root), Color::kBlack}));
}

// So short that all that follows from the first answers is forgotten, and replies take turns.
TEST(Coordinator, ShortTurnsProveTheSameAndLeaveNoTree) {
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.policy.turn_seconds = 2e-5;
  options.progress_seconds = 0;
  std::uint32_t attempts = 0;
  Watcher watcher;
  watcher.progress = [&](const Progress& progress) {
    attempts = std::max(attempts, progress.attempt);
  };
  for (const char* root : {"c3/a1/b", "c3/-/w"}) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    const Result<SolveReport> report =
        coordinator.solve(position(root), Color::kBlack, 60, watcher);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report.value().verdict, Verdict::kProven) << root;
    EXPECT_EQ(first_hole(journal, position(root), Color::kBlack), "");
    EXPECT_TRUE(journal.tree.empty());
  }
  EXPECT_EQ(attempts, 2U);
}

TEST(Coordinator, WithLittleMemoryItDropsWhatIsSolvedAndProvesTheSame) {
  const std::atomic<bool> stop{false};
  const Position root = position("c3/-/w");
  std::vector<std::size_t> most_nodes;
  for (const std::uint64_t bytes : {std::uint64_t{1} << 30, std::uint64_t{25'000}}) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    CoordinatorOptions options = quick_options();
    options.tree_bytes = bytes;
    options.progress_seconds = 0;
    std::size_t& nodes = most_nodes.emplace_back(0);
    Watcher watcher;
    watcher.progress = [&](const Progress& progress) {
      nodes = std::max(nodes, progress.tree_nodes);
    };
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    Result<SolveReport> report = coordinator.solve(root, Color::kBlack, 20, watcher);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report.value().verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
    EXPECT_TRUE(journal.tree.empty());
  }
  EXPECT_LT(most_nodes[1], most_nodes[0]) << "nothing was dropped";
}

TEST(Coordinator, AStopThatCameBeforeTheStartIsObeyed) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Outcome outcome =
      solve(workers, journal, open_board(), Color::kBlack, 20, /*stopped=*/true);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.report.verdict, Verdict::kUnknown);
  EXPECT_EQ(workers.jobs(), 0);
}

TEST(Coordinator, WhoMayDrawByASecondPassHasNotLost) {
  MemoryJournal journal;
  SimulatedWorkers workers(fake_game(), 1);
  Position root = position("c3/a1/w");
  root.after_pass = true;
  const Outcome outcome = solve(workers, journal, root);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.report.verdict, Verdict::kDisproven);
  EXPECT_EQ(outcome.report.best, kPass);
  EXPECT_EQ(outcome.report.distance_plies, 0);
  EXPECT_EQ(outcome.report.jobs, 0U);
}

}  // namespace
}  // namespace tengen::coordinator
