// The command line of `tengen solve`; the work is in solve_command.cpp.
#include <CLI/CLI.hpp>
#include <memory>

#include "cluster/command/options.h"
#include "cluster/run/run_commands.h"
#include "cluster/run/solve_command.h"
#include "solver/base/text.h"

namespace tengen::cluster {

void add_solve_command(CLI::App& app, Action& action) {
  struct Arguments {
    SolveOptions options;
    std::optional<Color> goal;
  };
  const auto arguments = std::make_shared<Arguments>();
  SolveOptions& options = arguments->options;
  CLI::App* const command = app.add_subcommand("solve", "prove positions and store the proofs");
  command->add_option("POSITION", options.positions, "positions, proven one after the other")
      ->type_name("");
  command->add_option("--file", options.file, "more positions, one per line; - is stdin")
      ->type_name("FILE");
  add_goal_option(*command, arguments->goal, "black");
  add_book_option(*command, options.book);
  add_game_options(*command, options.game);
  CLI::Option* const workers =
      command
          ->add_option("--workers", options.workers, "workers; default: one, or a hostfile's slots")
          ->type_name("N");
  command
      ->add_option("--threads", options.threads,
                   "cores of each worker, which search together on one table;\n"
                   "default: all of this machine, shared among the workers")
      ->type_name("N");
  CLI::Option* const time =
      add_time_option(*command, "--time", options.seconds,
                      "limit for each position, 90 or 5m or 2h; default: none");
  CLI::Option* const memory =
      add_memory_option(*command, "--memory", options.memory_gib,
                        "tables and trees of all processes, 4 or 4G or 512M; code and\n"
                        "buffers come on top");
  command
      ->add_option("--engine", options.engine.command,
                   "an engine of the Gomocup or Yixin protocol that names moves to try first")
      ->type_name("COMMAND")
      ->envname("TENGEN_ENGINE");
  add_time_option(*command, "--engine-time", options.engine.seconds,
                  "for a question to it; default: 10");
  command->add_flag("--json", options.json, "one JSON object per position and line");
  command
      ->add_option("--listen", options.listen,
                   "address or interface[:port] for workers that join; default: 127.0.0.1")
      ->type_name("ADDRESS");
  command->add_option("--hostfile", options.hostfile, "start the workers on these hosts")
      ->type_name("FILE");
  command
      ->add_option("--interface", options.interface,
                   "network of MPI between hosts: a name, or ADDRESS/BITS")
      ->type_name("NET");
  command->add_flag("--log-jobs", options.log_jobs, "every job into the run's log");
  command->add_flag("--any-build", options.any_build, "take workers of other builds of tengen too");
  command->footer(
      "Starts mpirun by itself; inside mpirun or Slurm rank 0 coordinates and the others\n"
      "work. Ctrl-C stops and keeps what is proven; the same command goes on from there.\n"
      "Without --rules and --size it is renju on 15x15, and a book of another game is refused.\n"
      "Moves that were imported as hints (tengen import) are tried first.\n"
      "Example: tengen solve \"D4 h7\" \"D4 j9\" --book my.book --workers 2 --time 300");
  command->callback([arguments, workers, time, memory, &action] {
    for (std::string& position : arguments->options.positions)
      position = std::string(trimmed(position));
    arguments->options.goal = arguments->goal.value_or(Color::kBlack);
    arguments->options.workers_given = workers->count() > 0;
    arguments->options.seconds_given = time->count() > 0;
    arguments->options.memory_given = memory->count() > 0;
    action = [arguments] { return run_solve_command(arguments->options); };
  });
}

}  // namespace tengen::cluster
