#include "solver/renju/evaluation.h"

#include <gtest/gtest.h>

#include "solver/game/symmetry.h"
#include "solver/renju/evaluated_board.h"

namespace tengen::renju {
namespace {

Position set_up(std::string_view text) { return parse_setup(text, kMaxSize).value(); }

BoardSums sums_of(const Position& position) {
  Board board(position);
  return EvaluatedBoard(board).sums();
}

TEST(Evaluation, IsTheSameInAllEightSymmetries) {
  const Position position = set_up("h8i9j7f10/h9h7i7g9/b");
  for (const Color attacker : {Color::kBlack, Color::kWhite}) {
    for (const bool to_move : {true, false}) {
      const float expected = win_logit(sums_of(position), attacker, to_move);
      for (int i = 1; i < kSymmetryCount; ++i) {
        EXPECT_EQ(win_logit(sums_of(Symmetry(i).apply(position)), attacker, to_move), expected)
            << i;
      }
    }
  }
}

TEST(Evaluation, TakesAnOpenThreeOfTheMoverForAWinAndTheOpponentsForALoss) {
  const BoardSums three = sums_of(set_up("h8i8j8i10/h9i9j10/b"));
  EXPECT_GT(win_logit(three, Color::kBlack, true), 1);
  const BoardSums against = sums_of(set_up("h9i9j10/h8i8j8i10/b"));
  EXPECT_LT(win_logit(against, Color::kBlack, true), 0);
}

TEST(Evaluation, NumbersGrowWithTheOddsAgainstAndNeverSayDecided) {
  const BoardSums strong = sums_of(set_up("h8i8j8i10/h9i9j10/b"));
  const BoardSums weak = sums_of(set_up("h9i9j10/h8i8j8i10/b"));
  const Numbers likely = estimated_numbers(strong, Color::kBlack, true, 4);
  const Numbers unlikely = estimated_numbers(weak, Color::kBlack, true, 4);
  EXPECT_LT(likely.proof, unlikely.proof);
  EXPECT_GT(likely.disproof, unlikely.disproof);
  EXPECT_GE(likely.proof, 1U);
  EXPECT_GE(unlikely.disproof, 1U);
}

}  // namespace
}  // namespace tengen::renju
