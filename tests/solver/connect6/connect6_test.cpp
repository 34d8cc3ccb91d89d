// Connect6: its rules word by word, and against other programs: counts of sequences of stones, and
// exact values on small boards.
#include <gtest/gtest.h>

#include <string>

#include "solver/game/game.h"
#include "tests/board_text.h"
#include "tests/test_data.h"

namespace tengen {
namespace {

const Game& connect6(int size) { return *find_game("connect6", size).value(); }

Position at(const std::string& text, int size = 9) {
  const Result<Position> position = connect6(size).parse(text);
  EXPECT_TRUE(position.ok()) << text << ": " << position.status().message();
  return position.value();
}
MoveEffect effect(const std::string& text, const char* move) {
  return connect6(9).effect(at(text), parse_move(move, 9).value());
}

TEST(Connect6, OneStoneFirstThenTwoATurn) {
  EXPECT_EQ(format_position(at("e5")), "e5/-/w");
  EXPECT_EQ(format_position(at("e5 a1")), "e5/a1/w");
  EXPECT_EQ(format_position(at("e5 a1 a2")), "e5/a1a2/b");
  EXPECT_EQ(format_position(at("e5 a1 a2 e6 e7")), "e5e6e7/a1a2/w");
}

TEST(Connect6, TheTwoOrdersOfAMoveMeet) {
  EXPECT_EQ(at("e5 a1 a2"), at("e5 a2 a1"));
  EXPECT_NE(at("e5 a1"), at("e5 a2"));
}

TEST(Connect6, SixOrMoreWinAndTheSecondStoneNeedNotBePlayed) {
  EXPECT_EQ(effect("a1b1c1d1e1/a9b9c9d9/b", "f1"), MoveEffect::kWins);
  EXPECT_EQ(effect("a1b1c1d1e1g1h1/a9b9c9d9a8b8/b", "f1"), MoveEffect::kWins);
  EXPECT_EQ(effect("a1b1c1d1/a9b9c9d9a8/b", "e1"), MoveEffect::kContinues);
}

TEST(Connect6, WhatIsNotPlayedIsRefused) {
  for (const char* bad : {"e5 e5", "e5 pass", "e5/a1/b/pass", "e5/a1/b/1:0", "e5/e5/b",
                          "a1b1c1d1e1f1/a9b9c9d9a8/w", "a1 b9 c9 b1 c1 d9 e9 d1 e1 f9 g9 f1 g1"}) {
    EXPECT_FALSE(connect6(9).parse(bad).ok()) << bad;
  }
  EXPECT_FALSE(find_game("connect6", 5).ok());
}

TEST(Connect6, AWinOfOneTurnNeedsNoRecordNorDoesATurnThatMeetsTooFewRows) {
  const auto short_win = [](const char* text, Color goal) {
    const std::optional<Win> win = connect6(9).make_short_wins()->find(at(text), goal);
    return win ? win->distance_plies : 0;
  };
  EXPECT_EQ(short_win("a1b1c1d1/a9b9c9d9a8/b", Color::kBlack), 2);
  EXPECT_EQ(short_win("a1b1c1d1e1/a9b9c9d9/b", Color::kBlack), 1);
  EXPECT_EQ(short_win("a1b1c1/a9b9c9d9/b", Color::kBlack), 0);
  // Three rows far apart, and the first of White's two stones.
  const char* three = "b2c2d2e2b5c5d5e5b8c8d8e8/i1i3i5i7h2h4h6h9g1g3g5/w";
  EXPECT_EQ(short_win(three, Color::kBlack), 4);
  EXPECT_EQ(short_win("b2c2d2e2b5c5d5e5/i1i3i5h2h4h9g6/w", Color::kBlack), 0);
  // White wins first.
  EXPECT_EQ(short_win("b2c2d2e2b5c5d5e5b8c8d8e8/i1i2i3i4h6h7h9g1g3g4g6/w", Color::kBlack), 0);
}

Position row_position(const TestRow& row) {
  std::string rows = row.at("position");
  for (char& c : rows) c = c == '/' ? '\n' : c == 'X' ? 'x' : c == 'O' ? 'o' : c;
  return board_text(rows, row.at("side") == "X" ? Color::kBlack : Color::kWhite);
}

struct Counts {
  std::uint64_t sequences = 0;
  std::uint64_t wins = 0;  // by the last stone
};

void count(const Position& position, int depth, Counts& counts) {
  const Game& game = connect6(position.size);
  for (const Move move : game.legal_moves(position)) {
    if (depth > 1) {
      if (game.effect(position, move) == MoveEffect::kContinues) {
        count(game.play(position, move), depth - 1, counts);
      }
      continue;
    }
    ++counts.sequences;
    counts.wins += game.effect(position, move) == MoveEffect::kWins ? 1 : 0;
  }
}

TEST(Connect6Oracle, SequencesAreAsManyAsOtherProgramsCount) {
  int checked = 0;
  int deep = 0;
  for (const TestRow& row : read_test_data("kinrow_perft.tsv")) {
    if (row.at("rule") != "connect6") continue;
    if (row.at("depth") == "2" && deep++ > 1) continue;  // seconds each
    Counts counts;
    count(row_position(row), std::stoi(row.at("depth")), counts);
    EXPECT_EQ(counts.sequences, std::stoull(row.at("sequences"))) << row.at("position");
    EXPECT_EQ(counts.wins, std::stoull(row.at("wins_at_last_ply"))) << row.at("position");
    ++checked;
  }
  EXPECT_EQ(checked, 15);
}

// A win that there is must be proven, and no other, whoever is to move.
TEST(Connect6Oracle, TheProverProvesTheWinsThatThereAre) {
  constexpr std::uint64_t kNodesToWin = 3'000'000;
  constexpr std::uint64_t kNodesInVain = 3'000;
  int checked = 0;
  for (const TestRow& row : read_test_data("kinrow_mid.tsv")) {
    if (row.at("k") != "6" || row.at("p") != "2") continue;
    const Position position = row_position(row);
    const int value = std::stoi(row.at("value_stm"));
    for (const Color goal : {position.to_move, opponent(position.to_move)}) {
      const auto prover = connect6(position.size).make_prover({.memory_bytes = kLeastMemoryBytes});
      const bool wins = value == (goal == position.to_move ? 1 : -1);
      const SolveOutcome outcome =
          prover->solve(position, goal, {.nodes = wins ? kNodesToWin : kNodesInVain}, {});
      EXPECT_EQ(outcome.verdict == Verdict::kProven, wins)
          << format_position(position) << ' ' << color_name(goal) << ' ' << outcome.nodes;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 64);
}

}  // namespace
}  // namespace tengen
