// The oracle's rows of Reversi that take seconds; reversi_rows_nightly.cpp has the others.
#include "tests/book/differential/reversi_rows.h"

#include <random>

namespace tengen::book {
namespace {

TEST(ReversiRows, StartsOf4x4AreProvenFromBothSides) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_full.tsv")) {
    const std::optional<std::string> rules = rules_of_start(row);
    if (!rules || row.at("W") != "4") continue;
    expect_start_proven(row, *rules);
    ++rows;
  }
  EXPECT_EQ(rows, 2);
}

TEST(ReversiRows, MiddleGamesAreProvenFromBothSides) {
  int rows = 0;
  for (const char* const table : {"reversi_mid66.tsv", "reversi_mid88.tsv"}) {
    for (const TestRow& row : read_test_data(table)) {
      if (std::stoi(row.at("empties")) > 10) continue;
      expect_middle_game_proven(row);
      ++rows;
    }
  }
  EXPECT_GT(rows, 10);
}

// Feinstein's line of 1993, which keeps the score at every position.
TEST(ReversiRows, AProofOfMoreEmptyPointsThanAReaderSearchesHasRecords) {
  const Game& game = *find_game("reversi:-4", 6).value();
  for (const TestRow& row : read_test_data("reversi_pv66.tsv")) {
    if (row.at("name") != "feinstein1993") continue;
    std::string moves = row.at("moves");
    moves.resize(3 * 12);  // 20 empty points
    const Position position = game.parse(moves).value();
    EXPECT_EQ(position.stone_count(), 16U);
    EXPECT_EQ(position.to_move, Color::kBlack);
    const ProvenBy black = expect_win("reversi:-4", position, Color::kBlack);
    EXPECT_EQ(black.records, 1U);
    EXPECT_GT(black.short_wins, 1);
    expect_win("reversi:-3", position, Color::kWhite);
  }
}

TEST(ReversiRows, TheWinnersPassIsARecordLikeOthers) {
  const Game& game = *find_game("reversi", 6).value();
  std::mt19937 random(3);
  int found = 0;
  while (found < 2) {
    Position position = game.parse("").value();
    while (position.stone_count() < 17) {  // 19 empty points
      const std::vector<Move> moves = game.legal_moves(position);
      const Move move = moves[random() % moves.size()];
      if (game.effect(position, move) != MoveEffect::kContinues) break;
      position = game.play(position, move);
    }
    if (position.stone_count() < 17 || game.legal_moves(position).front() != kPass) continue;
    const auto prover = game.make_prover({.memory_bytes = std::uint64_t{64} << 20});
    const SolveOutcome outcome =
        prover->solve(position, position.to_move, {}, [] { return false; });
    if (outcome.verdict != Verdict::kProven) continue;
    EXPECT_EQ(outcome.best, kPass);
    EXPECT_EQ(outcome.records.back().move, kPass);
    expect_win(std::string(game.rules()), position, position.to_move);
    ++found;
  }
}

}  // namespace
}  // namespace tengen::book
