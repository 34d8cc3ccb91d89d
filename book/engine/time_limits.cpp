#include "book/engine/time_limits.h"

#include <algorithm>

namespace tengen::book::engine {
namespace {

constexpr std::int64_t kFastest = 10;
// Of the time that is left, one move may take one part in so many.
constexpr std::int64_t kMovesAhead = 12;
// Kept back of every limit: what a busy machine may take to wake the program and pass on its
// answer.
constexpr std::int64_t kLeastMargin = 15;
constexpr std::int64_t kMostMargin = 500;
constexpr std::int64_t kMarginPart = 10;

std::int64_t without_margin(std::int64_t limit) {
  const std::int64_t margin = std::min(kLeastMargin + limit / kMarginPart, kMostMargin);
  return std::max(limit - margin, std::min(limit / 2, kFastest));
}

}  // namespace

double seconds_for_move(const TimeLimits& limits) {
  std::int64_t allowed = limits.turn > 0 ? without_margin(limits.turn) : kFastest;
  if (limits.left) {
    const std::int64_t left = std::max<std::int64_t>(*limits.left, 0);
    allowed = std::min(allowed, without_margin(left / kMovesAhead));
  }
  return static_cast<double>(allowed) / 1000;
}

}  // namespace tengen::book::engine
