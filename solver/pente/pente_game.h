// Pente and ninuki: rule sets "pente" and "ninuki" (rules.h).
#pragma once

#include <memory>
#include <string_view>

#include "solver/game/game.h"

namespace tengen::pente {

// REQUIRES: one of these rule sets; kMinBoardSize <= size <= kMaxBoardSize.
std::unique_ptr<Game> make_game(std::string_view rules, int size);

}  // namespace tengen::pente
