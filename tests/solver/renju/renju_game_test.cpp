// Renju as a Game: what can be typed in, what may be played, and what a move does.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "solver/game/game.h"
#include "tests/board_text.h"

namespace tengen {
namespace {

const Game& renju(int size = 15) {
  const Result<const Game*> game = find_game("renju", size);
  CHECK(game.ok());
  return *game.value();
}

Move at(std::string_view text, int size = 15) { return parse_move(text, size).value(); }

// Six stones that threaten nothing; Black is to move.
constexpr const char* kSixStones = "h8 a1 h10 o15 l8 a15";

struct BadInput {
  const char* text;
  const char* named;  // what the message must name
};

class BadPosition : public testing::TestWithParam<BadInput> {};

TEST_P(BadPosition, IsRefusedAndTheMessageNamesThePlace) {
  const Result<Position> parsed = renju().parse(GetParam().text);
  ASSERT_FALSE(parsed.ok()) << GetParam().text;
  EXPECT_EQ(parsed.status().code(), StatusCode::kInvalidArgument);
  EXPECT_NE(parsed.status().message().find(GetParam().named), std::string::npos)
      << parsed.status().message();
  EXPECT_EQ(parsed.status().message().find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    MoveLists, BadPosition,
    testing::Values(BadInput{"h8 p9", "p9"},                    // off the board
                    BadInput{"h8 h16", "h16"},                  //
                    BadInput{"h8 h0", "h0"},                    //
                    BadInput{"h8 h9 h8", "h8"},                 // repeated
                    BadInput{"h8 h9 h9", "h9"},                 //
                    BadInput{"h9", "h9"},                       // first stone off the centre
                    BadInput{"a1 h8", "a1"},                    //
                    BadInput{"pass", "pass"},                   // a pass before six stones
                    BadInput{"h8 h9 i9 h7 pass", "pass"},       //
                    BadInput{"h8 a1 h10 o15 l8 pass", "pass"},  // five stones
                    BadInput{"h8 a1 h10 o15 l8 a15 pass pass", "pass"},  // two passes are the end
                    BadInput{"h8 a1 h10 o15 l8 a15 pass pass h9", "h9"},
                    BadInput{"h8 a1 h10 o15 g9 a15 i9 o1 h9", "h9"},  // double-three
                    BadInput{"h8 a1 h9 c1 h10 e1 h11 g1 h12", "five"},
                    BadInput{"h8 a1 h9 c1 h10 e1 h11 g1 h12 i1", "i1"},  // a move after the end
                    BadInput{"h8 hello", "hello"}, BadInput{"h8 9h", "9h"}));

INSTANTIATE_TEST_SUITE_P(SetUps, BadPosition,
                         testing::Values(BadInput{"h8/p9/b", "p9"}, BadInput{"h8/h8/b", "h8"},
                                         BadInput{"h8h8/-/b", "h8"}, BadInput{"h8/h9", "h8/h9"},
                                         BadInput{"h8/h9/x", "x"},
                                         BadInput{"h8h9h10h11h12/a1c1e1g1/w", "Black"},
                                         BadInput{"a1c1e1g1/h8h9h10h11h12/b", "White"},
                                         BadInput{"a1c1e1g1/h8h9h10h11h12h13/b", "White"},
                                         BadInput{"h8h9h10h11h12h13/a1/w", "Black"}));

TEST(RenjuGame, MovesAlternateFromTheCentreAndSeparatorsAreOptional) {
  for (const char* text : {"h8h9i9", "h8 h9 i9", "H8,h9, I9"}) {
    const Result<Position> parsed = renju().parse(text);
    ASSERT_TRUE(parsed.ok()) << text;
    EXPECT_EQ(format_position(parsed.value()), "h8i9/h9/w");
  }
}

TEST(RenjuGame, MovesTwoAndThreeMayBeAnywhere) {
  EXPECT_TRUE(renju().parse("h8 a1").ok());
  EXPECT_TRUE(renju().parse("h8 a1 o15").ok());
}

TEST(RenjuGame, APassIsAllowedOnceSixStonesAreOnTheBoard) {
  const Result<Position> parsed = renju().parse(std::string(kSixStones) + " pass");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.value().to_move, Color::kWhite);
  EXPECT_EQ(parsed.value().stone_count(), 6u);
  EXPECT_TRUE(renju().parse(std::string(kSixStones) + " pass g3 pass").ok());
}

TEST(RenjuGame, LegalMovesAreTheEmptyPointsInBoardOrderWithoutFouls) {
  const Position black = board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . . x x . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      o . . . . . . . . . . . . . o)");
  std::vector<Move> moves = renju().legal_moves(black);
  ASSERT_EQ(moves.size(), 225u - 6 - 1 + 1);  // less the stones and the foul h8, and the pass
  EXPECT_EQ(moves.back(), kPass);
  moves.pop_back();
  EXPECT_TRUE(std::is_sorted(moves.begin(), moves.end()));
  EXPECT_EQ(std::count(moves.begin(), moves.end(), at("h8")), 0);

