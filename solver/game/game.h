// The one interface through which book, worker and coordinator know a game. Another game is a new
// folder under solver/ and one line in the registry (game.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/game/position.h"
#include "solver/game/prover.h"
#include "solver/game/short_wins.h"
#include "solver/game/symmetry.h"

namespace tengen {

// What a move does to the game.
enum class MoveEffect : std::uint8_t {
  kContinues,  // the game goes on
  kWins,       // it ends, and the mover has won
  kLoses,      // it ends by a legal move, and the mover has lost
  kDraws,      // it ends drawn
  // The move is not legal, and who makes it all the same has lost (renju: Black's overline,
  // double-four, double-three).
  kFoul,
};
// Who has won by a move of that effect, if anybody.
[[nodiscard]] constexpr std::optional<Color> winner_by(MoveEffect effect, Color mover) {
  switch (effect) {
    case MoveEffect::kWins:
      return mover;
    case MoveEffect::kLoses:
    case MoveEffect::kFoul:
      return opponent(mover);
    case MoveEffect::kContinues:
    case MoveEffect::kDraws:
      break;
  }
  return std::nullopt;
}

// A move and how good it looks. Scores of one position compare with each other, and with nothing
// else.
struct RankedMove {
  Move move = kNoMove;
  float score = 0;
};

// Immutable; may be shared between threads.
class Game {
 public:
  virtual ~Game() = default;

  // Rule-set id, stored with every book: "renju".
  [[nodiscard]] virtual std::string_view rules() const = 0;
  [[nodiscard]] virtual int size() const = 0;

  // A move list from the beginning or a set-up BLACK/WHITE/SIDE, with "/pass" behind it where the
  // move before was one. Errors name the offending point
  // or move: off the board, repeated, a first stone off the centre, a pass that is not allowed, a
  // foul, moves after the end, a position that is already won.
  [[nodiscard]] virtual Result<Position> parse(std::string_view text) const = 0;

  // The moves that the rules allow, in board order, then kPass where it is one of them: it may be
  // the only one. What is peculiar to the first stones, or to a side, is in here. REQUIRES: the
  // position is not decided.
  [[nodiscard]] virtual std::vector<Move> legal_moves(const Position& position) const = 0;
  // REQUIRES: a legal move, or a point of foul_points() with Black to move.
  [[nodiscard]] virtual MoveEffect effect(const Position& position, Move move) const = 0;
  // The position after the move, which may turn or take stones; never after_pass. REQUIRES: as
  // effect().
  [[nodiscard]] virtual Position play(const Position& position, Move move) const = 0;
  // Grows with each move of a proof that `goal` wins, a pass of the other side included. So no
  // position comes twice, and what a record rests on has more. Positions of one goal compare.
  [[nodiscard]] virtual int progress(const Position& position, Color goal) const = 0;
  // Whether a move does nothing to the board but put a stone of the mover on its point, and a pass
  // nothing at all. Then play() is after_move(), and callers may go by a position's stones.
  [[nodiscard]] virtual bool only_adds_stones() const = 0;

  // The legal moves by how good they look without a search, the best first. To choose between moves
  // that nobody knows more of; proves nothing. REQUIRES: the position is not decided.
  [[nodiscard]] virtual std::vector<RankedMove> ranked_moves(const Position& position) const;
  // Every empty point where Black, to move or not, would commit a foul, in board order.
  [[nodiscard]] virtual std::vector<Move> foul_points(const Position& position) const;

  [[nodiscard]] virtual std::unique_ptr<Prover> make_prover(const ProverOptions& options) const = 0;
  // For who reads proofs and searches for none. A game without short wins has a record for each.
  [[nodiscard]] virtual std::unique_ptr<ShortWins> make_short_wins() const;
  // Whether a pass is there only where nothing else may be played, and no pass follows one. Then it
  // is a move like others, also of the winner; else who is to win does not pass.
  [[nodiscard]] virtual bool passes_are_forced() const { return false; }
};

// The game with that rule-set id and board size, or kNotFound with the ids there are. The object
// lives until the program ends.
Result<const Game*> find_game(std::string_view rules, int size);

// The board that is meant where none is named; that of renju for what is no rule set.
int usual_size(std::string_view rules);

}  // namespace tengen
