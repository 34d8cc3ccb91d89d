// Black's fouls (solver/game/RULES.md, GAMES.md): overline, double-four and double-three, where a
// three counts only if a straight-four point of it makes no five and is itself legal, judged by
// this same rule.
#include "solver/renju/board.h"

namespace tengen::renju {

bool Board::must_pass(Color color) {
  if (!passes_when_stuck() || color == Color::kWhite || empty_.empty()) return false;
  bool stuck = true;
  const PointSet points = empty_;
  points.for_each([&](Move p) { stuck = stuck && !is_legal(p, color); });
  return stuck;
}

bool Board::is_foul(Move p) {
  // A five overrides fouls: the flag is not set where a five is made.
  if ((flags(Color::kBlack, p) & kMayBeFoul) == 0) return false;
  const bool simple = rules().fouls == Fouls::kSimple;
  int fours = 0;
  int threes = 0;
  for (int d = 0; d < kDirections; ++d) {
    switch (pattern(Color::kBlack, p, d)) {
      case kOverline:
        if (!simple) return true;
        break;
      case kDoubleFour:
        return true;
      case kFour:
      case kStraightFour:
        ++fours;
        break;
      case kThree:
        ++threes;
        break;
      default:
        break;
    }
  }
  if (fours > 1) return true;
  if (threes < 2 || simple) return threes > 1;

  std::array<int, kDirections> candidates{};
  int candidate_count = 0;
  for (int d = 0; d < kDirections; ++d) {
    if (pattern(Color::kBlack, p, d) == kThree) {
      candidates[static_cast<std::size_t>(candidate_count++)] = d;
    }
  }
  make(p, Color::kBlack);
  int real = 0;
  for (int i = 0; i < candidate_count && real < 2 && real + candidate_count - i >= 2; ++i) {
    if (three_is_real(p, candidates[static_cast<std::size_t>(i)])) ++real;
  }
  unmake(p, Color::kBlack);
  return real > 1;
}

// REQUIRES: a black stone on p that has just made a three in that direction.
bool Board::three_is_real(Move p, int direction) {
  static constexpr std::array<std::array<int, 2>, kDirections> kSteps{
      {{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
  const int dx = kSteps[static_cast<std::size_t>(direction)][0];
  const int dy = kSteps[static_cast<std::size_t>(direction)][1];
  for (const int sign : {-1, 1}) {
    // A straight four is one unbroken run, so only the first empty point on each side can make it.
    int x = p % size_ + sign * dx;
    int y = p / size_ + sign * dy;
    while (x >= 0 && y >= 0 && x < size_ && y < size_ &&
           stone(static_cast<Move>(y * size_ + x)) == 1) {
      x += sign * dx;
      y += sign * dy;
    }
    if (x < 0 || y < 0 || x >= size_ || y >= size_) continue;
    const auto q = static_cast<Move>(y * size_ + x);
    if (!is_empty(q) || pattern(Color::kBlack, q, direction) != kStraightFour) continue;
    if ((flags(Color::kBlack, q) & kMakesFive) != 0) continue;
    if (!is_foul(q)) return true;
  }
  return false;
}

}  // namespace tengen::renju
