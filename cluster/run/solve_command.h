// `tengen solve`: proves positions one after the other. Outside MPI the command starts itself under
// mpirun (see cluster/launch/launch.h); inside MPI rank 0 coordinates and the other ranks work.
#pragma once

#include <string>
#include <vector>

#include "cluster/command/options.h"
#include "cluster/run/engine_finder.h"
#include "solver/game/position.h"

namespace tengen::cluster {

// The command line of `tengen solve` as typed; nothing here is checked beyond what the types say.
// run_solve_command() checks every value before it starts anything or writes anything.
struct SolveOptions {
  std::vector<std::string> positions;  // move lists, opening codes or set-ups, one element each
  std::string file;  // --file: more positions, one per line; "-" is stdin; "" none
  Color goal = Color::kBlack;
  GameOptions game;            // --rules, --size
  std::string book;            // --book: the directory; created when missing
  int workers = 0;             // --workers; REQUIRES `workers_given` to mean anything
  bool workers_given = false;  // false: one worker, or one for each slot
  int threads = 0;             // --threads, cores of each worker; 0: one searcher
  EngineOptions engine;        // --engine, --engine-time
  double seconds = 0;          // --time, per position; REQUIRES `seconds_given`
  bool seconds_given = false;  // false: no limit
  double memory_gib = 0;       // --memory, all processes together; REQUIRES `memory_given`
  bool memory_given = false;   // false: 1 GiB per worker, at most half of the machine's memory
  bool json = false;
  std::string listen = "127.0.0.1";  // --listen: where workers may join, see worker/gate.h
  std::string hostfile;              // --hostfile: workers on these hosts; "" this one
  std::string interface;             // --interface: the network that MPI uses; "" any
  bool log_jobs = false;             // --log-jobs: every job into the run's log
  bool any_build = false;            // --any-build: workers of other builds are taken too
};

// Runs the command to its end and returns its exit status: 0 every position answered, 1 some
// unknown within the limits, 2 bad input, 3 a damaged or incompatible book or a lost run.
// Results go to stdout as each position finishes, progress and errors to stderr.
// Call it from the main thread, before any other thread has been started. In a worker rank it does
// not return while there is work.
int run_solve_command(const SolveOptions& options);

}  // namespace tengen::cluster
