// How long one move may take, from what INFO has said.
#pragma once

#include <cstdint>
#include <optional>

namespace tengen::book::engine {

// In milliseconds.
struct TimeLimits {
  std::int64_t turn = 5000;          // of one move; 0: as fast as possible
  std::int64_t match = 0;            // of all moves of a game; 0: no limit
  std::optional<std::int64_t> left;  // of the match; empty: no limit
};

// The time to think about one move, with room for answering late and for the moves to come.
[[nodiscard]] double seconds_for_move(const TimeLimits& limits);

}  // namespace tengen::book::engine
