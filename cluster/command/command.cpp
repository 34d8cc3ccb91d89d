#include "cluster/command/command.h"

#include "cluster/command/error_output.h"
#include "solver/base/check.h"

namespace tengen::cluster {

int report(const Status& status) {
  say_error(status);
  switch (status.code()) {
    case StatusCode::kInvalidArgument:
    case StatusCode::kNotFound:
    case StatusCode::kUnavailable:
      return kExitBadInput;
    case StatusCode::kCorruption:
    case StatusCode::kIncompatible:
    case StatusCode::kIo:
      return kExitBadBook;
    case StatusCode::kOk:
      break;
  }
  check_failed("!status.ok()", __FILE__, __LINE__);
}

}  // namespace tengen::cluster
