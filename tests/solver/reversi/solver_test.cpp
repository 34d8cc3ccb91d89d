// What the solver promises beyond right values: bounds, moves, one search for all processors,
// threads, the same nodes every time.
#include "solver/reversi/solver.h"

#include <gtest/gtest.h>

#include "tests/solver/reversi/oracle.h"

namespace tengen::reversi {
namespace {

Position middle_game() {
  return parse_position("..OXX./.OOX../OXOXX./..OOX./.OXXX./......", "O").value();
}

TEST(ReversiSolver, AThresholdHoldsUpToTheScoreAndNoFurther) {
  const Position position = middle_game();
  const int score = score_of(position, {});
  Solver solver(position.shape, {});
  for (int asked = -36; asked <= 36; ++asked) {
    const Solver::Answer answer = solver.at_least(position.stones, asked);
    EXPECT_EQ(answer.holds, asked <= score) << asked;
    if (answer.holds) {
      EXPECT_GE(answer.bound, asked);
      EXPECT_LE(answer.bound, score);
    } else {
      EXPECT_LT(answer.bound, asked);
      EXPECT_GE(answer.bound, score);
    }
  }
}

TEST(ReversiSolver, TheMoveOfAThresholdReachesIt) {
  const Position position = middle_game();
  const int score = score_of(position, {});
  Solver solver(position.shape, {});
  for (const int asked : {score, score - 3, -36}) {
    const Solver::Answer answer = solver.at_least(position.stones, asked);
    ASSERT_NE(legal_moves(position.shape, position.stones) & bit(answer.move), 0U);
    const Stones next = after(position.shape, position.stones, answer.move);
    EXPECT_FALSE(Solver(position.shape, {}).at_least(next, 1 - asked).holds);
  }
}

TEST(ReversiSolver, PositionsWithoutAMoveAndFinishedGamesHaveAScore) {
  const Position passes = parse_position("OX../OX../OX../OX..", "X").value();
  EXPECT_EQ(legal_moves(passes.shape, passes.stones), 0U);
  EXPECT_EQ(score_of(passes, {}),
            -score_of({passes.shape, after(passes.shape, passes.stones, kNoPoint), true}, {}));
  const Position over = parse_position("XXX./XXX./..../....", "O").value();
  EXPECT_EQ(score_of(over, {}), -6);
  EXPECT_EQ(score_of(over, {.empties_to_winner = true}), -16);
  const Position full = parse_position("XXXX/OOOO/XXXX/XXXX", "X").value();
  EXPECT_EQ(score_of(full, {}), 8);
}

// Pinned: a change of the search changes it on purpose, and its commit message says from what.
TEST(ReversiSolver, OneThreadTakesTheSameNodesEveryTime) {
  const Position position = middle_game();
  for (int round = 0; round < 2; ++round) {
    Solver solver(position.shape, {}, {.table_bytes = 1 << 20});
    solver.score(position.stones);
    EXPECT_EQ(solver.nodes(), 2'190'104U);
  }
}

TEST(ReversiSolver, EveryProcessorSearchesTheSameTree) {
  for (const bool anti : {false, true}) {
    const Position position = middle_game();
    Shared shared(position.shape, {.anti = anti}, 1 << 20);
    Shared portable(position.shape, {.anti = anti}, 1 << 20);
    const auto search = make_search(shared);
    const auto plain = make_portable_search(portable);
    for (const int bound : {-10, -2, 0, 5}) {
      const Search::Found one = search->more_than(position.stones, bound);
      const Search::Found other = plain->more_than(position.stones, bound);
      EXPECT_EQ(one.score, other.score);
      EXPECT_EQ(one.move, other.move);
      EXPECT_EQ(search->nodes(), plain->nodes());
    }
  }
}

TEST(ReversiSolver, SeveralThreadsFindTheSameScores) {
  int rows = 0;
  for (const TestRow& row : read_test_data("reversi_mid66.tsv")) {
    if (row.at("empties") != "16") continue;
    const Position position = position_of(row);
    Solver solver(position.shape, {}, {.threads = 4, .table_bytes = 1 << 20});
    EXPECT_EQ(solver.score(position.stones), std::stoi(row.at("v_plain"))) << row.at("position");
    if (++rows == 5) break;
  }
  EXPECT_EQ(rows, 5);
}

TEST(ReversiSolver, ATinyTableCostsTimeOnly) {
  const Position position = middle_game();
  Solver solver(position.shape, {}, {.table_bytes = 64});
  EXPECT_EQ(solver.score(position.stones), score_of(position, {}));
}

}  // namespace
}  // namespace tengen::reversi
