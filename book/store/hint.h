// Hints: moves that somebody's file suggests in a position. A hint is never a fact: it says which
// of the attacker's moves a search should try first, and nothing else rests on it.
//
// Bytes of the column family `hints`: the key is that of record.h with the side to move as the
// goal; the value is
//   byte 0      layout version, 1
//   2 bytes     for each move, best first, little-endian: the point in the canonical frame; bit 15
//               is set for a move that the file calls a win
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

// A position keeps no more than these.
constexpr std::size_t kMaxHintMoves = 8;

// A hint's move and what the file says of it.
struct HintedMove {
  Move move = kNoMove;
  bool wins = false;  // says the file
  friend bool operator==(const HintedMove&, const HintedMove&) = default;
};

struct HintedPosition {
  Position position;
  std::vector<HintedMove> moves;  // of the side to move, best first
};

// The hint for the canonical form of its position.
[[nodiscard]] HintedPosition canonical_hint(const HintedPosition& hint);

// Both lists as one without repetitions: wins before others, `known` before `more`, as many as are
// kept.
[[nodiscard]] std::vector<HintedMove> merge_hints(std::span<const HintedMove> known,
                                                  std::span<const HintedMove> more);

// REQUIRES: 1 to kMaxHintMoves different empty points.
[[nodiscard]] std::string encode_hint(std::span<const HintedMove> moves);
// Exact inverse for that position; kCorruption for anything else.
Result<std::vector<HintedMove>> decode_hint(std::string_view bytes, const Position& canonical);

}  // namespace tengen::book