  Position white = black;
  white.to_move = Color::kWhite;
  moves = renju().legal_moves(white);
  EXPECT_EQ(std::count(moves.begin(), moves.end(), at("h8")), 1);
}

TEST(RenjuGame, TheFirstStoneMayStandOnTheCentreAlone) {
  EXPECT_EQ(renju().legal_moves(Position{}), std::vector<Move>{at("h8")});
  EXPECT_EQ(renju().legal_moves(renju().parse("h8").value()).size(), 224u);
}

TEST(RenjuGame, BeforeSixStonesNoPassIsLegal) {
  const Position five = renju().parse("h8 a1 h10 o15 l8").value();
  const std::vector<Move> moves = renju().legal_moves(five);
  EXPECT_EQ(moves.size(), 220u);
  EXPECT_NE(moves.back(), kPass);
}

TEST(RenjuGame, FiveWinsForBothAndSixOnlyForWhite) {
  const Position black = parse_setup("d8e8f8g8i8/a1c1e1g1/b", 15).value();
  EXPECT_EQ(renju().effect(black, at("h8")), MoveEffect::kFoul);
  EXPECT_EQ(renju().effect(black, at("c8")), MoveEffect::kWins);
  EXPECT_EQ(renju().effect(black, at("j9")), MoveEffect::kContinues);
  const Position white = parse_setup("a1c1e1g1a3/d8e8f8g8i8/w", 15).value();
  EXPECT_EQ(renju().effect(white, at("h8")), MoveEffect::kWins);
  EXPECT_EQ(renju().effect(white, at("c8")), MoveEffect::kWins);
  EXPECT_EQ(renju().effect(white, at("j9")), MoveEffect::kContinues);
}

TEST(RenjuGame, NoLineGoesOnBeyondTheEdge) {
  const Position white = parse_setup("h8e5/l8m8n8o8b9c9d9e9/w", 15).value();
  EXPECT_EQ(renju().effect(white, at("a9")), MoveEffect::kWins);
  EXPECT_EQ(renju().effect(white, at("k8")), MoveEffect::kWins);
  const Position broken = parse_setup("h8e5/m8n8o8b9c9/w", 15).value();
  EXPECT_EQ(renju().effect(broken, at("a9")), MoveEffect::kContinues);
}

TEST(RenjuGame, TheLastStoneOfAFullBoardDraws) {
  const Position last = board_text(R"(
      x x o o x
      o o x x o
      x x o o x
      o o x x o
      x x o o .)",
                                   Color::kBlack);
  EXPECT_EQ(renju(5).effect(last, at("e1", 5)), MoveEffect::kDraws);
  Position of_white = last;
  of_white.to_move = Color::kWhite;
  EXPECT_EQ(renju(5).effect(of_white, at("e1", 5)), MoveEffect::kDraws);
}

TEST(RenjuGame, APassContinues) {
  EXPECT_EQ(renju().effect(renju().parse(kSixStones).value(), kPass), MoveEffect::kContinues);
}

TEST(RenjuGame, RankedMovesAreTheLegalOnesTheBestFirst) {
  for (const char* text : {"-/-/b", "h8h9i9", "c1j6k6h7h8/d2e3f4g5a15/b", "h8i8j8/h9i9j9/w"}) {
    const Result<Position> position = renju().parse(text);
    ASSERT_TRUE(position.ok()) << text;
    const std::vector<RankedMove> ranked = renju().ranked_moves(position.value());
    std::vector<Move> moves;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      moves.push_back(ranked[i].move);
      if (i > 0) {
        EXPECT_LE(ranked[i].score, ranked[i - 1].score) << text;
      }
    }
    std::vector<Move> legal = renju().legal_moves(position.value());
    std::sort(moves.begin(), moves.end());
    std::sort(legal.begin(), legal.end());
    EXPECT_EQ(moves, legal) << text;
  }
}

TEST(RenjuGame, AFiveIsRankedBeforeTheBlockOfOneAndThatBeforeAllOthers) {
  const Position position = renju().parse("h8i8j8k8a1/l8a5b5c5d5/w").value();
  const std::vector<RankedMove> ranked = renju().ranked_moves(position);
  EXPECT_EQ(ranked[0].move, at("e5"));
  EXPECT_EQ(ranked[1].move, at("g8"));
}

TEST(RenjuGame, UnknownRulesAndSizesNameWhatThereIs) {
  const Result<const Game*> rules = find_game("go", 15);
  ASSERT_FALSE(rules.ok());
  EXPECT_NE(rules.status().message().find("renju"), std::string::npos);
  const Result<const Game*> size = find_game("renju", 4);
  ASSERT_FALSE(size.ok());
  EXPECT_NE(size.status().message().find("5"), std::string::npos);
}

TEST(RenjuGame, ASecondPassInARowDraws) {
  const std::string moves(kSixStones);
  const Position after_one = renju().parse(moves + " pass").value();
  EXPECT_TRUE(after_one.after_pass);
  EXPECT_EQ(renju().effect(after_one, kPass), MoveEffect::kDraws);
  EXPECT_EQ(renju().legal_moves(after_one).back(), kPass);
  EXPECT_EQ(renju().parse(format_position(after_one)).value(), after_one);
  const Position none = renju().parse(moves).value();
  EXPECT_EQ(renju().effect(none, kPass), MoveEffect::kContinues);
  const Position later = renju().parse(moves + " pass g3").value();
  EXPECT_FALSE(later.after_pass);
  EXPECT_EQ(renju().effect(later, kPass), MoveEffect::kContinues);
  EXPECT_FALSE(renju().parse("h8/a1/b/pass").ok()) << "nobody may have passed";
}

}  // namespace
}  // namespace tengen
