#include "coordinator/scheduler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "solver/game/symmetry.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

Tree make_tree() {
  const Position root = canonicalize(parse_setup("c3/b4/b", 5).value()).position;
  return {test::fake_game(), root, Color::kBlack, [](const Tree&, NodeId) { return true; }};
}

SolveOutcome with_children(std::initializer_list<Move> moves) {
  SolveOutcome outcome;
  for (const Move move : moves) outcome.children.push_back({move, Verdict::kUnknown, 5, 5, 0});
  return outcome;
}

// The first `most` of them.
SolveOutcome with_empty_points(const Position& at, std::size_t most) {
  SolveOutcome outcome;
  for (Move move = 0; move < 25 && outcome.children.size() < most; ++move) {
    if (at.is_empty_point(move)) outcome.children.push_back({move, Verdict::kUnknown, 5, 5, 0});
  }
  return outcome;
}

Policy without_opposite() {
  Policy policy;
  policy.opposite_share = 0;
  return policy;
}

class SchedulerTest : public testing::Test {
 protected:
  std::optional<Assignment> next(int worker, int live) {
    return scheduler.next({.worker = worker, .live_workers = live}, solved);
  }
  Tree tree = make_tree();
  Scheduler scheduler{tree, without_opposite()};
  std::vector<NodeId> solved;
};

TEST_F(SchedulerTest, TheRootGetsDoublingBudgetsAndItsShareOfTheAnchor) {
  std::vector<double> root_budgets;
  double root_seconds = 0;
  double total = 0;
  for (int i = 0; i < 100; ++i) {
    const std::optional<Assignment> job = next(1, 2);
    ASSERT_TRUE(job);
    total += job->seconds;
    if (job->node == tree.root()) {
      root_budgets.push_back(job->seconds);
      root_seconds += job->seconds;
    }
    scheduler.finished(1, *job, job->seconds);
    if (job->node == tree.root()) tree.apply(tree.root(), with_children({0, 1}));
  }
  ASSERT_GE(root_budgets.size(), 6U);
  root_budgets.resize(6);
  EXPECT_EQ(root_budgets, (std::vector<double>{0.25, 0.5, 1, 2, 4, 4}));
  EXPECT_NEAR(root_seconds / total, 0.25, 0.05);
}

TEST(Scheduler, TheRootsRepliesAreWantedOnceJobsHaveNotNamedThemForLong) {
  const Position root = canonicalize(parse_setup("c3/-/w", 5).value()).position;
  Tree tree(test::fake_game(), root, Color::kBlack, [](const Tree&, NodeId) { return true; });
  const Policy policy = without_opposite();
  Scheduler scheduler(tree, policy);
  std::vector<NodeId> solved;
  double spent = 0;
  while (spent < policy.list_replies_after_seconds) {
    EXPECT_FALSE(scheduler.wants_replies(tree.root()));
    const auto job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job);
    scheduler.finished(1, *job, job->seconds);
    spent += job->seconds;
  }
  EXPECT_TRUE(scheduler.wants_replies(tree.root()));
  tree.apply(tree.root(), with_children({0, 1}));
  EXPECT_FALSE(scheduler.wants_replies(tree.root()));
}

TEST_F(SchedulerTest, ManyWorkersKeepToTheLeavesTheyKnow) {
  // The first worker becomes the anchor; the second works on the first child, whose number rises.
  const std::optional<Assignment> root = next(1, 3);
  scheduler.finished(1, *root, root->seconds);
  tree.apply(tree.root(), with_children({0, 1}));
  const std::optional<Assignment> job = next(2, 3);
  ASSERT_TRUE(job);
  scheduler.finished(2, *job, job->seconds);
  SolveOutcome harder;
  harder.proof_number = 8;
  tree.apply(job->node, harder);
  const std::optional<Assignment> again = next(2, 3);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->node, job->node);
  scheduler.lost(2, again);
  EXPECT_NE(next(2, 2)->node, job->node) << "of two, each goes where the numbers say";
}

