// Rules, text and symmetries of Reversi boards.
#include "solver/reversi/board.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/solver/reversi/oracle.h"

namespace tengen::reversi {
namespace {

Position board(std::string_view rows, std::string_view side = "X") {
  return parse_position(rows, side).value();
}

TEST(ReversiBoard, TextGoesInAndComesOutUnchanged) {
  for (const std::string rows : {"..../.OX./.XO./....", "#.../.OX./.XO./..../..../...#",
                                 "......../......../......../...OX.../...XO.../......../"
                                 "......../........"}) {
    EXPECT_EQ(format_rows(board(rows, "X")), rows);
    EXPECT_EQ(format_rows(board(rows, "O")), rows);
  }
}

TEST(ReversiBoard, BadTextIsRefused) {
  for (const std::string rows :
       {"", "/", "....", "..../..../....", ".../.../.../...", "..../.../..../....",
        "..../....x/..../....", "..../..Y./..../....", "..../..../..../..../",
        "........./........./........./.........",
        "..../..../..../..../..../..../..../..../...."}) {
    EXPECT_FALSE(parse_position(rows, "X").ok()) << rows;
  }
  EXPECT_FALSE(parse_position("..../.OX./.XO./....", "x").ok());
  EXPECT_FALSE(parse_position("..../.OX./.XO./....", "").ok());
  EXPECT_FALSE(start_position(3, 6, Start::kStandard).ok());
  EXPECT_FALSE(start_position(6, 9, Start::kStandard).ok());
  EXPECT_FALSE(start_position(6, 6, Start::kStandard, "g1").ok());
  EXPECT_FALSE(start_position(6, 6, Start::kStandard, "c3").ok());
  EXPECT_FALSE(parse_start("diagonal").ok());
  for (const std::string size : {"", "6", "3x6", "6x9", "6 x6", "66", "6x6x"}) {
    EXPECT_FALSE(parse_size(size).ok()) << size;
  }
  EXPECT_EQ(parse_size("6x4").value(), std::pair(6, 4));
}

TEST(ReversiBoard, AMoveTurnsLinesThatAnOwnStoneEnds) {
  const Position position = board("XOO./..O./.O../X.O.");
  EXPECT_EQ(format_point(3), "d1");
  const Stones next = after(position.shape, position.stones, 3);
  EXPECT_EQ(format_rows({position.shape, next, true}), "XXXX/..X./.X../X.O.");
}

TEST(ReversiBoard, ALineDoesNotRunThroughAHoleOrTheEdge) {
  const Position position = board("XO#./..../OX.O/...X");
  EXPECT_EQ(legal_moves(position.shape, position.stones), bit(11));
}

TEST(ReversiBoard, AnEndedGameCountsStonesOrGivesEmptyPointsToTheWinner) {
  const Position position = board("XXX./XXX./..../OOOO");
  EXPECT_EQ(final_score(position.shape, {}, position.stones), 2);
  EXPECT_EQ(final_score(position.shape, {.anti = true}, position.stones), -2);
  EXPECT_EQ(final_score(position.shape, {.empties_to_winner = true}, position.stones), 8);
  EXPECT_EQ(final_score(position.shape, {true, true}, position.stones), -8);
}

TEST(ReversiBoard, PerftMatchesTheOracle) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_perft.tsv")) {
    const std::uint64_t expected = std::stoull(row.at("perft"));
    if (expected > 500'000) continue;
    const Position start = start_of(row);
    EXPECT_EQ(perft(start.shape, start.stones, std::stoi(row.at("depth"))), expected)
        << row.at("W") << "x" << row.at("H") << " " << row.at("start") << " " << row.at("depth");
    ++rows;
  }
  EXPECT_EQ(rows, 95);
}

TEST(ReversiBoard, DistinctPositionsMatchTheOracle) {
  std::set<std::pair<Stones, bool>> level;
  for (const TestRow& row : read_test_data("reversi_perft.tsv")) {
    if (row.at("distinct_positions") == "-") continue;
    const Position start = start_of(row);
    if (row.at("depth") == "1") level = {{start.stones, false}};
    std::set<std::pair<Stones, bool>> next;
    for (const auto& [stones, white] : level) {
      Bits moves = legal_moves(start.shape, stones);
      if (moves == 0 && !is_over(start.shape, stones)) {
        next.emplace(after(start.shape, stones, kNoPoint), !white);
      }
      for (; moves != 0; moves &= moves - 1) {
        next.emplace(after(start.shape, stones, std::countr_zero(moves)), !white);
      }
    }
    level = std::move(next);
    EXPECT_EQ(level.size(), std::stoull(row.at("distinct_positions")))
        << row.at("W") << "x" << row.at("H") << " " << row.at("start") << " " << row.at("depth");
  }
}

TEST(ReversiBoard, ThereAreAsManySymmetriesAsTheShapeAllows) {
  EXPECT_EQ(Symmetries(board("..../..../..../....").shape).size(), 8);
  EXPECT_EQ(Symmetries(board("..../..../..../..../....").shape).size(), 4);
  EXPECT_EQ(Symmetries(board("#.../..../..../....").shape).size(), 2);
  EXPECT_EQ(Symmetries(board(".#../..../..../....").shape).size(), 1);
}

TEST(ReversiBoard, MovesOfAnImageAreTheImagesOfTheMoves) {
  for (const std::string rows :
       {"......./..OX.../..XO.../..OO.../..X....", "....../.OX.../.XOX../.OOO../..XX../......"}) {
    const Position position = board(rows);
    const Symmetries symmetries(position.shape);
    const Bits moves = legal_moves(position.shape, position.stones);
    for (int index = 0; index < symmetries.size(); ++index) {
      const Stones image = symmetries.image(position.stones, index);
      EXPECT_EQ(symmetries.canonical(image), symmetries.canonical(position.stones));
      Bits expected = 0;
      for (Bits m = moves; m != 0; m &= m - 1) {
        expected |= bit(symmetries.image(std::countr_zero(m), index));
      }
      EXPECT_EQ(legal_moves(position.shape, image), expected);
    }
  }
}

}  // namespace
}  // namespace tengen::reversi
