// The sums follow the board's moves: what they are depends on the stones alone.
#include "solver/renju/evaluated_board.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "solver/game/symmetry.h"

namespace tengen::renju {
namespace {

constexpr std::array<Color, 2> kColors{Color::kBlack, Color::kWhite};

// Point by point, by the board's codes.
BoardSums added_up(const Board& board) {
  BoardSums sums{};
  for (Move p = 0; p < board.point_count(); ++p) {
    if (!board.is_empty(p)) continue;
    for (const Color color : kColors) {
      sums[static_cast<std::size_t>(color)] += point_sums(color)[board.code(color, p)];
    }
  }
  return sums;
}

TEST(EvaluatedBoard, IsAsAnnouncedAfterEachMoveUpToAFullBoardAndBack) {
  for (const int size : {5, 9, kMaxSize}) {
    std::mt19937 random(static_cast<unsigned>(size));
    Board board(size);
    EvaluatedBoard evaluated(board);
    std::vector<std::pair<Move, Color>> made;
    std::vector<BoardSums> sums{evaluated.sums()};
    ASSERT_EQ(sums.front(), added_up(board));
    while (!board.empty_points().empty()) {
      const auto p = static_cast<Move>(random() % static_cast<unsigned>(size * size));
      if (!board.is_empty(p)) continue;
      made.emplace_back(p, kColors[random() % 2]);
      const BoardSums announced = evaluated.sums_after(p, made.back().second);
      ASSERT_EQ(evaluated.sums(), sums.back());  // asking has changed nothing
      evaluated.make(p, made.back().second);
      ASSERT_EQ(evaluated.sums(), announced);
      ASSERT_EQ(evaluated.sums(), added_up(board));
      sums.push_back(announced);
    }
    for (; !made.empty(); made.pop_back()) {
      ASSERT_EQ(evaluated.sums(), sums.back());
      evaluated.unmake(made.back().first, made.back().second);
      sums.pop_back();
    }
    EXPECT_EQ(evaluated.sums(), sums.back());
    EXPECT_EQ(board.stone_count(), 0);
  }
}

TEST(EvaluatedBoard, MayBeginOnAnyBoardAndDoesNotSeeMovesThatAreUndone) {
  Board board(parse_setup("h8i9j7f10/h9h7i7g9/b", kMaxSize).value());
  EvaluatedBoard evaluated(board);
  EXPECT_EQ(evaluated.sums(), added_up(board));
  board.make(0, Color::kBlack);
  board.make(1, Color::kWhite);
  board.unmake(1, Color::kWhite);
  board.unmake(0, Color::kBlack);
  EXPECT_EQ(evaluated.sums_after(16, Color::kBlack), [&] {
    Board other(parse_setup("b2h8i9j7f10/h9h7i7g9/w", kMaxSize).value());
    return added_up(other);
  }());
}

TEST(EvaluatedBoard, HasTheSameSumsFromAllSides) {
  const Position position = parse_setup("h8i9j7f10/h9h7i7g9/b", kMaxSize).value();
  Board board(position);
  const BoardSums expected = EvaluatedBoard(board).sums();
  for (int i = 1; i < kSymmetryCount; ++i) {
    Board image(Symmetry(i).apply(position));
    EXPECT_EQ(EvaluatedBoard(image).sums(), expected) << i;
  }
}

}  // namespace
}  // namespace tengen::renju
