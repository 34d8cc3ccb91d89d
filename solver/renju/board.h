// A renju board with incremental line patterns.
//
// Invariant: every derived value (patterns, flags, point sets, hash) is a function of the stones
// alone, so make() followed by unmake() restores the board exactly. One instance per thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "solver/game/position.h"
#include "solver/renju/line_table.h"
#include "solver/renju/point_set.h"

namespace tengen::renju {

constexpr int kMaxPoints = kMaxSize * kMaxSize;
constexpr int kDirections = 4;

// A pass is allowed once this many stones are on the board.
constexpr int kStonesBeforePass = 6;

// What a stone of one colour on an empty point makes, all four lines together.
enum MoveFlag : std::uint8_t {
  kMakesFive = 1,
  kMakesFour = 2,         // at least one four, and no five
  kMakesWinningFour = 4,  // fours that one reply cannot stop: straight, or (White) several
  kMakesThree = 8,        // at least one line with a three, and no five
  kMayBeFoul = 16,   // Black only: fours, threes or an overline that make is_foul() worth asking
  kMakesShape = 32,  // an open two or a closed three at least, and none of the above
};

// Coarse classes of what a stone on an empty point would make, for evaluation: a board counts its
// points by class. See board.cpp for their meaning.
constexpr int kPointClasses = 16;

// Tables shared by all boards of one size; see board.cpp.
class BoardTables;

class Board {
 public:
  // An empty board. REQUIRES: kMinBoardSize <= size <= kMaxSize
  explicit Board(int size);
  // REQUIRES: position.size as for the constructor above.
  explicit Board(const Position& position);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int point_count() const { return size_ * size_; }
  [[nodiscard]] int stone_count() const { return stone_count_; }
  [[nodiscard]] bool is_empty(Move p) const { return stone_[at(p)] == 0; }
  // 0 empty, 1 black, 2 white.
  [[nodiscard]] int stone(Move p) const { return stone_[at(p)]; }
  [[nodiscard]] const PointSet& empty_points() const { return empty_; }

  // Places or removes a stone. Knows no turns. REQUIRES: p is empty / unmake undoes the last make.
  void make(Move p, Color color);
  void unmake(Move p, Color color);

  // Flags of an empty point for a stone of that colour.
  [[nodiscard]] std::uint8_t flags(Color color, Move p) const { return flags_[ix(color)][at(p)]; }
  [[nodiscard]] LinePattern pattern(Color color, Move p, int direction) const {
    return static_cast<LinePattern>((packed_[ix(color)][at(p)] >> (4 * direction)) & 15);
  }
  // How much a stone of that colour there would build; 0 for a dead point.
  [[nodiscard]] int shape_score(Color color, Move p) const;

  // How many empty points have each class for that colour.
  [[nodiscard]] const std::array<std::int16_t, kPointClasses>& class_counts(Color c) const {
    return class_counts_[ix(c)];
  }

  // Empty points where that colour makes a five / a four (no five) / a winning four / a three.
  // Black's fouls among them are not left out.
  [[nodiscard]] const PointSet& five_points(Color c) const { return sets_[ix(c)][0]; }
  [[nodiscard]] const PointSet& four_points(Color c) const { return sets_[ix(c)][1]; }
  [[nodiscard]] const PointSet& winning_four_points(Color c) const { return sets_[ix(c)][2]; }
  [[nodiscard]] const PointSet& three_points(Color c) const { return sets_[ix(c)][3]; }
  [[nodiscard]] const PointSet& shape_points(Color c) const { return sets_[ix(c)][5]; }

  // True when Black, placing a stone on the empty point p, commits a foul (DESIGN section 3). The
  // board is the same afterwards.
  [[nodiscard]] bool is_foul(Move p);
  // A move that does not lose at once: any for White, no foul for Black.
  [[nodiscard]] bool is_legal(Move p, Color color) { return color == Color::kWhite || !is_foul(p); }

  // Zobrist keys of the stones of one colour, and of both with the side to move.
  [[nodiscard]] std::uint64_t stones_hash(Color color) const { return hash_[ix(color)]; }
  [[nodiscard]] std::uint64_t hash(Color to_move) const;
  // hash(to_move) of the board with these stones.
  [[nodiscard]] static std::uint64_t hash(const Position& position);
  // hash(opponent(color)) after make(p, color), without making it.
  [[nodiscard]] std::uint64_t hash_after(Move p, Color color) const;

  [[nodiscard]] Position to_position(Color to_move) const;

 private:
  static constexpr std::size_t at(Move p) { return static_cast<std::size_t>(p); }
  static constexpr std::size_t ix(Color c) { return static_cast<std::size_t>(c); }

  template <bool kAdd>
  void update_lines(Move p, Color color);
  void set_flags(std::size_t color, Move p, std::uint8_t flags);
  void set_pattern(std::size_t color, std::size_t p, int direction, int pattern);
  bool three_is_real(Move p, int direction);

  const BoardTables* tables_;
  int size_;
  int stone_count_ = 0;
  PointSet empty_;
  std::array<std::uint64_t, 2> hash_{};
  std::array<std::uint8_t, kMaxPoints> stone_{};
  std::array<std::array<std::uint32_t, kDirections>, kMaxPoints> key_{};
  std::array<std::array<std::uint16_t, kMaxPoints>, 2> packed_{};
  std::array<std::array<std::uint8_t, kMaxPoints>, 2> flags_{};
  std::array<std::array<PointSet, 6>, 2> sets_{};
  std::array<std::array<std::int16_t, kPointClasses>, 2> class_counts_{};
};

}  // namespace tengen::renju
