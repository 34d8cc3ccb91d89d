// Connect6: rule set "connect6". One stone first, then two a turn; six or more in a row win, looked
// at after each stone.
#pragma once

#include <memory>
#include <string_view>

#include "solver/game/game.h"

namespace tengen::connect6 {

// REQUIRES: rules is "connect6"; 6 <= size <= kMaxBoardSize.
std::unique_ptr<Game> make_game(std::string_view rules, int size);

}  // namespace tengen::connect6
