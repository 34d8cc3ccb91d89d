// What renju-simple reads otherwise than renju, by both rule codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/plain_game.h"
#include "book/verifier/verifier.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

// "foul" for what is no legal move.
std::string played(const std::string& rules, const std::string& text, const char* point) {
  const Game& game = *find_game(rules, 15).value();
  const Position position = game.parse(text).value();
  const Move move = parse_move(point, 15).value();
  const MoveEffect effect = game.effect(position, move);
  const NaiveGame naive = naive_game(rules, 15).value();
  const std::vector<Move> legal = naive.legal_moves(position);
  const bool is_legal = std::ranges::count(legal, move) == 1;
  EXPECT_EQ(is_legal, effect != MoveEffect::kFoul) << text << ' ' << point;
  EXPECT_EQ(legal, game.legal_moves(position)) << text;
  if (!is_legal) return "foul";
  const bool wins = naive.effect(position, move) == NaiveEffect::kMoverWins;
  EXPECT_EQ(wins, effect == MoveEffect::kWins) << text << ' ' << point;
  return wins ? "wins" : "continues";
}

TEST(RenjuSimple, SixInARowAreNeitherFoulNorWin) {
  const char* black = "e8f8g8i8j8/a1c1e1g1i1/b";
  EXPECT_EQ(played("renju", black, "h8"), "foul");
  EXPECT_EQ(played("renju-simple", black, "h8"), "continues");
  const char* white = "a1c1e1g1i1k1/e8f8g8i8j8/w";
  EXPECT_EQ(played("renju", white, "h8"), "wins");
  EXPECT_EQ(played("renju-simple", white, "h8"), "continues");
}

TEST(RenjuSimple, TwoFoursAreAFoulAlsoOnOneLine) {
  EXPECT_EQ(played("renju-simple", "e8f8g8h5h6h7/a1c1e1g1i1k1/b", "h8"), "foul");
  EXPECT_EQ(played("renju-simple", "d8f8h8j8/a1c1e1g1/b", "g8"), "foul");
  EXPECT_EQ(played("renju-simple", "a1c1e1g1/d8f8h8j8/w", "g8"), "continues");
}

TEST(RenjuSimple, AThreeCountsWhateverItsNextMoveIs) {
  const char* nested = "i2e3h3d4g4h4d5g5c6g7c8e8/d7/b";
  EXPECT_EQ(played("renju", nested, "e5"), "continues");
  EXPECT_EQ(played("renju-simple", nested, "e5"), "foul");
}

TEST(RenjuSimple, AFiveOverridesTwoThreesAndTwoFours) {
  EXPECT_EQ(played("renju-simple", "d8e8f8g8h6h7g7f6/a1c1e1g1i1k1m1o1/b", "h8"), "wins");
  EXPECT_EQ(played("renju-simple", "d8e8f8g8h5h6h7e5f6g7/a1c1e1g1i1k1m1o1a15c15/b", "h8"), "wins");
}

TEST(RenjuSimple, TheFirstStoneIsAnywhereOnABoardOfOddSize) {
  const Game& game = *find_game("renju-simple", 15).value();
  EXPECT_EQ(game.legal_moves(game.parse("").value()).size(), 225U);
  EXPECT_FALSE(find_game("renju-simple", 16).ok());
  EXPECT_FALSE(naive_game("renju-simple", 16).ok());
}

// Each of the three empty points makes two fours.
constexpr const char* kStuck = "b1c1d1a2d2a3c3a4b4/b2c2e2b3d3e3c4d4e4b5c5d5e5/b";

TEST(RenjuSimple, WhoHasNoLegalMovePassesAndNobodyElse) {
  const Game& game = *find_game("renju-simple", 5).value();
  const NaiveGame naive = naive_game("renju-simple", 5).value();
  const Position stuck = game.parse(kStuck).value();
  EXPECT_EQ(game.legal_moves(stuck), std::vector<Move>{kPass});
  EXPECT_EQ(naive.legal_moves(stuck), std::vector<Move>{kPass});
  EXPECT_EQ(game.foul_points(stuck).size(), 3U);
  const Position passed = game.play(stuck, kPass);
  EXPECT_EQ(game.legal_moves(passed).size(), 3U);
  EXPECT_EQ(naive.legal_moves(passed).size(), 3U);
  EXPECT_FALSE(game.parse("c3 pass").ok());
}

// The other side's only reply is the pass: it has to be met like any other.
TEST(RenjuSimple, AForcedPassIsAReply) {
  const Game& game = *find_game("renju-simple", 5).value();
  const Position stuck = game.parse(kStuck).value();
  const auto prover = game.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome outcome = prover->solve(stuck, Color::kWhite, {.nodes = 10'000}, {});
  EXPECT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.distance_plies, 2);
  const auto lookup = [](const Position&, Color) -> Result<std::optional<Win>> {
    return std::optional<Win>();
  };
  const NaiveGame naive = naive_game("renju-simple", 5).value();
  const VerifyReport report = verify(naive, stuck, Color::kWhite, lookup, {}).value();
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.passes_tried, 1);
  // With White's winning points taken he wins no more, and neither code says so.
  const Position held = game.parse("b1c1d1a2d2a3c3a4b4e2b5/b2c2b3d3e3c4d4e4c5d5e5/b").value();
  EXPECT_NE(prover->solve(held, Color::kWhite, {.nodes = 10'000}, {}).verdict, Verdict::kProven);
  EXPECT_FALSE(verify(naive, held, Color::kWhite, lookup, {}).value().complete);
}

}  // namespace
}  // namespace tengen::book