TEST(SchedulerPolicy, ManyWorkersOpenLeavesUpSooner) {
  for (const int live : {2, 16, 64, 1000}) {
    Tree tree = make_tree();
    Scheduler scheduler(tree, without_opposite());
    std::vector<NodeId> solved;
    const std::optional<Assignment> root =
        scheduler.next({.worker = 1, .live_workers = live}, solved);
    scheduler.finished(1, *root, root->seconds);
    tree.apply(tree.root(), with_children({0}));
    const std::optional<Assignment> job =
        scheduler.next({.worker = 2, .live_workers = live}, solved);
    ASSERT_TRUE(job);
    ASSERT_NE(job->node, tree.root());
    scheduler.finished(2, *job, job->seconds);
    tree.apply(job->node, with_children({3, 4}));
    const std::optional<Assignment> next =
        scheduler.next({.worker = 2, .live_workers = live}, solved);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->node == job->node, live <= 16) << live;
  }
}

TEST(SchedulerPolicy, AFullTreeIsNotOpenedUp) {
  const Position root = canonicalize(parse_setup("c3/b4/b", 5).value()).position;
  Tree tree(
      test::fake_game(), root, Color::kBlack, [](const Tree&, NodeId) { return true; }, 20'000);
  Scheduler scheduler(tree, without_opposite());
  std::vector<NodeId> solved;
  scheduler.finished(1, *scheduler.next({.worker = 1, .live_workers = 1}, solved), 0.25);
  for (int i = 0; i < 100; ++i) {
    const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job) << i;
    tree.apply(job->node, with_empty_points(tree.node(job->node).position, 25));
    scheduler.finished(1, *job, job->seconds);
  }
  EXPECT_TRUE(tree.full());
  EXPECT_LT(tree.bytes(), 35'000U);
}

TEST_F(SchedulerTest, WhatIsSetAsideIsGivenOutNoMore) {
  scheduler.finished(1, *next(1, 2), 0.25);
  tree.apply(tree.root(), with_children({0, 1}));
  std::set<std::pair<NodeId, bool>> aside;
  for (int i = 0; i < 10; ++i) {
    const int worker = 1 + i % 2;
    const std::optional<Assignment> job = next(worker, 2);
    if (!job) continue;
    EXPECT_TRUE(aside.insert({job->node, job->opposite}).second);
    scheduler.lost(worker, job);
    scheduler.set_aside(*job);
  }
  EXPECT_EQ(aside.size(), 3U);  // both children, and the other side's win at the root
}

TEST_F(SchedulerTest, OthersTakeDifferentChildrenOfTheRoot) {
  scheduler.finished(1, *next(1, 3), 0.25);
  tree.apply(tree.root(), with_children({0, 1}));
  const std::optional<Assignment> first = next(2, 3);
  const std::optional<Assignment> second = next(3, 3);
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->node, tree.root());
  EXPECT_NE(second->node, tree.root());
  EXPECT_NE(first->node, second->node);
}

TEST_F(SchedulerTest, ALeafInWorkIsOpenedUpForTheIdle) {
  scheduler.finished(1, *next(1, 3), 0.25);
  tree.apply(tree.root(), with_children({0}));
  const std::optional<Assignment> leaf = next(2, 3);
  ASSERT_TRUE(leaf);
  tree.apply(leaf->node, with_children({20, 21}));
  const std::optional<Assignment> below = next(3, 3);
  ASSERT_TRUE(below);
  EXPECT_EQ(tree.node(below->node).parents, std::vector<NodeId>{leaf->node});
}

TEST_F(SchedulerTest, ALostAnchorIsReplaced) {
  const std::optional<Assignment> job = next(1, 2);
  scheduler.lost(1, job);
  const std::optional<Assignment> again = next(2, 1);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->node, tree.root());
}

TEST_F(SchedulerTest, WhatALeavingWorkerHandsBackIsNoGivingUp) {
  for (const bool handed_back : {true, false}) {
    const std::optional<Assignment> job = next(1, 2);
    ASSERT_TRUE(job);
    scheduler.finished(1, *job, 0.01, handed_back);
    EXPECT_EQ(tree.node(job->node).gave_up, !handed_back);
  }
}

