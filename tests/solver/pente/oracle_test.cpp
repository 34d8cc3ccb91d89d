// Pente against other programs: counts of sequences of moves, and exact values on small boards.
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>

#include "solver/game/game.h"
#include "tests/board_text.h"
#include "tests/test_data.h"

namespace tengen {
namespace {

Position row_position(const TestRow& row) {
  std::string rows = row.at("position");
  for (char& c : rows) c = c == '/' ? '\n' : c == 'X' ? 'x' : c == 'O' ? 'o' : c;
  Position position = board_text(rows, row.at("side") == "X" ? Color::kBlack : Color::kWhite);
  position.pairs = {static_cast<std::uint8_t>(std::stoi(row.at("capX"))),
                    static_cast<std::uint8_t>(std::stoi(row.at("capO")))};
  return position;
}

const Game& pente(int size) { return *find_game("pente", size).value(); }

struct Counts {
  std::uint64_t sequences = 0;
  std::uint64_t wins = 0;  // by the last stone
  std::uint64_t pairs = 0;
};

void count(const Position& position, int depth, Counts& counts) {
  const Game& game = pente(position.size);
  for (const Move move : game.legal_moves(position)) {
    const MoveEffect effect = game.effect(position, move);
    const Position next = game.play(position, move);
    if (depth > 1) {
      if (effect == MoveEffect::kContinues) count(next, depth - 1, counts);
      continue;
    }
    ++counts.sequences;
    counts.wins += effect == MoveEffect::kWins ? 1 : 0;
    counts.pairs += (position.stone_count() + 1 - next.stone_count()) / 2;
  }
}

TEST(PenteOracle, SequencesAreAsManyAsOtherProgramsCount) {
  const bool all_rows = std::getenv("TENGEN_NIGHTLY") != nullptr;
  int checked = 0;
  int deep = 0;
  for (const TestRow& row : read_test_data("kinrow_perft.tsv")) {
    if (row.at("rule") != "pente" || std::stoi(row.at("depth")) > 2) continue;
    Counts counts;
    // Of the longer ones one is enough every day.
    if (row.at("depth") == "2" && !all_rows && deep++ > 1) continue;
    ++checked;
    count(row_position(row), std::stoi(row.at("depth")), counts);
    EXPECT_EQ(counts.sequences, std::stoull(row.at("sequences"))) << row.at("position");
    EXPECT_EQ(counts.wins, std::stoull(row.at("wins_at_last_ply"))) << row.at("position");
    EXPECT_EQ(counts.pairs, std::stoull(row.at("pairs_captured_at_last_ply")))
        << row.at("position");
  }
  EXPECT_EQ(checked, all_rows ? 34 : 19);
}

// The rows ask for fewer pairs than five: who begins with the rest has as many to take.
std::optional<Position> midgame(const TestRow& row) {
  const int to_win = std::stoi(row.at("capwin"));
  if (row.at("k") != "5" || row.at("p") != "1" || to_win == 0) return std::nullopt;
  Position position = row_position(row);
  for (std::uint8_t& pairs : position.pairs) {
    pairs = static_cast<std::uint8_t>(pairs + kPairsToWin - to_win);
  }
  return position;
}

// A win that there is must be proven, and no other, whoever is to move.
TEST(PenteOracle, TheProverProvesTheWinsThatThereAre) {
  constexpr std::uint64_t kNodesToWin = 3'000'000;
  constexpr std::uint64_t kNodesInVain = 3'000;
  int checked = 0;
  for (const TestRow& row : read_test_data("kinrow_mid.tsv")) {
    const std::optional<Position> position = midgame(row);
    if (!position) continue;
    const int value = std::stoi(row.at("value_stm"));
    for (const Color goal : {position->to_move, opponent(position->to_move)}) {
      const auto prover = pente(position->size).make_prover({.memory_bytes = kLeastMemoryBytes});
      const bool wins = value == (goal == position->to_move ? 1 : -1);
      const SolveOutcome outcome =
          prover->solve(*position, goal, {.nodes = wins ? kNodesToWin : kNodesInVain}, {});
      EXPECT_EQ(outcome.verdict == Verdict::kProven, wins)
          << format_position(*position) << ' ' << color_name(goal) << ' ' << outcome.nodes;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 119);
}

}  // namespace
}  // namespace tengen
