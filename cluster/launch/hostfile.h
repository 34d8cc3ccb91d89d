// Open MPI's hostfiles, as far as a solve needs them.
#pragma once

#include <string>
#include <vector>

#include "solver/base/status.h"

namespace tengen::cluster {

// The host of each worker: every host as often as it has slots, in the file's order. A line is
// `HOST`, `HOST slots=N` or `HOST slots=N max_slots=M`; `#` starts a comment. Errors name the line:
// kNotFound (no such file), kInvalidArgument.
Result<std::vector<std::string>> read_hostfile(const std::string& path);

}  // namespace tengen::cluster
