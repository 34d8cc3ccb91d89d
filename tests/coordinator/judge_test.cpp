#include "coordinator/judge.h"

#include <gtest/gtest.h>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/simulation.h"

namespace tengen::coordinator {
namespace {

using test::MemoryJournal;

const Game& renju() { return *find_game("renju", 15).value(); }

TEST(Judge, AShortWinHasItsMoveInTheAskersOrientation) {
  // Black, to move, makes five at one point.
  const Position won = renju().parse("a1b1c1d1/a3c3e3h9/b").value();
  MemoryJournal journal;
  const auto judge = verifying_judges(journal, {book::kNaiveRenju, 15})(1);
  for (int index = 0; index < kSymmetryCount; ++index) {
    const Position image = Symmetry(index).apply(won);
    const auto value = judge->value(image, Color::kBlack).value();
    ASSERT_TRUE(value) << index;
    EXPECT_EQ(value->distance_plies, 1);
    EXPECT_EQ(renju().effect(image, value->move), MoveEffect::kWins) << index;
  }
}

TEST(Judge, WhatWasSettledLastCountsAndWhatIsStored) {
  const Position position = canonicalize(renju().parse("h8h9i9h7g7f6i8i7j10").value()).position;
  const auto prover = renju().make_prover({.memory_bytes = 64 << 20});
  const SolveOutcome proof = prover->solve(position, Color::kBlack, {}, nullptr);
  ASSERT_EQ(proof.verdict, Verdict::kProven);
  MemoryJournal journal;
  const auto judge = verifying_judges(journal, {book::kNaiveRenju, 15})(2);
  EXPECT_FALSE(judge->value(position, Color::kBlack).value());
  const book::Settlement settled = judge->settle(proof.records).value();
  EXPECT_TRUE(settled.faults.empty());
  const auto value = judge->value(position, Color::kBlack).value();
  ASSERT_TRUE(value);
  (void)judge->settle({}).value();
  EXPECT_FALSE(judge->value(position, Color::kBlack).value());
  book::CommitBatch batch;
  batch.proofs = settled.records;
  ASSERT_TRUE(journal.commit(batch).ok());
  EXPECT_EQ(judge->value(position, Color::kBlack).value()->distance_plies, value->distance_plies);
}

}  // namespace
}  // namespace tengen::coordinator
