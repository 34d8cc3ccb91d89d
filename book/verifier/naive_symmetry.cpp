#include "book/verifier/naive_symmetry.h"

#include <algorithm>
#include <utility>

#include "solver/base/check.h"

namespace tengen::book {

NaiveSymmetry::NaiveSymmetry(int size) : size_(size) {
  CHECK(size >= kMinBoardSize && size <= kMaxBoardSize);
  const int points = size * size;
  for (int symmetry = 0; symmetry < kCount; ++symmetry) {
    auto& images = images_[static_cast<std::size_t>(symmetry)];
    auto& preimages = preimages_[static_cast<std::size_t>(symmetry)];
    images.resize(static_cast<std::size_t>(points));
    preimages.resize(static_cast<std::size_t>(points));
    for (int point = 0; point < points; ++point) {
      int row = point / size;
      int column = point % size;
      if ((symmetry & 1) != 0) column = size - 1 - column;  // left <-> right
      if ((symmetry & 2) != 0) row = size - 1 - row;        // bottom <-> top
      if ((symmetry & 4) != 0) std::swap(row, column);      // rows <-> columns
      const int image = row * size + column;
      images[static_cast<std::size_t>(point)] = static_cast<Move>(image);
      preimages[static_cast<std::size_t>(image)] = static_cast<Move>(point);
    }
  }
}

Move NaiveSymmetry::image(int symmetry, Move point) const {
  if (point == kPass) return kPass;
  return images_[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(point)];
}

Move NaiveSymmetry::preimage(int symmetry, Move point) const {
  if (point == kPass) return kPass;
  return preimages_[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(point)];
}

std::vector<Move> NaiveSymmetry::image_of_stones(int symmetry,
                                                 const std::vector<Move>& stones) const {
  std::vector<Move> moved;
  moved.reserve(stones.size());
  for (const Move point : stones) moved.push_back(image(symmetry, point));
  std::sort(moved.begin(), moved.end());
  return moved;
}

// The order of encode_position(): a point is one byte up to 15x15 and two, the low one first,
// above.
bool NaiveSymmetry::bytes_before(const std::vector<Move>& left,
                                 const std::vector<Move>& right) const {
  const bool two_bytes = size_ > 15;
  const auto byte_order = [two_bytes](Move point) {
    return two_bytes ? (point & 0xff) * 256 + (point >> 8) : static_cast<int>(point);
  };
  return std::lexicographical_compare(
      left.begin(), left.end(), right.begin(), right.end(),
      [&](Move a, Move b) { return byte_order(a) < byte_order(b); });
}

CanonicalImage NaiveSymmetry::canonical(const Position& position) const {
  CanonicalImage best{position, 0};
  best.position.after_pass = false;
  for (int symmetry = 1; symmetry < kCount; ++symmetry) {
    // The bytes before the black points are the same in all images.
    std::vector<Move> black = image_of_stones(symmetry, position.black);
    if (bytes_before(best.position.black, black)) continue;
    std::vector<Move> white = image_of_stones(symmetry, position.white);
    if (black == best.position.black && !bytes_before(white, best.position.white)) continue;
    best.position.black = std::move(black);
    best.position.white = std::move(white);
    best.input_symmetry = symmetry;
  }
  return best;
}

}  // namespace tengen::book
