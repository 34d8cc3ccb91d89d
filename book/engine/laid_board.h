// The board between manager and engine: stones in the order they were laid, by whom, and whether
// the game is over. Thread-compatible value type.
#pragma once

#include <string>
#include <vector>

#include "solver/game/game.h"

namespace tengen::book::engine {

struct LaidStone {
  Move move = kNoMove;  // kPass for a pass
  Color color = Color::kBlack;
};

class LaidBoard {
 public:
  // An empty board, Black to move. The game must outlive it.
  explicit LaidBoard(const Game& game);

  // The stones as they stand, whatever the rules say of how they came there. `to_move` is the side
  // to move after them. Errors: kInvalidArgument for a point that is taken twice; it is then
  // as before.
  Status set_up(const std::vector<LaidStone>& stones, Color to_move);
  // A move of the side to move. A foul is laid and ends the game, as a five does. Errors:
  // kInvalidArgument when the point is occupied, the pass is not allowed or the game is over.
  Status play(Move move);
  // Takes back the last move, which must be on that point. Errors: kInvalidArgument.
  Status take_back(Move move);

  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const std::vector<LaidStone>& stones() const { return stones_; }
  // Why the game is over; empty while it goes on.
  [[nodiscard]] const std::string& end() const { return end_; }

 private:
  const Game* game_;
  Position position_;
  std::vector<LaidStone> stones_;
  std::string end_;
};

}  // namespace tengen::book::engine
