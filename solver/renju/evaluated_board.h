// A board and, along with its moves, the sums that the evaluation reads of it (evaluation.h): what
// the codes of all empty points add up to, for each colour.
//
// Invariant: between calls sums() is a function of the stones alone. One instance per thread.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solver/renju/board.h"
#include "solver/renju/evaluation.h"

namespace tengen::renju {

class EvaluatedBoard {
 public:
  // Adds up the sums of the board, which outlives this. From now on moves that are to count are
  // made here. Others may be made on the board itself and undone before the next call.
  explicit EvaluatedBoard(Board& board) : board_(board) {
    board.empty_points().for_each([&](Move p) {
      sums_[0] += black_[board.code(Color::kBlack, p)];
      sums_[1] += white_[board.code(Color::kWhite, p)];
    });
  }

  [[nodiscard]] Board& board() { return board_; }
  [[nodiscard]] const Board& board() const { return board_; }

  // As Board::make() and Board::unmake().
  void make(Move p, Color color) {
    undo_.push_back(sums_);
    BoardSums sums = sums_without(p);
    board_.make(p, color);
    board_.for_each_last_change([&](const Board::CodeChange& change) { apply(change, sums); });
    sums_ = sums;
  }
  void unmake(Move p, Color color) {
    board_.unmake(p, color);
    sums_ = undo_.back();
    undo_.pop_back();
  }

  // Now, and after make(p, color), without making it. REQUIRES: p is empty.
  [[nodiscard]] const BoardSums& sums() const { return sums_; }
  [[nodiscard]] BoardSums sums_after(Move p, Color color) const {
    BoardSums sums = sums_without(p);
    std::array<Board::CodeChange, Board::kNeighbours> changes;
    const std::size_t count = board_.changes_of(p, color, changes);
    for (std::size_t i = 0; i < count; ++i) apply(changes[i], sums);
    return sums;
  }

 private:
  [[nodiscard]] BoardSums sums_without(Move p) const {
    BoardSums sums = sums_;
    sums[0] -= black_[board_.code(Color::kBlack, p)];
    sums[1] -= white_[board_.code(Color::kWhite, p)];
    return sums;
  }
  void apply(const Board::CodeChange& change, BoardSums& sums) const {
    sums[0] += black_[change.after(Color::kBlack)];
    sums[0] -= black_[change.before(Color::kBlack)];
    sums[1] += white_[change.after(Color::kWhite)];
    sums[1] -= white_[change.before(Color::kWhite)];
  }

  Board& board_;
  const PointSums& black_ = point_sums(Color::kBlack);
  const PointSums& white_ = point_sums(Color::kWhite);
  BoardSums sums_{};
  std::vector<BoardSums> undo_;
};

}  // namespace tengen::renju
