// `--engine COMMAND`: an outside engine that names the moves to try first.
#pragma once

#include <string>

#include "solver/game/game.h"
#include "worker/worker.h"

namespace tengen::cluster {

struct EngineOptions {
  std::string command;  // --engine, for the shell; "" none
  double seconds = 10;  // --engine-time, for a question
};

// Errors: kInvalidArgument, naming the option.
Status check_engine(const EngineOptions& options);

// Null without a command. The engine is started by the first question, in the worker's process, and
// given up with one line on stderr after failing some times in a row. The game outlives it.
[[nodiscard]] worker::Finder engine_finder(const EngineOptions& options, const Game& game);

}  // namespace tengen::cluster
