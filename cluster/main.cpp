// The tengen command: proves renju openings, and queries, checks and exports what is proven.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "book/store/store.h"
#include "cluster/command/build.h"
#include "cluster/command/command.h"
#include "cluster/command/error_output.h"
#include "cluster/command/usage.h"
#include "cluster/run/run_commands.h"

namespace {

using namespace tengen::cluster;

// The arguments, last first, as CLI11 takes them. A set-up without black stones ("-/-/b") would
// pass for an option; a space before it makes it a position again.
std::vector<std::string> reversed_arguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) {
    const std::string argument = argv[i];
    arguments.push_back(argument.starts_with("-/") ? " " + argument : argument);
  }
  return arguments;
}

int run(int argc, char** argv) {
  CLI::App app("Proves renju openings and keeps the proofs in a book.", "tengen");
  app.set_version_flag("--version", "tengen " + std::string(build_name()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(26);
  app.footer(
      "A POSITION is a move list (h8h9i9), an opening code with or without moves\n"
      "(\"D4 h7\", Kagetsu), or a set-up BLACK/WHITE/SIDE (h8i9/h9h7/b).\n"
      "Exit status: 0 answered, 1 unknown or a hole, 2 bad input, 3 a bad book.\n"
      "Example: tengen solve \"D4 h7\" --book my.book --time 300");
  Action action;
  add_solve_command(app, action);
  add_worker_command(app, action);
  add_status_command(app, action);
  add_query_command(app, action);
  add_verify_command(app, action);
  add_stats_command(app, action);
  add_report_command(app, action);
  add_opening_command(app, action);
  add_export_command(app, action);
  add_import_command(app, action);
  add_merge_command(app, action);
  add_diff_command(app, action);
  add_check_command(app, action);
  add_repair_command(app, action);
  add_backup_command(app, action);
  add_restore_command(app, action);
  add_compact_command(app, action);
  add_serve_command(app, action, ask_run);
  add_engine_command(app, action);
  add_fouls_command(app, action);
  if (std::find(argv, argv + argc, std::string_view("--json")) != argv + argc) {
    say_errors_as_json();
  }
  try {
    app.parse(reversed_arguments(argc, argv));
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return report(tengen::invalid_argument(usage_error(app, error, {argv + 1, argv + argc})));
  }
  const int status = action();
  if (!std::cout.flush()) {
    std::cerr << "tengen: cannot write the answer to standard output\n";
    return kExitBadBook;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit is an error to report, not an end
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "tengen: internal fault: " << error.what() << '\n';
    return kExitBadBook;
  }
}
