#include "cluster/launch/processes.h"

#include <signal.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tengen::cluster {
namespace {

std::string proc_file(pid_t process, const char* name) {
  return "/proc/" + std::to_string(process) + "/" + name;
}

}  // namespace

bool is_alive(pid_t process) {
  if (kill(process, 0) != 0 && errno == ESRCH) return false;
  std::ifstream file(proc_file(process, "stat"));
  std::string line;
  if (!std::getline(file, line)) return false;
  // "12 (any name) S ...".
  const std::size_t state = line.rfind(')') + 2;
  return state >= line.size() || (line[state] != 'Z' && line[state] != 'X');
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code error;
  for (const auto& thread :
       std::filesystem::directory_iterator(proc_file(process, "task"), error)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

std::optional<int> mpi_rank_of(pid_t process) {
  constexpr std::string_view kVariable = "OMPI_COMM_WORLD_RANK=";
  std::ifstream file(proc_file(process, "environ"), std::ios::binary);
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry.starts_with(kVariable)) return std::atoi(entry.c_str() + kVariable.size());
  }
  return std::nullopt;
}

}  // namespace tengen::cluster
