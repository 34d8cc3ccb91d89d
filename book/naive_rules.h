// The rules of renju as the verifier reads them: stones on a plain array, fives, overlines, fours,
// threes and fouls found by walking along the lines from the point in question, word by word as the
// rules define them. Nothing here comes from the solver, on purpose: two readings of the rules that
// agree on every proof are worth more than one fast one.
//
// One thing is kept besides the stones: how many stones of each colour lie in every row of five
// points ("window"). It answers "can this colour make five now?" for the whole board at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

// Points on which a colour makes five with its next stone.
struct FivePoints {
  int count = 0;         // 0, 1, or 2 for "at least two"
  Move first = kNoMove;  // one of them, if there is any
};

// Not thread-safe; one per thread. Equal stones give equal answers: no history is kept.
class NaiveBoard {
 public:
  // REQUIRES: kMinBoardSize <= size <= kMaxBoardSize.
  explicit NaiveBoard(int size);
  // REQUIRES: a well-formed position (see Position's invariant).
  explicit NaiveBoard(const Position& position);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int point_count() const { return size_ * size_; }
  [[nodiscard]] int stone_count() const { return stone_count_; }
  // False for a pass, off the board and on a stone.
  [[nodiscard]] bool is_empty(Move move) const;

  // REQUIRES: is_empty(point).
  void place(Move point, Color color);
  // REQUIRES: a stone of that colour on the point.
  void remove(Move point, Color color);

  // Whether a stone of `color` there makes five: exactly five for Black, five or more for White.
  // REQUIRES: is_empty(point).
  [[nodiscard]] bool makes_five(Move point, Color color) const;
  // All points with makes_five(), counted up to two.
  [[nodiscard]] FivePoints five_points(Color color) const;
  // Whether five or more stones of one colour lie in a row somewhere: the game is over.
  [[nodiscard]] bool has_five_or_more() const;

  // Whether a black stone there is a foul: an overline, a double-four or a double-three, and no
  // five. Puts stones down while it thinks and takes them all back. REQUIRES: is_empty(point).
  [[nodiscard]] bool is_foul(Move point);

  // Every point where a stone of `color` can make a four (three stones and two empty points in some
  // window), each once, ascending. For Black some of them make none, or a foul.
  void collect_four_candidates(Color color, std::vector<Move>& candidates) const;
  // The same of fives: four stones and an empty point in some window. For Black some make more.
  void collect_five_candidates(Color color, std::vector<Move>& candidates) const;

  // False only where a black stone there is no foul, nor would be with any more white stones on the
  // board: those take fours and threes away, but may also make a point of a three legal. Puts
  // stones down and takes them back. REQUIRES: is_empty(point).
  [[nodiscard]] bool may_become_foul(Move point);

  // A 64-bit hash of the stones. Positions may share it: fit only where an error is harmless.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  enum class Cell : std::uint8_t { kEmpty, kBlack, kWhite, kEdge };
  struct Windows {
    std::array<std::uint16_t, 20> ids{};  // of the windows through one point
    int count = 0;
    std::array<int, 4>
        line_ends{};  // the windows lie in order of their lines: where each line ends
  };

  // Cells are the points inside a frame of kEdge, so that walks along lines end by themselves.
  [[nodiscard]] int cell_of(Move point) const;
  [[nodiscard]] Cell at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  void set(int cell, Cell value) { cells_[static_cast<std::size_t>(cell)] = value; }
  [[nodiscard]] int stones_beyond(int cell, int step, Cell stone) const;
  [[nodiscard]] int row_length(int cell, int step, Cell stone) const;
  [[nodiscard]] bool makes_black_five(int cell) const;
  [[nodiscard]] int fours_on_line(int cell, int step) const;
  [[nodiscard]] bool is_straight_four(int cell, int step) const;
  // Which straight fours count for a three.
  enum class Threes : std::uint8_t { kLegal, kAll };
  [[nodiscard]] bool is_three(int cell, int step, Threes which);
  [[nodiscard]] bool is_black_foul(int cell, Threes which = Threes::kLegal);
  [[nodiscard]] bool may_be_foul(Move point) const;
  void collect_candidates(int stones, std::vector<Move>& candidates) const;
  // Calls visit(point) for all points of every window with those stones, by weight.
  template <typename Visit>
  void for_each_window(int stones, const Visit& visit) const;
  void build_windows();

  int size_;
  int stone_count_ = 0;
  int stride_;                // cells from one row to the next
  std::array<int, 4> steps_;  // cells from a point to the next on its line: -, |, /, backslash
  std::vector<Cell> cells_;
  std::vector<std::array<Move, 5>> windows_;
  std::vector<Windows> windows_of_point_;
  // Per window: black stones + 16 * white stones.
  std::vector<std::uint8_t> window_stones_;
  std::uint64_t hash_ = 0;
};

}  // namespace tengen::book
