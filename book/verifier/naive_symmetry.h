// The eight images of a board, and the canonical one, for the verifier: its own code, so that a
// fault in the solver's symmetries cannot hide a hole. A book holds canonical positions only.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

// A position's canonical image and the way back from it.
struct CanonicalImage {
  Position position;
  int input_symmetry = 0;  // position is the image of the input under this symmetry
};

// For one board size. Immutable after construction.
class NaiveSymmetry {
 public:
  static constexpr int kCount = 8;

  // REQUIRES: kMinBoardSize <= size <= kMaxBoardSize.
  explicit NaiveSymmetry(int size);

  // Where the symmetry (0..7) takes a point, and the point it takes there. Symmetry 0 is the
  // identity; a pass stays one. REQUIRES: a point of the board, or a pass.
  [[nodiscard]] Move image(int symmetry, Move point) const;
  [[nodiscard]] Move preimage(int symmetry, Move point) const;

  // Among the eight images the one whose encode_position() bytes come first. REQUIRES: a
  // well-formed position of this size.
  [[nodiscard]] CanonicalImage canonical(const Position& position) const;

 private:
  [[nodiscard]] std::vector<Move> image_of_stones(int symmetry,
                                                  const std::vector<Move>& stones) const;
  [[nodiscard]] bool bytes_before(const std::vector<Move>& left,
                                  const std::vector<Move>& right) const;

  int size_;
  std::array<std::vector<Move>, kCount> images_;
  std::array<std::vector<Move>, kCount> preimages_;
};

}  // namespace tengen::book
