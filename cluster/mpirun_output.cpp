#include "cluster/mpirun_output.h"

#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "cluster/command.h"

namespace tengen::cluster {
namespace {

constexpr std::size_t kMostHeldBack = std::size_t{1} << 16;

void write_out(std::string_view out) {
  while (!out.empty()) {
    const ssize_t written = write(STDERR_FILENO, out.data(), out.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    out.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void MpirunOutput::take(std::string_view bytes) {
  if (begun_) {
    pass(bytes);
  } else if (before_.size() < kMostHeldBack) {
    before_ += bytes;
  }
}

void MpirunOutput::begin() {
  if (begun_) return;
  begun_ = true;
  pass(before_);
  before_.clear();
}

std::string MpirunOutput::reason() const {
  std::istringstream lines(before_);
  std::string line;
  while (std::getline(lines, line)) {
    line = trimmed(line);
    if (line.find_first_not_of('-') != std::string::npos && !line.starts_with('[')) return line;
  }
  return "";
}

void MpirunOutput::pass(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (at_line_start_) held_back_ = c == '[';
    at_line_start_ = c == '\n';
    if (!held_back_) {
      out.push_back(c);
      continue;
    }
    line_.push_back(c);
    if (c == '\n') {
      if (line_.find("PMIX ERROR") == std::string::npos) out += line_;
      line_.clear();
    }
  }
  write_out(out);
}

}  // namespace tengen::cluster
