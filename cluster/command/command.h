// What the subcommands of `tengen` share: how they are registered, exit statuses, opening a book
// and reading a position from the command line.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "book/store/store.h"
#include "solver/game/game.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tengen::cluster {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
[[nodiscard]] double machine_memory_bytes();

// The exit statuses of every subcommand.
enum ExitStatus : int {
  kExitAnswered = 0,
  kExitUnknown = 1,   // unknown within the limits, or a hole in a proof
  kExitBadInput = 2,  // also: a book that is missing or locked
  kExitBadBook = 3,   // damaged or incompatible, or the system failed us
};

// Runs the subcommand that was chosen and returns its exit status.
using Action = std::function<int()>;

// The JSON of `tengen status` for the run that writes a book, where there is one that answers.
using AskRun = std::function<Result<std::string>(const std::string& book)>;

// Each adds its subcommand with its options; parsing that subcommand sets `action`. Those of runs
// are in cluster/run/run_commands.h.
void add_query_command(CLI::App& app, Action& action);
void add_verify_command(CLI::App& app, Action& action);
void add_stats_command(CLI::App& app, Action& action);
void add_report_command(CLI::App& app, Action& action);
void add_opening_command(CLI::App& app, Action& action);
void add_export_command(CLI::App& app, Action& action);
void add_import_command(CLI::App& app, Action& action);
void add_merge_command(CLI::App& app, Action& action);
void add_diff_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_repair_command(CLI::App& app, Action& action);
void add_backup_command(CLI::App& app, Action& action);
void add_restore_command(CLI::App& app, Action& action);
void add_compact_command(CLI::App& app, Action& action);
void add_serve_command(CLI::App& app, Action& action, const AskRun& ask_run);
void add_engine_command(CLI::App& app, Action& action);
void add_fouls_command(CLI::App& app, Action& action);

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
// The game, of a book that may not be there yet ("": of none). Errors: kIncompatible where the book
// is of another game, kInvalidArgument for rules or a size that there are not.
Result<const Game*> asked_game(const GameOptions& options, const std::string& book);
// The same without a book to ask.
Result<const Game*> asked_game(const GameOptions& options);
// Ok when the options do not say otherwise than the book; what else is wrong with it is not said.
Status check_game(const GameOptions& options, const std::string& book);

// Prints the status as one line on stderr and returns the exit status it stands for.
// REQUIRES: !status.ok()
int report(const Status& status);

struct OpenBook {
  std::unique_ptr<book::Store> store;
  const Game* game = nullptr;
};
// For reading. Errors: kIncompatible where the options ask for another game than the book's.
Result<OpenBook> open_book(const std::string& path, const GameOptions& options);

// A position as a user writes it, and the last stone of its move list (kNoMove for set-ups).
struct AskedPosition {
  Position position;
  Move last_move = kNoMove;
};
Result<AskedPosition> parse_position(const Game& game, std::string_view text);

// The goal to look at: the one asked for, else white where the book says that White wins, else
// black. REQUIRES: the position is not decided.
Color proven_goal(const book::Store& store, const Game& game, const Position& position,
                  std::optional<Color> asked);

}  // namespace tengen::cluster
