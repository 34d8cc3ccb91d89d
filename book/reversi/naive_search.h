// The checker's own search: plain alpha-beta on a null window, with nothing but the order of moves
// to help it.
#pragma once

#include <cstdint>

#include "book/reversi/naive_board.h"

namespace tengen::reversi {

enum class Reached : std::uint8_t { kYes, kNo, kGaveUp };

// Whether the side to move gets at least `score`. Visits at most `limit` positions, and adds those
// it visited to `nodes`.
Reached naive_reaches(const NaiveBoard& board, const NaiveRules& rules, int score,
                      std::uint64_t limit, std::uint64_t& nodes);

}  // namespace tengen::reversi
