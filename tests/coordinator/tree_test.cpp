#include "coordinator/tree.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "coordinator/tree_entry.h"
#include "solver/game/symmetry.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

constexpr int kSize = 5;

Position position(const char* setup) {
  return canonicalize(parse_setup(setup, kSize).value()).position;
}

bool accept(const Tree& /*tree*/, NodeId /*id*/) { return true; }

Move point(const char* text) { return parse_move(text, kSize).value(); }

ChildOutcome open_child(Move move, std::uint32_t proof, std::uint32_t disproof) {
  return {move, Verdict::kUnknown, proof, disproof, 0};
}

SolveOutcome unknown(std::vector<ChildOutcome> children) {
  SolveOutcome outcome;
  outcome.proof_number = 50;
  outcome.disproof_number = 60;
  outcome.children = std::move(children);
  return outcome;
}

// A root with the attacker to move and three candidates.
class AttackerTree : public testing::Test {
 protected:
  AttackerTree() {
    tree.apply(0, unknown({open_child(a, 4, 10), open_child(b, 2, 20), open_child(c, 9, 5)}));
    tree.expand(0);
  }
  NodeId child(Move move) {
    for (const Edge& edge : tree.node(0).children) {
      if (edge.move == move) return edge.child;
    }
    ADD_FAILURE();
    return 0;
  }
  const Move a = point("a1");
  const Move b = point("b1");
  const Move c = point("e4");
  Tree tree{test::fake_game(), position("c3/b4/b"), Color::kBlack, accept};
};

TEST_F(AttackerTree, AnOrNodeHasTheSmallestProofNumber) {
  EXPECT_EQ(tree.node(0).proof_number, 2U);
  EXPECT_EQ(tree.node(0).disproof_number, 20U + 3);
}

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

TEST_F(AttackerTree, OneProvenCandidateProves) {
  const std::vector<NodeId> solved = tree.set_proven(child(c), kNoMove, 6);
  EXPECT_EQ(solved, (std::vector<NodeId>{child(c), 0}));
  EXPECT_EQ(tree.node(0).verdict, Verdict::kProven);
  EXPECT_EQ(tree.node(0).best, c);
  EXPECT_EQ(tree.node(0).distance_plies, 7);
}

TEST_F(AttackerTree, DisprovenCandidatesDoNotDisproveButAskAgain) {
  for (const Move move : {a, b, c}) tree.set_disproven(child(move));
  EXPECT_EQ(tree.node(0).verdict, Verdict::kUnknown);
  EXPECT_TRUE(tree.node(0).leaf());
  EXPECT_EQ(tree.select_leaf(0, kNoWorker), tree.root());
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

TEST(Tree, AnAndNodeNeedsAllRepliesAndDampsOverCounting) {
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

TEST(Tree, ADisprovenReplyDisprovesAnAndNode) {
  Tree tree(test::fake_game(), position("c3/-/w"), Color::kBlack, accept);
  tree.apply(0, unknown({open_child(point("a1"), 7, 3), open_child(point("b1"), 5, 4)}));
  tree.expand(0);
  tree.set_disproven(tree.node(0).children[1].child);
  EXPECT_EQ(tree.node(0).verdict, Verdict::kDisproven);
}

TEST(Tree, AClaimThatTheRulesDoNotConfirmBecomesWorkAgain) {
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
