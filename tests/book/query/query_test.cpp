#include "book/query/query.h"

#include <gtest/gtest.h>

#include "book/query/answer_json.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

// Books over the game of three in a row, complete up to a number of plies.
class Query : public ::testing::Test {
 protected:
  void fill(std::string_view root, Color goal, int plies) {
    ThreeSolver solver(goal);
    ASSERT_TRUE(solver.solve(game_.parse(root).value(), plies).has_value());
    ASSERT_TRUE(store_->commit(batch_of(solver.records())).ok());
  }
  QueryAnswer ask(std::string_view position, Color goal = Color::kBlack) {
    Result<QueryAnswer> answer = query(*store_, game_, game_.parse(position).value(), goal);
    CHECK(answer.ok());
    return answer.value();
  }
  static const MoveAnswer& move_of(const QueryAnswer& answer, std::string_view text) {
    for (const MoveAnswer& move : answer.moves) {
      if (move.move == point(text, 5)) return move;
    }
    ADD_FAILURE() << "no answer for " << text;
    return answer.moves.front();
  }
  // Every second move of the line wins for `winner` by its distance, and the last one by rule.
  void expect_line_wins(const QueryAnswer& answer, Color winner) {
    ASSERT_FALSE(answer.line.empty());
    EXPECT_EQ(answer.line.front(), answer.best);
    EXPECT_LE(answer.line.size(), static_cast<std::size_t>(answer.distance_plies));
    Position position = answer.position;
    for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) {
      EXPECT_EQ(game_.effect(position, answer.line[i]), MoveEffect::kContinues);
      position = after_move(position, answer.line[i]);
    }
    const MoveEffect last = game_.effect(position, answer.line.back());
    EXPECT_TRUE(position.to_move == winner ? last == MoveEffect::kWins : last == MoveEffect::kFoul);
  }

  TempDir dir_;
  ThreeGame game_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"), ThreeGame::kSize);
};

TEST_F(Query, AnEmptyBookKnowsOnlyWhatTheRulesAndShortWinsDecide) {
  const QueryAnswer answer = ask("-/-/b");
  EXPECT_EQ(answer.status, Verdict::kUnknown);
  EXPECT_EQ(answer.result, GameResult::kUnknown);
  EXPECT_EQ(answer.distance_plies, 0);
  EXPECT_EQ(answer.best, kNoMove);
  EXPECT_TRUE(answer.line.empty());
  ASSERT_EQ(answer.moves.size(), 25u);
  EXPECT_TRUE(move_of(answer, "a1").foul);
  EXPECT_EQ(move_of(answer, "a1").result, GameResult::kWhiteWins);
  EXPECT_EQ(move_of(answer, "a1").status, Verdict::kDisproven);
  EXPECT_EQ(move_of(answer, "a1").distance_plies, 1);
  EXPECT_FALSE(move_of(answer, "c3").foul);
  EXPECT_EQ(move_of(answer, "c3").status, Verdict::kUnknown);
}

TEST_F(Query, MovesComeInBoardOrderFoulsIncludedAndThePassLast) {
  const QueryAnswer answer = ask("b1c2d4/b2a3e4/b");
  std::vector<Move> moves;
  for (const MoveAnswer& move : answer.moves) moves.push_back(move.move);
  EXPECT_EQ(moves.back(), kPass);
  moves.pop_back();
  EXPECT_EQ(moves.size(), 19u);
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
}

TEST_F(Query, WhiteHasNoFouls) {
  const QueryAnswer answer = ask("c3/-/w");
  for (const MoveAnswer& move : answer.moves) EXPECT_FALSE(move.foul);
  EXPECT_EQ(answer.moves.size(), 24u);
}