TEST_F(SchedulerTest, NothingIsHandedOutOnceTheRootIsSolved) {
  tree.set_proven(tree.root(), 0, 5);
  EXPECT_FALSE(next(1, 1));
}

TEST(SchedulerPolicy, TheOtherGoalGetsItsShare) {
  Tree tree = make_tree();
  Scheduler scheduler(tree, {});
  std::vector<NodeId> solved;
  double opposite = 0;
  double total = 0;
  for (int i = 0; i < 200; ++i) {
    const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job);
    total += job->seconds;
    if (job->opposite) opposite += job->seconds;
    scheduler.finished(1, *job, job->seconds);
  }
  EXPECT_GT(opposite, 0.03 * total);
  EXPECT_LE(opposite, 0.06 * total);
}

// Works until another turn begins, or for so long; the seconds it took.
double until_next_turn(Scheduler& scheduler, Tree& tree, int live, double most = 1e4) {
  std::vector<NodeId> solved;
  double seconds = 0;
  while (seconds < most && !scheduler.next_turn_if_due(live)) {
    const std::optional<Assignment> job =
        scheduler.next({.worker = 1, .live_workers = live}, solved);
    EXPECT_TRUE(job);
    if (!job) break;
    EXPECT_EQ(job->attempt, scheduler.attempt());
    seconds += job->seconds;
    scheduler.finished(1, *job, job->seconds);
    tree.apply(job->node, with_empty_points(tree.node(job->node).position, 3));
  }
  return seconds;
}

TEST(SchedulerPolicy, TheSecondAttemptBeginsWithNothingAndStaysAtTheTop) {
  for (const int live : {1, 2}) {
    Tree tree = make_tree();
    Scheduler scheduler(tree, without_opposite());
    EXPECT_EQ(std::floor(until_next_turn(scheduler, tree, live) / 60), live);
    EXPECT_TRUE(tree.node(tree.root()).leaf());
    EXPECT_TRUE(tree.node(tree.root()).listed.empty());
    EXPECT_EQ(tree.node(tree.root()).spent_seconds, 0);
    EXPECT_EQ(scheduler.attempt(), 1U);
    until_next_turn(scheduler, tree, live, 1000);
    EXPECT_EQ(scheduler.attempt(), 1U) << "nothing is forgotten any more";
    EXPECT_GE(tree.node(tree.root()).spent_seconds, 1000);
  }
}

TEST_F(SchedulerTest, NoTurnEndsWhileNobodyWorks) {
  EXPECT_FALSE(scheduler.next_turn_if_due(0));
  EXPECT_EQ(scheduler.attempt(), 0U);
}

TEST(SchedulerPolicy, AtADefendersRootTheOpenRepliesHaveTurns) {
  const Position root = canonicalize(parse_setup("c3/b4/w", 5).value()).position;
  Tree tree(test::fake_game(), root, Color::kBlack, [](const Tree&, NodeId) { return true; });
  Scheduler scheduler(tree, without_opposite());
  // First all three together, three times as long.
  EXPECT_EQ(std::floor(until_next_turn(scheduler, tree, 1) / 60), 3);
  ASSERT_EQ(tree.node(tree.root()).children.size(), 3U);
  const auto without_jobs = [&] {
    std::vector<NodeId> nodes;
    for (const Edge& edge : tree.node(tree.root()).children) {
      const Node& child = tree.node(edge.child);
      if (!child.solved() && child.leaf() && child.jobs == 0) nodes.push_back(edge.child);
    }
    return nodes;
  };
  std::set<NodeId> had_turns;
  for (int i = 0; i < 2; ++i) {
    const std::vector<NodeId> tops = without_jobs();
    ASSERT_EQ(tops.size(), 1U) << "only whose turn it is begins again";
    EXPECT_TRUE(had_turns.insert(tops.front()).second);
    EXPECT_EQ(std::floor(until_next_turn(scheduler, tree, 1) / 60), 1);
  }
  // The third's first turn, then the first's second: nothing is forgotten then.
  ASSERT_EQ(without_jobs().size(), 1U);
  const NodeId proven = without_jobs().front();
  // It is proven: the next one's turn begins at once.
  tree.set_proven(proven, 0, 5);
  EXPECT_TRUE(scheduler.next_turn_if_due(1));
  std::vector<NodeId> solved;
  const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
  ASSERT_TRUE(job);
  EXPECT_NE(job->node, proven);
  EXPECT_EQ(tree.node(job->node).parents, std::vector<NodeId>{tree.root()});
}

