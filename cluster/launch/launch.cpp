#include "cluster/launch/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "cluster/launch/mpirun_command.h"
#include "cluster/launch/mpirun_watch.h"
#include "cluster/launch/run_directory.h"
#include "cluster/launch/signals.h"

namespace tengen::cluster {
namespace {

std::atomic<int> signal_received{0};

void remember_signal(int number) { signal_received = number; }

Status fail(const std::string& why) { return {StatusCode::kIo, why}; }

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

// In the child, before exec: async-signal-safe calls only.
void write_decimal(char* target, int number) {
  std::array<char, 12> digits{};
  std::size_t count = 0;
  for (; number > 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
  while (count > 0) *target++ = digits[--count];
}

[[noreturn]] void become_mpirun(char* const* argv, char* const* environment, char* process_id_text,
                                int stderr_pipe, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // A process group of its own: Ctrl-C reaches the parent alone, which stops rank 0 cleanly.
  setpgid(0, 0);
  write_decimal(process_id_text, getpid());
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) dup2(null, STDIN_FILENO);
  dup2(stderr_pipe, STDERR_FILENO);
  execvpe(argv[0], argv, environment);
  _exit(127);
}

}  // namespace

Result<int> run_under_mpirun(const Launch& launch) {
  const RunDirectory directory;
  if (!directory.ok()) return fail("cannot make a directory for temporary files: set TMPDIR");
  if (Status status = write_launch_files(launch, directory); !status.ok()) return status;
  std::vector<std::string> command = mpirun_command(launch, directory);
  std::vector<std::string> environment = mpirun_environment(launch, directory);
  const std::vector<char*> command_pointers = pointers(command);
  const std::vector<char*> environment_pointers = pointers(environment);
  char* const process_id_text = environment.back().data() + std::strlen(kMpirunVariable) + 1;

  on_signals({SIGINT, SIGTERM, SIGHUP}, remember_signal);

  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return fail("cannot make a pipe");
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t mpirun = fork();
  if (mpirun < 0) return fail("cannot start a process: " + std::string(std::strerror(errno)));
  if (mpirun == 0) {
    become_mpirun(command_pointers.data(), environment_pointers.data(), process_id_text,
                  pipe_ends[1], parent);
  }
  close(pipe_ends[1]);
  const int children = launch.worker_hosts.empty() ? launch.ranks : 0;
  MpirunWatch watch(mpirun, children, pipe_ends[0], directory, signal_received);
  const int wait_status = watch.wait();
  close(pipe_ends[0]);

  if (const std::optional<int> status = read_number(directory.file(kStatusFile))) return *status;
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 127) {
    return fail("cannot run mpirun: install Open MPI (package openmpi-bin)");
  }
  if (!watch.begun()) {
    const std::string where = launch.worker_hosts.empty() ? "" : " on the hosts of the hostfile";
    return fail("mpirun could not start the workers" + where +
                (watch.reason().empty() ? "" : ": " + watch.reason()));
  }
  return fail("the run ended without a result; what was proven is kept: run the same again");
}

}  // namespace tengen::cluster
