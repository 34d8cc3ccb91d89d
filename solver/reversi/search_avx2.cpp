// The search for processors with AVX2, and the choice between the two.
#include <algorithm>
#include <bit>

#include "solver/reversi/search.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>

namespace tengen::reversi {
namespace {
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include "solver/reversi/search_body.h"
#pragma GCC pop_options
}  // namespace

std::unique_ptr<Search> make_search(Shared& shared) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt")) {
    return std::make_unique<NullWindowSearch>(shared);
  }
  return make_portable_search(shared);
}

}  // namespace tengen::reversi

#else

namespace tengen::reversi {
std::unique_ptr<Search> make_search(Shared& shared) { return make_portable_search(shared); }
}  // namespace tengen::reversi

#endif
