// A game other than five in a row as the verifier reads its rules: by whole positions. Moves may
// turn or take stones. Nothing in it may come from the solver's code of the same rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/base/status.h"
#include "solver/game/position.h"
#include "solver/game/win.h"

namespace tengen::book {

// What a legal move does to the game.
enum class NaiveEffect : std::uint8_t { kContinues, kMoverWins, kMoverLoses, kDraws };

// Immutable; may be shared between threads. A position given to it has the game's size.
class PlainGame {
 public:
  virtual ~PlainGame() = default;

  // Nobody is to move there any more.
  [[nodiscard]] virtual bool is_over(const Position& position) const = 0;
  // In board order, or kPass alone: where nothing else may be played, and never after another pass.
  // REQUIRES: the game is not over.
  [[nodiscard]] virtual std::vector<Move> legal_moves(const Position& position) const = 0;
  // REQUIRES: a legal move; the same of play().
  [[nodiscard]] virtual NaiveEffect effect(const Position& position, Move move) const = 0;
  [[nodiscard]] virtual Position play(const Position& position, Move move) const = 0;
  // As NaiveGame::progress().
  [[nodiscard]] virtual int progress(const Position& position, Color goal) const = 0;
  // Whether pairs taken are part of its positions; none has any otherwise.
  [[nodiscard]] virtual bool counts_pairs() const { return false; }
  // A win that needs no record: the solver's ShortWins finds it where this does, and as long. Of a
  // position's images all have one, or none. REQUIRES: the game is not over.
  [[nodiscard]] virtual std::optional<Win> short_win(const Position& /*position*/,
                                                     Color /*goal*/) const {
    return std::nullopt;
  }
};

// Makes naive_game() and books know that game, of rules kOwnGame, on boards of that size: one that
// a program brings along. It lives as long as the program. A second one of a size takes the place
// of the first. Not while other threads verify.
void bring_game(int size, const PlainGame& game);
constexpr std::string_view kOwnGame = "own";

}  // namespace tengen::book
