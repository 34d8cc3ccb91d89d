// The oracle's rows that oracle_test.cpp and board_test.cpp leave out. Minutes; `ctest -L nightly`.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/solver/reversi/oracle.h"

namespace tengen::reversi {
namespace {

TEST(ReversiNightly, PerftMatchesTheOracle) {
  for (const TestRow& row : read_test_data("reversi_perft.tsv")) {
    const std::uint64_t expected = std::stoull(row.at("perft"));
    if (expected <= 500'000) continue;
    const Position start = start_of(row);
    EXPECT_EQ(perft(start.shape, start.stones, std::stoi(row.at("depth"))), expected)
        << row.at("W") << "x" << row.at("H") << " " << row.at("start") << " " << row.at("depth");
  }
}

TEST(ReversiNightly, StartsOfBoardsFrom25To32Points) {
  for (const TestRow& row : read_test_data("reversi_full.tsv")) {
    const int points = std::stoi(row.at("W")) * std::stoi(row.at("H"));
    if (is_supported(row) && points > 24 && points <= 32) expect_start(row, 64);
  }
}

TEST(ReversiNightly, MiddleGamesOf6x6From17EmptyPoints) {
  for (const TestRow& row : read_test_data("reversi_mid66.tsv")) {
    if (std::stoi(row.at("empties")) > 16) expect_middle_game(row, 64);
  }
}

TEST(ReversiNightly, PublishedLinesOf6x6AreBestPlayAsFarAsTheyWereVerified) {
  for (const TestRow& row : read_test_data("reversi_pv66.tsv")) {
    expect_line(row, std::min(25, std::stoi(row.at("verified_up_to_empties"))), 17, 256);
  }
}

TEST(ReversiNightly, Starts6x6) {
  for (const TestRow& row : read_test_data("reversi_full.tsv")) {
    if (row.at("W") == "6" && row.at("H") == "6") expect_start(row, 1024);
  }
}

}  // namespace
}  // namespace tengen::reversi
