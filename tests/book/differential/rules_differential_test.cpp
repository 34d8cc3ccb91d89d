// The two rule codes agree on random positions: a few here, any number by rules_fuzz.
#include "tests/book/differential/rules_differential.h"

#include <gtest/gtest.h>

namespace tengen::book {
namespace {

TEST(RulesDifferential, BothCodesAgreeOnRandomPositions) {
  RulesDifferential differential(1);
  for (int i = 0; i < 4'000; ++i) ASSERT_EQ(differential.compare_one(), "");
  const DifferentialCounts& counts = differential.counts();
  // All there is to compare has come up.
  for (const char* const rules : {"renju", "freestyle", "gomoku", "gomoku-pro"}) {
    EXPECT_GT(counts.by_rules.at(rules), 200U) << rules;
  }
  EXPECT_GT(counts.fives, 1'000U);
  EXPECT_GT(counts.fours, 3'000U);
  EXPECT_GT(counts.fouls, 1'000U);
  EXPECT_GT(counts.short_wins, 300U);
  EXPECT_GT(counts.long_wins, 0U);
  EXPECT_GT(counts.no_wins, 300U);
  EXPECT_LT(counts.given_up, 20U);
}

}  // namespace
}  // namespace tengen::book
