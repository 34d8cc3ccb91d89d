// The eight symmetries of the square board and the canonical form of a position.
// A transform names its frames: canonical_from_input maps a point of the input's frame to a point
// of the canonical frame; its inverse is input_from_canonical.
#pragma once

#include <array>

#include "solver/game/position.h"

namespace tengen {

constexpr int kSymmetryCount = 8;

// One of the eight: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 then swaps columns and rows.
class Symmetry {
 public:
  constexpr Symmetry() = default;
  // REQUIRES: 0 <= index < kSymmetryCount
  explicit constexpr Symmetry(int index) : index_(index) {}

  [[nodiscard]] constexpr int index() const { return index_; }
  [[nodiscard]] Symmetry inverse() const;
  // kPass and kNoMove map to themselves.
  [[nodiscard]] Move apply(Move move, int size) const;
  [[nodiscard]] Position apply(const Position& position) const;
  friend bool operator==(Symmetry, Symmetry) = default;

 private:
  int index_ = 0;
};

struct Canonical {
  Position position;
  Symmetry canonical_from_input;
};

// The symmetric image with the smallest encode_position() bytes; among equal ones the lowest index.
[[nodiscard]] Canonical canonicalize(const Position& position);

}  // namespace tengen