// Its first move has eight replies proven, in so many plies, and two open.
NodeId with_a_move_nearly_proven(Tree& tree, Scheduler& scheduler, int distance_plies) {
  std::vector<NodeId> solved;
  scheduler.finished(1, *scheduler.next({.worker = 1, .live_workers = 1}, solved), 60);
  tree.apply(tree.root(), with_children({0, 1}));
  tree.expand(tree.root());
  const NodeId move = tree.node(tree.root()).children[0].child;
  SolveOutcome outcome = with_empty_points(tree.node(move).position, 10);
  for (std::size_t i = 0; i < 8; ++i) {
    outcome.children[i].verdict = Verdict::kProven;
    outcome.children[i].distance_plies = distance_plies;
  }
  tree.apply(move, outcome);
  tree.expand(move);
  return move;
}

TEST(SchedulerPolicy, OfAMoveThatIsNearlyProvenTheOpenRepliesHaveTurns) {
  Tree tree = make_tree();
  Scheduler scheduler(tree, without_opposite());
  const NodeId move = with_a_move_nearly_proven(tree, scheduler, 13);
  std::set<NodeId> attempted;
  for (int attempt = 1; attempt <= 2; ++attempt) {
    ASSERT_TRUE(scheduler.next_turn_if_due(1));
    std::vector<NodeId> solved;
    const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job);
    EXPECT_EQ(tree.node(job->node).parents, std::vector<NodeId>{move});
    EXPECT_TRUE(attempted.insert(job->node).second);
    scheduler.finished(1, *job, 60);
  }
  EXPECT_FALSE(tree.node(tree.root()).leaf());
  // Then the position itself, for another move may win.
  ASSERT_TRUE(scheduler.next_turn_if_due(1));
  EXPECT_TRUE(tree.node(tree.root()).leaf());
}

TEST(SchedulerPolicy, RepliesThatLoseToAFewFoursDoNotMakeAMoveNearlyProven) {
  Tree tree = make_tree();
  Scheduler scheduler(tree, without_opposite());
  with_a_move_nearly_proven(tree, scheduler, 11);
  ASSERT_TRUE(scheduler.next_turn_if_due(1));
  EXPECT_TRUE(tree.node(tree.root()).leaf());
}

TEST(SchedulerPolicy, WhatIsSetAsideHasNoTurns) {
  const Position root = canonicalize(parse_setup("c3/b4/w", 5).value()).position;
  Tree tree(test::fake_game(), root, Color::kBlack, [](const Tree&, NodeId) { return true; });
  Scheduler scheduler(tree, without_opposite());
  until_next_turn(scheduler, tree, 1);
  std::vector<NodeId> solved;
  std::set<NodeId> aside;
  for (std::size_t i = 0; i < tree.node(tree.root()).children.size(); ++i) {
    const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job);
    EXPECT_TRUE(aside.insert(job->node).second);
    scheduler.lost(1, job);
    scheduler.set_aside(*job);
    EXPECT_EQ(scheduler.next_turn_if_due(1), i + 1 < tree.node(tree.root()).children.size());
  }
}

TEST(SchedulerPolicy, ALoneWorkerGoesDownTheTreeInTheEnd) {
  Tree tree = make_tree();
  Scheduler scheduler(tree, without_opposite());
  std::vector<NodeId> solved;
  int elsewhere = 0;
  for (int i = 0; i < 60; ++i) {
    const std::optional<Assignment> job = scheduler.next({.worker = 1, .live_workers = 1}, solved);
    ASSERT_TRUE(job);
    if (job->node != tree.root()) ++elsewhere;
    scheduler.finished(1, *job, job->seconds);
    tree.apply(job->node, with_empty_points(tree.node(job->node).position, 3));
  }
  EXPECT_GT(elsewhere, 5);
}

}  // namespace
}  // namespace tengen::coordinator
