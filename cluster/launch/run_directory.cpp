#include "cluster/launch/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tengen::cluster {
namespace {

constexpr const char* kDirectoryPrefix = "tengen-run-";
// Locked as long as the run's launcher lives. A process id would not do: a run in another namespace
// of processes has none here.
constexpr const char* kLockFile = "lock";

// Open MPI keeps the ranks' shared segments in the directory.
std::vector<std::string> usual_bases() {
  std::error_code error;
  return {"/dev/shm", std::filesystem::temp_directory_path(error).string()};
}

// The descriptor; none where the file is missing, cannot be made or is locked by somebody else.
int lock_file(const std::string& path, int flags) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
  if (descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  close(descriptor);
  return -1;
}

void remove_stale(const std::string& base) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(base, error)) {
    if (!entry.path().filename().string().starts_with(kDirectoryPrefix)) continue;
    const int lock = lock_file((entry.path() / kLockFile).string(), 0);
    if (lock < 0) continue;
    std::error_code ignored;
    std::filesystem::remove_all(entry.path(), ignored);
    close(lock);
  }
}

}  // namespace

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

RunDirectory::RunDirectory() : RunDirectory(usual_bases()) {}

RunDirectory::RunDirectory(const std::vector<std::string>& bases) {
  for (const std::string& base : bases) {
    remove_stale(base);
    std::string name = base + "/" + kDirectoryPrefix + "XXXXXX";
    if (mkdtemp(name.data()) == nullptr) continue;
    path_ = name;
    // It comes under its name only once it is locked.
    const std::string fresh = file("fresh");
    lock_ = lock_file(fresh, O_CREAT);
    if (lock_ >= 0) std::rename(fresh.c_str(), file(kLockFile).c_str());
    return;
  }
}

RunDirectory::~RunDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace tengen::cluster
