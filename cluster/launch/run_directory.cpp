#include "cluster/launch/run_directory.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tengen::cluster {
namespace {

constexpr const char* kDirectoryPrefix = "tengen-run-";
constexpr const char* kOwnerFile = "owner";

// Open MPI keeps the ranks' shared segments in the directory.
std::vector<std::string> usual_bases() {
  std::error_code error;
  return {"/dev/shm", std::filesystem::temp_directory_path(error).string()};
}

void remove_stale(const std::string& base) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(base, error)) {
    if (!entry.path().filename().string().starts_with(kDirectoryPrefix)) continue;
    const std::optional<int> owner = read_number((entry.path() / kOwnerFile).string());
    if (!owner || kill(*owner, 0) == 0 || errno != ESRCH) continue;
    std::error_code ignored;
    std::filesystem::remove_all(entry.path(), ignored);
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
    write_number(file(kOwnerFile), getpid());
    return;
  }
}

RunDirectory::~RunDirectory() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace tengen::cluster
