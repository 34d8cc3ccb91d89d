// The oracle's rows of Reversi that take minutes, proven from both sides. `ctest -L nightly`.
#include "tests/book/differential/reversi_rows.h"

namespace tengen::book {
namespace {

TEST(ReversiRowsNightly, StartsOf5x5AreProvenFromBothSides) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_full.tsv")) {
    const std::optional<std::string> rules = rules_of_start(row);
    if (!rules || row.at("W") != "5") continue;
    expect_start_proven(row, *rules);
    ++rows;
  }
  EXPECT_EQ(rows, 2);
}

TEST(ReversiRowsNightly, AllMiddleGamesAreProvenFromBothSides) {
  for (const char* const table : {"reversi_mid66.tsv", "reversi_mid88.tsv"}) {
    for (const TestRow& row : read_test_data(table)) expect_middle_game_proven(row);
  }
}

}  // namespace
}  // namespace tengen::book
