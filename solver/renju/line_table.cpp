#include "solver/renju/line_table.h"

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

constexpr std::uint8_t kUnset = 0xff;

// Classifies all lines of one shape for one colour, from fuller lines to emptier ones: what a stone
// makes is defined by what the next stone can make of it.
class Classifier {
 public:
  Classifier(LineRules rules, int own_digit, int below, int above)
      : rules_(rules),
        own_digit_(static_cast<std::uint32_t>(own_digit)),
        below_(below),
        length_(below + above),
        memo_(kPowersOfThree[static_cast<std::size_t>(below + above)], kUnset) {}

  std::uint8_t classify(std::uint32_t key) {
    if (memo_[key] == kUnset) memo_[key] = compute(key);
    return memo_[key];
  }

  // The packed FourOnLine of a line whose pattern is kFour, 0 of others.
  std::uint8_t four(std::uint32_t key) {
    if (classify(key) != kFour) return 0;
    int i = 0;
    while (i == below_ || digit(key, i) != 0 || classify(with(key, i, own_digit_)) != kFive) {
      ++i;
      CHECK(i <= length_);
    }
    const int steps = i - below_;
    const std::uint8_t after = classify(with(key, i, 3 - own_digit_));
    const bool goes_on = after >= kClosedThree && after != kOverline;
    return static_cast<std::uint8_t>((steps < 0 ? steps + 4 : steps + 3) | (goes_on ? 8 : 0));
  }

 private:
  // Digit of line index i; the centre (index below_) is always the own stone.
  [[nodiscard]] std::uint32_t digit(std::uint32_t key, int i) const {
    if (i == below_) return own_digit_;
    const int place = i < below_ ? i : i - 1;
    return key / kPowersOfThree[static_cast<std::size_t>(place)] % 3;
  }
  [[nodiscard]] std::uint32_t with(std::uint32_t key, int i, std::uint32_t digit) const {
    const int place = i < below_ ? i : i - 1;
    return key + digit * kPowersOfThree[static_cast<std::size_t>(place)];
  }

  std::uint8_t compute(std::uint32_t key) {
    int low = below_;
    int high = below_;
    while (low > 0 && digit(key, low - 1) == own_digit_) --low;
    while (high < length_ && digit(key, high + 1) == own_digit_) ++high;
    const int run = high - low + 1;
    if (run == 5 || (run > 5 && !rules_.exact_five)) return kFive;
    if (run > 5) return kOverline;

    int five_points = 0;
    int lowest_five = -1;
    int highest_five = -1;
    std::uint8_t best_next = kDead;
    bool next_three_like = false;
    for (int i = 0; i <= length_; ++i) {
      if (i == below_ || digit(key, i) != 0) continue;
      const std::uint8_t next = classify(with(key, i, own_digit_));
      if (next == kOverline) continue;
      if (next == kFive) {
        ++five_points;
        if (lowest_five < 0) lowest_five = i;
        highest_five = i;
      }
      if (next == kStraightFour || (next == kDoubleFour && rules_.double_four_wins)) {
        next_three_like = true;
      }
      if (next > best_next) best_next = next;
    }
    if (five_points == 1) return kFour;
    if (five_points >= 2) {
      // The two five points of a straight four enclose the run that holds the stone.
      const bool straight = lowest_five == low - 1 && highest_five == high + 1 && run == 4;
      return straight ? kStraightFour : kDoubleFour;
    }
    if (next_three_like) return kThree;
    if (best_next >= kFour) return kClosedThree;
    if (best_next == kThree) return kOpenTwo;
    if (best_next == kClosedThree) return kTwo;
    if (best_next >= kTwo) return kOne;
    return best_next == kOne ? kOne : kDead;
  }

  LineRules rules_;
  std::uint32_t own_digit_;
  int below_;
  int length_;  // points beside the centre
  std::vector<std::uint8_t> memo_;
};

}  // namespace

LineTable::LineTable(LineRules black, LineRules white) {
  // The keys of lines with fewer than five points below are multiples of a power of three; these
  // offsets let such lines of one `above` share their space.
  constexpr std::array<std::uint32_t, kLineReach> kOffsets{2, 7, 4, 1, 0};
  std::uint32_t total = 0;
  for (int above = kLineReach; above >= 0; --above) {
    const std::uint32_t keys = kPowersOfThree[static_cast<std::size_t>(kLineReach + above)];
    for (std::size_t below = 0; below < kLineReach; ++below) {
      block_[below][static_cast<std::size_t>(above)] = total + keys + kOffsets[below];
    }
    block_[kLineReach][static_cast<std::size_t>(above)] = total;
    total += 2 * keys;
  }
  patterns_.resize(total);
  fours_.resize(total);
  for (int below = 0; below <= kLineReach; ++below) {
    const std::uint32_t unit = kPowersOfThree[static_cast<std::size_t>(kLineReach - below)];
    for (int above = 0; above <= kLineReach; ++above) {
      Classifier for_black(black, 1, below, above);
      Classifier for_white(white, 2, below, above);
      const std::uint32_t start = block(below, above);
      const std::uint32_t count = kPowersOfThree[static_cast<std::size_t>(below + above)];
      for (std::uint32_t key = 0; key < count; ++key) {
        std::uint8_t& both = patterns_[start + unit * key];
        CHECK(both == 0);
        both = static_cast<std::uint8_t>(for_black.classify(key) | (for_white.classify(key) << 4));
        fours_[start + unit * key] =
            static_cast<std::uint8_t>(for_black.four(key) | (for_white.four(key) << 4));
      }
    }
  }
}

}  // namespace tengen::renju
