// Renju as a Game: rule-set id "renju".
#pragma once

#include <memory>

#include "solver/game/game.h"
#include "solver/renju/point_set.h"

namespace tengen::renju {

// REQUIRES: kMinBoardSize <= size <= kMaxSize (point_set.h).
std::unique_ptr<Game> make_renju(int size);

}  // namespace tengen::renju
