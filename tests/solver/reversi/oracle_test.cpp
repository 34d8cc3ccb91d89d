// Values from other solvers: those that take seconds in all. nightly_test.cpp has the rest.
#include "tests/solver/reversi/oracle.h"

#include <gtest/gtest.h>

namespace tengen::reversi {
namespace {

TEST(ReversiOracle, StartsOfBoardsUpTo24Points) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_full.tsv")) {
    if (std::stoi(row.at("W")) * std::stoi(row.at("H")) > 24) continue;
    expect_start(row, 1);
    ++rows;
  }
  EXPECT_EQ(rows, 329);
}

TEST(ReversiOracle, MiddleGamesOf6x6WithUpTo16EmptyPoints) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_mid66.tsv")) {
    if (std::stoi(row.at("empties")) > 16) continue;
    expect_middle_game(row, 1);
    ++rows;
  }
  EXPECT_EQ(rows, 81);
}

TEST(ReversiOracle, MiddleGamesOf6x6WithAHole) {
  for (const TestRow& row : read_test_data("reversi_mid66_hole.tsv")) expect_middle_game(row, 1);
}

TEST(ReversiOracle, MiddleGamesOf8x8) {
  for (const TestRow& row : read_test_data("reversi_mid88.tsv")) expect_middle_game(row, 1);
}

TEST(ReversiOracle, PublishedLinesOf6x6AreBestPlayNearTheirEnd) {
  for (const TestRow& row : read_test_data("reversi_pv66.tsv")) expect_line(row, 16, 0, 1);
}

}  // namespace
}  // namespace tengen::reversi
