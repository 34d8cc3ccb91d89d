#include "cluster/launch/launched_rank.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "cluster/launch/processes.h"
#include "cluster/launch/run_directory.h"
#include "worker/port.h"

namespace tengen::cluster {
namespace {

// What the launcher left in the environment; null elsewhere, also on another host, to which some
// remote shells carry the environment.
const char* from_launcher(const char* variable) {
  const char* host = std::getenv(kHostVariable);
  return host != nullptr && worker::host_name() == host ? std::getenv(variable) : nullptr;
}

void tell_launcher(const char* name, int number) {
  const char* directory = from_launcher(kDirectoryVariable);
  if (directory != nullptr) write_number(std::string(directory) + "/" + name, number);
}

}  // namespace

bool inside_mpi() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

bool started_by_launcher() { return from_launcher(kDirectoryVariable) != nullptr; }

void follow_launcher() {
  const char* mpirun = from_launcher(kMpirunVariable);
  if (mpirun == nullptr) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != static_cast<pid_t>(std::atoi(mpirun))) _exit(1);
  if (mpi_rank_of(getpid()) == 0) tell_launcher(kRank0File, getpid());
}

void tell_launcher_process_id() { tell_launcher(kProcessIdFile, getpid()); }

void tell_launcher_exit_status(int status) { tell_launcher(kStatusFile, status); }

std::optional<std::string> launchers_look() {
  const char* look = from_launcher(kLookVariable);
  return look != nullptr ? std::optional<std::string>(look) : std::nullopt;
}

bool progress_on_terminal() {
  const char* terminal = from_launcher(kTerminalVariable);
  return terminal != nullptr ? std::strcmp(terminal, "1") == 0 : isatty(STDERR_FILENO) != 0;
}

}  // namespace tengen::cluster