TEST_F(Query, TheAttackersRecordProvesThePosition) {
  fill("-/-/b", Color::kBlack, 5);
  const QueryAnswer answer = ask("-/-/b");
  EXPECT_EQ(answer.status, Verdict::kProven);
  EXPECT_EQ(answer.result, GameResult::kBlackWins);
  EXPECT_EQ(answer.distance_plies, 5);
  EXPECT_EQ(move_of(answer, format_move(answer.best, 5)).status, Verdict::kProven);
  EXPECT_EQ(move_of(answer, format_move(answer.best, 5)).distance_plies, 5);
  EXPECT_EQ(answer.line.size(), 5u);
  expect_line_wins(answer, Color::kBlack);
}

TEST_F(Query, TheOtherGoalIsDisproven) {
  fill("-/-/b", Color::kBlack, 5);
  const QueryAnswer answer = ask("-/-/b", Color::kWhite);
  EXPECT_EQ(answer.status, Verdict::kDisproven);
  EXPECT_EQ(answer.result, GameResult::kBlackWins);
  EXPECT_EQ(answer.distance_plies, 5);
  EXPECT_EQ(move_of(answer, format_move(answer.best, 5)).status, Verdict::kDisproven);
}

TEST_F(Query, ThePositionAfterTheWinningMoveIsLostInOnePlyLess) {
  fill("-/-/b", Color::kBlack, 5);
  const Move best = ask("-/-/b").best;
  const QueryAnswer answer = ask(format_move(best, 5));
  EXPECT_EQ(answer.status, Verdict::kProven);
  EXPECT_EQ(answer.distance_plies, 4);
  for (const MoveAnswer& move : answer.moves) {
    EXPECT_EQ(move.status, Verdict::kProven);
    EXPECT_LE(move.distance_plies, 4);
  }
  expect_line_wins(answer, Color::kBlack);
}

TEST_F(Query, AnAllRepliesRecordStandsForItsReplies) {
  const Position position = game_.parse("c3").value();
  ASSERT_TRUE(
      store_
          ->commit(batch_of({record(position, Color::kBlack, kNoMove, 6, RecordKind::kAllReplies)}))
          .ok());
  const QueryAnswer lost = ask("c3");
  EXPECT_EQ(lost.status, Verdict::kProven);
  EXPECT_EQ(lost.distance_plies, 6);
  EXPECT_EQ(lost.best, kNoMove);
  const QueryAnswer before = ask("-/-/b");
  EXPECT_EQ(before.status, Verdict::kProven);
  EXPECT_EQ(before.distance_plies, 7);
  EXPECT_EQ(before.best, point("c3", 5));
}

TEST_F(Query, OfEquallyShortWinsTheRecordsMoveIsBest) {
  const auto lost_after = [&](std::string_view moves) {
    return record(game_.parse(moves).value(), Color::kBlack, kNoMove, 4, RecordKind::kAllReplies);
  };
  const ProofRecord root = record(game_.parse("-/-/b").value(), Color::kBlack, point("c3", 5), 5);
  ASSERT_TRUE(store_->commit(batch_of({lost_after("b3"), lost_after("c3"), root})).ok());
  const QueryAnswer answer = ask("-/-/b");
  EXPECT_EQ(move_of(answer, "b3").distance_plies, 5);
  EXPECT_EQ(answer.best, point("c3", 5));
  EXPECT_EQ(answer.distance_plies, 5);
}

TEST_F(Query, AMissingReplyLeavesThePositionUnknown) {
  ThreeSolver solver(Color::kBlack);
  const Position root = game_.parse("-/-/b").value();
  ASSERT_EQ(solver.solve(root, 5), 5);
  std::vector<ProofRecord> records = solver.records();
  std::erase_if(records, [](const ProofRecord& r) { return r.position.stone_count() == 0; });
  ASSERT_GE(records.size(), 5u);
  const Position missing = records.back().position;
  records.pop_back();
  ASSERT_TRUE(store_->commit(batch_of(records)).ok());
  Position defender = missing;
  defender.white.clear();
  defender.to_move = Color::kWhite;
  EXPECT_EQ(ask(format_position(defender)).status, Verdict::kUnknown);
  EXPECT_EQ(ask("-/-/b").status, Verdict::kUnknown);
}

