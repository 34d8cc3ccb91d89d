// `tengen solve` as a parent of mpirun.
//
// Under --enable-recovery mpirun's exit status means nothing, and a signal to mpirun kills the
// ranks at once. So parent and rank 0 share a private directory: rank 0 leaves its process id
// there, which signals are passed on to, and its exit status, without which the run counts as lost.
// When the parent dies, however it dies, mpirun and the ranks are killed by the kernel: the book's
// lock is free again at once.
#pragma once

#include <string>
#include <vector>

#include "solver/base/status.h"

namespace tengen::cluster {

struct Launch {
  std::vector<std::string> arguments;
  std::vector<std::string> positions;  // reach rank 0 as `--file`, after `arguments`
  int ranks = 2;
  // Where the ranks from 1 on run; empty: all here. Rank 0 always runs here.
  std::vector<std::string> worker_hosts;
  std::string interface;  // what Open MPI may use between hosts; empty: anything
  std::string look;  // of this process's standard output; for launchers_look() (launched_rank.h)
};

// Runs this executable under mpirun and waits for its end. SIGINT, SIGTERM and SIGHUP become a
// clean stop of rank 0. Returns rank 0's exit status; kIo when there is none. REQUIRES:
// !inside_mpi(), called from the main thread, one host for each worker or none.
Result<int> run_under_mpirun(const Launch& launch);

}  // namespace tengen::cluster
