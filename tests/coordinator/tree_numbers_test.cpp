// What a position comes to by its moves: verdicts, numbers and locks, kept up to date move by move.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/coordinator/tree_testing.h"

namespace tengen::coordinator {
namespace {

using namespace tree_testing;

using TreeNumbers = AttackerTree;

TEST_F(TreeNumbers, AnOrNodeHasTheSmallestProofNumber) {
  EXPECT_EQ(tree.node(0).proof_number, 2U);
  EXPECT_EQ(tree.node(0).disproof_number, 20U + 3);
}

TEST_F(TreeNumbers, OneProvenCandidateProves) {
  const std::vector<NodeId> solved = tree.set_proven(child(c), kNoMove, 6);
  EXPECT_EQ(solved, (std::vector<NodeId>{child(c), 0}));
  EXPECT_EQ(tree.node(0).verdict, Verdict::kProven);
  EXPECT_EQ(tree.node(0).best, c);
  EXPECT_EQ(tree.node(0).distance_plies, 7);
}

TEST_F(TreeNumbers, DisprovenCandidatesDoNotDisproveButAskAgain) {
  for (const Move move : {a, b, c}) tree.set_disproven(child(move));
  EXPECT_EQ(tree.node(0).verdict, Verdict::kUnknown);
  EXPECT_TRUE(tree.node(0).leaf());
  EXPECT_EQ(tree.select_leaf(0, kNoWorker), tree.root());
}

TEST(TreeOfReplies, AnAndNodeNeedsAllRepliesAndDampsOverCounting) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(point("a1"), 7, 3),
                         open_child(point("b1"), 5, 4),
                         {point("c1"), Verdict::kProven, 0, 0, 9}}));
  tree.expand(0);
  EXPECT_EQ(tree.node(0).proof_number, 7U + 1);
  EXPECT_EQ(tree.node(0).disproof_number, 3U);
  const std::vector<Edge> edges = tree.node(0).children;
  ASSERT_EQ(edges.size(), 2U);
  tree.set_proven(edges[0].child, kNoMove, 5);
  EXPECT_EQ(tree.node(0).verdict, Verdict::kUnknown);
  tree.set_proven(edges[1].child, kNoMove, 3);
  EXPECT_EQ(tree.node(0).verdict, Verdict::kProven);
  EXPECT_EQ(tree.node(0).distance_plies, 10) << "the longest reply is one that a job had proven";
}

TEST(TreeOfReplies, ADisprovenReplyDisprovesAnAndNode) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(point("a1"), 7, 3), open_child(point("b1"), 5, 4)}));
  tree.expand(0);
  tree.set_disproven(tree.node(0).children[1].child);
  EXPECT_EQ(tree.node(0).verdict, Verdict::kDisproven);
}

TEST(TreeOfReplies, AClaimThatTheRulesDoNotConfirmBecomesWorkAgain) {
  int asked = 0;
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, [&](const Tree&, NodeId) {
    ++asked;
    return false;
  });
  tree.apply(0, unknown({open_child(point("a1"), 7, 3)}));
  tree.expand(0);
  tree.set_proven(tree.node(0).children[0].child, kNoMove, 5);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(tree.node(0).verdict, Verdict::kUnknown);
  EXPECT_TRUE(tree.node(0).leaf());
  ASSERT_EQ(tree.node(0).proven_replies.size(), 1U) << "what is proven stays known";
}

// The numbers of a node from the leaves, without any incremental bookkeeping.
struct BruteNumbers {
  Verdict verdict = Verdict::kUnknown;
  std::uint64_t proof = 0;
  std::uint64_t disproof = 0;
  bool locked = false;
};

BruteNumbers brute(const Tree& tree, NodeId id) {
  const Node& node = tree.node(id);
  if (node.leaf() || node.solved()) {
    return {node.verdict, node.proof_number, node.disproof_number, node.locked};
  }
  std::vector<BruteNumbers> live;
  for (const Edge& edge : node.children) {
    const BruteNumbers child = brute(tree, edge.child);
    const Verdict decisive = node.attacker_to_move ? Verdict::kProven : Verdict::kDisproven;
    if (child.verdict == decisive) return {decisive, 0, 0, false};
    if (child.verdict == Verdict::kUnknown) live.push_back(child);
  }
  BruteNumbers numbers{Verdict::kUnknown, live[0].proof, live[0].disproof, true};
  for (const BruteNumbers& child : live) {
    numbers.locked = numbers.locked && child.locked;
    numbers.proof = node.attacker_to_move ? std::min(numbers.proof, child.proof)
                                          : std::max(numbers.proof, child.proof);
    numbers.disproof = node.attacker_to_move ? std::max(numbers.disproof, child.disproof)
                                             : std::min(numbers.disproof, child.disproof);
  }
  if (node.attacker_to_move) {
    numbers.disproof += live.size();
  } else {
    std::uint64_t beyond_one = 0;
    for (const BruteNumbers& child : live) beyond_one += child.proof - 1;
    numbers.proof += (beyond_one - (numbers.proof - 1)) / 4;
  }
  return numbers;
}

TEST(TreeProperty, IncrementalNumbersAndLocksEqualBruteRecomputation) {
  std::size_t nodes = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<std::uint32_t>(random() % limit); };
    Tree tree(test::fake_game(), position("c3/b4/b"), Color::kBlack, accept);
    std::vector<NodeId> running;
    for (int step = 0; step < 250 && !tree.node(0).solved(); ++step) {
      if (!running.empty() && below(3) == 0) {
        tree.end_job(running.back(), 0.1);
        running.pop_back();
      }
      const std::optional<NodeId> leaf = tree.select_leaf(0, static_cast<int>(below(3)));
      if (leaf) {
        tree.start_job(*leaf, 1);
        running.push_back(*leaf);
        SolveOutcome outcome = unknown({});
        outcome.proof_number = 1 + below(20);
        outcome.disproof_number = 1 + below(20);
        const Position& at = tree.node(*leaf).position;
        for (Move move = 0; move < kSize * kSize && outcome.children.size() < 4; ++move) {
          if (at.is_empty_point(move) && below(5) == 0) {
            outcome.children.push_back(open_child(move, 1 + below(30), 1 + below(30)));
          }
        }
        if (step > 10 && below(8) == 0) outcome.verdict = Verdict::kProven;
        if (step > 10 && below(8) == 0) outcome.verdict = Verdict::kDisproven;
        tree.apply(*leaf, outcome);
        const Node& node = tree.node(*leaf);
        if (!node.solved() && node.leaf() && !node.listed.empty() && below(2) == 0) {
          tree.expand(*leaf);
        }
      }
      for (NodeId id = 0; id < tree.size(); ++id) {
        const Node& node = tree.node(id);
        const BruteNumbers expected = brute(tree, id);
        ASSERT_EQ(node.verdict, expected.verdict) << seed << ' ' << step << ' ' << id;
        if (node.solved()) continue;
        ASSERT_EQ(node.proof_number, expected.proof) << seed << ' ' << step << ' ' << id;
        ASSERT_EQ(node.disproof_number, expected.disproof) << seed << ' ' << step << ' ' << id;
        ASSERT_EQ(node.locked, expected.locked) << seed << ' ' << step << ' ' << id;
      }
    }
    nodes += tree.size();
  }
  EXPECT_GT(nodes, 1000U);
}

}  // namespace
}  // namespace tengen::coordinator
