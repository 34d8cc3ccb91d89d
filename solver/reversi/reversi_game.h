// Reversi as the rest of the program knows games (solver/game/game.h): its rule-set ids are those
// of variant.h. "start" is the position before the first move, where a command needs a text. Rows
// count from the top, so a1 is the upper left corner. Who has no move passes,
// and only then: a pass is a move of its own, of either side, and no other follows it.
#pragma once

#include <memory>
#include <string_view>

#include "solver/game/game.h"
#include "solver/reversi/variant.h"

namespace tengen::reversi {

// REQUIRES: variant_of(id, size) is one, kMinSize <= size <= kMaxSize.
std::unique_ptr<Game> make_game(std::string_view id, int size);

// The points that a board of that size has.
[[nodiscard]] Shape square(int size);
// A position's stones as the side to move sees them, and back. REQUIRES: a board of up to 8x8.
[[nodiscard]] Stones stones_of(const tengen::Position& position);
[[nodiscard]] tengen::Position position_of(const Stones& stones, Color to_move, int size);
// The same for moves; kNoPoint is kPass.
[[nodiscard]] Move move_of(int point, int size);
[[nodiscard]] int point_of(Move move, int size);

}  // namespace tengen::reversi
