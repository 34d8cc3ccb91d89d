// Wins by few fours are found again by every reader: the same ones, whatever was asked before.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/short_wins.h"
#include "solver/game/symmetry.h"
#include "solver/renju/board.h"
#include "solver/renju/vcf.h"
#include "tests/solver/renju/problems.h"
#include "tests/test_data.h"

namespace tengen::renju {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

TEST(ShortWins, ReadersAreSaidToFindThoseOnly) {
  const Position root = problem("quintet_vct_game_black_l06_3");
  const Color goal = root.to_move;
  const SolveOutcome outcome = renju()
                                   .make_prover({.memory_bytes = kLeastMemoryBytes})
                                   ->solve(root, goal, {.nodes = 1'000'000}, {});
  const std::unique_ptr<ShortWins> short_wins = renju().make_short_wins();
  int found = 0;
  int missed = 0;
  for (const ProofRecord& record : outcome.records) {
    const Position position = after_move(record.position, record.move);
    std::vector<Move> replies = renju().legal_moves(position);
    std::erase_if(replies, [&](Move reply) {
      return renju().effect(position, reply) != MoveEffect::kContinues;
    });
    const std::vector<bool> met = short_wins->readers_win(position, goal, replies);
    ASSERT_EQ(met.size(), replies.size());
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const bool wins = short_wins->find(after_move(position, replies[i]), goal).has_value();
      EXPECT_TRUE(wins || !met[i]) << format_position(position);
      ++(met[i] ? found : missed);
      EXPECT_EQ(wins, met[i]) << format_position(position);  // none is hard to find here
    }
  }
  EXPECT_GT(found, 1'000);
  EXPECT_GT(missed, 5);
}

TEST(ShortWins, OneThatTakesTooManyFoursToFindIsNoReaders) {
  const Position position =
      renju().parse("h8i9j10j8k7g11j7i7k8l9j6k9/f6h9k11i10l6h10j9l7i8i6k5/w").value();
  const Move reply = parse_move("h6", 15).value();
  const std::unique_ptr<ShortWins> short_wins = renju().make_short_wins();
  ASSERT_TRUE(short_wins->find(after_move(position, reply), Color::kBlack).has_value());
  EXPECT_FALSE(short_wins->readers_win(position, Color::kBlack, std::vector{reply}).front());
}

// Here this search plays 19,940 fours and check_proof's 20,048: it tries fours elsewhere although
// two fives of White are to be met.
TEST(ShortWins, OneThatAnotherReadersCountMayMissIsNoReaders) {
  const Position position =
      renju().parse("h8l8i9j9k9l9j10k10l10j11k11m12/g7m7j8h9m9n9f10i10l11i12l12/w").value();
  const Move reply = parse_move("k8", 15).value();
  Board board(after_move(position, reply));
  VcfSolver plain(2);
  VcfLine line;
  ASSERT_TRUE(plain.solve_by_depth(board, Color::kBlack, kReaderNodes, kReaderFours, line));
  EXPECT_GT(plain.nodes(), kReaderNodes - 100);
  EXPECT_FALSE(
      renju().make_short_wins()->readers_win(position, Color::kBlack, std::vector{reply}).front());
}

TEST(ShortWins, DoNotDependOnWhatWasAskedBefore) {
  const std::unique_ptr<ShortWins> asked_before = renju().make_short_wins();
  int wins = 0;
  int others = 0;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    const auto parsed =
        renju().parse(row.at("black") + "/" + row.at("white") + "/" + row.at("side"));
    if (!parsed.ok()) continue;
    Position position = parsed.value();
    for (int i = 0; i < 2; ++i) {  // also with the other side to move
      const Color goal = position.to_move;
      const auto win = asked_before->find(position, goal);
      const auto alone = renju().make_short_wins()->find(position, goal);
      ASSERT_EQ(win.has_value(), alone.has_value()) << row.at("id");
      if (win) {
        EXPECT_EQ(win->distance_plies, alone->distance_plies) << row.at("id");
      }
      ++(win ? wins : others);
      position.to_move = opponent(goal);
    }
  }
  EXPECT_GT(wins, 10);
  EXPECT_GT(others, 10);
}

// A book holds no record for a short win: every reader must find it again, whatever his tables have
// seen. So it is there when a plain search finds it, in every orientation.
TEST(ShortWins, AreWhatAPlainSearchFinds) {
  const std::unique_ptr<ShortWins> used = renju().make_short_wins();
  std::vector<Position> positions;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    const auto parsed =
        renju().parse(row.at("black") + "/" + row.at("white") + "/" + row.at("side"));
    if (!parsed.ok()) continue;
    const Position& position = parsed.value();
    // And where most fours of this position are still there.
    for (const Move move : renju().legal_moves(position)) {
      if (move % 6 != 0 || renju().effect(position, move) != MoveEffect::kContinues) continue;
      positions.push_back(after_move(position, move));
      positions.push_back(positions.back());
      positions.back().to_move = position.to_move;
    }
  }
  VcfSolver plain(2);
  int wins = 0;
  int seen = 0;
  for (const Position& one : positions) {
    const Position position = Symmetry(++seen % kSymmetryCount).apply(one);
    SCOPED_TRACE(format_position(position));
    Board board(position);
    VcfLine line;
    const bool expected = plain.solve_plain(board, position.to_move, 1'000'000, kReaderFours, line);
    ASSERT_FALSE(plain.gave_up());
    ASSERT_EQ(used->find(position, position.to_move).has_value(), expected);
    wins += expected ? 1 : 0;
  }
  EXPECT_GT(wins, 300);
  EXPECT_GT(seen - wins, 300);
}

// Or the line that a reader plays could be longer than the proof says.
TEST(ShortWins, HaveNoMoreFoursThanNeeded) {
  const std::unique_ptr<ShortWins> short_wins = renju().make_short_wins();
  VcfSolver plain(2);
  int longer_than_one_four = 0;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    const auto parsed =
        renju().parse(row.at("black") + "/" + row.at("white") + "/" + row.at("side"));
    if (!parsed.ok()) continue;
    const Position& position = parsed.value();
    const auto win = short_wins->find(position, position.to_move);
    if (!win || win->distance_plies <= 3) continue;
    ++longer_than_one_four;
    Board board(position);
    VcfLine line;
    const int fewer_fours = (win->distance_plies - 1) / 2 - 1;
    EXPECT_FALSE(plain.solve_plain(board, position.to_move, 20'000, fewer_fours, line))
        << row.at("id") << ": " << win->distance_plies << " plies, not " << line.distance_plies();
  }
  EXPECT_GT(longer_than_one_four, 3);
}

}  // namespace
}  // namespace tengen::renju
