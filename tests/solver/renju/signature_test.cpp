// The search's signature: how many nodes a fixed task takes. It changes with every change of the
// search, wanted or not, and not with the machine's speed or the build type. To change it on
// purpose, run the test, put the number it prints into kSignature and give the old and the new
// number in the commit message.
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "solver/game/game.h"

namespace tengen {
namespace {

constexpr std::uint64_t kSignature = 102186;
// Reached by the last of the positions only.
constexpr std::uint64_t kNodeLimit = 60'000;

TEST(Signature, AFixedTaskTakesTheSameNodesUntilTheSearchIsChangedOnPurpose) {
  const Game& game = *find_game("renju", 15).value();
  // One prover for all, so that what its tables keep between calls counts too.
  const std::unique_ptr<Prover> prover = game.make_prover({.memory_bytes = 16 << 20, .variant = 0});
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
    const Position position = game.parse(task.position).value();
    const SolveOutcome outcome =
        prover->solve(position, task.goal, {.nodes = kNodeLimit, .seconds = 0}, {});
    EXPECT_EQ(outcome.verdict, task.verdict) << task.position;
    nodes += outcome.nodes;
  }
  EXPECT_EQ(nodes, kSignature);
}

}  // namespace
}  // namespace tengen
