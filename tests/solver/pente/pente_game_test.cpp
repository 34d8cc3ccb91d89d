// The rules of pente and ninuki, word by word: pairs taken, what wins, where one may play.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen {
namespace {

const Game& pente(int size = 9) { return *find_game("pente", size).value(); }
const Game& ninuki(int size = 9) { return *find_game("ninuki", size).value(); }

Position at(const std::string& text, const Game& game = pente()) {
  const Result<Position> position = game.parse(text);
  EXPECT_TRUE(position.ok()) << text << ": " << position.status().message();
  return position.value();
}
Move point(const char* text, int size = 9) { return parse_move(text, size).value(); }

std::string after(const std::string& text, const char* move, const Game& game = pente()) {
  return format_position(game.play(at(text, game), point(move)));
}
MoveEffect effect(const std::string& text, const char* move, const Game& game = pente()) {
  return game.effect(at(text, game), point(move));
}

TEST(Pente, APairBetweenTwoStonesIsTaken) {
  EXPECT_EQ(after("a1a9/b1c1i9/b", "d1"), "a1d1a9/i9/w/1:0");
  EXPECT_EQ(after("a1/b2c3i9/b", "d4"), "a1d4/i9/w/1:0");
  EXPECT_EQ(after("e5f5i9/g5/w", "d5"), "i9/d5g5/b/0:1");
}

TEST(Pente, OneStoneOrThreeAreNotTaken) {
  EXPECT_EQ(after("a1/b1i9/b", "c1"), "a1c1/b1i9/w");
  EXPECT_EQ(after("a1/b1c1d1/b", "e1"), "a1e1/b1c1d1/w");
  EXPECT_EQ(after("a1/b1c1i9/b", "e1"), "a1e1/b1c1i9/w");
}

TEST(Pente, SeveralPairsAreTakenByOneMove) {
  EXPECT_EQ(after("e1e7a4/e3e2e5e6b4c4d4i9/b", "e4"), "e1a4e4e7/b4c4d4i9/w/2:0");
}

TEST(Pente, WhoMovesBetweenTwoStonesIsSafe) { EXPECT_EQ(after("b1/a1d1/b", "c1"), "b1c1/a1d1/w"); }

TEST(Pente, APointThatWasTakenMayBePlayedAgain) {
  const Position taken = pente().play(at("a1a9/b1c1i9/b"), point("d1"));
  const std::vector<Move> moves = pente().legal_moves(taken);
  EXPECT_TRUE(std::ranges::count(moves, point("b1")) == 1);
  EXPECT_EQ(pente().effect(taken, point("c1")), MoveEffect::kContinues);
}

TEST(Pente, TheFifthPairWins) {
  EXPECT_EQ(effect("a1/b1c1i9/b/4:0", "d1"), MoveEffect::kWins);
  EXPECT_EQ(effect("a1/b1c1i9/b/3:4", "d1"), MoveEffect::kContinues);
  EXPECT_EQ(effect("e1e7/e3e2e5e6i9/b/3:0", "e4"), MoveEffect::kWins);
}

TEST(Pente, FiveOrMoreInARowWin) {
  EXPECT_EQ(effect("a1b1c1d1/a9b8c9d8/b", "e1"), MoveEffect::kWins);
  EXPECT_EQ(effect("a1b1c1e1f1/a9b8c9d8i9/b", "d1"), MoveEffect::kWins);
  EXPECT_EQ(effect("a1b1c1/a9b8c9/b", "d1"), MoveEffect::kContinues);
}

TEST(Pente, AFullBoardDraws) {
  const char* almost = "c1d1b2e2a3e3a4b4c4d4c5d5/a1b1e1a2c2d2b3c3d3e4a5b5/b";
  const Game& small = *find_game("pente", 5).value();
  EXPECT_EQ(small.effect(small.parse(almost).value(), parse_move("e5", 5).value()),
            MoveEffect::kDraws);
}

TEST(Pente, TheFirstStoneIsOnTheCentreAndTheSecondOfBlackFarFromIt) {
  EXPECT_EQ(pente(19).legal_moves(at("", pente(19))),
            std::vector<Move>{parse_move("j10", 19).value()});
  EXPECT_EQ(pente(8).legal_moves(at("", pente(8))).size(), 4U);
  EXPECT_EQ(pente(19).legal_moves(at("j10 a1", pente(19))).size(), 19U * 19 - 25 - 1);
  EXPECT_EQ(pente(8).legal_moves(at("d4 a1", pente(8))).size(), 8U * 8 - 36 - 1);
  EXPECT_EQ(pente(6).legal_moves(at("c3 a1", pente(6))).size(), 6U * 6 - 2);
  EXPECT_FALSE(pente(19).parse("j10 a1 k10").ok());
  EXPECT_TRUE(ninuki(19).parse("j10 a1 k10").ok());
}

TEST(Pente, TheTextNamesThePairsAndOnlyPossibleOnesAreRead) {
  EXPECT_EQ(format_position(at("e5/a1/b/1:2")), "e5/a1/b/1:2");
  EXPECT_EQ(format_position(at("e5/a1/b/0:0")), "e5/a1/b");
  for (const char* bad : {"e5/a1/b/5:0", "e5/a1/b/1:", "e5/a1/b/1", "e5/a1/b/1:2:3", "e5/a1/b/-1:0",
                          "e5/a1/b/1:2/pass", "e5/a1/b/pass", "e5/a1/b/"}) {
    EXPECT_FALSE(pente().parse(bad).ok()) << bad;
  }
  EXPECT_FALSE(find_game("freestyle", 9).value()->parse("e5/a1/b/1:2").ok());
}

TEST(Pente, KeysTellPairsApartAndReadBack) {
  const Position with = at("e5/a1/b/1:2");
  const Position without = at("e5/a1/b");
  EXPECT_NE(encode_position(with), encode_position(without));
  EXPECT_EQ(encode_position(with).size(), encode_position(without).size());
  EXPECT_EQ(decode_position(encode_position(with), 9).value(), with);
  EXPECT_EQ(canonicalize(with).position.pairs, with.pairs);
  for (const int first : {0x80, 0x81, 0x80 | 5 << 1, 0x80 | 7 << 4, 0x40, 0x02}) {
    std::string bytes = encode_position(without);
    bytes[0] = static_cast<char>(first);
    EXPECT_FALSE(decode_position(bytes, 9).ok()) << first;
  }
}

TEST(Pente, ThereAreNoPasses) { EXPECT_FALSE(pente().parse("e5 pass").ok()); }

TEST(Pente, NothingIsPlayedAfterTheEnd) {
  EXPECT_FALSE(pente().parse("a1b1c1d1e1/a9b8c9d8/w").ok());
  EXPECT_FALSE(pente().parse("a1b1c1d1e1f1/a9b8c9d8/w").ok());
}

TEST(Ninuki, ADoubleThreeOfBlackIsNoLegalMove) {
  const char* two_threes = "c5d5e3e4/a1a2i8i9/b";
  EXPECT_EQ(effect(two_threes, "e5", ninuki()), MoveEffect::kFoul);
  EXPECT_EQ(ninuki().foul_points(at(two_threes, ninuki())), std::vector<Move>{point("e5")});
  EXPECT_EQ(std::ranges::count(ninuki().legal_moves(at(two_threes, ninuki())), point("e5")), 0);
  EXPECT_EQ(effect(two_threes, "e5"), MoveEffect::kContinues);
  EXPECT_EQ(effect("a1a2i8i9/c5d5e3e4/w", "e5", ninuki()), MoveEffect::kContinues);
}

TEST(Ninuki, AThreeHasAtMostOneGapAndRoomAtBothEnds) {
  EXPECT_EQ(effect("b5d5e3e4/a1a2i8i9/b", "e5", ninuki()), MoveEffect::kFoul);
  EXPECT_EQ(effect("a5d5e3e4/a1a2i8i9/b", "e5", ninuki()), MoveEffect::kContinues);
  EXPECT_EQ(effect("c5d5e3e4/b5a2i8i9/b", "e5", ninuki()), MoveEffect::kContinues);
  EXPECT_EQ(effect("c5d5e1e2/a1a2i8i9/b", "e3", ninuki()), MoveEffect::kContinues);
}

TEST(Ninuki, AMoveThatWinsIsNoFoul) {
  EXPECT_EQ(effect("c5d5e3e4f5g5/a1a2i8i9h6/b", "e5", ninuki()), MoveEffect::kWins);
  EXPECT_EQ(effect("c5d5e3e4h8/f6g7i9/b/4:0", "e5", ninuki()), MoveEffect::kWins);
}

TEST(Ninuki, FoulsAreJudgedOnceThePairsAreTaken) {
  // h8 and e5 take f6 and g7: two threes are there with the pair and without.
  EXPECT_EQ(effect("c5d5e3e4h8/f6g7i9/b", "e5", ninuki()), MoveEffect::kFoul);
  // e6 and e7 stand in the way of the three on the column until they are taken.
  EXPECT_EQ(effect("c5d5e3e4e8/e6e7i9/b", "e5", ninuki()), MoveEffect::kFoul);
  EXPECT_EQ(effect("c5d5e3e4/e6e7i9/b", "e5", ninuki()), MoveEffect::kContinues);
}

}  // namespace
}  // namespace tengen
