// The search's signature: how many nodes a fixed task takes. It changes with every change of the
// search, wanted or not, and not with the machine's speed or the build type. To change it on
// purpose, run the tests, put the numbers they print below and give the old and the new ones in the
// commit message.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "solver/game/game.h"

namespace tengen {
namespace {

constexpr std::uint64_t kSignature = 102186;
constexpr std::uint64_t kRestartSignature = 823'490;
// Reached by the last of the positions only.
constexpr std::uint64_t kNodeLimit = 60'000;

const Game& renju() { return *find_game("renju", 15).value(); }

TEST(Signature, AFixedTaskTakesTheSameNodesUntilTheSearchIsChangedOnPurpose) {
  // One prover for all, so that what its tables keep between calls counts too.
  const std::unique_ptr<Prover> prover =
      renju().make_prover({.memory_bytes = 16 << 20, .variant = 0});
  struct Task {
    const char* position;
    Color goal;
    Verdict verdict;
  };
  constexpr std::array<Task, 4> kTasks{{
      {"h8i8i10/h9g5k7/b", Color::kBlack, Verdict::kProven},
      {"h8j7i5j6/i9f8h10/w", Color::kWhite, Verdict::kProven},
      {"h8j9h11i10i11h10/h9e7g9k8f8j7/b", Color::kBlack, Verdict::kProven},
      {"h8i9/h9h7/w", Color::kBlack, Verdict::kUnknown},
  }};
  std::uint64_t nodes = 0;
  for (const Task& task : kTasks) {
    const Position position = renju().parse(task.position).value();
    const SolveOutcome outcome =
        prover->solve(position, task.goal, {.nodes = kNodeLimit, .seconds = 0}, {});
    EXPECT_EQ(outcome.verdict, task.verdict) << task.position;
    nodes += outcome.nodes;
  }
  EXPECT_EQ(nodes, kSignature);
}

// Longer than two slices of the shortest length and the longer one that follows.
TEST(Signature, RestartsTakeTheSameNodesToo) {
  const std::unique_ptr<Prover> prover =
      renju().make_prover({.memory_bytes = 64 << 20, .variant = 0});
  const Position position = renju().parse("h8h9i9j9").value();
  std::uint64_t nodes = 0;
  SolveOutcome outcome;
  for (int call = 0; call < 100 && outcome.verdict == Verdict::kUnknown; ++call) {
    outcome = prover->solve(position, Color::kBlack, {.nodes = 5'000'000, .seconds = 0}, {});
    nodes += outcome.nodes;
  }
  EXPECT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(nodes, kRestartSignature);
}

}  // namespace
}  // namespace tengen
