// A move of the asked position that the book's hints say to win is asked for before the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/coordinator/coordinator_testing.h"

namespace tengen::coordinator {
namespace {

using namespace run_testing;

Move move_at(const char* name) { return parse_move(name, 5).value(); }

// On open_board() Black wins by any stone beside c3; left to itself the run finds c2.
class SuggestedMove : public testing::Test {
 protected:
  using Forgery = SimulatedWorkers::Forgery;
  Outcome solve_with(const Hint& hint, double seconds = 20, Forgery forgery = {}) {
    journal_.facts.clear();
    journal_.hints = {hint};
    SimulatedWorkers workers(fake_game(), 1);
    if (forgery) workers.forge(1, std::move(forgery));
    const std::atomic<bool> stop{false};
    CoordinatorOptions options = quick_options();
    options.progress_seconds = 0;
    Watcher watcher;
    watcher.progress = [&](const Progress& progress) { told_.push_back(progress.suggested); };
    Coordinator coordinator(workers, fake_game(), journal_, test::fake_judges(journal_), stop,
                            options);
    const auto report = coordinator.solve(open_board(), Color::kBlack, seconds, watcher);
    if (!report.ok()) return {report.status(), {}};
    return {{}, report.value()};
  }

  MemoryJournal journal_;
  std::vector<std::string> told_;  // of a suggested move, by each report of progress
};

TEST_F(SuggestedMove, IsTheOneThatIsProven) {
  const Outcome outcome = solve_with({open_board(), move_at("d3"), true});
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.best, move_at("d3"));
  EXPECT_EQ(first_hole(journal_, open_board(), Color::kBlack), "");
  EXPECT_EQ(outcome.report.nodes, test::kFakeCost.nodes * outcome.report.jobs);
  EXPECT_GT(std::ranges::count(told_, "d3"), 0);
}

TEST_F(SuggestedMove, CountsOnlyWhereItIsSaidToWinAndIsOne) {
  for (const Hint& hint :
       {Hint{open_board(), move_at("d3"), false}, Hint{open_board(), move_at("a1"), true},
        Hint{one_stone(), move_at("d3"), true}}) {
    const Outcome outcome = solve_with(hint);
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(outcome.report.best, move_at("c2"));
  }
  EXPECT_EQ(std::ranges::count(told_, "d3") + std::ranges::count(told_, "a1"), 0);
}

TEST_F(SuggestedMove, LeavesTimeForTheOthersWhereItIsNotProven) {
  const Position after = canonicalize(after_move(open_board(), move_at("d3"))).position;
  const auto knows_nothing_of_it = [&](const worker::Job& job) -> std::optional<SolveOutcome> {
    if (job.position != after) return std::nullopt;
    return SolveOutcome{};
  };
  const Outcome outcome = solve_with({open_board(), move_at("d3"), true}, 2, knows_nothing_of_it);
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.best, move_at("c2"));
  EXPECT_GE(outcome.report.seconds, 1.5);
  EXPECT_LE(outcome.report.seconds, 3);
}

}  // namespace
}  // namespace tengen::coordinator
