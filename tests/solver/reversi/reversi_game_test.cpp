// Reversi as a game of the command: ids, positions as text, forced passes, hostile text.
#include "solver/reversi/reversi_game.h"

#include <gtest/gtest.h>

#include "solver/game/symmetry.h"
#include "solver/reversi/reader.h"

namespace tengen::reversi {
namespace {

const Game& game(std::string_view id, int size) { return *find_game(id, size).value(); }

TEST(ReversiGame, IdsAreReadAsWrittenAndInNoOtherWay) {
  EXPECT_EQ(variant_of("reversi", 8)->needs(Color::kBlack), 1);
  EXPECT_TRUE(variant_of("reversi-parallel-anti", 8)->anti);
  EXPECT_EQ(variant_of("reversi:-4", 6)->needs(Color::kBlack), -4);
  EXPECT_EQ(variant_of("reversi:-4", 6)->needs(Color::kWhite), 5);
  EXPECT_TRUE(variant_of("reversi:36", 6));
  for (const char* const id :
       {"", "revers", "reversi ", "Reversi", "reversi-", "reversi:", "reversi:+4", "reversi:04",
        "reversi:-0", "reversi:4 ", "reversi:4.5", "reversi:37", "reversi:-36",
        "reversi-anti-parallel", "reversi-parallel-parallel", "reversi:99999999999999999999",
        "reversix"}) {
    EXPECT_FALSE(variant_of(id, 6)) << id;
    EXPECT_FALSE(find_game(id, 6).ok()) << id;
  }
  for (const int size : {-1, 3, 9, 19}) EXPECT_FALSE(find_game("reversi", size).ok()) << size;
}

TEST(ReversiGame, RowsCountFromTheTopAndTheStartIsOfTheId) {
  EXPECT_EQ(format_position(game("reversi", 8).parse("").value()), "e4d5/d4e5/b");
  EXPECT_EQ(format_position(game("reversi", 6).parse("start").value()), "d3c4/c3d4/b");
  EXPECT_EQ(format_position(game("reversi-parallel", 4).parse("").value()), "b3c3/b2c2/b");
  EXPECT_EQ(format_position(game("reversi", 8).parse("d3").value()), "d3d4e4d5/e5/w");
}

TEST(ReversiGame, WhatMayNotBePlayedIsNamed) {
  const auto error_of = [](const char* text) {
    return game("reversi", 8).parse(text).status().message();
  };
  EXPECT_NE(error_of("d3c3c3").find("move 3, c3: the point is taken"), std::string::npos);
  EXPECT_NE(error_of("a1").find("move 1, a1: turns no stone"), std::string::npos);
  EXPECT_NE(error_of("pass").find("black has a move and may not pass"), std::string::npos);
  EXPECT_NE(error_of("-/-/b").find("the game is over"), std::string::npos);
  EXPECT_NE(error_of("e4d5/d4e5/b/pass").find("depends on the pass"), std::string::npos);
  EXPECT_FALSE(game("reversi", 8).parse("i9").ok());
  EXPECT_FALSE(game("reversi", 8).parse("a1/a1/b").ok());
}

// The shortest game there is: White is left with nothing after nine moves.
TEST(ReversiGame, AGameMayEndWithEmptyPoints) {
  const Game& plain = game("reversi", 8);
  const tengen::Position before = plain.parse("e6f4e3f6g5d6e7f5").value();
  const Move last = parse_move("c5", 8).value();
  EXPECT_EQ(plain.effect(before, last), MoveEffect::kWins);
  EXPECT_EQ(game("reversi-anti", 8).effect(before, last), MoveEffect::kLoses);
  EXPECT_EQ(game("reversi:13", 8).effect(before, last), MoveEffect::kWins);
  EXPECT_EQ(game("reversi:14", 8).effect(before, last), MoveEffect::kLoses);
  EXPECT_NE(plain.parse("e6f4e3f6g5d6e7f5c5").status().message().find("the game is over"),
            std::string::npos);
}

TEST(ReversiGame, WhoHasNoMovePassesAndSaysSo) {
  const Game& plain = game("reversi", 4);
  // Black has a1, White b1: White has no move, Black takes c1.
  const tengen::Position position = plain.parse("a1a2/b1/w").value();
  EXPECT_EQ(plain.legal_moves(position), std::vector<Move>{kPass});
  EXPECT_EQ(plain.effect(position, kPass), MoveEffect::kContinues);
  const tengen::Position next = plain.play(position, kPass);
  EXPECT_EQ(format_position(next), "a1a2/b1/b");
  EXPECT_GT(plain.progress(next, Color::kBlack), plain.progress(position, Color::kBlack));
}

TEST(ReversiGame, AReaderStopsWhenItIsToldTo) {
  const tengen::Position position =
      game("reversi", 6).parse("c2b4c5d2e4e3d1c1b1d5d6f4f2e5").value();
  const Stones stones = stones_of(position);
  Reader reader(square(6), *variant_of("reversi", 6));
  ASSERT_TRUE(reader.may_search(stones));
  const std::function<bool()> at_once = [] { return true; };
  EXPECT_FALSE(reader.find(stones, Color::kBlack, &at_once));
  EXPECT_EQ(reader.nodes(), 0U);
  int polls = 0;
  const std::function<bool()> later = [&] { return ++polls > 1; };
  EXPECT_FALSE(reader.find(stones, Color::kBlack, &later));
  EXPECT_EQ(polls, 2);
  const std::uint64_t stopped = reader.nodes();
  EXPECT_FALSE(reader.find(stones, Color::kBlack));  // White wins
  EXPECT_GT(reader.nodes(), 3 * stopped);
}

TEST(ReversiGame, AProverEndsWithinItsNodesAndGoesOnWhereItWas) {
  const Game& plain = game("reversi", 6);
  const tengen::Position start = plain.parse("").value();
  const auto prover = plain.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome first = prover->solve(start, Color::kWhite, {.nodes = 10'000}, {});
  EXPECT_EQ(first.verdict, Verdict::kUnknown);
  EXPECT_LT(first.nodes, 1'000'000U);
  EXPECT_EQ(first.children.size(), 1U);  // the four first moves are one
  bool asked = false;
  const SolveOutcome stopped = prover->solve(start, Color::kWhite, {}, [&] {
    asked = true;
    return true;
  });
  EXPECT_TRUE(asked);
  EXPECT_EQ(stopped.verdict, Verdict::kUnknown);
  const auto again = plain.make_prover({.memory_bytes = kLeastMemoryBytes});
  EXPECT_EQ(again->solve(start, Color::kWhite, {.nodes = 10'000}, {}).nodes, first.nodes);
}

}  // namespace
}  // namespace tengen::reversi
