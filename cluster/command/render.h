// Answers as text for people. Every text ends with a newline.
#pragma once

#include <map>
#include <string>

#include "book/query/query.h"
#include "book/report/stats.h"
#include "cluster/command/board_look.h"
#include "solver/game/position.h"

namespace tengen::cluster {

// The board with its coordinates: x Black, o White, the last stone in brackets, marks on empty
// points, and . on the others; with colours, as on wood. `last_move` may be kNoMove.
[[nodiscard]] std::string board_text(const Position& position, Move last_move,
                                     const std::map<Move, char>& marks, BoardLook look = {});

// "h8 h9 pass".
[[nodiscard]] std::string moves_text(const std::vector<Move>& moves, int size);

// "Black wins".
[[nodiscard]] std::string goal_text(Color goal);

// The board with a mark for every known move, the verdict, and the main line.
[[nodiscard]] std::string query_text(const book::QueryAnswer& answer, Move last_move,
                                     BoardLook look = {});

[[nodiscard]] std::string stats_text(const book::BookStats& stats);

}  // namespace tengen::cluster
