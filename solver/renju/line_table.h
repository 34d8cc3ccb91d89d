// What a stone would make on one line, from a table instead of a scan.
//
// A line through a point is seen up to five points to each side, which decides fives (also exact
// ones), fours and threes. The neighbours are a ternary number of ten digits (0 empty or outside, 1
// black, 2 white; the lowest point of the line is the least significant digit). A board keeps these
// numbers up to date by adding and subtracting powers of three; the table turns them, and how far
// away the edges are, into the patterns of both colours at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tengen::renju {

// What the line holds once the stone has been placed, strongest last but for kOverline.
enum LinePattern : std::uint8_t {
  kDead = 0,     // no five can pass through the stone
  kOne,          // a five can
  kTwo,          // one more stone makes a closed three
  kOpenTwo,      // one more stone makes a three
  kClosedThree,  // one more stone makes a four
  kThree,        // one more stone makes a straight four; fouls at that point are not looked at here
  kFour,         // one more stone makes a five, on one point
  kDoubleFour,   // two fours on this line
  kStraightFour,  // a four with two five points
  kFive,
  kOverline,  // only for a colour that must make exactly five
};
constexpr int kLinePatterns = kOverline + 1;

constexpr int kLineReach = 5;
// powers[i] is 3 to the i.
constexpr std::array<std::uint32_t, 2 * kLineReach + 1> kPowersOfThree = [] {
  std::array<std::uint32_t, 2 * kLineReach + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 3;
  return powers;
}();

// What follows from a kFour on one line.
struct FourOnLine {
  int reply;     // steps along the line to the one point that makes it a five, -4 .. 4
  bool goes_on;  // with that point taken by the other colour, a further stone makes a four again
};

// How one colour wins along a line.
struct LineRules {
  bool exact_five;        // an overline is no five
  bool double_four_wins;  // false where two fours on one line are a foul
};

// The patterns of both colours for every line state. Immutable, shared between threads.
class LineTable {
 public:
  LineTable(LineRules black, LineRules white);

  // Added to the key of a line with so many points below and above. 0 is one of the values; any
  // 16-bit key may be added to it.
  // REQUIRES: 0 <= below, above <= kLineReach
  [[nodiscard]] std::uint32_t block(int below, int above) const {
    return block_[static_cast<std::size_t>(below)][static_cast<std::size_t>(above)];
  }
  // Black's pattern in the low four bits, White's in the high four.
  [[nodiscard]] std::uint8_t patterns(std::uint32_t block_and_key) const {
    return patterns_[block_and_key];
  }
  // REQUIRES: the pattern of that colour (0 black, 1 white) there is kFour.
  [[nodiscard]] FourOnLine four(std::uint32_t block_and_key, std::size_t color) const {
    const int packed = (fours_[block_and_key] >> (4 * color)) & 15;
    const int reply = packed & 7;
    return {reply < 4 ? reply - 4 : reply - 3, (packed & 8) != 0};
  }

 private:
  std::array<std::array<std::uint32_t, kLineReach + 1>, kLineReach + 1> block_{};
  std::vector<std::uint8_t> patterns_;
  // Black's FourOnLine in the low four bits, White's in the high four; 0 where there is none.
  std::vector<std::uint8_t> fours_;
};

}  // namespace tengen::renju
