// The rules of Reversi a second time, for checking: plain arrays, one square after the other, no
// bit boards, no tables. Shares nothing with the solver.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/status.h"

namespace tengen::reversi {

// How a finished game counts.
struct NaiveRules {
  bool empties_to_winner = false;  // empty squares, not holes, count for the winner
  bool anti = false;               // fewer stones are better
};

// A position and the side to move. Squares are numbered 10 * (row + 1) + column + 1 with row 0 on
// top, so that every square has a neighbour in all eight directions; what is not on the board, and
// holes, are '#', stones 'X' and 'O', empty squares '.'.
class NaiveBoard {
 public:
  // Rows from the top, joined by '/', of 4 to 8 squares each; `side` is "X" or "O".
  static Result<NaiveBoard> parse(std::string_view rows, std::string_view side);
  [[nodiscard]] std::string rows() const;

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] char side() const { return side_; }
  [[nodiscard]] char at(int square) const { return squares_[static_cast<std::size_t>(square)]; }
  [[nodiscard]] int empty() const { return empty_; }

  // Squares where the side to move turns a stone, in board order.
  [[nodiscard]] std::vector<int> moves() const;
  [[nodiscard]] int move_count() const;
  // Puts a stone of the side to move and turns what it turns; then it is the other side's turn.
  // Returns the squares turned; with none of them nothing was done, for the move is illegal.
  std::vector<int> play(int square);
  // Takes back play(square), which returned `turned`.
  void take_back(int square, const std::vector<int>& turned);
  void pass() { side_ = other_side(); }

  // What the position counts for the side to move if the game ends here.
  [[nodiscard]] int score(const NaiveRules& rules) const;

  // The squares, two bits each; the side to move and the size are not part of it.
  using Packed = std::array<std::uint64_t, 2>;
  [[nodiscard]] Packed packed() const;
  // The board of this size with those squares and that side to move.
  [[nodiscard]] NaiveBoard unpacked(const Packed& packed, char side) const;
  // The image, among all rotations and reflections that keep width, height and holes, whose packed
  // form is the smallest.
  [[nodiscard]] NaiveBoard canonical() const;

 private:
  [[nodiscard]] char other_side() const { return side_ == 'X' ? 'O' : 'X'; }
  [[nodiscard]] bool has_holes_of(const NaiveBoard& other) const;
  [[nodiscard]] bool turns_some(int square) const;

  int width_ = 0;
  int height_ = 0;
  int empty_ = 0;
  char side_ = 'X';
  std::array<char, 100> squares_{};
};

}  // namespace tengen::reversi
