// A tree that has all the memory it may have.
#include <gtest/gtest.h>

#include <vector>

#include "tests/coordinator/tree_testing.h"

namespace tengen::coordinator {
namespace {

using namespace tree_testing;

// Expands every leaf, breadth first, with as many listed moves as there are points.
void grow(Tree& tree, int expansions) {
  for (NodeId id = 0; expansions > 0 && id < tree.size(); ++id) {
    if (tree.node(id).solved() || !tree.node(id).leaf()) continue;
    std::vector<ChildOutcome> children;
    for (Move move = 0; move < kSize * kSize; ++move) {
      if (tree.node(id).position.is_empty_point(move)) children.push_back(open_child(move, 3, 3));
    }
    tree.apply(id, unknown(children));
    if (!tree.node(id).listed.empty()) tree.expand(id);
    --expansions;
  }
}

TEST(TreeMemory, AFullTreeStopsGrowingAndStillTakesVerdicts) {
  constexpr std::uint64_t kBytes = 200'000;
  Tree unlimited(test::fake_game(), position("c3/b4/b"), Color::kBlack, accept);
  grow(unlimited, 200);
  ASSERT_GT(unlimited.bytes(), 2 * kBytes);
  ASSERT_FALSE(unlimited.full());
  Tree tree(test::fake_game(), position("c3/b4/b"), Color::kBlack, accept, kBytes);
  grow(tree, 200);
  EXPECT_TRUE(tree.full());
  EXPECT_LT(tree.bytes(), kBytes + 30'000);
  const std::size_t nodes = tree.size();
  grow(tree, 200);
  EXPECT_EQ(tree.size(), nodes);
  const NodeId child = tree.node(0).children.front().child;
  EXPECT_EQ(tree.set_proven(child, kNoMove, 4), (std::vector<NodeId>{child, 0}));
}

TEST(TreeMemory, DroppingWhatIsSolvedMakesRoomAndKeepsTheRest) {
  Tree tree(test::fake_game(), position("c3/b4/b"), Color::kBlack, accept, 200'000);
  grow(tree, 200);
  ASSERT_TRUE(tree.full());
  ASSERT_FALSE(tree.should_drop()) << "nothing is solved";
  EXPECT_TRUE(tree.drop_solved().empty());
  // Nearly all of the root's children are disproven; one keeps its job and one its children.
  const std::vector<Edge> children = tree.node(0).children;
  const NodeId kept = children.back().child;
  const NodeId working = tree.node(children.front().child).children.front().child;
  const std::size_t grandchildren = tree.node(kept).children.size();
  ASSERT_GT(grandchildren, 0U);
  tree.start_job(working, 1);
  for (const Edge& edge : children) {
    if (edge.child != kept) tree.set_disproven(edge.child);
  }
  const std::uint64_t before = tree.bytes();
  const std::size_t nodes = tree.size();
  ASSERT_TRUE(tree.should_drop());
  const std::vector<Tree::Dropped> dropped = tree.drop_solved();
  EXPECT_FALSE(dropped.empty());
  EXPECT_EQ(tree.size(), nodes - dropped.size());
  EXPECT_LT(tree.bytes(), before);
  EXPECT_FALSE(tree.full());
  for (const Tree::Dropped& node : dropped) {
    EXPECT_TRUE(tree.node(node.id).solved());
    EXPECT_FALSE(tree.find(node.position).has_value());
  }
  EXPECT_EQ(tree.node(0).children.size(), children.size()) << "verdicts of live parents stay";
  EXPECT_EQ(tree.node(kept).children.size(), grandchildren);
  EXPECT_FALSE(tree.node(working).solved());
  EXPECT_FALSE(tree.needed(working));
  tree.end_job(working, 1);
  EXPECT_FALSE(tree.drop_solved().empty());
  // There is room again, and the ids are used again.
  const std::size_t left = tree.size();
  const NodeId leaf = tree.node(kept).children.front().child;
  ASSERT_TRUE(tree.node(leaf).leaf());
  std::vector<ChildOutcome> moves;
  for (Move move = 0; move < kSize * kSize; ++move) {
    if (tree.node(leaf).position.is_empty_point(move)) moves.push_back(open_child(move, 3, 3));
  }
  tree.apply(leaf, unknown(moves));
  tree.expand(leaf);
  EXPECT_GT(tree.size(), left);
  for (const Edge& edge : tree.node(leaf).children) {
    EXPECT_EQ(tree.find(tree.node(edge.child).position), edge.child);
    EXPECT_LT(edge.child, nodes) << "an id of its own while others are free";
  }
}

}  // namespace
}  // namespace tengen::coordinator
