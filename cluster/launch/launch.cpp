#include "cluster/launch/launch.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "cluster/launch/mpirun_output.h"
#include "cluster/launch/processes.h"
#include "cluster/launch/signals.h"
#include "cluster/launch/start_watch.h"
#include "worker/port.h"

extern char** environ;

namespace tengen::cluster {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kDirectoryVariable = "TENGEN_LAUNCH_DIR";
constexpr const char* kHostVariable = "TENGEN_LAUNCH_HOST";
constexpr const char* kMpirunVariable = "TENGEN_MPIRUN_PID";
constexpr const char* kLookVariable = "TENGEN_LAUNCH_LOOK";
constexpr const char* kTerminalVariable = "TENGEN_LAUNCH_TERMINAL";
constexpr const char* kDirectoryPrefix = "tengen-run-";
constexpr const char* kOwnerFile = "owner";
constexpr const char* kPositionsFile = "positions";
constexpr const char* kHostsFile = "hosts";
constexpr const char* kRank0File = "rank0";    // its process id, from its first moment on
constexpr const char* kProcessIdFile = "pid";  // the same, once it takes signals
constexpr const char* kStatusFile = "status";

// After rank 0 has left its status or was killed, or was asked to stop, mpirun gets so long to end
// by itself.
constexpr std::chrono::seconds kEndWithin{5};
constexpr std::chrono::seconds kStopWithin{15};
constexpr int kPollMillis = 50;

std::atomic<int> signal_received{0};

void remember_signal(int number) { signal_received = number; }

Status fail(const std::string& why) { return {StatusCode::kIo, why}; }

std::optional<int> read_number(const std::string& path) {
  std::ifstream file(path);
  int number = 0;
  std::string end;
  // The word after the number says that it is whole.
  if (file >> number >> end && end == "end") return number;
  return std::nullopt;
}

void write_number(const std::string& path, int number) {
  std::ofstream file(path);
  file << number << " end\n";
}

// A directory of our own for everything a run leaves behind, Open MPI's files included: removed at
// the end, and those of runs that were killed at the start of the next one.
class PrivateDirectory {
 public:
  PrivateDirectory() {
    std::error_code error;
    // Memory where there is any: Open MPI keeps the ranks' shared segments here.
    for (const std::filesystem::path& base :
         {std::filesystem::path("/dev/shm"), std::filesystem::temp_directory_path(error)}) {
      remove_stale(base);
      std::string name = (base / (std::string(kDirectoryPrefix) + "XXXXXX")).string();
      if (mkdtemp(name.data()) == nullptr) continue;
      path_ = name;
      write_number(file(kOwnerFile), getpid());
      return;
    }
  }
  ~PrivateDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;

