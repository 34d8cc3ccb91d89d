// The commands that start, join and watch runs. A tengen that was built without MPI has
// cluster/without_mpi.cpp in their place.
#pragma once

#include <string>

#include "cluster/command/command.h"

namespace tengen::cluster {

// Each adds its subcommand with its options; parsing that subcommand sets `action`.
void add_solve_command(CLI::App& app, Action& action);
void add_worker_command(CLI::App& app, Action& action);
void add_status_command(CLI::App& app, Action& action);

// The JSON of `tengen status` of the run that writes this book. Errors: those of
// worker::read_join_file() and worker::ask_status(); kUnavailable in a build without MPI.
Result<std::string> ask_run(const std::string& book);

}  // namespace tengen::cluster
