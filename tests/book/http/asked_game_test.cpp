// Games as they are asked about, those among them that have just ended.
#include "book/http/asked_game.h"

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

AskedGame asked(std::string_view text) {
  const Result<AskedGame> game = parse_game(renju(), text);
  EXPECT_TRUE(game.ok()) << text << ": " << game.status().message();
  CHECK(game.ok());
  return game.value();
}

std::string history(const AskedGame& game) {
  std::string text;
  for (const Move move : game.history) text += format_move(move, 15);
  return text;
}

TEST(AskedGame, IsTheEmptyBoardForNoText) {
  for (const char* const text : {"", "  "}) {
    EXPECT_EQ(asked(text).position, at("-/-/b"));
    EXPECT_TRUE(asked(text).history.empty());
  }
}

TEST(AskedGame, KeepsTheMovesInTheAskersFrame) {
  EXPECT_EQ(history(asked(" H8, i8 i7 ")), "h8i8i7");
  EXPECT_EQ(history(asked("D4 h7")), "h8h9i9h7");
  EXPECT_EQ(history(asked("h8i9/h9h7/b")), "");
  EXPECT_EQ(history(asked("h8 a1 b1 c1 d1 e1 pass")), "h8a1b1c1d1e1pass");
}

TEST(AskedGame, HasTheOpeningOfItsFirstThreeStones) {
  EXPECT_EQ(asked("h8 h9 i9 h7 a1").opening->code, "D4");
  EXPECT_EQ(asked("h8 i8 i7").opening->code, "D4");  // turned
  EXPECT_EQ(asked("I7").opening->code, "I7");
  EXPECT_EQ(asked("h8i9/h9/w").opening->code, "D4");
  EXPECT_EQ(asked("h8 h9").opening, nullptr);
  EXPECT_EQ(asked("h8i9/h9h7/b").opening, nullptr);  // any of the stones may have come first
  EXPECT_EQ(asked("h8 a1 b1").opening, nullptr);     // none of the 26
}

TEST(AskedGame, IsOverByAFive) {
  const AskedGame black = asked("h8a1h9c1h10e1h11g1h12");
  EXPECT_EQ(black.over, GameResult::kBlackWins);
  EXPECT_EQ(format_position(black.position), "h8h9h10h11h12/a1c1e1g1/w");
  EXPECT_EQ(asked("h8 a1 c3 b1 e5 c1 g2 d1 i2 e1").over, GameResult::kWhiteWins);
  EXPECT_EQ(asked("D4 a1 j10 b1 g7 c1 f6").over, GameResult::kBlackWins);
  EXPECT_EQ(asked("D4 a1 j10 b1 g7 c1 f6").opening->code, "D4");
}

TEST(AskedGame, OfReversiIsOverByAMoveAfterWhichNobodyHasOne) {
  const Game& reversi = *find_game("reversi", 8).value();
  const Result<AskedGame> over = parse_game(reversi, "e6f4e3f6g5d6e7f5c5");
  ASSERT_TRUE(over.ok()) << over.status().message();
  EXPECT_EQ(over.value().over, GameResult::kBlackWins);
  EXPECT_TRUE(over.value().position.white.empty());
  for (const char* const text : {"a1", "e6f4e3f6g5d6e7f5a1", "pass", "e6pass", "-/-/b"}) {
    EXPECT_FALSE(parse_game(reversi, text).ok()) << text;
  }
}

TEST(AskedGame, IsOverByAFoul) {
  // A double-four at h12 and its like lose for Black.
  const AskedGame game = asked("h8 a1 h10 o15 g9 a15 i9 o1 h9");
  EXPECT_EQ(game.over, GameResult::kWhiteWins);
  EXPECT_EQ(history(game), "h8a1h10o15g9a15i9o1h9");
}

TEST(AskedGame, IsOverByTwoPasses) {
  EXPECT_EQ(asked("h8 a1 b1 c1 d1 e1 pass pass").over, GameResult::kDraw);
  EXPECT_FALSE(asked("h8 a1 b1 c1 d1 e1 pass").over);
}

TEST(AskedGame, IsOverInASetUpWhereTheLastMoverHasAFive) {
  EXPECT_EQ(asked("h8h9h10h11h12/a1c1e1g1/w").over, GameResult::kBlackWins);
  EXPECT_EQ(asked("h8c3e5g2i2/a1b1c1d1e1/b").over, GameResult::kWhiteWins);
  EXPECT_EQ(asked("h8c3e5g2i2/a1b1c1d1e1f1/b").over, GameResult::kWhiteWins);  // six are five
  EXPECT_FALSE(asked("h8h9h10h11/a1c1e1g1/b").over);
}

TEST(AskedGame, IsRefusedInTheWordsOfTheGame) {
  const std::map<std::string, std::string> wanted = {
      {"h9", "move 1 (h9): the first stone must be on the centre, h8"},
      {"h8 h8", "move 2 (h8): the point is occupied"},
      {"h8 pass", "move 2 (pass): a pass is allowed only once 6 stones are on the board"},
      {"h8a1h9c1h10e1h11g1h12i1", "move 10 (i1) comes after the end of the game"},
      {"h8 a1 h10 o15 g9 a15 i9 o1 h9 b1", "move 9 (h9) is a foul of Black: double-three"},
      {"h8 p9", "p9"},
      {"D14", "no opening D14"},
      {"D4 h9", "move 4 (h9): the point is occupied"},
      {"h8h9h10h11h12/a1c1e1g1/b", "already won by Black"},  // not by the last move
      {"h8h9h10h11h12h13/a1c1e1g1/w", "overline"},
      {"h8/h8/b", "h8"},
      {"/", "/"}};
  for (const auto& [text, message] : wanted) {
    const Result<AskedGame> game = parse_game(renju(), text);
    ASSERT_FALSE(game.ok()) << text;
    EXPECT_EQ(game.status().code(), StatusCode::kInvalidArgument) << text;
    EXPECT_NE(game.status().message().find(message), std::string::npos)
        << text << ": " << game.status().message();
  }
}

TEST(AskedGame, OfASmallBoardHasNoOpening) {
  const Game& small = *find_game("renju", 9).value();
  const Result<AskedGame> game = parse_game(small, "e5 e6 f6");
  ASSERT_TRUE(game.ok()) << game.status().message();
  EXPECT_EQ(game.value().opening, nullptr);
}

}  // namespace
}  // namespace tengen::book
