// What one or two plies over a book say, with three in a row on 5x5 for a game: its short win is a
// three made at once.
#include "book/query/evaluator.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

constexpr const char* kNothing = "nothing";

class EvaluatorTest : public testing::Test {
 protected:
  static Position at5(std::string_view setup) { return at(setup, ThreeGame::kSize); }
  static Move point5(std::string_view text) { return point(text, ThreeGame::kSize); }

  void store(std::string_view setup, Color goal, std::string_view move, int distance) {
    ASSERT_TRUE(store_->commit(batch_of({record(at5(setup), goal, point5(move), distance)})).ok());
  }
  void store_all_replies(std::string_view setup, Color goal, int distance) {
    const ProofRecord all = record(at5(setup), goal, kNoMove, distance, RecordKind::kAllReplies);
    ASSERT_TRUE(store_->commit(batch_of({all})).ok());
  }
  // "c1 in 3", "? in 3" without a move, or "nothing".
  static std::string text(const Result<std::optional<Win>>& known) {
    if (!known.ok()) return known.status().message();
    if (!known.value().has_value()) return kNothing;
    const Move move = known.value()->move;
    return (move == kNoMove ? "?" : format_move(move, ThreeGame::kSize)) + " in " +
           std::to_string(known.value()->distance_plies);
  }

  TempDir dir_;
  ThreeGame game_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"), ThreeGame::kSize);
  Evaluator evaluator_{*store_, game_};
};

TEST_F(EvaluatorTest, TheAttackerWinsByHisRecordElseByAShortWin) {
  EXPECT_EQ(text(evaluator_.attacker_win(at5("c2/a5/b"), Color::kBlack)), kNothing);
  store("c2/a5/b", Color::kBlack, "c3", 3);
  EXPECT_EQ(text(evaluator_.attacker_win(at5("c2/a5/b"), Color::kBlack)), "c3 in 3");
  // In the frame of the question.
  EXPECT_EQ(text(evaluator_.attacker_win(at5("b3/e5/b"), Color::kBlack)), "c3 in 3");

  EXPECT_EQ(text(evaluator_.attacker_win(at5("c2c3/a5e2/b"), Color::kBlack)), "c1 in 1");
  store("c2c3/a5e2/b", Color::kBlack, "b2", 7);
  EXPECT_EQ(text(evaluator_.attacker_win(at5("c2c3/a5e2/b"), Color::kBlack)), "b2 in 7");
}

TEST_F(EvaluatorTest, ARecordOfTheOtherGoalSaysNothing) {
  store("c2/a5/b", Color::kBlack, "c3", 3);
  EXPECT_EQ(text(evaluator_.attacker_win(at5("c2/a5/w"), Color::kWhite)), kNothing);
}

TEST_F(EvaluatorTest, TheDefenderLosesWhenEveryReplyDoesAndNamesTheNaturalOne) {
  // Black threatens c1 and c4; a reply at one of them leaves the other.
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3/a5/w"), Color::kBlack)), "c1 in 2");
  // With a pass, too.
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3e5/a2a5e1/w"), Color::kBlack)), "c1 in 2");
  // One threat can be stopped.
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3/a5c1/w"), Color::kBlack)), kNothing);
  // A three of the defender's own refutes.
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3/a5b5/w"), Color::kBlack)), kNothing);
}

TEST_F(EvaluatorTest, TheLongestReplyIsOnePlyMoreThanTheRecordAfterIt) {
  store("c2c3/a5c1c4/b", Color::kBlack, "b2", 5);  // after the reply c4
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3/a5c1/w"), Color::kBlack)), "c4 in 6");
}

TEST_F(EvaluatorTest, ARecordOfAllRepliesCountsWhereTheBookHasAHole) {
  store_all_replies("c2/-/w", Color::kBlack, 8);
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2/-/w"), Color::kBlack)), "? in 8");
  EXPECT_EQ(text(evaluator_.longest_reply(at5("c2/-/w"), Color::kBlack)), kNothing);
  // Not where all replies are known.
  store_all_replies("c2c3/a5/w", Color::kBlack, 8);
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3/a5/w"), Color::kBlack)), "c1 in 2");
}

TEST_F(EvaluatorTest, AfterAPassTheDefenderPassesAndDraws) {
  store_all_replies("c2c3e5/a2a5e1/w", Color::kBlack, 8);
  EXPECT_EQ(text(evaluator_.defender_loss(at5("c2c3e5/a2a5e1/w/pass"), Color::kBlack)), kNothing);
}

TEST_F(EvaluatorTest, AMoveWinsByRuleOrInOnePlyMoreThanThePositionAfterIt) {
  const Position black = at5("c2c3/a5e2/b");
  EXPECT_EQ(text(evaluator_.win_by(black, point5("c4"), Color::kBlack)), "c4 in 1");
  EXPECT_EQ(text(evaluator_.win_by(black, point5("c4"), Color::kWhite)), kNothing);
  EXPECT_EQ(text(evaluator_.win_by(at5("c2/a5/b"), point5("c3"), Color::kBlack)), "c3 in 3");
  EXPECT_EQ(text(evaluator_.win_by(at5("c2/a5/b"), point5("e4"), Color::kBlack)), kNothing);
  EXPECT_EQ(text(evaluator_.win_by(at5("c2c3/a5/w"), point5("e1"), Color::kBlack)), "e1 in 2");
}

TEST_F(EvaluatorTest, AFoulWinsForTheOtherSide) {
  const Position black = at5("c2c3/a5e2/b");
  EXPECT_EQ(text(evaluator_.win_by(black, point5("a1"), Color::kWhite)), "a1 in 1");
  EXPECT_EQ(text(evaluator_.win_by(black, point5("a1"), Color::kBlack)), kNothing);
}

TEST_F(EvaluatorTest, APassOfTheAttackerNeverWinsAndOneOfTheDefenderIsAReply) {
  const Position position = at5("c2c3e5/a2a5e1/b");
  EXPECT_EQ(text(evaluator_.win_by(position, kPass, Color::kBlack)), kNothing);
  Position defender = position;
  defender.to_move = Color::kWhite;
  EXPECT_EQ(text(evaluator_.win_by(defender, kPass, Color::kBlack)), "pass in 2");
  // Two in a row are a draw.
  defender.after_pass = true;
  EXPECT_EQ(text(evaluator_.win_by(defender, kPass, Color::kBlack)), kNothing);
}

TEST_F(EvaluatorTest, APassDrawsWhenItIsTheSecondOrLeavesOnlyLosingMoves) {
  EXPECT_EQ(evaluator_.draws_by_pass(at5("a2a5e1/c2b4e5/w/pass")).value(), true);
  EXPECT_EQ(evaluator_.draws_by_pass(at5("a2a5e1/c2b4e5/w")).value(), false);
  // White threatens c1 and c4: whatever Black does but pass loses.
  EXPECT_EQ(evaluator_.draws_by_pass(at5("a2a5e1/c2c3e5/w")).value(), true);
}

}  // namespace
}  // namespace tengen::book
