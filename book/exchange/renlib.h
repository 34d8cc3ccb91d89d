// RenLib's file of a tree of moves (.lib), read and written in one pass. Boards are 15x15.
//
// File: FF "RenLib" FF, major 3, minor 0 or 4, ten FF; then the nodes in pre-order. With minor 0
// the tree begins with its first move, h8, and has no passes; with minor 4 it begins with a root
// without a move (bytes 00 FLAGS).
// Node: MOVE FLAGS [two bytes when EXTENSION; bit 0 of the second: a board text follows]
//   [comment when COMMENT or OLD_COMMENT] [board text].
//   MOVE         16 * (row from the top - 1) + column, columns 1..15 from the left: h8 is 78, a15
//                01. 00 is a pass.
//   FLAGS        80 a sibling follows after this node's subtree; 40 no children; 20 OLD_COMMENT;
//                10 mark; 08 COMMENT; 04 the position to show first; 02 no stone; 01 EXTENSION.
//   texts        bytes of the author's own encoding, a NUL, and one more NUL where needed to make
//                their number even. A comment is one line, or one line, 08 and more lines, or 08
//                and lines; lines end in CR LF. A board text is shown on the move's point.
//   OLD_COMMENT  7-bit text in pairs of bytes; the top bit marks the last character.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "solver/game/position.h"

namespace tengen::book {

constexpr int kLibBoardSize = 15;
// Longer paths and texts than these are refused.
constexpr int kMaxLibDepth = 1000;
constexpr std::size_t kMaxLibText = std::size_t{1} << 20;

struct LibNode {
  int depth = 0;        // plies from the empty board; 0 is the root of a file of minor 4
  Move move = kNoMove;  // kNoMove for the root and for nodes without a stone
  bool has_sibling = false;
  bool marked = false;
  bool is_start = false;     // shown first
  std::string comment{};     // raw bytes
  std::string board_text{};  // raw bytes
  std::uint8_t flags = 0;    // as read; not used for writing
  std::uint64_t offset = 0;  // of its first byte in the file, as read; not used for writing
};

struct LibSummary {
  int major = 0;  // 0 for a file without a header, from before 3.0
  int minor = 0;
  std::uint64_t nodes = 0;
  bool complete = false;  // false: children or siblings were announced that do not come
};

// Hands the nodes over in the file's order. Tolerated, as real files have them: a last node with a
// sibling or children announced that do not come, one odd byte at the end, several first moves, no
// header before a tree that begins with h8. Moves are not checked against each other: a point may
// be occupied. Errors: kInvalidArgument with the byte's offset: another file, a newer version, a
// point off the board, a text or node cut off, more than one byte behind the tree, limits above;
// kIo; and what `visit` returns.
Result<LibSummary> read_lib(std::istream& in, const std::function<Status(const LibNode&)>& visit);

// Writes what read_lib() reads. Nodes in pre-order: a root of depth 0 exactly in a file of minor 4.
class LibWriter {
 public:
  // `out` must outlive the writer. REQUIRES: minor is 0 or 4.
  LibWriter(std::ostream& out, int minor);
  // REQUIRES: depth at most one more than that of the node before; texts without NUL; minor 0: no
  // passes, h8 first.
  void node(LibNode node);
  // Writes the last node. Errors: kIo.
  Status finish();

 private:
  void write(bool leaf);

  std::ostream& out_;
  std::optional<LibNode> pending_;  // until it is known whether it has children
};

}  // namespace tengen::book