TEST_F(Query, AnswersTurnWithTheAskersFrame) {
  fill("c3/b2/b", Color::kBlack, 5);
  const Position asked = game_.parse("c3/b2/b").value();
  const QueryAnswer answer = ask("c3/b2/b");
  ASSERT_EQ(answer.status, Verdict::kProven);
  for (int index = 1; index < kSymmetryCount; ++index) {
    const Symmetry image_from_asked(index);
    const Position image = image_from_asked.apply(asked);
    const QueryAnswer turned = ask(format_position(image));
    EXPECT_EQ(turned.position, image);
    EXPECT_EQ(turned.status, answer.status);
    EXPECT_EQ(turned.distance_plies, answer.distance_plies);
    for (const MoveAnswer& move : answer.moves) {
      const MoveAnswer& same =
          move_of(turned, format_move(image_from_asked.apply(move.move, 5), 5));
      EXPECT_EQ(same.status, move.status);
      EXPECT_EQ(same.foul, move.foul);
    }
    expect_line_wins(turned, Color::kBlack);
  }
}

TEST_F(Query, AShortWinNeedsNoRecord) {
  const QueryAnswer answer = ask("b3c3/a1e5/b");
  EXPECT_EQ(answer.status, Verdict::kProven);
  EXPECT_EQ(answer.distance_plies, 1);
  EXPECT_EQ(answer.line, std::vector<Move>{answer.best});
  EXPECT_EQ(move_of(answer, "a3").status, Verdict::kProven);
  EXPECT_EQ(move_of(answer, "d3").status, Verdict::kProven);
}

TEST_F(Query, WhiteWinsWhereBlackHasOnlyLosingMoves) {
  // White threatens a three at both ends; Black can stop one.
  const QueryAnswer answer = ask("a2e4/b3c3/b");
  EXPECT_EQ(answer.result, GameResult::kWhiteWins);
  EXPECT_EQ(answer.status, Verdict::kDisproven);
  EXPECT_EQ(answer.distance_plies, 2);
  EXPECT_EQ(answer.best, point("a3", 5));  // no reply lasts longer, but this one stands in the way
  EXPECT_EQ(ask("a2e4/b3c3/b", Color::kWhite).status, Verdict::kProven);
  expect_line_wins(answer, Color::kWhite);
}

TEST_F(Query, ADrawDisprovesBothGoals) {
  // White's c3 fills the board without a three; after a pass it would be Black's three.
  const std::string_view last = "a1b1e1c2d2a3b3e3c4d4a5b5e5/c1d1a2b2e2d3a4b4e4c5d5/w";
  for (const Color goal : {Color::kBlack, Color::kWhite}) {
    const QueryAnswer answer = ask(last, goal);
    EXPECT_EQ(answer.result, GameResult::kDraw);
    EXPECT_EQ(answer.status, Verdict::kDisproven);
    EXPECT_EQ(answer.best, point("c3", 5));
    EXPECT_EQ(answer.distance_plies, 0);
    EXPECT_TRUE(answer.line.empty());
    EXPECT_EQ(move_of(answer, "c3").result, GameResult::kDraw);
    EXPECT_EQ(move_of(answer, "pass").result, GameResult::kBlackWins);
  }
}

