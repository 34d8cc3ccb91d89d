// Connect6 as the verifier reads its rules: rows found by walking. Nothing here comes from the
// solver.
#pragma once

#include "book/verifier/plain_game.h"

namespace tengen::book {

class NaiveConnect6 final : public PlainGame {
 public:
  // REQUIRES: kMinBoardSize <= size <= kMaxBoardSize.
  explicit NaiveConnect6(int size) : size_(size) {}

  [[nodiscard]] bool is_over(const Position& position) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] NaiveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override;
  [[nodiscard]] int progress(const Position& position, Color goal) const override;
  // Within the turn of `goal`; or by its next one, where the other side, to move, has too few
  // stones left to stand in all rows that then become six.
  [[nodiscard]] std::optional<Win> short_win(const Position& position, Color goal) const override;

 private:
  const int size_;
};

}  // namespace tengen::book
