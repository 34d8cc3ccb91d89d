// A board of connect6 for searching. A move of the game is two stones; here each stone is a ply, so
// that the two orders of a move meet in one position: the side to move has two stones left where
// the number of stones is odd, and one where it is even (also of the first move).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/game/game.h"
#include "solver/threats/geometry.h"

namespace tengen::connect6 {

constexpr int kRow = 6;
using Geometry = threats::Geometry<kRow>;

// Owned by one thread.
class Board {
 public:
  // REQUIRES: a position of Game::parse() or Game::play() that is not decided.
  explicit Board(const Position& position);

  [[nodiscard]] Color to_move() const { return to_move_; }
  // Stones that the side to move still lays in its turn, this one too: 1 or 2.
  [[nodiscard]] int stones_left() const { return stones_ % 2 == 1 ? 2 : 1; }
  // Of stones and the side to move.
  [[nodiscard]] std::uint64_t key() const;
  [[nodiscard]] Position position() const;

  [[nodiscard]] bool is_legal(Move point) const;
  // In board order.
  void legal_moves(std::vector<Move>& moves) const;
  // Of those, enough of the ones that may keep the other side from winning by its next turn: each
  // pair of stones that does so is there in one order. All, where nothing is threatened. REQUIRES:
  // the side to move does not win within its turn.
  void holding_moves(std::vector<Move>& moves) const;

  // REQUIRES: a legal move. A game that it ends goes on here all the same.
  MoveEffect make(Move point);
  void take_back();

  // Whether the side to move wins within its turn.
  [[nodiscard]] bool wins_at_once() const { return turn_win(to_move_, stones_left()).has_value(); }
  // A win that needs no record: of the side to move within its turn, or of the other one, which
  // threatens more rows than the stones left can meet. Its move where `goal` is to move.
  [[nodiscard]] std::optional<Win> short_win(Color goal) const;
  [[nodiscard]] std::optional<int> short_win_plies(Color goal) const;

  // What would win after a pass is a threat already, and few moves hold.
  [[nodiscard]] static bool would_win_by_threats() { return false; }

  // How much a stone of the side to move there does for it and against the other side.
  [[nodiscard]] int score(Move point) const;

 private:
  enum Cell : std::uint8_t { kBlackStone = 0, kWhiteStone = 1, kEmpty = 2, kEdge = 3 };
  using Window = std::array<int, kRow>;

  [[nodiscard]] int cell_of(Move point) const {
    return geometry_.cells()[static_cast<std::size_t>(point)];
  }
  [[nodiscard]] Cell at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  void change(int cell, Color color, int by);
  // A window of so many stones of the colour, at least, and none of the other.
  [[nodiscard]] const Window* open_window(Color color, int stones) const;
  [[nodiscard]] std::optional<Win> turn_win(Color color, int stones) const;
  // The empty points of each window that the colour fills within a turn of two stones.
  [[nodiscard]] std::vector<std::vector<int>> threats(Color color) const;

  const int size_;
  const Geometry& geometry_;
  Color to_move_;
  int stones_ = 0;
  std::uint64_t stones_key_ = 0;
  std::array<Cell, threats::kCells> cells_{};
  // By window, how many stones of each colour lie in it.
  std::array<std::vector<std::uint8_t>, 2> in_window_;
  // By colour, how many windows have so many stones of it and none of the other.
  std::array<std::array<int, kRow + 1>, 2> open_windows_{};
  std::vector<Move> made_;
};

}  // namespace tengen::connect6
