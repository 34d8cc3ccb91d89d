// A move and how long the win that it begins, or puts off, takes.
#pragma once

#include "solver/game/position.h"

namespace tengen {

struct Win {
  // Of the side to move: the winner's move, or the loser's longest reply; kNoMove where there is
  // none or it is not known.
  Move move = kNoMove;
  int distance_plies = 0;  // from the position before the move; an upper bound where not said
  friend bool operator==(const Win&, const Win&) = default;
};

}  // namespace tengen
