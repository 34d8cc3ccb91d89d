// What the subcommands of `tengen` share: how they are registered, exit statuses, opening a book
// and reading a position from the command line.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

#include "book/store.h"
#include "solver/game/game.h"

namespace CLI {
class App;
}

namespace tengen::cluster {

// What solve and worker play.
constexpr const char* kRules = "renju";
constexpr int kBoardSize = 15;

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

// Each adds its subcommand with its options; parsing that subcommand sets `action`.
void add_solve_command(CLI::App& app, Action& action);
void add_worker_command(CLI::App& app, Action& action);
void add_status_command(CLI::App& app, Action& action);
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
void add_serve_command(CLI::App& app, Action& action);
void add_engine_command(CLI::App& app, Action& action);
void add_fouls_command(CLI::App& app, Action& action);

// `--goal black|white`; `goal` stays empty when it is not given, which means `by_default`.
void add_goal_option(CLI::App& command, std::optional<Color>& goal, const std::string& by_default);
// `--threads N`, from 1 to 1024.
void add_threads_option(CLI::App& command, int& threads);
[[nodiscard]] int default_threads();  // the cores
// `--book DIR`, required.
void add_book_option(CLI::App& command, std::string& book);

// Calls `handler` on each of the signals from now on.
void on_signals(std::initializer_list<int> signals, void (*handler)(int));

// Prints the status as one line on stderr and returns the exit status it stands for.
// REQUIRES: !status.ok()
int report(const Status& status);

struct OpenBook {
  std::unique_ptr<book::Store> store;
  const Game* game = nullptr;
};
// For reading.
Result<OpenBook> open_book(const std::string& path);

// Without the white space around it.
[[nodiscard]] std::string trimmed(const std::string& text);

// A position as a user writes it, and the last stone of its move list (kNoMove for set-ups).
struct AskedPosition {
  Position position;
  Move last_move = kNoMove;
};
Result<AskedPosition> parse_position(const Game& game, const std::string& text);

// The goal to look at: the one asked for, else white where the book says that White wins, else
// black. REQUIRES: the position is not decided.
Color proven_goal(const book::Store& store, const Game& game, const Position& position,
                  std::optional<Color> asked);

}  // namespace tengen::cluster
