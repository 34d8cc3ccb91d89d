// A set of points of a board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "solver/game/position.h"

namespace tengen::renju {

// The largest board. What is kept for each point has a fixed size, so this folder is built twice:
// in words of 64 points boards up to 15x15 take four and those up to 19x19 six, which would cost
// renju speed and memory (solver/CMakeLists.txt).
constexpr int kMinSize = 5;
#ifdef TENGEN_LARGE_BOARDS
constexpr int kMaxSize = 19;
#else
constexpr int kMaxSize = 15;
#endif

class PointSet {
 public:
  static constexpr int kWords = (kMaxSize * kMaxSize + 63) / 64;

  void insert(Move p) { words_[index(p)] |= bit(p); }
  void erase(Move p) { words_[index(p)] &= ~bit(p); }
  void assign(Move p, bool present) {
    words_[index(p)] = (words_[index(p)] & ~bit(p)) | (std::uint64_t{present} << (p & 63));
  }
  [[nodiscard]] bool contains(Move p) const { return (words_[index(p)] & bit(p)) != 0; }
  [[nodiscard]] bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words_) any |= word;
    return any == 0;
  }
  [[nodiscard]] int count() const {
    int total = 0;
    for (const std::uint64_t word : words_) total += std::popcount(word);
    return total;
  }
  // True for two points and more; cheaper than count().
  [[nodiscard]] bool has_several() const {
    int seen = 0;
    for (const std::uint64_t word : words_) {
      if (word == 0) continue;
      if (seen != 0 || (word & (word - 1)) != 0) return true;
      seen = 1;
    }
    return false;
  }
  // REQUIRES: !empty()
  [[nodiscard]] Move first() const {
    for (std::size_t i = 0; i < kWords; ++i) {
      if (words_[i] != 0)
        return static_cast<Move>(64 * i + static_cast<std::size_t>(std::countr_zero(words_[i])));
    }
    return kNoMove;
  }

  PointSet& operator|=(const PointSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  PointSet& operator&=(const PointSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  friend PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
  friend PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
  friend bool operator==(const PointSet&, const PointSet&) = default;

  // Calls visit(Move) in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<Move>(64 * i + static_cast<std::size_t>(std::countr_zero(word))));
      }
    }
  }

 private:
  static constexpr std::size_t index(Move p) { return static_cast<std::size_t>(p) >> 6; }
  static constexpr std::uint64_t bit(Move p) { return std::uint64_t{1} << (p & 63); }

  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace tengen::renju
