// The bytes of one unfinished tree node in the book's `tree` family.
//
//   byte 0      layout version, 2
//   u32         proof number, then u32 disproof number
//   u32         milliseconds of search spent on the node, then u32 jobs so far
//   byte        1 when the open moves are nodes of the tree, 0 when they are only listed
//   u16         count of open moves; each: i16 move, u32 proof number, u32 disproof number
//   u16         count of proven replies; each: i16 move, u32 distance in plies
// Integers are little-endian; moves are in the canonical frame of the node's position, which is the
// entry's key. Proven replies occur only where the defender is to move. Layout 1 is without the
// byte and counts as 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "coordinator/tree.h"

namespace tengen::coordinator {

struct TreeNodeState {
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  double spent_seconds = 0;
  int jobs = 0;
  bool expanded = false;
  std::vector<ChildOutcome> open_moves;  // verdict kUnknown
  std::vector<ProvenReply> proven_replies;
};

// What is worth keeping of an unsolved node: `node.listed`, or its unsolved children.
[[nodiscard]] TreeNodeState state_of(const Tree& tree, NodeId id);

[[nodiscard]] std::string encode_tree_node(const TreeNodeState& state);
// Exact inverse for a board of that size: kIncompatible for a newer layout, else kCorruption.
Result<TreeNodeState> decode_tree_node(std::string_view bytes, int board_size);

}  // namespace tengen::coordinator
