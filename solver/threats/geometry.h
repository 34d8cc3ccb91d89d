// The points of a board inside a frame, and its rows of so many points ("windows").
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "solver/game/position.h"

namespace tengen::threats {

constexpr int kStride = kMaxBoardSize + 2;  // cells from one row to the next
constexpr int kCells = kStride * kStride;

// By points in a window.
template <int kRow>
class Geometry {
 public:
  // Lives as long as the program. Any thread.
  static const Geometry& of(int size) {
    static std::mutex mutex;
    static std::array<std::unique_ptr<const Geometry>, kMaxBoardSize + 1> geometries;
    const std::lock_guard lock(mutex);
    std::unique_ptr<const Geometry>& geometry = geometries[static_cast<std::size_t>(size)];
    if (geometry == nullptr) geometry.reset(new Geometry(size));
    return *geometry;
  }

  [[nodiscard]] const std::vector<std::array<int, kRow>>& windows() const { return windows_; }
  // The indices of the windows through a cell.
  [[nodiscard]] const std::vector<std::uint16_t>& through(int cell) const {
    return through_[static_cast<std::size_t>(cell)];
  }
  // By point.
  [[nodiscard]] const std::vector<int>& cells() const { return cells_; }
  // REQUIRES: the cell of a point.
  [[nodiscard]] Move point_of(int cell) const {
    return static_cast<Move>((cell / kStride - 1) * size_ + cell % kStride - 1);
  }

 private:
  explicit Geometry(int size) : size_(size), through_(kCells) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        cells_.push_back((row + 1) * kStride + column + 1);
        for (const auto& [dx, dy] : {std::pair(1, 0), {0, 1}, {1, 1}, {-1, 1}}) {
          const int last_column = column + (kRow - 1) * dx;
          if (last_column < 0 || last_column >= size || row + (kRow - 1) * dy >= size) continue;
          std::array<int, kRow> window{};
          for (int i = 0; i < kRow; ++i) {
            const int cell = (row + 1 + i * dy) * kStride + column + 1 + i * dx;
            window[static_cast<std::size_t>(i)] = cell;
            through_[static_cast<std::size_t>(cell)].push_back(
                static_cast<std::uint16_t>(windows_.size()));
          }
          windows_.push_back(window);
        }
      }
    }
  }

  int size_;
  std::vector<std::array<int, kRow>> windows_;
  std::vector<std::vector<std::uint16_t>> through_;
  std::vector<int> cells_;
};

}  // namespace tengen::threats
