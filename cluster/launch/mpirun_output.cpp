#include "cluster/launch/mpirun_output.h"

#include <cctype>
#include <sstream>

#include "solver/base/text.h"

namespace tengen::cluster {
namespace {

constexpr std::size_t kMostHeldBack = std::size_t{1} << 16;

bool is_host_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the text is "[host:pid] PMIX ERROR ...", or begins as that does.
bool may_be_noise(std::string_view text) {
  constexpr std::string_view kMark = "] PMIX ERROR";
  if (!text.starts_with('[')) return false;
  std::size_t at = 1;
  while (at < text.size() && is_host_letter(text[at])) ++at;
  if (at == text.size()) return true;
  if (text[at++] != ':') return false;
  while (at < text.size() && is_digit(text[at])) ++at;
  const std::string_view rest = text.substr(at);
  return rest.starts_with(kMark) || kMark.starts_with(rest);
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
    const std::string_view said = trimmed(line);
    if (said.find_first_not_of('-') != said.npos && !said.starts_with('['))
      return std::string(said);
  }
  return "";
}

void MpirunOutput::pass(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    held_back_.push_back(c);
    const bool in_terminal_code = c == '[' && last_ == '\x1b';
    last_ = c;
    if (in_terminal_code || !may_be_noise(held_back_)) {
      // A bracket that ends what is held back may begin another one.
      const bool again = c == '[' && held_back_.size() > 1 && !in_terminal_code;
      if (again) held_back_.pop_back();
      out += held_back_;
      held_back_.clear();
      if (again) held_back_.push_back(c);
    } else if (c == '\n') {
      held_back_.clear();
    }
  }
  if (!out.empty()) write_(out);
}

}  // namespace tengen::cluster
