// What the fast rules look up: the lines through each point of a board. Made once per solver, read
// by all its threads.
#pragma once

#include <array>

#include "solver/reversi/board.h"

namespace tengen::reversi {

// The four kinds of line: rows, columns, falling and rising diagonals; the distance between
// neighbours on them.
constexpr std::size_t kLines = 4;
constexpr std::array<int, kLines> kStep = {1, 8, 9, 7};

struct alignas(32) Lanes {
  std::array<Bits, kLines> lane{};
};

struct Geometry {
  explicit Geometry(const Shape& board);

  Shape shape;
  int points;  // how many
  // The points behind and before each point on each line, up to the edge or a hole.
  std::array<Lanes, 64> up{};
  std::array<Lanes, 64> down{};
  // Points that a stone's neighbour by +kStep (`to_up`) or -kStep (`to_down`) can stand on.
  Lanes to_up;
  Lanes to_down;
  // Points that have no neighbour on one side of the line at least.
  Lanes ends;
  std::array<Bits, 64> neighbours{};
  // Four parts of the board for parity: no two share a point.
  std::array<Bits, 4> quarters{};
  Bits corners = 0;  // points that are ends of all their lines
};

}  // namespace tengen::reversi
