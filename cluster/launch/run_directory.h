// By what the launcher of a run and its ranks on this host know of each other: variables in the
// environment, and files in a private directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tengen::cluster {

constexpr const char* kDirectoryVariable = "TENGEN_LAUNCH_DIR";
constexpr const char* kHostVariable = "TENGEN_LAUNCH_HOST";
constexpr const char* kMpirunVariable = "TENGEN_MPIRUN_PID";
constexpr const char* kLookVariable = "TENGEN_LAUNCH_LOOK";
constexpr const char* kTerminalVariable = "TENGEN_LAUNCH_TERMINAL";

constexpr const char* kPositionsFile = "positions";
constexpr const char* kHostsFile = "hosts";
constexpr const char* kRank0File = "rank0";    // its process id, from its first moment on
constexpr const char* kProcessIdFile = "pid";  // the same, once it takes signals
constexpr const char* kStatusFile = "status";  // rank 0's exit status

// Nothing where there is no such file, or a number that is not whole.
[[nodiscard]] std::optional<int> read_number(const std::string& path);
void write_number(const std::string& path, int number);

// For everything a run leaves behind, Open MPI's files included: removed at the end, and those of
// runs that were killed when the next one is made.
class RunDirectory {
 public:
  // In memory where there is any, else where temporary files are: in the first of `bases` that
  // takes it.
  RunDirectory();
  explicit RunDirectory(const std::vector<std::string>& bases);
  ~RunDirectory();
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  [[nodiscard]] bool ok() const { return !path_.empty(); }
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;  // descriptor of the file that says that the run lives
};

}  // namespace tengen::cluster
