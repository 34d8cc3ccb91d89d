// Logic faults: conditions that can only be false because of a bug. They stay on in release builds,
// because a wrong proof is worse than a crash. Expected failures are values: see status.h.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace tengen {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "tengen: internal fault: CHECK(%s) at %s:%d\n", condition, file, line);
  std::abort();
}

}  // namespace tengen

// Aborts with the condition's text when it is false.
#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::tengen::check_failed(#condition, __FILE__, __LINE__))
