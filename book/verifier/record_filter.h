// Which positions may have a record: asked before the book is, for every reply, so it must be
// quick. It knows positions by a 64-bit hash that all eight images share. A clash costs a look-up
// in vain. A record that it does not know is passed over, and its position must then be won by
// fours or is a hole: a fault in here can make a good proof look bad, never a bad one good.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "book/verifier/naive_symmetry.h"
#include "solver/game/position.h"

namespace tengen::book {

// Not thread-safe while positions are added; any number of threads may ask afterwards.
class RecordFilter {
 public:
  // One hash of the stones for each image of the board.
  using Hashes = std::array<std::uint64_t, NaiveSymmetry::kCount>;

  // REQUIRES: kMinBoardSize <= size <= kMaxBoardSize.
  explicit RecordFilter(int size);

  // The side to move does not matter. REQUIRES: a well-formed position of this size.
  void add(const Position& position);

  [[nodiscard]] Hashes hashes_of(const Position& position) const;
  // Whether a position that was added, or an image of one, may have the stones of `hashes` and a
  // stone of `color` on `point`; kPass for no further stone. REQUIRES: a point of the board or
  // kPass.
  [[nodiscard]] bool may_know(const Hashes& hashes, Move point, Color color) const;

 private:
  [[nodiscard]] const Hashes& stone(Move point, Color color) const {
    return stones_[static_cast<std::size_t>(point) * 2 + static_cast<std::size_t>(color)];
  }
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const;
  void grow();

  std::vector<Hashes> stones_;  // by point and colour
  std::vector<std::uint64_t>
      slots_;  // 0: empty; as many as a power of two, at most half of them full
  std::size_t used_ = 0;
};

}  // namespace tengen::book