  [[nodiscard]] bool ok() const { return !path_.empty(); }
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  static void remove_stale(const std::filesystem::path& base) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(base, error)) {
      if (!entry.path().filename().string().starts_with(kDirectoryPrefix)) continue;
      const std::optional<int> owner = read_number((entry.path() / kOwnerFile).string());
      if (!owner || kill(*owner, 0) == 0 || errno != ESRCH) continue;
      std::error_code ignored;
      std::filesystem::remove_all(entry.path(), ignored);
    }
  }

  std::string path_;
};

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

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> mpirun_command(const Launch& launch, const PrivateDirectory& directory) {
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

// One line for each rank, as mpirun's sequential mapper takes them.
bool write_hosts(const Launch& launch, const std::string& path) {
  std::ofstream file(path);
  file << worker::host_name() << '\n';
  for (const std::string& host : launch.worker_hosts) {
    file << (host == "localhost" ? worker::host_name() : host) << '\n';
  }
  return static_cast<bool>(file.flush());
}

// mpirun must not take a surrounding Slurm allocation for where the ranks belong.
std::vector<std::string> mpirun_environment(const Launch& launch, const std::string& directory) {
  std::vector<std::string> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "SLURM_", 6) != 0) result.emplace_back(*variable);
  }
  result.push_back(std::string(kHostVariable) + "=" + worker::host_name());
  result.push_back(std::string(kDirectoryVariable) + "=" + directory);
  result.push_back(std::string(kTerminalVariable) + "=" + (isatty(STDERR_FILENO) != 0 ? "1" : "0"));
  result.push_back(std::string(kLookVariable) + "=" + launch.look);
  if (geteuid() == 0) {
    result.emplace_back("OMPI_ALLOW_RUN_AS_ROOT=1");
    result.emplace_back("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
  }
  // Room for mpirun's process id, known only after fork().
  result.push_back(std::string(kMpirunVariable) + "=" + std::string(20, '\0'));
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

void write_to_stderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Waits for mpirun, passing its stderr through and signals on to rank 0.
class MpirunWatch {
 public:
  MpirunWatch(pid_t mpirun, int ranks, int stderr_pipe, const PrivateDirectory& directory)
      : mpirun_(mpirun), pipe_(stderr_pipe), directory_(directory), start_(mpirun, ranks) {}

  // mpirun's wait status.
  int wait() {
    for (;;) {
      pump(kPollMillis);
      note_beginning();
      int wait_status = 0;
      if (waitpid(mpirun_, &wait_status, WNOHANG) == mpirun_) {
        pump(0);
        note_beginning();
        return wait_status;
      }
      pass_signal_on();
      end_what_hangs();
    }
  }

  // Whether rank 0 has ever been there, and if not, why.
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] std::string reason() const {
    const std::string said = output_.reason();
    return said.empty() && one_died_ ? "one of their processes has ended at once" : said;
  }

 private:
  void note_beginning() {
    if (begun_ || !read_number(directory_.file(kProcessIdFile))) return;
    begun_ = true;
    output_.begin();
  }

  void pump(int timeout_millis) {
    pollfd ready{pipe_, POLLIN, 0};
    std::array<char, 4096> buffer{};
    while (poll(&ready, 1, timeout_millis) > 0) {
      const ssize_t count = read(pipe_, buffer.data(), buffer.size());
      if (count <= 0) {
        // End of file: mpirun is about to end; do not spin until it does.
        usleep(static_cast<useconds_t>(timeout_millis) * 1000);
        return;
      }
      output_.take({buffer.data(), static_cast<std::size_t>(count)});
      timeout_millis = 0;
    }
  }

  void pass_signal_on() {
    if (signal_received == 0) return;
    if (!stop_asked_) stop_asked_ = Clock::now();
    // Rank 0 may still be starting: try again until it has told its process id.
    const std::optional<int> rank0 = read_number(directory_.file(kProcessIdFile));
    if (!rank0 || *rank0 <= 1) return;
    kill(*rank0, SIGTERM);
    signal_received = 0;
  }

  // Rank 0 was killed: a worker that is stopped would keep mpirun for ever. Or any rank before the
  // beginning: the others wait for it in MPI_Init.
  [[nodiscard]] bool is_broken() {
    const std::optional<int> rank0 = read_number(directory_.file(kRank0File));
    if (rank0 && !is_alive(*rank0)) return true;
    if (begun_) return false;
    // What it did before one died is looked at last.
    one_died_ = start_.one_died(rank0.has_value()) && !read_number(directory_.file(kProcessIdFile));
    return one_died_;
  }

  void end_what_hangs() {
    if (!finished_ && (read_number(directory_.file(kStatusFile)) || is_broken())) {
      finished_ = Clock::now();
    }
    const bool overdue = (finished_ && Clock::now() - *finished_ > kEndWithin) ||
                         (stop_asked_ && Clock::now() - *stop_asked_ > kStopWithin);
    if (!overdue) return;
    // The ranks follow by themselves: see follow_launcher().
    kill(mpirun_, SIGKILL);
  }

  const pid_t mpirun_;
  const int pipe_;
  const PrivateDirectory& directory_;
  MpirunOutput output_{write_to_stderr};
  bool begun_ = false;
  StartWatch start_;
  bool one_died_ = false;  // before the beginning
  std::optional<Clock::time_point> stop_asked_;
  std::optional<Clock::time_point> finished_;
};

}  // namespace

bool inside_mpi() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  return false;
}

Result<int> run_under_mpirun(const Launch& launch) {
  const PrivateDirectory directory;
  if (!directory.ok()) return fail("cannot make a directory for temporary files: set TMPDIR");
  {
    std::ofstream file(directory.file(kPositionsFile));
    for (const std::string& position : launch.positions) file << position << '\n';
    if (!file.flush()) return fail("cannot write " + directory.file(kPositionsFile));
  }
  if (!launch.worker_hosts.empty() && !write_hosts(launch, directory.file(kHostsFile))) {
    return fail("cannot write " + directory.file(kHostsFile));
  }
  std::vector<std::string> command = mpirun_command(launch, directory);
  std::vector<std::string> environment = mpirun_environment(launch, directory.path());
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
  MpirunWatch watch(mpirun, children, pipe_ends[0], directory);
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
