#include "cluster/run/engine_finder.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "book/engine/outside_engine.h"

namespace tengen::cluster {

Status check_engine(const EngineOptions& options) {
  if (std::isfinite(options.seconds) && options.seconds > 0) return {};
  return invalid_argument(
      fmt::format("--engine-time {}: give a positive number of seconds", options.seconds));
}

worker::Finder engine_finder(const EngineOptions& options, const Game& game) {
  if (options.command.empty()) return nullptr;
  using book::engine::OutsideEngine;
  const auto engine =
      std::make_shared<OutsideEngine>(options.command, game, book::engine::OutsideEngineOptions());
  return [engine, seconds = options.seconds](const Position& position,
                                             const std::function<bool()>& stop) {
    if (engine->given_up()) return std::vector<Hint>();
    const Result<book::engine::EngineAnswer> answer = engine->ask(position, seconds, stop);
    if (answer.ok()) return hints_in(answer.value(), position);
    if (engine->given_up()) {
      std::fprintf(stderr, "tengen: --engine: %s\n", answer.status().message().c_str());
    }
    return std::vector<Hint>();
  };
}

}  // namespace tengen::cluster
