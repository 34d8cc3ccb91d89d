#include "solver/renju/point_code.h"

#include <algorithm>
#include <vector>

namespace tengen::renju {
namespace {

// All codes' patterns in ascending order.
const std::vector<PointPatterns>& all_patterns() {
  static const std::vector<PointPatterns> all = [] {
    std::vector<PointPatterns> list;
    for (int a = 0; a < kLinePatterns; ++a) {
      for (int b = a; b < kLinePatterns; ++b) {
        for (int c = b; c < kLinePatterns; ++c) {
          for (int d = c; d < kLinePatterns; ++d) {
            list.push_back({static_cast<LinePattern>(a), static_cast<LinePattern>(b),
                            static_cast<LinePattern>(c), static_cast<LinePattern>(d)});
          }
        }
      }
    }
    return list;
  }();
  return all;
}

int marks_of(const PointPatterns& patterns) {
  int marks = 0;
  for (const LinePattern pattern : patterns) {
    if (pattern == kFive) return kMarkFive;
    if (pattern == kFour || pattern == kDoubleFour || pattern == kStraightFour) marks |= kMarkFour;
    if (pattern == kThree) marks |= kMarkThree;
  }
  return marks;
}

}  // namespace

PointPatterns patterns_of(PointCode code) { return all_patterns()[code]; }

const PointCoder& PointCoder::instance() {
  static const PointCoder coder;
  return coder;
}

PointCoder::PointCoder() {
  std::vector<std::array<int, 2>> pairs;
  for (int a = 0; a < kLinePatterns; ++a) {
    for (int b = a; b < kLinePatterns; ++b) {
      const auto pair = static_cast<std::uint8_t>(pairs.size());
      for (const int both : {a | (b << 4), b | (a << 4)}) {
        pair_[static_cast<std::size_t>(both)] = pair;
        pair_row_[static_cast<std::size_t>(both)] = static_cast<std::uint16_t>(pair * kPairs);
      }
      pairs.push_back({a, b});
    }
  }
  const std::vector<PointPatterns>& all = all_patterns();
  std::size_t next = 0;
  for (const auto& first : pairs) {
    for (const auto& second : pairs) {
      PointPatterns patterns{static_cast<LinePattern>(first[0]), static_cast<LinePattern>(first[1]),
                             static_cast<LinePattern>(second[0]),
                             static_cast<LinePattern>(second[1])};
      std::sort(patterns.begin(), patterns.end());
      const auto code = std::lower_bound(all.begin(), all.end(), patterns) - all.begin();
      codes_[next++] = static_cast<MarkedCode>(code | (marks_of(patterns) << kCodeBits));
    }
  }
}

}  // namespace tengen::renju
