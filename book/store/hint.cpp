#include "book/store/hint.h"

#include <algorithm>

#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr char kLayoutVersion = 1;
constexpr unsigned kWinsBit = 0x8000;

bool names(std::span<const HintedMove> moves, Move move) {
  return std::any_of(moves.begin(), moves.end(),
                     [move](const HintedMove& one) { return one.move == move; });
}

}  // namespace

HintedPosition canonical_hint(const HintedPosition& hint) {
  Canonical canonical = canonicalize(hint.position);
  HintedPosition result{.position = std::move(canonical.position), .moves = hint.moves};
  for (HintedMove& one : result.moves) {
    one.move = canonical.canonical_from_input.apply(one.move, hint.position.size);
  }
  return result;
}

std::vector<HintedMove> merge_hints(std::span<const HintedMove> known,
                                    std::span<const HintedMove> more) {
  std::vector<HintedMove> merged;
  for (const bool wins : {true, false}) {
    for (const std::span<const HintedMove> list : {known, more}) {
      for (const HintedMove& one : list) {
        if (merged.size() == kMaxHintMoves) return merged;
        if (one.wins == wins && !names(merged, one.move)) merged.push_back(one);
      }
    }
  }
  return merged;
}

std::string encode_hint(std::span<const HintedMove> moves) {
  CHECK(!moves.empty() && moves.size() <= kMaxHintMoves);
  std::string bytes(1, kLayoutVersion);
  for (const HintedMove& one : moves) {
    const unsigned word = static_cast<unsigned>(one.move) | (one.wins ? kWinsBit : 0);
    bytes += static_cast<char>(word & 0xff);
    bytes += static_cast<char>(word >> 8);
  }
  return bytes;
}

Result<std::vector<HintedMove>> decode_hint(std::string_view bytes, const Position& canonical) {
  const Status damaged(StatusCode::kCorruption, "damaged hint");
  const std::size_t count = bytes.size() / 2;
  if (bytes.size() % 2 != 1 || bytes[0] != kLayoutVersion || count < 1 || count > kMaxHintMoves) {
    return damaged;
  }
  std::vector<HintedMove> moves;
  for (std::size_t i = 1; i < bytes.size(); i += 2) {
    const unsigned word = static_cast<unsigned char>(bytes[i]) |
                          static_cast<unsigned>(static_cast<unsigned char>(bytes[i + 1])) << 8;
    const auto move = static_cast<Move>(word & ~kWinsBit);
    if (move >= canonical.size * canonical.size || !canonical.is_empty_point(move) ||
        names(moves, move)) {
      return damaged;
    }
    moves.push_back({.move = move, .wins = (word & kWinsBit) != 0});
  }
  return moves;
}

}  // namespace tengen::book
