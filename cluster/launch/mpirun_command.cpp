#include "cluster/launch/mpirun_command.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>

#include "worker/port.h"

extern char** environ;

namespace tengen::cluster {
namespace {

Status cannot_write(const std::string& path) { return {StatusCode::kIo, "cannot write " + path}; }

// One line for each rank, as mpirun's sequential mapper takes them.
Status write_hosts(const Launch& launch, const std::string& path) {
  std::ofstream file(path);
  file << worker::host_name() << '\n';
  for (const std::string& host : launch.worker_hosts) {
    file << (host == "localhost" ? worker::host_name() : host) << '\n';
  }
  return file.flush() ? Status() : cannot_write(path);
}

}  // namespace

std::vector<std::string> mpirun_command(const Launch& launch, const RunDirectory& directory) {
  std::vector<std::string> command = {
      "mpirun",    "-n",   std::to_string(launch.ranks), "--oversubscribe",
      "--bind-to", "none", "--enable-recovery",          "--mca",
      "pml",       "ob1"};
  const auto add = [&command](std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  };
  if (launch.worker_hosts.empty()) {
    // One machine: shared memory and the loopback interface, nothing that listens elsewhere.
    add({"--mca", "btl", "vader,self", "--mca", "oob_tcp_if_include", "lo"});
    // Copying out of another process's memory fails for good when that process dies half-way.
    add({"--mca", "btl_vader_single_copy_mechanism", "none", "--mca", "btl_vader_backing_directory",
         directory.path(), "--mca", "orte_tmpdir_base", directory.path()});
  } else {
    add({"--map-by", "seq", "--hostfile", directory.file(kHostsFile), "--mca", "btl", "tcp,self",
         "--mca", "plm_rsh_no_tree_spawn", "1", "--mca", "orte_keep_fqdn_hostnames", "1"});
    // Else mpirun's daemon on a host that was cut off stays there for some eight minutes.
    add({"--mca", "oob_tcp_keepalive_time", "10", "--mca", "oob_tcp_keepalive_intvl", "5", "--mca",
         "oob_tcp_keepalive_probes", "3"});
    if (!launch.interface.empty()) {
      add({"--mca", "oob_tcp_if_include", launch.interface, "--mca", "btl_tcp_if_include",
           launch.interface});
    }
    // A host that does not answer is to be named soon. Another agent may not know ssh's options.
    if (std::getenv("OMPI_MCA_plm_rsh_agent") == nullptr) {
      add({"--mca", "plm_rsh_args", "-o ConnectTimeout=10 -o BatchMode=yes"});
    }
  }
  add({std::filesystem::read_symlink("/proc/self/exe").string(), "solve"});
  command.insert(command.end(), launch.arguments.begin(), launch.arguments.end());
  add({"--file", directory.file(kPositionsFile)});
  return command;
}

Status write_launch_files(const Launch& launch, const RunDirectory& directory) {
  const std::string positions = directory.file(kPositionsFile);
  std::ofstream file(positions);
  for (const std::string& position : launch.positions) file << position << '\n';
  if (!file.flush()) return cannot_write(positions);
  if (launch.worker_hosts.empty()) return {};
  return write_hosts(launch, directory.file(kHostsFile));
}

// mpirun must not take a surrounding Slurm allocation for where the ranks belong.
std::vector<std::string> mpirun_environment(const Launch& launch, const RunDirectory& directory) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "SLURM_", 6) != 0) result.emplace_back(*variable);
  }
  result.push_back(std::string(kHostVariable) + "=" + worker::host_name());
  result.push_back(std::string(kDirectoryVariable) + "=" + directory.path());
  result.push_back(std::string(kTerminalVariable) + "=" + (isatty(STDERR_FILENO) != 0 ? "1" : "0"));
  result.push_back(std::string(kLookVariable) + "=" + launch.look);
  if (geteuid() == 0) {
    result.emplace_back("OMPI_ALLOW_RUN_AS_ROOT=1");
    result.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
  }
  result.push_back(std::string(kMpirunVariable) + "=" + std::string(20, '\0'));
  return result;
}

}  // namespace tengen::cluster
