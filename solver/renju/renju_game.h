// The games of five in a row: rule sets "renju", "freestyle", "gomoku" and
// "gomoku-pro" (rules.h).
#pragma once

#include <memory>
#include <string_view>

#include "solver/game/game.h"
#include "solver/renju/point_set.h"

namespace tengen::renju {

// REQUIRES: one of these rule sets; kMinSize <= size <= kMaxSize (point_set.h).
std::unique_ptr<Game> make_five_in_a_row(std::string_view rules, int size);

}  // namespace tengen::renju

// The same for boards up to 19x19, from the second build of this folder (solver/CMakeLists.txt).
namespace tengen::renju_large {
std::unique_ptr<Game> make_five_in_a_row(std::string_view rules, int size);
}
