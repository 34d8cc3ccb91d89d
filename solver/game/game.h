// The one interface through which book, worker and coordinator know a game. Another game is a new
// folder under solver/ and one line in the registry (game.cpp).
#pragma once

#include <memory>
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
  kWins,       // the mover has won (five)
  kFoul,       // the mover has lost at once (renju: Black's overline, double-four, double-three)
  kDraws,      // the last empty point was filled without a win, or a pass followed a pass
};

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

  // A move list from the empty board or a set-up BLACK/WHITE/SIDE, with "/pass" behind it where the
  // move before was one. Errors name the offending point
  // or move: off the board, repeated, a first stone off the centre, a pass that is not allowed, a
  // foul, moves after the end, a position that is already won.
  [[nodiscard]] virtual Result<Position> parse(std::string_view text) const = 0;

  // Moves that do not lose at once by rule: every empty point (no stone yet: the centre) but the
  // mover's fouls, in board order, then kPass where allowed. REQUIRES: the position is not decided.
  [[nodiscard]] virtual std::vector<Move> legal_moves(const Position& position) const = 0;
  // The legal moves by how good they look without a search, the best first. To choose between moves
  // that nobody knows more of; proves nothing. REQUIRES: the position is not decided.
  [[nodiscard]] virtual std::vector<RankedMove> ranked_moves(const Position& position) const;
  // Every empty point where Black, to move or not, would commit a foul, in board order.
  [[nodiscard]] virtual std::vector<Move> foul_points(const Position& position) const = 0;
  // REQUIRES: move is an empty point, or kPass.
  [[nodiscard]] virtual MoveEffect effect(const Position& position, Move move) const = 0;

  [[nodiscard]] virtual std::unique_ptr<Prover> make_prover(const ProverOptions& options) const = 0;
  // For who reads proofs and searches for none.
  [[nodiscard]] virtual std::unique_ptr<ShortWins> make_short_wins() const = 0;
};

// The game with that rule-set id and board size, or kNotFound with the ids there are. The object
// lives until the program ends.
Result<const Game*> find_game(std::string_view rules, int size);

}  // namespace tengen
