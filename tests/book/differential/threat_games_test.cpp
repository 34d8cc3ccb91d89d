// What the provers of pente, ninuki and connect6 hand out is a proof to the verifier, and nothing
// less than all of it is.
#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <string>

#include "book/verifier/naive_rules.h"
#include "book/verifier/verifier.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

struct Won {
  const char* rules;
  int size;
  const char* position;
  Color goal;
};
void PrintTo(const Won& won, std::ostream* out) { *out << won.rules << won.size; }

using Records = std::map<std::string, Win>;  // by encoded position

class ThreatGames : public testing::TestWithParam<Won> {
 protected:
  const Won& won_ = GetParam();
  const Game& game_ = *find_game(won_.rules, won_.size).value();
  const Position root_ = game_.parse(won_.position).value();

  SolveOutcome solve(Prover& prover) const {
    return prover.solve(root_, won_.goal, {.nodes = 100'000}, {});
  }
  VerifyReport verified(const Records& records) const {
    const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
      const auto found = records.find(encode_position(canonical));
      if (goal != won_.goal || found == records.end()) return std::optional<Win>();
      return std::optional(found->second);
    };
    return verify(naive_game(won_.rules, won_.size).value(), root_, won_.goal, lookup, {}).value();
  }
  static Records by_position(const std::vector<ProofRecord>& proof) {
    Records records;
    for (const ProofRecord& record : proof) {
      records[encode_position(record.position)] = {record.move, record.distance_plies};
    }
    return records;
  }
};

TEST_P(ThreatGames, AProofIsWholeAndMissesNoRecord) {
  const auto prover = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome outcome = solve(*prover);
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  const Records all = by_position(outcome.records);
  const VerifyReport whole = verified(all);
  EXPECT_TRUE(whole.complete);
  EXPECT_GT(whole.records_used, 0);
  for (const auto& [position, win] : all) {
    Records fewer = all;
    fewer.erase(position);
    const VerifyReport report = verified(fewer);
    // Some records may be of positions that the proof reaches no more.
    if (whole.records_used == std::ssize(all)) {
      EXPECT_FALSE(report.complete);
    }
    Records shorter = all;
    --shorter[position].distance_plies;
    if (whole.records_used == std::ssize(all)) {
      EXPECT_FALSE(verified(shorter).complete);
    }
  }
}

TEST_P(ThreatGames, EqualCallsAreAnsweredEqually) {
  const auto one = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
  const auto other = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome first = solve(*one);
  const SolveOutcome second = solve(*other);
  EXPECT_EQ(first.records, second.records);
  EXPECT_EQ(first.nodes, second.nodes);
}

TEST_P(ThreatGames, WhatWasLearnedIsNotProvenAgain) {
  const auto one = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome outcome = solve(*one);
  const auto other = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
  other->learn(outcome.records);
  const SolveOutcome again = solve(*other);
  EXPECT_EQ(again.verdict, Verdict::kProven);
  EXPECT_TRUE(again.records.empty());
  EXPECT_LT(again.nodes, 3U);
}

INSTANTIATE_TEST_SUITE_P(
    All, ThreatGames,
    testing::Values(Won{"pente", 9, "e5f5g6g7/a1a2i8i9/b", Color::kBlack},
                    Won{"ninuki", 9, "e5f5g6g7d2/a1a2i8i9/b", Color::kBlack},
                    Won{"ninuki", 9, "a1a2i8i9/e5f5g6g7/w", Color::kWhite},
                    Won{"connect6", 9, "c3d3e3c7d7e7/a1a9i1i9a5i5h8/b", Color::kBlack},
                    Won{"connect6", 9, "c3d3e3f3c5d5e5c7d7e7/a1a9i1i9e9e1h8h2i5/w", Color::kBlack},
                    Won{"connect6", 9, "a1a9i1i9a5i5h8/c3d3e3c7d7e7/w", Color::kWhite}),
    [](const testing::TestParamInfo<Won>& one) {
      return std::string(one.param.rules) + std::to_string(one.index);
    });

}  // namespace
}  // namespace tengen::book
