#include "solver/renju/evaluation.h"

#include <gtest/gtest.h>

#include "solver/game/symmetry.h"

namespace tengen::renju {
namespace {

Position set_up(std::string_view text) { return parse_setup(text, kMaxSize).value(); }

TEST(Evaluation, IsTheSameInAllEightSymmetries) {
  const Position position = set_up("h8i9j7f10/h9h7i7g9/b");
  for (const Color attacker : {Color::kBlack, Color::kWhite}) {
    for (const bool to_move : {true, false}) {
      const float expected = win_logit(Board(position).sums(), attacker, to_move);
      for (int i = 1; i < kSymmetryCount; ++i) {
        EXPECT_EQ(win_logit(Board(Symmetry(i).apply(position)).sums(), attacker, to_move), expected)
            << i;
      }
    }
  }
}

TEST(Evaluation, TakesAnOpenThreeOfTheMoverForAWinAndTheOpponentsForALoss) {
  const Board three(set_up("h8i8j8i10/h9i9j10/b"));
  EXPECT_GT(win_logit(three.sums(), Color::kBlack, true), 1);
  const Board against(set_up("h9i9j10/h8i8j8i10/b"));
  EXPECT_LT(win_logit(against.sums(), Color::kBlack, true), 0);
}

TEST(Evaluation, NumbersGrowWithTheOddsAgainstAndNeverSayDecided) {
  const Board strong(set_up("h8i8j8i10/h9i9j10/b"));
  const Board weak(set_up("h9i9j10/h8i8j8i10/b"));
  const Numbers likely = estimated_numbers(strong.sums(), Color::kBlack, true, 4);
  const Numbers unlikely = estimated_numbers(weak.sums(), Color::kBlack, true, 4);
  EXPECT_LT(likely.proof, unlikely.proof);
  EXPECT_GT(likely.disproof, unlikely.disproof);
  EXPECT_GE(likely.proof, 1U);
  EXPECT_GE(unlikely.disproof, 1U);
}

}  // namespace
}  // namespace tengen::renju
