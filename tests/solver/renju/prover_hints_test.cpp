// Hints to a prover: good ones save work, wrong ones prove nothing.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "solver/game/prover.h"
#include "solver/game/symmetry.h"
#include "tests/solver/renju/problems.h"
#include "tests/solver/renju/prover_testing.h"

namespace tengen {
namespace {

using namespace prover_testing;

// The moves of a proof, as hints.
std::vector<Hint> moves_of(const std::vector<ProofRecord>& records, bool wins) {
  std::vector<Hint> hints;
  for (const ProofRecord& record : records) hints.push_back({record.position, record.move, wins});
  return hints;
}

TEST(ProverHints, GoodHintsSaveWorkAndTheProofIsWholeWithoutThem) {
  for (const bool wins : {true, false}) {
    std::uint64_t without = 0;
    std::uint64_t with = 0;
    for (const char* id : {"sp_021", "quintet_vct_game_white_l06_2"}) {
      const Position position = problem(id);
      const Color goal = position.to_move;
      const SolveOutcome whole = solve(*make_prover(), position, goal, kEnough);
      ASSERT_EQ(whole.verdict, Verdict::kProven);
      const std::unique_ptr<Prover> prover = make_prover();
      prover->take_hints(moves_of(whole.records, wins));
      const SolveOutcome hinted = solve(*prover, position, goal, kEnough);
      ASSERT_EQ(hinted.verdict, Verdict::kProven) << id;
      EXPECT_EQ(hole_in(hinted.records, position, goal), "") << id;
      without += whole.nodes;
      with += hinted.nodes;
    }
    EXPECT_LT(with, without) << wins;
  }
}

// As a proof of a neighbour says them: most are right.
TEST(ProverHints, WhereAHintFailsAnotherMoveIsLookedForInItsPlace) {
  const Position position = problem("sp_021");
  const Color goal = position.to_move;
  const SolveOutcome whole = solve(*make_prover(), position, goal, kEnough);
  ASSERT_EQ(whole.verdict, Verdict::kProven);
  std::vector<Hint> hints = moves_of(whole.records, true);
  for (std::size_t i = 2; i < hints.size(); i += 5) {
    hints[i].move = renju_game().legal_moves(hints[i].position).front();
  }
  const std::unique_ptr<Prover> prover = make_prover();
  prover->take_hints(hints);
  const SolveOutcome hinted = solve(*prover, position, goal, kEnough);
  ASSERT_EQ(hinted.verdict, Verdict::kProven);
  EXPECT_EQ(hole_in(hinted.records, position, goal), "");
  // Given up at the first of them, the proof by hints costs a hundred thousand.
  EXPECT_LT(hinted.nodes, whole.nodes);
}

// The opponent's wins, fouls and moves far off, all said to win.
TEST(ProverHints, WrongHintsProveNothing) {
  const Position lost = problem("sp_033");
  std::vector<Hint> hints;
  for (const Move move : renju_game().legal_moves(lost)) {
    if (move == kPass) continue;
    const Position after = after_move(lost, move);
    for (const Move reply : renju_game().legal_moves(after)) {
      if (reply == kPass || reply % 29 != 0) continue;
      Position next = after_move(after, reply);
      if (renju_game().effect(after, reply) != MoveEffect::kContinues) continue;
      hints.push_back({std::move(next), kNoMove, true});
    }
    hints.push_back({lost, move, true});
  }
  for (std::size_t i = 0; i < hints.size(); ++i) {
    if (hints[i].move != kNoMove) continue;
    hints[i].move = renju_game().legal_moves(hints[i].position)[i % 100];
    const Canonical canonical = canonicalize(hints[i].position);
    hints[i].move = canonical.canonical_from_input.apply(hints[i].move, lost.size);
    hints[i].position = canonical.position;
  }
  const std::unique_ptr<Prover> prover = make_prover();
  prover->take_hints(hints);
  const SolveOutcome outcome = solve(*prover, lost, lost.to_move, 200'000);
  EXPECT_NE(outcome.verdict, Verdict::kProven);
  EXPECT_GT(outcome.nodes, 10'000u) << "it did not search";
  EXPECT_LT(outcome.nodes, 220'000u);
}

TEST(ProverHints, AHintOnAFoulPointOrAStoneIsLeftOut) {
  const Position position = renju_game().parse("g7h7i8i9/g9j6/b").value();
  const std::vector<Move> fouls = renju_game().foul_points(position);
  ASSERT_FALSE(fouls.empty());
  const std::unique_ptr<Prover> prover = make_prover();
  prover->take_hints(
      std::vector<Hint>{{position, fouls.front(), true}, {position, position.black.front(), true}});
  const std::unique_ptr<Prover> plain = make_prover();
  const SolveOutcome hinted = solve(*prover, position, Color::kBlack, 20'000);
  const SolveOutcome without = solve(*plain, position, Color::kBlack, 20'000);
  EXPECT_EQ(hinted.nodes, without.nodes);
  EXPECT_EQ(hinted.best, without.best);
}

}  // namespace
}  // namespace tengen
