#include "solver/game/symmetry.h"

#include <bit>
#include <cstdint>
#include <utility>

namespace tengen {
namespace {

constexpr int kMaxPoints = kMaxBoardSize * kMaxBoardSize;

int map_point(int index, int point, int size) {
  int column = point % size;
  int row = point / size;
  if (index & 1) column = size - 1 - column;
  if (index & 2) row = size - 1 - row;
  if (index & 4) std::swap(column, row);
  return row * size + column;
}

using SymmetryTable = std::array<std::array<Move, kMaxPoints>, kSymmetryCount>;

// Images of every point under every symmetry, for every board size; about 90 KB.
class SymmetryTables {
 public:
  SymmetryTables() {
    for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
      for (int index = 0; index < kSymmetryCount; ++index) {
        for (int point = 0; point < size * size; ++point) {
          tables_[slot(size)][static_cast<std::size_t>(index)][static_cast<std::size_t>(point)] =
              static_cast<Move>(map_point(index, point, size));
        }
      }
    }
  }

  const SymmetryTable& of(int size) const {
    CHECK(size >= kMinBoardSize && size <= kMaxBoardSize);
    return tables_[slot(size)];
  }

 private:
  static std::size_t slot(int size) { return static_cast<std::size_t>(size - kMinBoardSize); }

  std::array<SymmetryTable, kMaxBoardSize - kMinBoardSize + 1> tables_{};
};

const SymmetryTable& table_of(int size) {
  static const SymmetryTables tables;
  return tables.of(size);
}

// A set of points, one bit each. Two sets of equal size compare as their sorted lists would,
// without sorting: what counts is the lowest point that only one of them has.
class PointSet {
 public:
  void insert(Move point) {
    words_[static_cast<std::size_t>(point) / 64] |= std::uint64_t{1} << (point % 64);
  }

  // Smallest member >= `from`. REQUIRES: there is one.
  [[nodiscard]] int next(int from) const {
    auto word = static_cast<std::size_t>(from) / 64;
    std::uint64_t bits = words_[word] & (~std::uint64_t{0} << (from % 64));
    while (bits == 0) bits = words_[++word];
    return static_cast<int>(word) * 64 + std::countr_zero(bits);
  }

  // Negative, zero or positive as the encoded bytes of *this compare with those of `other`.
  // REQUIRES: equally many members.
  [[nodiscard]] int compare(const PointSet& other) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      const std::uint64_t difference = words_[word] ^ other.words_[word];
      if (difference == 0) continue;
      const int lowest = static_cast<int>(word) * 64 + std::countr_zero(difference);
      return byte_order(next(lowest)) - byte_order(other.next(lowest));
    }
    return 0;
  }

  [[nodiscard]] std::vector<Move> sorted(std::size_t count) const {
    std::vector<Move> points;
    points.reserve(count);
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        points.push_back(
            static_cast<Move>(word * 64 + static_cast<unsigned>(std::countr_zero(bits))));
      }
    }
    return points;
  }

 private:
  // Above 255 a point is two little-endian bytes, which compare low byte first.
  static int byte_order(int point) { return (point & 0xff) << 8 | point >> 8; }

  std::array<std::uint64_t, (kMaxPoints + 63) / 64> words_{};
};

PointSet image(const std::vector<Move>& points, const std::array<Move, kMaxPoints>& map) {
  PointSet set;
  for (const Move point : points) set.insert(map[static_cast<std::size_t>(point)]);
  return set;
}

}  // namespace

Symmetry Symmetry::inverse() const {
  // Only the two quarter turns are not their own inverse.
  if (index_ == 5) return Symmetry(6);
  if (index_ == 6) return Symmetry(5);
  return *this;
}

Move Symmetry::apply(Move move, int size) const {
  if (move == kPass || move == kNoMove) return move;
  CHECK(move >= 0 && move < size * size);
  return table_of(size)[static_cast<std::size_t>(index_)][static_cast<std::size_t>(move)];
}

Position Symmetry::apply(const Position& position) const {
  const auto& map = table_of(position.size)[static_cast<std::size_t>(index_)];
  return {.size = position.size,
          .black = image(position.black, map).sorted(position.black.size()),
          .white = image(position.white, map).sorted(position.white.size()),
          .to_move = position.to_move,
          .after_pass = position.after_pass,
          .pairs = position.pairs};
}

Canonical canonicalize(const Position& position) {
  const SymmetryTable& table = table_of(position.size);
  // Side and counts are the same in all images, so black points decide, then white points.
  PointSet best_black = image(position.black, table[0]);
  PointSet best_white = image(position.white, table[0]);
  int best = 0;
  for (int index = 1; index < kSymmetryCount; ++index) {
    const auto& map = table[static_cast<std::size_t>(index)];
    const PointSet black = image(position.black, map);
    const int order = black.compare(best_black);
    if (order > 0) continue;
    const PointSet white = image(position.white, map);
    if (order < 0 || white.compare(best_white) < 0) {
      best_black = black;
      best_white = white;
      best = index;
    }
  }
  return {.position = {.size = position.size,
                       .black = best_black.sorted(position.black.size()),
                       .white = best_white.sorted(position.white.size()),
                       .to_move = position.to_move,
                       .after_pass = false,
                       .pairs = position.pairs},
          .canonical_from_input = Symmetry(best)};
}

}  // namespace tengen
