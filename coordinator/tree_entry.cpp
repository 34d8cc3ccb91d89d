#include "coordinator/tree_entry.h"

#include <algorithm>

namespace tengen::coordinator {
namespace {

constexpr std::uint8_t kLayoutVersion = 2;

void put(std::string& bytes, std::uint32_t value, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

// Reads little-endian numbers; after the end, or after a bad value, only fails.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t take(std::size_t width) {
    if (bytes_.size() < width) {
      fail();
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      value |= std::uint32_t{static_cast<std::uint8_t>(bytes_[i])} << (8 * i);
    }
    bytes_.remove_prefix(width);
    return value;
  }
  std::uint32_t take_at_most(std::size_t width, std::uint32_t most) {
    const std::uint32_t value = take(width);
    if (value > most) fail();
    return value;
  }
  Move take_move(int board_size) {
    const auto move = static_cast<Move>(take(2));
    if (move < kPass || move >= board_size * board_size) fail();
    return move;
  }
  void fail() {
    bad_ = true;
    bytes_ = {};
  }
  [[nodiscard]] bool bad() const { return bad_; }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool bad_ = false;
};

// A reply may be proven both by a job on the node and as a child.
void add_once(std::vector<ProvenReply>& replies, const ProvenReply& reply) {
  const auto same = [&](const ProvenReply& other) { return other.move == reply.move; };
  if (std::none_of(replies.begin(), replies.end(), same)) replies.push_back(reply);
}

}  // namespace

TreeNodeState state_of(const Tree& tree, NodeId id) {
  const Node& node = tree.node(id);
  TreeNodeState state{node.proof_number, node.disproof_number, node.spent_seconds, node.jobs,
                      !node.leaf(),      node.listed,          node.proven_replies};
  for (const Edge& edge : node.children) {
    const Node& child = tree.node(edge.child);
    if (child.verdict == Verdict::kUnknown) {
      state.open_moves.push_back(
          {edge.move, Verdict::kUnknown, child.proof_number, child.disproof_number, 0});
    } else if (child.verdict == Verdict::kProven && !node.attacker_to_move) {
      add_once(state.proven_replies, {edge.move, child.distance_plies});
    }
  }
  return state;
}

std::string encode_tree_node(const TreeNodeState& state) {
  std::string bytes;
  put(bytes, kLayoutVersion, 1);
  put(bytes, state.proof_number, 4);
  put(bytes, state.disproof_number, 4);
  put(bytes, static_cast<std::uint32_t>(std::min(state.spent_seconds * 1000, 4e9)), 4);
  put(bytes, static_cast<std::uint32_t>(state.jobs), 4);
  put(bytes, state.expanded ? 1 : 0, 1);
  put(bytes, static_cast<std::uint32_t>(state.open_moves.size()), 2);
  for (const ChildOutcome& child : state.open_moves) {
    put(bytes, static_cast<std::uint16_t>(child.move), 2);
    put(bytes, child.proof_number, 4);
    put(bytes, child.disproof_number, 4);
  }
  put(bytes, static_cast<std::uint32_t>(state.proven_replies.size()), 2);
  for (const ProvenReply& reply : state.proven_replies) {
    put(bytes, static_cast<std::uint16_t>(reply.move), 2);
    put(bytes, static_cast<std::uint32_t>(reply.distance_plies), 4);
  }
  return bytes;
}

Result<TreeNodeState> decode_tree_node(std::string_view bytes, int board_size) {
  if (!bytes.empty() && static_cast<std::uint8_t>(bytes[0]) > kLayoutVersion) {
    return Status(StatusCode::kIncompatible,
                  "a tree entry has layout " + std::to_string(static_cast<std::uint8_t>(bytes[0])) +
                      ", this program knows up to " + std::to_string(kLayoutVersion));
  }
  constexpr std::uint32_t kMostInt = 0x7fffffff;
  const auto most_moves = static_cast<std::uint32_t>(board_size * board_size + 1);
  Cursor cursor(bytes);
  TreeNodeState state;
  const std::uint32_t layout = cursor.take(1);
  if (layout == 0) cursor.fail();
  state.proof_number = cursor.take_at_most(4, kInfiniteNumber);
  state.disproof_number = cursor.take_at_most(4, kInfiniteNumber);
  state.spent_seconds = cursor.take(4) / 1000.0;
  state.jobs = static_cast<int>(cursor.take_at_most(4, kMostInt));
  state.expanded = layout == 1 || cursor.take_at_most(1, 1) == 1;
  for (std::uint32_t left = cursor.take_at_most(2, most_moves); left > 0 && !cursor.bad(); --left) {
    ChildOutcome child;
    child.move = cursor.take_move(board_size);
    child.proof_number = cursor.take_at_most(4, kInfiniteNumber);
    child.disproof_number = cursor.take_at_most(4, kInfiniteNumber);
    state.open_moves.push_back(child);
  }
  // Twice as many, for there are entries that hold replies twice.
  for (std::uint32_t left = cursor.take_at_most(2, 2 * most_moves); left > 0 && !cursor.bad();
       --left) {
    const Move move = cursor.take_move(board_size);
    add_once(state.proven_replies, {move, static_cast<int>(cursor.take_at_most(4, kMostInt))});
  }
  if (cursor.bad() || !cursor.at_end()) {
    return Status(StatusCode::kCorruption,
                  "a tree entry of " + std::to_string(bytes.size()) + " bytes is damaged");
  }
  return state;
}

}  // namespace tengen::coordinator
