// What one stone makes on one line, for both ways to win along it.
#include "solver/renju/line_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "solver/game/position.h"

namespace tengen::renju {
namespace {

constexpr LineRules kRenjuBlack{.exact_five = true, .double_four_wins = false};
constexpr LineRules kAnyFive{.exact_five = false, .double_four_wins = true};
// Black's as in renju, White's without fouls.
const LineTable& table() {
  static const LineTable lines(kRenjuBlack, kAnyFive);
  return lines;
}

// A line of eleven points in ascending order, the stone as '*' in the middle: '.' empty, 'x' a
// stone of the same colour, 'o' one of the other, '|' off the board.
std::uint32_t place_of(const std::string& line, Color color) {
  EXPECT_EQ(line.size(), 2 * kLineReach + 1);
  EXPECT_EQ(line[kLineReach], '*');
  const std::uint32_t own = color == Color::kBlack ? 1 : 2;
  std::uint32_t key = 0;
  std::size_t place = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i == kLineReach) continue;
    if (line[i] == 'x') key += own * kPowersOfThree[place];
    if (line[i] == 'o') key += (3 - own) * kPowersOfThree[place];
    ++place;
  }
  const auto on_board = [&](auto begin, auto end) {
    return static_cast<int>(std::count_if(begin, end, [](char c) { return c != '|'; }));
  };
  return table().block(on_board(line.begin(), line.begin() + kLineReach),
                       on_board(line.begin() + kLineReach + 1, line.end())) +
         key;
}

LinePattern pattern(const std::string& line, Color color) {
  const std::uint8_t both = table().patterns(place_of(line, color));
  return static_cast<LinePattern>(color == Color::kBlack ? both & 15 : both >> 4);
}

FourOnLine four(const std::string& line, Color color) {
  return table().four(place_of(line, color), static_cast<std::size_t>(color));
}

TEST(LineTable, EachShapeHasItsPattern) {
  struct Case {
    const char* line;
    LinePattern black;
    LinePattern white;
  };
  constexpr Case kCases[] = {
      {".....*.....", kOne, kOne},
      {"...o.*..o..", kDead, kDead},  // four points are no room for five
      {"||||.*..o..", kDead, kDead},
      {"|||||*....o", kOne, kOne},  // five are
      {"....x*.....", kOpenTwo, kOpenTwo},
      {"...ox*.....", kTwo, kTwo},
      {"...xx*.....", kThree, kThree},
      {"..x.x*.....", kThree, kThree},
      {"..oxx*.....", kClosedThree, kClosedThree},
      {"..xxx*.....", kStraightFour, kStraightFour},
      {".oxxx*.....", kFour, kFour},
      {".x.xx*.....", kFour, kFour},
      {"|||||*xxx..", kFour, kFour},
      {".oxxx*o....", kDead, kDead},
      {".xxx.*.xxx.", kDoubleFour, kDoubleFour},
      {".xxxx*.....", kFive, kFive},
      {"xxxxx*.....", kOverline, kFive},
      // Filled on the left it is a six.
      {"x.xxx*.....", kFour, kStraightFour},
      // The next stone makes two fours at once, and no straight one.
      {".oxx.*..xxo", kClosedThree, kThree},
  };
  for (const Case& one : kCases) {
    EXPECT_EQ(pattern(one.line, Color::kBlack), one.black) << one.line;
    EXPECT_EQ(pattern(one.line, Color::kWhite), one.white) << one.line;
  }
}

TEST(LineTable, AFourSaysWhereItIsStoppedAndWhetherItGoesOn) {
  struct Case {
    const char* line;
    int reply;
    bool goes_on;
  };
  constexpr Case kCases[] = {
      {".oxxx*.....", 1, false}, {".x.xx*.....", -3, true}, {".xxx.*o....", -1, false},
      {"|||||*xxx..", 4, false}, {"|||||*.xxx.", 1, false},
  };
  for (const Case& one : kCases) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      ASSERT_EQ(pattern(one.line, color), kFour) << one.line;
      EXPECT_EQ(four(one.line, color).reply, one.reply) << one.line;
      EXPECT_EQ(four(one.line, color).goes_on, one.goes_on) << one.line;
    }
  }
}

// Every line there is on both sides of a stone, with and without the edges.
TEST(LineTable, ALineIsWorthTheSameFromBothEnds) {
  int fours = 0;
  for (int below = 0; below <= kLineReach; ++below) {
    for (int above = 0; above <= kLineReach; ++above) {
      const auto lines = kPowersOfThree[static_cast<std::size_t>(below + above)];
      for (std::uint32_t number = 0; number < lines; ++number) {
        std::string line(2 * kLineReach + 1, '|');
        std::uint32_t rest = number;
        for (int i = kLineReach - below; i <= kLineReach + above; ++i) {
          if (i == kLineReach) continue;
          line[static_cast<std::size_t>(i)] = ".xo"[rest % 3];
          rest /= 3;
        }
        line[kLineReach] = '*';
        const std::string mirrored(line.rbegin(), line.rend());
        for (const Color color : {Color::kBlack, Color::kWhite}) {
          ASSERT_EQ(pattern(line, color), pattern(mirrored, color)) << line;
          if (pattern(line, color) != kFour) continue;
          ++fours;
          const FourOnLine one = four(line, color);
          ASSERT_EQ(one.reply, -four(mirrored, color).reply) << line;
          ASSERT_EQ(one.goes_on, four(mirrored, color).goes_on) << line;
          line[static_cast<std::size_t>(kLineReach + one.reply)] = 'x';
          ASSERT_EQ(pattern(line, color), kFive) << line;
          line[static_cast<std::size_t>(kLineReach + one.reply)] = '.';
        }
      }
    }
  }
  EXPECT_GT(fours, 10'000);
}

}  // namespace
}  // namespace tengen::renju
