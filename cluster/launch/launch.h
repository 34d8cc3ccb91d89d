// `tengen solve` as a parent of mpirun, and as a rank that has such a parent.
//
// Under --enable-recovery mpirun's exit status means nothing, and a signal to mpirun kills the
// ranks at once. So parent and rank 0 share a private directory: rank 0 leaves its process id
// there, which signals are passed on to, and its exit status, without which the run counts as lost.
// When the parent dies, however it dies, mpirun and the ranks are killed by the kernel: the book's
// lock is free again at once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/base/status.h"

namespace tengen::cluster {

// Whether this process is a rank of an MPI job already (mpirun, srun --mpi=...).
[[nodiscard]] bool inside_mpi();

struct Launch {
  std::vector<std::string> arguments;
  std::vector<std::string> positions;  // reach rank 0 as `--file`, after `arguments`
  int ranks = 2;
  // Where the ranks from 1 on run; empty: all here. Rank 0 always runs here.
  std::vector<std::string> worker_hosts;
  std::string interface;  // what Open MPI may use between hosts; empty: anything
  std::string look;       // of this process's standard output; for launchers_look()
};

// Runs this executable under mpirun and waits for its end. SIGINT, SIGTERM and SIGHUP become a
// clean stop of rank 0. Returns rank 0's exit status; kIo when there is none. REQUIRES:
// !inside_mpi(), called from the main thread, one host for each worker or none.
Result<int> run_under_mpirun(const Launch& launch);

// The rest is for ranks. Those on other hosts have no launcher: they leave when rank 0 is silent.

// Whether run_under_mpirun() started this rank, rather than the user's own mpirun or Slurm.
[[nodiscard]] bool started_by_launcher();
// Ties this rank's life to mpirun's, when run_under_mpirun() started it. Call before MPI_Init.
void follow_launcher();
// Rank 0: where signals are to go. Call once its handlers are in place.
void tell_launcher_process_id();
// Rank 0: the last thing before the process ends.
void tell_launcher_exit_status(int status);
// Whether the launcher's standard error is a terminal; without a launcher, whether this rank's is.
[[nodiscard]] bool progress_on_terminal();
// Launch::look; nothing without a launcher.
[[nodiscard]] std::optional<std::string> launchers_look();

}  // namespace tengen::cluster
