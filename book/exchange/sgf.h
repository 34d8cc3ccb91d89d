// Trees of moves in SGF (FF[4]), read in one pass. What is read: moves (B, W), set-up stones (AB,
// AW, AE), side to move (PL), board size (SZ), and what is said: comments (C), names (N, GN, PB,
// PW), labels (LB), marks (MA, TR, SQ, CR), with the charset (CA) and the program (AP). A point is
// two letters, column and row from the top (h8 is "hh"), or as boards print it ("h8"); "" and, on
// boards of up to 19, "tt" are passes. Any GM and any encoding will do: other properties are passed
// over.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "book/store/note.h"
#include "solver/game/position.h"

namespace tengen::book {

constexpr int kMaxSgfNesting = 1000;           // of parentheses, and nodes in a row
constexpr std::size_t kMaxSgfValue = 1 << 10;  // of a property that is read; no more is kept
constexpr std::size_t kMaxSgfComment = 1 << 16;
constexpr std::size_t kMaxSgfStones = 19 * 19;  // points set up by one node

struct SgfNode {
  int depth = 0;               // nodes before it on the path; 0 begins a game
  std::optional<Color> mover;  // with `move`
  Move move = kNoMove;
  std::vector<Move> black;  // stones set up
  std::vector<Move> white;
  std::vector<Move> emptied;
  std::optional<Color> to_move;
  std::uint64_t line = 0;  // of the file, from 1
  // Raw bytes of the charset. Labels and marks on what is no point of the board are left out.
  std::string name{};
  std::string comment{};
  std::vector<PointNote> points{};
  std::string charset{};
  std::string program{};

  [[nodiscard]] bool sets_up() const {
    return !black.empty() || !white.empty() || !emptied.empty() || to_move.has_value();
  }
};

struct SgfSummary {
  std::uint64_t games = 0;
  std::uint64_t nodes = 0;
  bool complete = true;  // false: the file ends before its last ")"
};

// Hands the nodes of all games over in the file's order. Text before the first "(;" is passed over,
// as is a file that ends before its last ")". Moves are not checked against each other. Errors:
// kInvalidArgument with the line: no game, a game of another size, a malformed node or point, a
// value that does not end, limits above; kIo; and what `visit` returns.
Result<SgfSummary> read_sgf(std::istream& in, int size,
                            const std::function<Status(const SgfNode&)>& visit);

}  // namespace tengen::book
