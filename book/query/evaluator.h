// What a book says of a position: records, what the rules decide at once, and short VCFs found
// again, put together over one or two plies. Never searches further. Owned by one thread.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

class Evaluator {
 public:
  // Both must outlive the evaluator. REQUIRES: same rules and size.
  Evaluator(const Store& store, const Game& game);

  // Attacker to move: wins by its record, in that many plies, or else by a short VCF, the shortest.
  // Nothing else is looked at.
  // REQUIRES: position.to_move == goal, position not decided.
  Result<std::optional<Win>> attacker_win(const Position& position, Color goal);
  // Defender to move: every legal reply, pass included, is an attacker_win(), and the plies are one
  // more than after the longest; or, where the book has a hole, a record of kAllReplies. REQUIRES:
  // position.to_move != goal, position not decided.
  Result<std::optional<Win>> defender_loss(const Position& position, Color goal);
  // As defender_loss(), but empty when the book has a hole.
  Result<std::optional<Win>> longest_reply(const Position& position, Color goal);
  // That `goal` wins by `move`, by rule or by one of the above on the position after it. The
  // distance counts the move.
  // REQUIRES: move is legal or a foul. A pass never wins: the other side may pass, too.
  Result<std::optional<Win>> win_by(const Position& position, Move move, Color goal);

  // That a pass of the side to move draws: it ends the game, or all that the other side could do
  // instead of passing, too, is known to lose. REQUIRES: a pass is legal.
  Result<bool> draws_by_pass(const Position& position);

  [[nodiscard]] const Store& store() const { return store_; }
  [[nodiscard]] const Game& game() const { return game_; }

 private:
  // He may be to move again.
  Result<std::optional<Win>> after_move_of_defender(const Position& position, Color goal);

  const Store& store_;
  const Game& game_;
  std::unique_ptr<ShortWins> short_wins_;
};

}  // namespace tengen::book
