#include "coordinator/tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/coordinator/tree_testing.h"

namespace tengen::coordinator {
namespace {

using namespace tree_testing;

TEST(Tree, AReplyProvenByAJobAndAsAChildCountsOnce) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  const Move a = point("a1");
  const Move b = point("b1");
  tree.apply(0, unknown({open_child(a, 4, 10), open_child(b, 2, 20)}));
  tree.expand(0);
  const ChildOutcome proven{a, Verdict::kProven, 0, kInfiniteNumber, 3};
  tree.apply(0, unknown({proven, open_child(b, 2, 20)}));
  tree.set_proven(tree.node(0).children.front().child, kNoMove, 3);
  EXPECT_EQ(tree.count_moves(0).known, 2);
  EXPECT_EQ(tree.count_moves(0).proven, 1);
}

TEST_F(AttackerTree, TheMostProvingLeafIsSelected) {
  EXPECT_EQ(tree.select_leaf(0, kNoWorker), child(b));
}

TEST_F(AttackerTree, LockedChildrenAreSkippedAndLockTheirParentTogether) {
  tree.start_job(child(b), 1);
  EXPECT_EQ(tree.select_leaf(0, 2), child(a));
  tree.start_job(child(a), 2);
  EXPECT_FALSE(tree.node(0).locked);
  tree.start_job(child(c), 3);
  EXPECT_TRUE(tree.node(0).locked);
  EXPECT_FALSE(tree.select_leaf(0, 4));
  EXPECT_EQ(tree.node(0).proof_number, 2U) << "locks fake no numbers";
  tree.end_job(child(a), 1);
  EXPECT_FALSE(tree.node(0).locked);
  EXPECT_EQ(tree.select_leaf(0, 4), child(a));
}

TEST_F(AttackerTree, ALaterAnswerOfAnInnerNodeAddsCandidatesAndProvesChildren) {
  const Move d = point("d1");
  tree.apply(0, unknown({open_child(d, 1, 1)}));
  EXPECT_EQ(tree.node(0).children.size(), 4U);
  EXPECT_EQ(tree.select_leaf(0, kNoWorker), child(d));
  tree.apply(0, unknown({{a, Verdict::kProven, 0, 0, 8}}));
  EXPECT_EQ(tree.node(0).verdict, Verdict::kProven);
}

TEST_F(AttackerTree, NodesBelowASolvedNodeAreNotNeeded) {
  tree.apply(child(b), unknown({open_child(a, 3, 3)}));
  tree.expand(child(b));
  const NodeId grandchild = tree.node(child(b)).children[0].child;
  EXPECT_TRUE(tree.needed(grandchild));
  tree.set_disproven(child(b));
  EXPECT_FALSE(tree.needed(grandchild));
}

TEST_F(AttackerTree, JobsBelowWhatWasSolvedAreNeedlessAndOthersAreNot) {
  const auto open_up = [&](NodeId id) {
    Move reply = 0;
    while (!tree.node(id).position.is_empty_point(reply)) ++reply;
    tree.apply(id, unknown({open_child(reply, 3, 3)}));
    tree.expand(id);
    return tree.node(id).children[0].child;
  };
  const NodeId below_b = open_up(open_up(child(b)));
  const NodeId below_c = open_up(child(c));
  tree.start_job(below_b, 1);
  tree.start_job(below_c, 2);
  tree.set_disproven(child(b));
  EXPECT_EQ(tree.needless_jobs({child(b)}), std::vector{below_b});
}

TEST_F(AttackerTree, AJobOnANodeThatIsSolvedElsewhereIsNeedless) {
  tree.start_job(child(b), 1);
  tree.start_job(child(c), 2);
  tree.set_disproven(child(b));
  EXPECT_EQ(tree.needless_jobs({child(b)}), std::vector{child(b)});
}

TEST(Tree, AtADefendersRootTheReplyOnWhichLeastWasSpentIsNext) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(point("a1"), 7, 3), open_child(point("b1"), 5, 40)}));
  tree.expand(0);
  const NodeId first = tree.node(0).children[0].child;
  const NodeId second = tree.node(0).children[1].child;
  const auto work_on = [&](NodeId id, double seconds) {
    tree.start_job(id, 1);
    tree.end_job(id, seconds);
  };
  work_on(first, 2);
  EXPECT_EQ(tree.select_leaf(0, 1), second);
  work_on(second, 3);
  EXPECT_EQ(tree.select_leaf(0, 1), first);
  // What was spent below counts too.
  tree.apply(first, unknown({open_child(point("e5"), 1, 1)}));
  tree.expand(first);
  const NodeId below = tree.node(first).children[0].child;
  EXPECT_EQ(tree.select_leaf(0, 1), below);
  work_on(below, 2);
  EXPECT_EQ(tree.select_leaf(0, 1), second);
  // A worker that is warm stays longer, and a stranger goes where nobody is.
  EXPECT_EQ(tree.select_leaf(0, 1, {1, 4}), second);
  tree.start_job(second, 2);
  tree.end_job(second, 0);
  EXPECT_EQ(tree.select_leaf(0, 1, {1, 4}), below);
  EXPECT_EQ(tree.select_leaf(0, 2, {1, 4}), second);
  tree.restore_effort(second, 9, 4);
  EXPECT_EQ(tree.select_leaf(0, 1), below);
}

TEST(Tree, SymmetricMovesAndTranspositionsShareANode) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(point("a1"), 7, 3), open_child(point("e5"), 5, 4)}));
  tree.expand(0);
  EXPECT_EQ(tree.node(0).children.size(), 1U);
  EXPECT_EQ(tree.size(), 2U);
}

TEST(Tree, APassLeadsToAChildOfAsManyStones) {
  Tree tree(test::fake_game(), position("c3b3/a1e5/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(kPass, 4, 4), open_child(point("d3"), 3, 6)}));
  tree.expand(0);
  const NodeId passed = tree.node(0).children[0].child;
  EXPECT_EQ(tree.node(passed).position.stone_count(), 4U);
  EXPECT_TRUE(tree.node(passed).attacker_to_move);
  tree.set_proven(passed, kNoMove, 1);
  EXPECT_EQ(tree.node(0).proof_number, 3U);
}

}  // namespace
}  // namespace tengen::coordinator
