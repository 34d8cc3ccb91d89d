// What the subcommands of `tengen` are: how they are registered, and how they end.
#pragma once

#include <functional>
#include <string>

#include "solver/base/status.h"

namespace CLI {
class App;
}  // namespace CLI

namespace tengen::cluster {

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

// Prints the status as one line on stderr and returns the exit status it stands for.
// REQUIRES: !status.ok()
int report(const Status& status);

}  // namespace tengen::cluster
