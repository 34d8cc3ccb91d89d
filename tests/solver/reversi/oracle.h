// Rows of the oracle's tables (tests/data/reversi_*.tsv) as questions to the solver.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/reversi/solver.h"
#include "tests/test_data.h"

namespace tengen::reversi {

// The starts of other sizes have rows too.
inline bool is_supported(const TestRow& row) {
  return std::stoi(row.at("W")) <= kMaxSize && std::stoi(row.at("H")) <= kMaxSize;
}

inline Position position_of(const TestRow& row) {
  const Result<Position> position = parse_position(row.at("position"), row.at("side"));
  EXPECT_TRUE(position.ok()) << row.at("position");
  return position.value();
}

inline Position start_of(const TestRow& row) {
  const std::string hole = row.at("hole") == "-" ? "" : row.at("hole");
  const Result<Position> position = start_position(std::stoi(row.at("W")), std::stoi(row.at("H")),
                                                   parse_start(row.at("start")).value(), hole);
  EXPECT_TRUE(position.ok());
  return position.value();
}

inline int score_of(const Position& position, const Rules& rules, std::size_t table_mib = 4) {
  Solver solver(position.shape, rules, {.table_bytes = table_mib << 20});
  return solver.score(position.stones);
}

// The three values of a row of a middle game.
inline void expect_middle_game(const TestRow& row, std::size_t table_mib = 4) {
  const Position position = position_of(row);
  EXPECT_EQ(score_of(position, {}, table_mib), std::stoi(row.at("v_plain"))) << row.at("position");
  EXPECT_EQ(score_of(position, {.empties_to_winner = true}, table_mib), std::stoi(row.at("v_e2w")))
      << row.at("position");
  EXPECT_EQ(score_of(position, {.anti = true}, table_mib), std::stoi(row.at("v_anti")))
      << row.at("position");
}

inline void expect_start(const TestRow& row, std::size_t table_mib = 4) {
  const Position position = start_of(row);
  EXPECT_EQ(format_rows(position), row.at("position"));
  const Rules rules = {row.at("e2w") == "1", row.at("anti") == "1"};
  EXPECT_EQ(score_of(position, rules, table_mib), std::stoi(row.at("value_first")))
      << row.at("position") << " anti " << row.at("anti") << " e2w " << row.at("e2w");
}

// The positions of a published line with at most `most` and at least `least` empty points, each
// against the line's value.
inline void expect_line(const TestRow& row, int most, int least, std::size_t table_mib = 4) {
  Position position = start_position(std::stoi(row.at("W")), std::stoi(row.at("H")),
                                     parse_start(row.at("start")).value())
                          .value();
  const Rules rules = {false, row.at("anti") == "1"};
  const int value = std::stoi(row.at("value_first"));
  const Shape& shape = position.shape;
  std::istringstream moves(row.at("moves"));
  for (std::string move; moves >> move;) {
    const int point = parse_point(shape, move).value();
    if (legal_moves(shape, position.stones) == 0) {
      position.stones = after(shape, position.stones, kNoPoint);
      position.white_to_move = !position.white_to_move;
    }
    ASSERT_NE(legal_moves(shape, position.stones) & bit(point), 0U) << move;
    position.stones = after(shape, position.stones, point);
    position.white_to_move = !position.white_to_move;
    const int empty = count(shape.points & ~(position.stones.mover | position.stones.other));
    if (empty > most || empty < least) continue;
    EXPECT_EQ(score_of(position, rules, table_mib), position.white_to_move ? -value : value)
        << row.at("name") << " at " << format_rows(position);
  }
  EXPECT_TRUE(is_over(shape, position.stones));
  const bool white = position.white_to_move;
  EXPECT_EQ(count(white ? position.stones.other : position.stones.mover),
            std::stoi(row.at("final_black")));
  EXPECT_EQ(count(white ? position.stones.mover : position.stones.other),
            std::stoi(row.at("final_white")));
}

}  // namespace tengen::reversi
