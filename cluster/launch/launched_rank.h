// What a rank has of the launcher that started it. Ranks on other hosts have none: they leave when
// rank 0 is silent.
#pragma once

#include <optional>
#include <string>

namespace tengen::cluster {

// Whether this process is a rank of an MPI job already (mpirun, srun --mpi=...).
[[nodiscard]] bool inside_mpi();
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
