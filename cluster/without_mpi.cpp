// In place of solve, worker and status in a tengen that was built without MPI (TENGEN_MPI=OFF).
#include <CLI/CLI.hpp>
#include <string>

#include "cluster/run/run_commands.h"

namespace tengen::cluster {
namespace {

void add_missing_command(CLI::App& app, Action& action, const std::string& name) {
  CLI::App* const command = app.add_subcommand(name, "not in this tengen, which has no MPI");
  command->prefix_command();  // whatever follows
  command->callback([name, &action] {
    action = [name] {
      return report(Status(StatusCode::kUnavailable,
                           "no '" + name +
                               "' here: this tengen was built without MPI; build with " +
                               "-DTENGEN_MPI=ON to prove positions"));
    };
  });
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) { add_missing_command(app, action, "solve"); }

void add_worker_command(CLI::App& app, Action& action) {
  add_missing_command(app, action, "worker");
}

void add_status_command(CLI::App& app, Action& action) {
  add_missing_command(app, action, "status");
}

Result<std::string> ask_run(const std::string& /*book*/) {
  return Status(StatusCode::kUnavailable, "this tengen was built without MPI and asks no run");
}

}  // namespace tengen::cluster
