// A game for tests whose moves turn stones, in two readings that share nothing: the solver's and
// the verifier's. 5x5, Black first, the first stone anywhere, each other one beside a stone (also
// at its corner); each straight row of the other side's stones between the new one and another of
// the mover's turns to the mover's colour. When the board is full, who has more stones has won: the
// last move may lose for who makes it. There are no short wins and no passes.
#pragma once

#include <memory>

#include "book/verifier/plain_game.h"
#include "solver/game/game.h"

namespace tengen::test {

// Its prover looks at the end of the game only, and leaves the rest to whoever asks.
class FlipGame final : public Game {
 public:
  static constexpr int kSize = 5;
  // So many empty points are searched to the end.
  static constexpr int kEmptySearched = 4;

  [[nodiscard]] std::string_view rules() const override { return book::kOwnGame; }
  [[nodiscard]] int size() const override { return kSize; }
  [[nodiscard]] Result<Position> parse(std::string_view text) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override;
  [[nodiscard]] int progress(const Position& position, Color goal) const override;
  [[nodiscard]] bool only_adds_stones() const override { return false; }
  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override;
};

const FlipGame& flip_game();

class NaiveFlipGame final : public book::PlainGame {
 public:
  [[nodiscard]] bool is_over(const Position& position) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] book::NaiveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override;
  [[nodiscard]] int progress(const Position& position, Color goal) const override;
};

// Brings it (book::bring_game()) and returns it.
const NaiveFlipGame& naive_flip_game();

}  // namespace tengen::test
