// The checker's rules and search by themselves, and against the oracle.
#include "book/reversi/naive_board.h"

#include <gtest/gtest.h>

#include "book/reversi/naive_search.h"
#include "tests/test_data.h"

namespace tengen::reversi {
namespace {

NaiveBoard board(std::string_view rows, std::string_view side = "X") {
  return NaiveBoard::parse(rows, side).value();
}

// The square of column and row, both from 1.
int square(int column, int row) { return 10 * row + column; }

std::uint64_t perft(NaiveBoard& position, int plies) {
  if (plies == 0) return 1;
  const std::vector<int> moves = position.moves();
  std::uint64_t lines = 0;
  if (moves.empty()) {
    position.pass();
    lines = position.move_count() == 0 ? 1 : perft(position, plies - 1);
    position.pass();
    return lines;
  }
  for (const int move : moves) {
    const std::vector<int> turned = position.play(move);
    lines += perft(position, plies - 1);
    position.take_back(move, turned);
  }
  return lines;
}

TEST(NaiveBoard, BadTextIsRefused) {
  for (const std::string rows : {"", "..../....", "..../.../..../....", "..../..Z./..../....",
                                 "........./........./........./........."}) {
    EXPECT_FALSE(NaiveBoard::parse(rows, "X").ok()) << rows;
  }
  EXPECT_FALSE(NaiveBoard::parse("..../..../..../....", "white").ok());
}

TEST(NaiveBoard, AMoveTurnsLinesAndIsTakenBack) {
  const std::string rows = "XOO./..O./.O../X.O.";
  NaiveBoard position = board(rows);
  const std::vector<int> turned = position.play(square(4, 1));
  EXPECT_EQ(position.rows(), "XXXX/..X./.X../X.O.");
  EXPECT_EQ(position.side(), 'O');
  position.take_back(square(4, 1), turned);
  EXPECT_EQ(position.rows(), rows);
  EXPECT_EQ(position.side(), 'X');
}

TEST(NaiveBoard, AMoveThatTurnsNothingIsNotPlayed) {
  NaiveBoard position = board("..../.OX./.XO./....");
  for (const int move : {square(1, 1), square(2, 2), square(3, 1)}) {
    EXPECT_TRUE(position.play(move).empty());
    EXPECT_EQ(position.rows(), "..../.OX./.XO./....");
    EXPECT_EQ(position.side(), 'X');
  }
}

TEST(NaiveBoard, PerftMatchesTheOracle) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_perft.tsv")) {
    if (std::stoull(row.at("perft")) > 100'000) continue;
    const int width = std::stoi(row.at("W"));
    const int height = std::stoi(row.at("H"));
    const std::string start = row.at("start");
    std::string text;
    for (int y = 0; y < height; ++y) {
      std::string line(static_cast<std::size_t>(width), '.');
      const auto middle = static_cast<std::size_t>(width / 2 - 1);
      if (y == height / 2 - 1) line.replace(middle, 2, start == "parh" ? "OO" : "OX");
      if (y == height / 2) line.replace(middle, 2, start == "parh" ? "XX" : "XO");
      text += (y > 0 ? "/" : "") + line;
    }
    if (row.at("hole") == "a1") text[0] = '#';
    NaiveBoard position = board(text);
    EXPECT_EQ(perft(position, std::stoi(row.at("depth"))), std::stoull(row.at("perft")))
        << text << " " << row.at("depth");
    ++rows;
  }
  EXPECT_EQ(rows, 88);
}

TEST(NaiveBoard, AllImagesHaveOneCanonicalForm) {
  const NaiveBoard one = board("..OX/.XO./..../O...");
  EXPECT_EQ(one.canonical().rows(), board("XO../.OX./..../...O").canonical().rows());
  EXPECT_NE(one.canonical().rows(), board("XO../.OX./...O/....").canonical().rows());
  EXPECT_EQ(one.unpacked(one.packed(), 'O').rows(), one.rows());
}

TEST(NaiveBoard, AHoleStaysWhereItIs) {
  const NaiveBoard one = board("#..X/.XO./..../....");
  EXPECT_EQ(one.canonical().rows()[0], '#');
  EXPECT_EQ(one.canonical().rows(), board("#.../.X../.O../X...").canonical().rows());
  EXPECT_NE(one.canonical().rows(), board("X..#/.OX./..../....").canonical().rows());
}

TEST(NaiveSearch, ReachesTheOraclesValuesAndNothingBetter) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_mid88.tsv")) {
    if (std::stoi(row.at("empties")) > 10) continue;
    const NaiveBoard position = board(row.at("position"), row.at("side"));
    for (const auto& [column, rules] :
         {std::pair("v_plain", NaiveRules{}), std::pair("v_e2w", NaiveRules{true, false}),
          std::pair("v_anti", NaiveRules{false, true})}) {
      const int value = std::stoi(row.at(column));
      std::uint64_t nodes = 0;
      EXPECT_EQ(naive_reaches(position, rules, value, 1'000'000, nodes), Reached::kYes);
      EXPECT_EQ(naive_reaches(position, rules, value + 1, 1'000'000, nodes), Reached::kNo);
    }
    ++rows;
  }
  EXPECT_EQ(rows, 19);
}

TEST(NaiveSearch, GivesUpAtItsLimit) {
  const NaiveBoard position = board("....../....../..OX../..XO../....../......");
  std::uint64_t nodes = 0;
  EXPECT_EQ(naive_reaches(position, {}, 0, 1000, nodes), Reached::kGaveUp);
  EXPECT_EQ(nodes, 1000U);
}

}  // namespace
}  // namespace tengen::reversi
