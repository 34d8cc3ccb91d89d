// Options that several subcommands have.
#pragma once

#include <optional>
#include <string>

#include "solver/game/position.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tengen::cluster {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
[[nodiscard]] double machine_memory_bytes();

// `--goal black|white`; `goal` stays empty when it is not given, which means `by_default`.
void add_goal_option(CLI::App& command, std::optional<Color>& goal, const std::string& by_default);
// `--threads N`, from 1 to 1024.
void add_threads_option(CLI::App& command, int& threads);
[[nodiscard]] int default_threads();  // the cores
// `--book DIR`, or TENGEN_BOOK in the environment; required.
CLI::Option* add_book_option(CLI::App& command, std::string& book);
// A time in seconds, or with a unit: 90, 90s, 5m, 2h, 1d.
CLI::Option* add_time_option(CLI::App& command, const std::string& name, double& seconds,
                             const std::string& text);
// Memory in GiB, or with a unit: 0.5, 512M, 4G, 4GiB (K, M, G and T are powers of 1024).
CLI::Option* add_memory_option(CLI::App& command, const std::string& name, double& gib,
                               const std::string& text);

// What --rules and --size say. What they do not is as in the book; without a book it is renju on
// 15x15.
struct GameOptions {
  std::string rules;  // "": not given
  int size = 0;       // 0: not given
};
// `--rules ID` and `--size N`.
void add_game_options(CLI::App& command, GameOptions& game);

}  // namespace tengen::cluster
