// Counts of move sequences, by the rules of each game, as other programs count them: legal moves,
// fouls, where the first stones may stand, and what ends a game.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "solver/game/game.h"
#include "tests/board_text.h"
#include "tests/test_data.h"

namespace tengen {
namespace {

struct Counts {
  std::uint64_t sequences = 0;
  std::uint64_t wins = 0;   // by the last stone
  std::uint64_t fouls = 0;  // points where the last stone may not be
};

void count(const Game& game, const Position& position, int depth, Counts& counts) {
  if (depth == 1 && position.to_move == Color::kBlack) {
    counts.fouls += game.foul_points(position).size();
  }
  for (const Move move : game.legal_moves(position)) {
    if (move == kPass) continue;
    const MoveEffect effect = game.effect(position, move);
    if (depth == 1) {
      ++counts.sequences;
      counts.wins += effect == MoveEffect::kWins ? 1 : 0;
    } else if (effect == MoveEffect::kContinues) {
      count(game, after_move(position, move), depth - 1, counts);
    }
  }
}

TEST(Perft, SequencesOfStonesAreAsManyAsOtherProgramsCount) {
  const std::map<std::string, std::string> kGames{
      {"free", "freestyle"}, {"exact", "gomoku"}, {"gomokupro", "gomoku-pro"}, {"renju", "renju"}};
  std::map<std::string, int> checked;
  for (const TestRow& row : read_test_data("kinrow_perft.tsv")) {
    const int depth = std::stoi(row.at("depth"));
    if (depth > 2) continue;
    const auto game = kGames.find(row.at("rule"));
    if (game == kGames.end()) continue;  // tested with the game
    const std::string& rules = game->second;
    std::string rows = row.at("position");
    for (char& c : rows) c = c == '/' ? '\n' : c == 'X' ? 'x' : c == 'O' ? 'o' : c;
    const Position position =
        board_text(rows, row.at("side") == "X" ? Color::kBlack : Color::kWhite);
    Counts counts;
    count(*find_game(rules, position.size).value(), position, depth, counts);
    EXPECT_EQ(counts.sequences, std::stoull(row.at("sequences"))) << rules << ' ' << rows;
    EXPECT_EQ(counts.wins, std::stoull(row.at("wins_at_last_ply"))) << rules << ' ' << rows;
    EXPECT_EQ(counts.fouls, std::stoull(row.at("fouls33")) + std::stoull(row.at("fouls44")) +
                                std::stoull(row.at("fouls_overline")))
        << rules << ' ' << rows;
    ++checked[rules];
  }
  EXPECT_EQ(checked["renju"], 54);
  EXPECT_EQ(checked["freestyle"], 12);
  EXPECT_EQ(checked["gomoku"], 10);
  EXPECT_EQ(checked["gomoku-pro"], 10);
}

}  // namespace
}  // namespace tengen
