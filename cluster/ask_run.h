// What the run that writes a book says of itself.
#pragma once

#include <string>

#include "solver/base/status.h"

namespace tengen::cluster {

// The JSON of `tengen status`. Errors: those of wire::read_join_file() and wire::ask_status();
// kUnavailable in a build without MPI.
Result<std::string> ask_run(const std::string& book);

}  // namespace tengen::cluster
