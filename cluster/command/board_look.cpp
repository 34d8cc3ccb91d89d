#include "cluster/command/board_look.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace tengen::cluster {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = variable(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

}  // namespace

BoardLook look_of_output() {
  if (isatty(STDOUT_FILENO) == 0 || !variable("NO_COLOR").empty() || variable("TERM") == "dumb") {
    return {};
  }
  return {.colours = true, .discs = is_utf8()};
}

std::string to_text(BoardLook look) {
  return !look.colours ? "plain" : look.discs ? "discs" : "colours";
}

BoardLook look_from(std::string_view text) {
  return {.colours = text == "colours" || text == "discs", .discs = text == "discs"};
}

}  // namespace tengen::cluster
