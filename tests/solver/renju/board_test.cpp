// The board's derived values: exact under make and unmake, symmetric, and right on drawn lines.
#include "solver/renju/board.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/game/symmetry.h"
#include "tests/board_text.h"

namespace tengen::renju {
namespace {

constexpr std::array<Color, 2> kColors{Color::kBlack, Color::kWhite};

// Every public value of the boards but fouls; those are compared where it is cheap.
void expect_equal(const Board& a, const Board& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.stone_count(), b.stone_count());
  ASSERT_EQ(a.empty_points(), b.empty_points());
  for (const Color color : kColors) {
    ASSERT_EQ(a.five_points(color), b.five_points(color));
    ASSERT_EQ(a.four_points(color), b.four_points(color));
    ASSERT_EQ(a.three_points(color), b.three_points(color));
    ASSERT_EQ(a.stones_hash(color), b.stones_hash(color));
    ASSERT_EQ(a.hash(color), b.hash(color));
    ASSERT_EQ(a.to_position(color), b.to_position(color));
    for (Move p = 0; p < a.point_count(); ++p) {
      ASSERT_EQ(a.stone(p), b.stone(p));
      if (!a.is_empty(p)) continue;
      ASSERT_EQ(a.code(color, p), b.code(color, p)) << "point " << p;
      ASSERT_EQ(a.flags(color, p), b.flags(color, p)) << "point " << p;
      ASSERT_EQ(a.shape_score(color, p), b.shape_score(color, p)) << "point " << p;
      for (int d = 0; d < kDirections; ++d) {
        ASSERT_EQ(a.pattern(color, p, d), b.pattern(color, p, d)) << "point " << p;
      }
    }
  }
}

// Stones in random order and of random colours, as a board takes them: it knows no turns.
std::vector<std::pair<Move, Color>> random_stones(int size, std::size_t count, std::mt19937& rng) {
  std::vector<std::pair<Move, Color>> stones;
  for (Move p = 0; p < size * size; ++p) {
    stones.emplace_back(p, kColors[rng() % 2]);
  }
  for (std::size_t i = 0; i + 1 < stones.size(); ++i) {
    std::swap(stones[i], stones[i + rng() % (stones.size() - i)]);
  }
  stones.resize(count);
  return stones;
}

Position with_stones(int size, const std::vector<std::pair<Move, Color>>& stones, std::size_t n) {
  Position position{.size = size, .black = {}, .white = {}, .to_move = Color::kBlack};
  for (std::size_t i = 0; i < n; ++i) {
    (stones[i].second == Color::kBlack ? position.black : position.white)
        .push_back(stones[i].first);
  }
  std::sort(position.black.begin(), position.black.end());
  std::sort(position.white.begin(), position.white.end());
  return position;
}

class BoardOfSize : public testing::TestWithParam<int> {};

TEST_P(BoardOfSize, EveryDerivedValueDependsOnTheStonesAlone) {
  std::mt19937 rng(static_cast<unsigned>(GetParam()));
  const int size = GetParam();
  const auto full = static_cast<std::size_t>(size * size);
  const auto stones = random_stones(size, full, rng);
  Board board(size);
  std::size_t n = 0;
  // Forward to the full board with detours backward, then all the way back.
  const auto go_to = [&](std::size_t target) {
    for (; n < target; ++n) board.make(stones[n].first, stones[n].second);
    for (; n > target; --n) board.unmake(stones[n - 1].first, stones[n - 1].second);
    expect_equal(board, Board(with_stones(size, stones, n)));
  };
  const auto step = static_cast<std::size_t>(size) / 2;
  for (std::size_t target = 0; target <= full && !HasFatalFailure(); target += step) {
    go_to(target);
    go_to(target - rng() % (target + 1));
  }
  go_to(full);
  for (std::size_t target = full; target > step && !HasFatalFailure(); target -= step) {
    go_to(target);
  }
  go_to(0);
  expect_equal(board, Board(size));
}

TEST_P(BoardOfSize, AskingForFoulsChangesNothing) {
  std::mt19937 rng(static_cast<unsigned>(100 + GetParam()));
  const int size = GetParam();
  for (int round = 0; round < 4; ++round) {
    const auto count = static_cast<std::size_t>(size * size / 3);
    const Position position = with_stones(size, random_stones(size, count, rng), count);
    Board board(position);
    board.empty_points().for_each([&](Move p) { static_cast<void>(board.is_foul(p)); });
    expect_equal(board, Board(position));
  }
}

TEST_P(BoardOfSize, DerivedValuesTurnAndMirrorWithTheBoard) {
  std::mt19937 rng(static_cast<unsigned>(200 + GetParam()));
  const int size = GetParam();
  const auto count = static_cast<std::size_t>(size * size * 2 / 5);
  const Position position = with_stones(size, random_stones(size, count, rng), count);
  Board board(position);
  for (int i = 1; i < kSymmetryCount; ++i) {
    const Symmetry symmetry(i);
    Board image(symmetry.apply(position));
    // Mirroring swaps the diagonals, swapping columns and rows swaps the straight lines.
    const int swap_diagonals = (i & 1) ^ ((i >> 1) & 1);
    const int swap_straight = (i >> 2) & 1;
    for (const Color color : kColors) {
      board.empty_points().for_each([&](Move p) {
        const Move q = symmetry.apply(p, size);
        EXPECT_EQ(board.flags(color, p), image.flags(color, q));
        EXPECT_EQ(board.shape_score(color, p), image.shape_score(color, q));
        for (int d = 0; d < kDirections; ++d) {
          EXPECT_EQ(board.pattern(color, p, d),
                    image.pattern(color, q, d ^ (d < 2 ? swap_straight : swap_diagonals)));
        }
        EXPECT_EQ(board.five_points(color).contains(p), image.five_points(color).contains(q));
        EXPECT_EQ(board.four_points(color).contains(p), image.four_points(color).contains(q));
        EXPECT_EQ(board.three_points(color).contains(p), image.three_points(color).contains(q));
        EXPECT_EQ(board.is_legal(p, color), image.is_legal(q, color));
      });
    }
  }
}

// What simple_four() says without playing, against playing it.
TEST_P(BoardOfSize, ASimpleFourHasThatReplyAndBuildsNothingItDoesNotTell) {
  std::mt19937 rng(static_cast<unsigned>(400 + GetParam()));
  const int size = GetParam();
  int seen = 0;
  int idle = 0;
  for (int round = 0; round < 300; ++round) {
    const auto count = static_cast<std::size_t>(size * size) * (1 + rng() % 4) / 8;
    Board board(with_stones(size, random_stones(size, count, rng), count));
    for (const Color color : kColors) {
      if (!board.five_points(color).empty()) continue;
      const PointSet before = board.four_points(color);
      before.for_each([&](Move p) {
        if (!board.is_legal(p, color)) return;
        const Color other = opponent(color);
        const Board::SimpleFour four = board.simple_four(color, p);
        const bool may_be_foul = four.reply != kNoMove && color == Color::kWhite &&
                                 (board.flags(Color::kBlack, four.reply) & kMayBeFoul) != 0;
        board.make(p, color);
        const PointSet fives = board.five_points(color);
        ASSERT_EQ(four.reply == kNoMove, fives.has_several());
        if (four.reply != kNoMove) {
          ++seen;
          EXPECT_EQ(four.reply, fives.first());
          EXPECT_TRUE(may_be_foul || board.is_legal(four.reply, other));
          const std::uint64_t hash = board.hash_after(four.reply, other);
          board.make(four.reply, other);
          EXPECT_EQ(board.hash(color), hash);
          idle += four.builds ? 0 : 1;
          if (!four.builds) {
            EXPECT_EQ(board.four_points(color) & before, board.four_points(color));
          }
          board.unmake(four.reply, other);
          board.unmake(p, color);
          EXPECT_EQ(board.hash_after(p, four.reply, color), hash);
        } else {
          board.unmake(p, color);
        }
      });
    }
  }
  EXPECT_GT(seen, 100);
  EXPECT_GT(idle, 20);
}

TEST_P(BoardOfSize, HashesDoNotDependOnTheOrderOfTheStones) {
  std::mt19937 rng(static_cast<unsigned>(300 + GetParam()));
  const int size = GetParam();
  auto stones = random_stones(size, 12, rng);
  Board forward(size);
  for (std::size_t i = 0; i < stones.size(); ++i) {
    const auto [p, color] = stones[i];
    const std::uint64_t announced = forward.hash_after(p, color);
    forward.make(p, color);
    EXPECT_EQ(forward.hash(opponent(color)), announced);
    Position position = with_stones(size, stones, i + 1);
    EXPECT_EQ(Board::hash(position), forward.hash(Color::kBlack));
    position.to_move = Color::kWhite;
    EXPECT_EQ(Board::hash(position), forward.hash(Color::kWhite));
    EXPECT_NE(forward.hash(Color::kBlack), forward.hash(Color::kWhite));
  }
  Board backward(size);
  for (auto stone = stones.rbegin(); stone != stones.rend(); ++stone) {
    backward.make(stone->first, stone->second);
  }
  EXPECT_EQ(backward.hash(Color::kBlack), forward.hash(Color::kBlack));
}

INSTANTIATE_TEST_SUITE_P(AllSizes, BoardOfSize, testing::Range(kMinSize, kMaxSize + 1));

// A line of 15 points: x black, o white, . empty, * the empty point that is asked about.
struct LineCase {
  std::string_view line;
  LinePattern black;
  LinePattern white;
  friend std::ostream& operator<<(std::ostream& out, const LineCase& c) { return out << c.line; }
};

class DrawnLine : public testing::TestWithParam<LineCase> {};

// The i-th point of the middle row, the middle column and both long diagonals.
Move point_on(int direction, int i) {
  constexpr int kLast = 14;
  constexpr int kMiddle = 7;
  const int x = direction == 1 ? kMiddle : direction == 3 ? kLast - i : i;
  const int y = direction == 0 ? kMiddle : i;
  return static_cast<Move>(y * 15 + x);
}

TEST_P(DrawnLine, ReadsTheSameInAllDirectionsAndBothWays) {
  const LineCase& line_case = GetParam();
  ASSERT_EQ(line_case.line.size(), 15u);
  for (const bool reversed : {false, true}) {
    std::string line(line_case.line);
    if (reversed) line.assign(line_case.line.rbegin(), line_case.line.rend());
    for (int d = 0; d < kDirections; ++d) {
      Board board(15);
      for (int i = 0; i < 15; ++i) {
        const char c = line[static_cast<std::size_t>(i)];
        if (c == 'x') board.make(point_on(d, i), Color::kBlack);
        if (c == 'o') board.make(point_on(d, i), Color::kWhite);
      }
      const Move asked = point_on(d, static_cast<int>(line.find('*')));
      EXPECT_EQ(board.pattern(Color::kBlack, asked, d), line_case.black) << line << ' ' << d;
      EXPECT_EQ(board.pattern(Color::kWhite, asked, d), line_case.white) << line << ' ' << d;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fives, DrawnLine,
                         testing::Values(LineCase{".....xx*xx.....", kFive, kDead},
                                         LineCase{".....xxxx*.....", kFive, kOne},
                                         LineCase{"xxxx*..........", kFive, kOne},
                                         LineCase{"....oxxxx*o....", kFive, kTwo},
                                         LineCase{".....oo*oo.....", kDead, kFive}));
// Six are a foul for Black and a win for White.
INSTANTIATE_TEST_SUITE_P(Overlines, DrawnLine,
                         testing::Values(LineCase{".....xxx*xx....", kOverline, kDead},
                                         LineCase{"xxxxx*.........", kOverline, kOne},
                                         LineCase{"...xxxx*xxxx...", kOverline, kDead},
                                         LineCase{".....ooo*oo....", kDead, kFive},
                                         LineCase{"...oooo*oooo...", kDead, kFive}));
INSTANTIATE_TEST_SUITE_P(
    Fours, DrawnLine,
    testing::Values(LineCase{".....xxx*......", kStraightFour, kOne},
                    LineCase{"....oxxx*......", kFour, kOne},  // one side is shut
                    LineCase{"xxx*...........", kFour, kOne},  // by the edge
                    LineCase{"....xx.x*......", kFour, kOne},  // broken
                    LineCase{"....x.xxx*.....", kFour, kOne},  // the far five point makes six
                    LineCase{"...oxxx*o......", kDead, kTwo},
                    // Two fours on one line: both five points are outside the stone's neighbours.
                    LineCase{"...x.xx*.x.....", kDoubleFour, kDead},
                    LineCase{"...o.oo*.o.....", kDead, kDoubleFour}));
INSTANTIATE_TEST_SUITE_P(Threes, DrawnLine,
                         testing::Values(LineCase{".....xx*.......", kThree, kOne},
                                         LineCase{".....x.x*......", kThree, kOne},
                                         LineCase{".....oo*.......", kOne, kThree},
                                         LineCase{"....oxx*.......", kClosedThree, kOne},
                                         LineCase{"xx*............", kClosedThree, kOne},
                                         // Room for five, but not for a straight four.
                                         LineCase{"...o.xx*.o.....", kClosedThree, kTwo},
                                         LineCase{"......x*.......", kOpenTwo, kOne},
                                         LineCase{".....ox*.......", kTwo, kOne},
                                         LineCase{".......*.......", kOne, kOne}));

TEST(BoardFlags, AFiveOverridesFoursAndOverlines) {
  const Position position = board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . x . . . . . .
      . . . . . . . . x . . . . . .
      . . . . . . . . x . . . . . .
      . . . . . . . . . . . . . . .
      . . . . x x x x . . . . . . .
      . . . . . . . . x . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)");
  Board board(position);
  const Move i8 = parse_move("i8", 15).value();
  EXPECT_EQ(board.flags(Color::kBlack, i8), kMakesFive);
  EXPECT_FALSE(board.is_foul(i8));
  EXPECT_TRUE(board.five_points(Color::kBlack).contains(i8));
  EXPECT_FALSE(board.four_points(Color::kBlack).contains(i8));
}

TEST(BoardFlags, TwoFoursWinForWhiteAndMayBeAFoulForBlack) {
  const auto crossing = [](Color color) {
    Position position = board_text(R"(
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . o . . . . . .
        . . . . . . . . x . . . . . .
        . . . . . . . . x . . . . . .
        . . . . . . . . x . . . . . .
        . . . . o x x x . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .)");
    if (color == Color::kWhite) std::swap(position.black, position.white);
    return Board(position);
  };
  const Move i7 = parse_move("i7", 15).value();
  Board black = crossing(Color::kBlack);
  EXPECT_EQ(black.flags(Color::kBlack, i7), kMakesFour | kMayBeFoul);
  EXPECT_TRUE(black.is_foul(i7));
  Board white = crossing(Color::kWhite);
  EXPECT_EQ(white.flags(Color::kWhite, i7), kMakesFour | kMakesWinningFour);
  EXPECT_TRUE(white.is_legal(i7, Color::kWhite));
  EXPECT_TRUE(white.four_points(Color::kWhite).contains(i7));
}

}  // namespace
}  // namespace tengen::renju
