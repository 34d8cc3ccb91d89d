#include "coordinator/run_progress.h"

#include <gtest/gtest.h>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/scripted_port.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::ScriptedPort;

Move point(const char* name) { return parse_move(name, 5).value(); }

// A position of a tree, and moves from it as they stand in the tree's frame and in the asker's.
struct Place {
  Position position;  // the asker's

  [[nodiscard]] Move in_tree(Move move) const {
    return canonicalize(position).canonical_from_input.apply(move, position.size);
  }
  [[nodiscard]] Place after(Move move) const { return {after_move(position, move)}; }
  [[nodiscard]] NodeId node(const Tree& tree) const {
    return tree.find(canonicalize(position).position).value();
  }
};

// Open moves, and replies of which the first `proven` are.
SolveOutcome outcome_of(const Place& place, std::initializer_list<const char*> moves,
                        std::size_t proven = 0) {
  SolveOutcome outcome;
  for (const char* move : moves) {
    const bool done = outcome.children.size() < proven;
    outcome.children.push_back({.move = place.in_tree(point(move)),
                                .verdict = done ? Verdict::kProven : Verdict::kUnknown,
                                .proof_number = done ? 0U : 5U,
                                .disproof_number = done ? kInfiniteNumber : 5U,
                                .distance_plies = done ? 1 : 0});
  }
  return outcome;
}

class RunProgressTest : public testing::Test {
 protected:
  static Tree tree_of(const Place& root) {
    return {fake_game(), canonicalize(root.position).position, Color::kBlack,
            [](const Tree&, NodeId) { return false; }};
  }
  void expand(Tree& tree, const Place& place, const SolveOutcome& outcome) {
    tree.apply(place.node(tree), outcome);
    tree.expand(place.node(tree));
  }
  Progress measure(const Tree& tree, const Place& root) {
    RunProgress progress(tree, pool_);
    return progress.measure({}, 0, root.position);
  }

  ScriptedPort port_{2};
  WorkerPool pool_{port_, fake_game(), {}};
};

TEST_F(RunProgressTest, OfTheAttackersMovesTheOneWithMostRepliesProvenIsNearest) {
  const Place root{parse_setup("b4/e1/b", 5).value()};
  Tree tree = tree_of(root);
  EXPECT_FALSE(measure(tree, root).nearest);
  expand(tree, root, outcome_of(root, {"b3", "c3"}));
  EXPECT_FALSE(measure(tree, root).nearest) << "no reply is known";
  const Place first = root.after(point("b3"));
  const Place second = root.after(point("c3"));
  expand(tree, first, outcome_of(first, {"a1", "b2", "d4"}, 1));
  expand(tree, second, outcome_of(second, {"a1", "a2", "d4", "a4"}, 2));
  const Progress progress = measure(tree, root);
  EXPECT_TRUE(progress.attacker_to_move);
  ASSERT_TRUE(progress.nearest);
  EXPECT_EQ(progress.nearest->moves, "c3");
  EXPECT_EQ(progress.nearest->replies_proven, 2);
  EXPECT_EQ(progress.nearest->replies_known, 4);
}

TEST_F(RunProgressTest, OfADefendersMovesThoseWorkedAtAreLookedBehind) {
  const Place root{parse_setup("b4/-/w", 5).value()};
  Tree tree = tree_of(root);
  expand(tree, root, outcome_of(root, {"a1", "e2"}));
  const Place reply = root.after(point("e2"));
  expand(tree, reply, outcome_of(reply, {"b3", "c4"}));
  const Place move = reply.after(point("c4"));
  expand(tree, move, outcome_of(move, {"a1", "a2", "d4", "a4"}, 2));
  Progress progress = measure(tree, root);
  EXPECT_FALSE(progress.attacker_to_move);
  EXPECT_EQ(progress.children_known, 2);
  EXPECT_FALSE(progress.nearest);
  // A worker on one of the four replies.
  worker::Hello hello;
  hello.rules = fake_game().rules();
  hello.board_size = fake_game().size();
  port_.coming.push_back({1, worker::encode(hello)});
  bool heard = false;
  (void)pool_.poll(heard);
  const Position below = canonicalize(move.after(point("d4")).position).position;
  pool_.give(1, {.node = *tree.find(below)}, below, Color::kBlack);
  progress = measure(tree, root);
  EXPECT_EQ(progress.at_work, std::vector<std::string>{"e2"});
  ASSERT_TRUE(progress.nearest);
  EXPECT_EQ(progress.nearest->moves, "e2 c4");
  EXPECT_EQ(progress.nearest->replies_proven, 2);
  EXPECT_EQ(progress.nearest->replies_known, 4);
}

}  // namespace
}  // namespace tengen::coordinator
