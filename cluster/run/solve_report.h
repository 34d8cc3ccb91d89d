// What `tengen solve` prints for each position.
#pragma once

#include <string>

#include "cluster/command/board_look.h"
#include "coordinator/coordinator.h"
#include "solver/game/game.h"

namespace tengen::cluster {

struct SolvedPosition {
  std::string text;  // as typed
  Position position;
  Color goal = Color::kBlack;
  coordinator::SolveReport report;
};

// One line for people, without its end.
[[nodiscard]] std::string solve_text(const SolvedPosition& solved);
// The board with the best move, to stand below it on a terminal; empty for plain output.
[[nodiscard]] std::string solve_board(const SolvedPosition& solved, BoardLook look);
// One JSON object on one line, without its end: asked, position, rules, size, to_move, goal,
// status, result, distance, best, nodes, expansions, seconds, worker_seconds, certify_seconds,
// worker_count, records, jobs, hints_given, messages, message_bytes (both ways),
// coordinator_seconds (of CPU), set_aside ({position, deaths}), peak_memory_mib,
// peak_memory_sum_mib (see SolveReport). Unknown distance and best are null; what the book knew
// already took no worker.
[[nodiscard]] std::string solve_json(const Game& game, const SolvedPosition& solved);

}  // namespace tengen::cluster
