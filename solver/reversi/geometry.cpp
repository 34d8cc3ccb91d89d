#include "solver/reversi/geometry.h"

namespace tengen::reversi {

Geometry::Geometry(const Shape& board) : shape(board), points(count(board.points)) {
  constexpr std::array<std::pair<int, int>, kLines> kUp = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
  const auto neighbour = [&](int point, std::size_t line, int sign) {
    const int x = point % 8 + sign * kUp[line].first;
    const int y = point / 8 + sign * kUp[line].second;
    const bool on_board = x >= 0 && x < shape.width && y >= 0 && y < shape.height &&
                          (shape.points & bit(8 * y + x)) != 0;
    return on_board ? 8 * y + x : kNoPoint;
  };
  corners = shape.points;
  for (int point = 0; point < 64; ++point) {
    if ((shape.points & bit(point)) == 0) continue;
    const auto p = static_cast<std::size_t>(point);
    for (std::size_t line = 0; line < kLines; ++line) {
      for (int q = neighbour(point, line, 1); q != kNoPoint; q = neighbour(q, line, 1)) {
        up[p].lane[line] |= bit(q);
      }
      for (int q = neighbour(point, line, -1); q != kNoPoint; q = neighbour(q, line, -1)) {
        down[p].lane[line] |= bit(q);
      }
      const int above = neighbour(point, line, 1);
      const int below = neighbour(point, line, -1);
      if (above != kNoPoint) {
        to_up.lane[line] |= bit(above);
        neighbours[p] |= bit(above);
      }
      if (below != kNoPoint) {
        to_down.lane[line] |= bit(below);
        neighbours[p] |= bit(below);
      }
      if (above == kNoPoint || below == kNoPoint) ends.lane[line] |= bit(point);
    }
    const std::size_t quarter =
        (point % 8 < shape.width / 2 ? 0U : 1U) + (point / 8 < shape.height / 2 ? 0U : 2U);
    quarters[quarter] |= bit(point);
  }
  for (const Bits line : ends.lane) corners &= line;
}

}  // namespace tengen::reversi
