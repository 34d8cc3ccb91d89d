// Fives read off a position's stones, with nothing of the solver's board: for tests that check what
// the board says.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "solver/game/position.h"

namespace tengen {

// Whether a stone of that colour on the empty point p makes five: exactly five for Black, five or
// more for White.
inline bool naive_five(const Position& position, Move p, Color color) {
  const std::vector<Move>& stones = position.stones(color);
  const auto own = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < position.size && y < position.size &&
           std::binary_search(stones.begin(), stones.end(),
                              static_cast<Move>(y * position.size + x));
  };
  constexpr std::array<std::array<int, 2>, 4> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
  for (const auto& [dx, dy] : kSteps) {
    int run = 1;
    for (const int sign : {-1, 1}) {
      int x = p % position.size + sign * dx;
      int y = p / position.size + sign * dy;
      for (; own(x, y); x += sign * dx, y += sign * dy) ++run;
    }
    if (run == 5 || (run > 5 && color == Color::kWhite)) return true;
  }
  return false;
}

// Every empty point where that colour makes five, in board order.
inline std::vector<Move> naive_five_points(const Position& position, Color color) {
  std::vector<Move> points;
  for (Move p = 0; p < position.size * position.size; ++p) {
    if (position.is_empty_point(p) && naive_five(position, p, color)) points.push_back(p);
  }
  return points;
}

}  // namespace tengen
