// Trees of the fake game on 5x5, and answers to put into them.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "coordinator/tree.h"
#include "solver/game/symmetry.h"
#include "tests/fake_game.h"

namespace tengen::coordinator::tree_testing {

constexpr int kSize = 5;

inline Position position(const char* setup) {
  return canonicalize(parse_setup(setup, kSize).value()).position;
}

inline bool accept(const Tree& /*tree*/, NodeId /*id*/) { return true; }

inline Move point(const char* text) { return parse_move(text, kSize).value(); }

inline ChildOutcome open_child(Move move, std::uint32_t proof, std::uint32_t disproof) {
  return {move, Verdict::kUnknown, proof, disproof, 0};
}

inline SolveOutcome unknown(std::vector<ChildOutcome> children) {
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

}  // namespace tengen::coordinator::tree_testing