TEST_F(Query, JsonHasTheFieldsOfTheCommand) {
  fill("-/-/b", Color::kBlack, 5);
  const nlohmann::ordered_json json = to_json(ask("-/-/b"));
  EXPECT_EQ(json["position"], "-/-/b");
  EXPECT_EQ(json["rules"], "renju");
  EXPECT_EQ(json["size"], 5);
  EXPECT_EQ(json["to_move"], "black");
  EXPECT_EQ(json["goal"], "black");
  EXPECT_EQ(json["status"], "proven");
  EXPECT_EQ(json["result"], "black_wins");
  EXPECT_EQ(json["distance"], 5);
  EXPECT_TRUE(json["best"].is_string());
  EXPECT_EQ(json["moves"].size(), 25u);
  EXPECT_EQ(json["moves"][0].dump(),
            R"({"move":"a1","status":"disproven","result":"white_wins","distance":1,"foul":true})");
  EXPECT_EQ(json["line"].size(), 5u);
  const nlohmann::ordered_json unknown = to_json(ask("b1/-/w"));
  EXPECT_EQ(unknown["status"], "unknown");
  EXPECT_EQ(unknown["result"], "unknown");
  EXPECT_TRUE(unknown["distance"].is_null());
  EXPECT_TRUE(unknown["best"].is_null());
}

// Black has made two threes that one white stone cannot stop, and passes: White passes, too.
TEST_F(Query, AfterTheWinnersPassTheOtherPassesAndDraws) {
  const std::string_view stones = "b3c3d5/a1e1e5";
  for (const Color goal : {Color::kBlack, Color::kWhite}) {
    const QueryAnswer lost = ask(std::string(stones) + "/w", goal);
    EXPECT_EQ(lost.result, GameResult::kBlackWins);
    EXPECT_EQ(move_of(lost, "pass").result, GameResult::kBlackWins);
    const QueryAnswer saved = ask(std::string(stones) + "/w/pass", goal);
    EXPECT_EQ(saved.status, Verdict::kDisproven);
    EXPECT_EQ(saved.result, GameResult::kDraw);
    EXPECT_EQ(saved.best, kPass);
    EXPECT_EQ(saved.distance_plies, 0);
    EXPECT_TRUE(saved.line.empty());
    EXPECT_EQ(move_of(saved, "pass").result, GameResult::kDraw);
    EXPECT_EQ(move_of(saved, "a3").result, GameResult::kBlackWins);
    EXPECT_EQ(to_json(saved)["position"], std::string(stones) + "/w/pass");
  }
}

TEST_F(Query, TheWinnersOwnPassIsADrawAndTheLosersALoss) {
  const QueryAnswer won = ask("b3c3d5/a1e1e5/b");
  EXPECT_EQ(won.result, GameResult::kBlackWins);
  EXPECT_EQ(won.distance_plies, 1);
  EXPECT_EQ(move_of(won, "pass").result, GameResult::kDraw);
  EXPECT_EQ(move_of(won, "pass").status, Verdict::kDisproven);
  // Where the winner is to move, it says nothing that the other has passed; his own pass draws.
  const QueryAnswer after_pass = ask("b3c3d5/a1e1e5/b/pass");
  EXPECT_EQ(after_pass.result, GameResult::kBlackWins);
  EXPECT_EQ(after_pass.best, won.best);
  EXPECT_EQ(move_of(after_pass, "pass").result, GameResult::kDraw);
}

// Six stones far from each other, and Black has passed: what White could do is not known.
class QueryRenju : public ::testing::Test {
 protected:
  QueryAnswer ask(std::string_view position, Color goal) {
    return query(*store_, game_, game_.parse(position).value(), goal).value();
  }

  TempDir dir_;
  const Game& game_ = *find_game("renju", 15).value();
  std::unique_ptr<Store> store_ = writer(dir_.path("b"));
};

TEST_F(QueryRenju, WhoHasADrawAtHandIsNotProvenToLose) {
  const std::string_view quiet = "h8a1h11o15l8a15pass";
  const QueryAnswer black = ask(quiet, Color::kBlack);
  EXPECT_EQ(black.result, GameResult::kUnknown);
  EXPECT_EQ(black.status, Verdict::kDisproven);
  EXPECT_EQ(black.best, kPass);
  EXPECT_TRUE(black.line.empty());
  const QueryAnswer white = ask(quiet, Color::kWhite);
  EXPECT_EQ(white.status, Verdict::kUnknown);
  EXPECT_EQ(white.best, kNoMove);
  const QueryAnswer without = ask("h8h11l8/a1o15a15/w", Color::kBlack);
  EXPECT_EQ(without.status, Verdict::kUnknown);
  EXPECT_EQ(without.best, kNoMove);
}

