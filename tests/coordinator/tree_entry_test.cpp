#include "coordinator/tree_entry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/coordinator/tree_testing.h"

namespace tengen::coordinator {
namespace {

using namespace tree_testing;

TEST(TreeEntry, HoldsAReplyProvenByAJobAndAsAChildOnce) {
  Tree tree(test::fake_game(), position("a1c3/b4/w"), Color::kBlack, accept);
  std::vector<ChildOutcome> open;
  std::vector<ChildOutcome> proven;
  for (Move move = 0; move < kSize * kSize; ++move) {
    if (!tree.node(0).position.is_empty_point(move)) continue;
    open.push_back(open_child(move, 4, 10));
    proven.push_back({move, Verdict::kProven, 0, kInfiniteNumber, 3});
  }
  tree.apply(0, unknown(open));
  tree.expand(0);
  // All but the last, so that the root stays open.
  proven.pop_back();
  tree.apply(0, unknown(proven));
  const TreeNodeState state = state_of(tree, 0);
  EXPECT_EQ(state.proven_replies.size(), proven.size());
  const Result<TreeNodeState> decoded = decode_tree_node(encode_tree_node(state), kSize);
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_EQ(decoded.value().proven_replies, state.proven_replies);
}

TEST(TreeEntry, RepliesThatWereWrittenTwiceAreReadOnce) {
  TreeNodeState state;
  for (int round = 0; round < 2; ++round) {
    for (Move move = 0; move < kSize * kSize; ++move) state.proven_replies.push_back({move, 5});
  }
  const Result<TreeNodeState> decoded = decode_tree_node(encode_tree_node(state), kSize);
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_EQ(decoded.value().proven_replies.size(), static_cast<std::size_t>(kSize * kSize));
}

TreeNodeState full_state() {
  TreeNodeState state;
  state.proof_number = 7;
  state.disproof_number = 300;
  state.spent_seconds = 1.5;
  state.jobs = 3;
  state.expanded = true;
  state.open_moves = {open_child(point("c3"), 2, 9)};
  state.proven_replies = {{kPass, 15}};
  return state;
}

TEST(TreeEntry, BytesAreAsPublished) {
  const std::string expected(
      "\x02"
      "\x07\0\0\0"
      "\x2c\x01\0\0"
      "\xdc\x05\0\0"
      "\x03\0\0\0"
      "\x01"
      "\x01\0"
      "\x0c\0\x02\0\0\0\x09\0\0\0"
      "\x01\0"
      "\xff\xff\x0f\0\0\0",
      38);
  EXPECT_EQ(encode_tree_node(full_state()), expected);
}

TEST(TreeEntry, DecodesToWhatWasEncodedAndRefusesTheRest) {
  const std::string bytes = encode_tree_node(full_state());
  const Result<TreeNodeState> state = decode_tree_node(bytes, kSize);
  ASSERT_TRUE(state.ok());
  EXPECT_EQ(encode_tree_node(state.value()), bytes);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_tree_node(std::string_view(bytes).substr(0, length), kSize).ok());
  }
  EXPECT_FALSE(decode_tree_node(bytes + "x", kSize).ok());
  // Layout 1: without the byte, and expanded.
  std::string older = bytes;
  older[0] = 1;
  older.erase(17, 1);
  ASSERT_TRUE(decode_tree_node(older, kSize).ok());
  EXPECT_TRUE(decode_tree_node(older, kSize).value().expanded);
  std::string newer = bytes;
  newer[0] = 3;
  EXPECT_EQ(decode_tree_node(newer, kSize).status().code(), StatusCode::kIncompatible);
  std::string off_board = bytes;
  off_board[20] = 25;
  EXPECT_FALSE(decode_tree_node(off_board, kSize).ok());
}

}  // namespace
}  // namespace tengen::coordinator
