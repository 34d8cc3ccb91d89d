// Pente and ninuki as the verifier reads their rules: stones on a plain array, rows and pairs found
// by walking from the point in question. Nothing here comes from the solver.
#pragma once

#include <array>

#include "book/verifier/plain_game.h"

namespace tengen::book {

class NaivePente final : public PlainGame {
 public:
  enum class Rules { kPente, kNinuki };

  // REQUIRES: kMinBoardSize <= size <= kMaxBoardSize.
  NaivePente(Rules rules, int size) : ninuki_(rules == Rules::kNinuki), size_(size) {}

  [[nodiscard]] bool is_over(const Position& position) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] NaiveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override;
  [[nodiscard]] int progress(const Position& position, Color goal) const override;
  [[nodiscard]] bool counts_pairs() const override { return true; }
  // By at most two moves that each threaten to win by the next, and the winning one.
  [[nodiscard]] std::optional<Win> short_win(const Position& position, Color goal) const override;

 private:
  class Board;

  const bool ninuki_;
  const int size_;
};

}  // namespace tengen::book
