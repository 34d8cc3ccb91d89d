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
  const std::vector<PointPatterns>& all = all_patterns();
  for (PointCode code = 0; code < kPointCodes; ++code) {
    PointPatterns patterns = all[code];
    const auto marked = static_cast<MarkedCode>((code << kMarkBits) | marks_of(patterns));
    do {
      std::size_t packed = 0;
      for (const LinePattern pattern : patterns) packed = packed * 16 + pattern;
      codes_[packed] = marked;
    } while (std::next_permutation(patterns.begin(), patterns.end()));
  }
}

}  // namespace tengen::renju