TEST_F(QueryRenju, ARecordOfAllRepliesDoesNotCountASecondPass) {
  const Position position = game_.parse("h8h11l8/a1o15a15/w").value();
  ASSERT_TRUE(
      store_
          ->commit(batch_of({record(position, Color::kBlack, kNoMove, 6, RecordKind::kAllReplies)}))
          .ok());
  EXPECT_EQ(ask("h8h11l8/a1o15a15/w", Color::kBlack).result, GameResult::kBlackWins);
  const QueryAnswer after_pass = ask("h8h11l8/a1o15a15/w/pass", Color::kBlack);
  EXPECT_EQ(after_pass.status, Verdict::kDisproven);
  EXPECT_EQ(after_pass.best, kPass);
}

// The positions before it count on the record.
TEST_F(Query, ARecordStandsAlsoWhereAnotherMoveWinsSooner) {
  const auto lost_after = [&](std::string_view moves, int distance) {
    return record(game_.parse(moves).value(), Color::kBlack, kNoMove, distance,
                  RecordKind::kAllReplies);
  };
  const ProofRecord root = record(game_.parse("-/-/b").value(), Color::kBlack, point("c3", 5), 7);
  ASSERT_TRUE(store_->commit(batch_of({lost_after("b3", 4), lost_after("c3", 6), root})).ok());
  const QueryAnswer answer = ask("-/-/b");
  EXPECT_EQ(answer.distance_plies, 7);
  EXPECT_EQ(answer.best, point("c3", 5));
  EXPECT_EQ(move_of(answer, "c3").distance_plies, 7);
  EXPECT_EQ(move_of(answer, "b3").distance_plies, 5);
  EXPECT_EQ(move_of(answer, "b3").status, Verdict::kProven);
}

// What its replies come to is exact, what such a record says a bound.
TEST_F(Query, ARecordOfAllRepliesCountsOnlyWhereAReplyIsNotKnown) {
  fill("-/-/b", Color::kBlack, 5);
  const Move best = ask("-/-/b").best;
  const Position lost = game_.parse(format_move(best, 5)).value();
  ASSERT_TRUE(
      store_->commit(batch_of({record(lost, Color::kBlack, kNoMove, 9, RecordKind::kAllReplies)}))
          .ok());
  EXPECT_EQ(ask(format_position(lost)).distance_plies, 4);
  const QueryAnswer answer = ask("-/-/b");
  EXPECT_EQ(move_of(answer, format_move(best, 5)).distance_plies, 5);
}

TEST_F(QueryRenju, BlacksFoulsAreMarkedAmongTheMoves) {
  // h8 would make two open threes.
  const Position position = game_.parse("i8j8h9h10/a1o1a15o15/b").value();
  const QueryAnswer answer = query(*store_, game_, position).value();
  for (const MoveAnswer& move : answer.moves) {
    EXPECT_EQ(move.foul, move.move == point("h8")) << format_move(move.move, 15);
    EXPECT_EQ(move.result == GameResult::kWhiteWins, move.foul);
  }
  EXPECT_EQ(answer.moves.size(), 218u);  // 217 points and the pass
}

TEST_F(QueryRenju, AnOpenThreeIsWonToItsFive) {
  const QueryAnswer answer = ask("h8i8j8/a1o1/b", Color::kBlack);
  EXPECT_EQ(answer.status, Verdict::kProven);
  EXPECT_EQ(answer.distance_plies, 3);
  EXPECT_EQ(answer.line.size(), 3u);
}

}  // namespace
}  // namespace tengen::book
