// A board of pente or ninuki for searching: moves are made and taken back, and what wins at once is
// known from how many stones lie in each row of five points ("window").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/game/game.h"
#include "solver/pente/rules.h"
#include "solver/threats/geometry.h"

namespace tengen::pente {

using threats::kCells;
using threats::kStride;
constexpr int kRow = 5;
using Geometry = threats::Geometry<kRow>;

// A win by so many threats before the winning move is found again by whoever reads a proof: each
// threatens to win at once, whatever is replied.
constexpr int kShortThreats = 2;

// Owned by one thread.
class Board {
 public:
  // REQUIRES: a position of Game::parse() or Game::play() that is not decided.
  Board(Rules rules, const Position& position);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Color to_move() const { return to_move_; }
  // Of stones, pairs and the side to move.
  [[nodiscard]] std::uint64_t key() const;
  [[nodiscard]] Position position() const;

  [[nodiscard]] bool is_legal(Move point) const;
  // A point of the board where a stone of Black, to move or not, would make two threes and win
  // nothing.
  [[nodiscard]] bool is_foul(Move point) const;
  // Legal moves of the side to move, in board order. None where Black has nothing but fouls.
  void legal_moves(std::vector<Move>& moves) const;
  // Of those, the ones that may keep the other side from winning by its next move; all, where it
  // threatens nothing. The others lose.
  void holding_moves(std::vector<Move>& moves) const;

  // REQUIRES: a legal move. A game that it ends goes on here all the same.
  MoveEffect make(Move point);
  void take_back();

  // Whether the side to move has a legal move that wins.
  [[nodiscard]] bool wins_at_once() const { return has_winning_point(to_move_); }
  // The shortest win of the side to move by at most so many threats.
  std::optional<Win> short_win(int threats);
  // The same of `goal`, who need not be to move: nothing then.
  std::optional<int> short_win_plies(Color goal);
  // The side that is not to move would have one if it were.
  bool would_win_by_threats();

  // How much a stone of the side to move there does for it and against the other side.
  [[nodiscard]] int score(Move point) const;

 private:
  static constexpr std::array<int, 8> kSteps{1,  kStride,  kStride + 1,  kStride - 1,
                                             -1, -kStride, -kStride - 1, -kStride + 1};
  enum Cell : std::uint8_t { kBlackStone = 0, kWhiteStone = 1, kEmpty = 2, kEdge = 3 };
  struct Made {
    Move point = kNoMove;
    std::uint8_t taken = 0;  // by direction
    std::uint8_t pairs_before = 0;
  };

  [[nodiscard]] int cell_of(Move point) const {
    return (point / size_ + 1) * kStride + point % size_ + 1;
  }
  [[nodiscard]] Cell at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  static Cell stone(Color color) { return static_cast<Cell>(color); }
  void put(int cell, Color color);
  void remove(int cell, Color color);
  // A bit for each direction in which a stone of the colour there takes a pair.
  [[nodiscard]] unsigned takes(int cell, Color color) const;
  [[nodiscard]] bool is_five(int cell, Color color) const;
  [[nodiscard]] bool wins(int cell, Color color) const;
  [[nodiscard]] bool has_winning_point(Color color) const;
  void winning_points(Color color, std::vector<Move>& points) const;
  void threats(Color color, std::vector<Move>& points) const;
  [[nodiscard]] bool makes_two_threes(int cell) const;
  [[nodiscard]] bool has_legal_move() const;
  [[nodiscard]] bool may_stand(Move point) const;
  std::optional<Win> win_by_threats(int threats);

  const Rules rules_;
  const int size_;
  const Geometry& geometry_;
  Color to_move_;
  int stones_ = 0;
  std::uint64_t stones_key_ = 0;
  std::array<std::uint8_t, 2> pairs_{};
  mutable std::array<Cell, kCells> cells_{};  // is_foul() puts a stone down and takes it back
  // By window, how many stones of each colour lie in it.
  std::array<std::vector<std::uint8_t>, 2> in_window_;
  // By colour, how many windows have so many stones of it and none of the other.
  std::array<std::array<int, 6>, 2> open_windows_{};
  std::vector<Made> made_;
};

}  // namespace tengen::pente
