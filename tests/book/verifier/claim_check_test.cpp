// The check of one record on its own: what it finds, what it asks of others, and that no claim
// leaves a trace for the next.
#include "book/verifier/claim_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/book/verifier/verifier_testing.h"

namespace tengen::book {
namespace {

// Black to move; k8 makes a straight four.
constexpr const char* kThree = "h8i8j8/a1c1e1/b";
// Black to move; nobody has anything.
constexpr const char* kQuiet = "h8j9/a1c1e1/b";

class ClaimCheckTest : public testing::Test {
 protected:
  [[nodiscard]] FiveClaimChecker checker(Color attacker, ClaimScope scope = ClaimScope::kAll) {
    return {NaiveGame{kNaiveRenju, 15}, attacker, lookup_, options_, [] { return false; }, scope};
  }
  static Claim claim(const std::string& position, const std::string& move, int distance) {
    return {.position = setup(position),
            .moves = {},
            .record = Win{move.empty() ? kNoMove : point(move), distance}};
  }
  static std::string reasons(const ClaimReport& report) {
    std::string lines;
    for (const Hole& hole : report.holes) lines += text(hole) + "\n";
    return lines;
  }
  static std::string summary(const ClaimReport& report) {
    std::string lines = reasons(report);
    for (const Reached& reached : report.reached) {
      lines += format_position(reached.position) + " " + reached.fault + "\n";
    }
    return lines + std::to_string(report.longest_leaf) + " " +
           std::to_string(report.counts.replies_tried);
  }

  FakeBook book_;
  ProofLookup lookup_ = lookup_in(book_);
  VerifyOptions options_;
};

TEST_F(ClaimCheckTest, AFiveMadeByTheMoveLeavesNothingToAsk) {
  const ClaimReport report = checker(Color::kBlack).check(claim("h8i8j8k8/a1c1e1g1/b", "l8", 1));
  EXPECT_EQ(reasons(report), "");
  EXPECT_TRUE(report.made_five);
  EXPECT_TRUE(report.reached.empty());
  EXPECT_EQ(report.distance_plies(0), 1);
}

TEST_F(ClaimCheckTest, AStraightFourIsMetByFivesAlone) {
  const ClaimReport report = checker(Color::kBlack).check(claim(kThree, "k8", 3));
  EXPECT_EQ(reasons(report), "");
  EXPECT_TRUE(report.reached.empty());
  EXPECT_EQ(report.distance_plies(0), 3);
  // Every empty point, and a pass: there are seven stones.
  EXPECT_EQ(report.counts.replies_tried, 225 - 7 + 1);
  EXPECT_EQ(report.counts.passes_tried, 1);
  EXPECT_EQ(report.counts.replies_met_by_five, report.counts.replies_tried);
}

TEST_F(ClaimCheckTest, ADistanceOfOnePlyLessIsAHole) {
  EXPECT_NE(reasons(checker(Color::kBlack).check(claim(kThree, "k8", 2))).find("too small"),
            std::string::npos);
}

TEST_F(ClaimCheckTest, APositionThatNothingWinsIsReachedWithoutARecord) {
  const ClaimReport report = checker(Color::kBlack).check(claim(kQuiet, "o15", 99));
  EXPECT_EQ(reasons(report), "");
  ASSERT_FALSE(report.reached.empty());
  const Reached& first = report.reached.front();
  EXPECT_EQ(first.moves, (std::vector<Move>{point("o15"), kPass}));
  EXPECT_FALSE(first.record.has_value());
  EXPECT_NE(first.fault.find("no record"), std::string::npos);
  EXPECT_EQ(static_cast<std::int64_t>(report.reached.size()), report.counts.replies_tried);
}

TEST_F(ClaimCheckTest, WhereEnoughIsKnownTheFirstHoleEndsIt) {
  const ClaimReport report =
      checker(Color::kBlack, ClaimScope::kEnough).check(claim(kQuiet, "o15", 99));
  EXPECT_EQ(report.reached.size(), 1u);
}

TEST_F(ClaimCheckTest, ARecordReachedIsShownInTheFrameOfThePosition) {
  const Position after = after_move(after_move(setup(kQuiet), point("o15")), point("n2"));
  put(book_, after, point("m4"), 7);
  const ClaimReport report = checker(Color::kBlack).check(claim(kQuiet, "o15", 99));
  const auto found =
      std::find_if(report.reached.begin(), report.reached.end(),
                   [&](const Reached& reached) { return reached.position == after; });
  ASSERT_NE(found, report.reached.end());
  ASSERT_TRUE(found->record.has_value());
  EXPECT_EQ(found->record->move, point("m4"));
  EXPECT_EQ(found->record->distance_plies, 7);
  EXPECT_EQ(found->fault, "");
}

TEST_F(ClaimCheckTest, AMoveThatMayNotBePlayedIsAHole) {
  for (const auto& [move, reason] : {std::pair{point("h8"), "on a stone"},
                                     {Move{225}, "off the board"},
                                     {Move{-2}, "off the board"},
                                     {kPass, "a pass"}}) {
    Claim wrong = claim(kThree, "k8", 3);
    wrong.record->move = move;
    const ClaimReport report = checker(Color::kBlack).check(wrong);
    ASSERT_EQ(report.holes.size(), 1u) << move;
    EXPECT_NE(report.holes.front().reason.find(reason), std::string::npos)
        << report.holes.front().reason;
    EXPECT_FALSE(report.attacker_moved);
  }
}

TEST_F(ClaimCheckTest, AGameThatIsOverIsAHole) {
  const ClaimReport report = checker(Color::kBlack).check(claim("h8i8j8k8l8/a1c1e1g1/b", "m9", 1));
  EXPECT_NE(reasons(report).find("the game is over"), std::string::npos);
}

TEST_F(ClaimCheckTest, HolesAreNamedByTheMovesFromTheRoot) {
  Claim wrong = claim(kThree, "h8", 3);
  wrong.moves = {point("a1"), point("b2")};
  const ClaimReport report = checker(Color::kBlack).check(wrong);
  ASSERT_EQ(report.holes.size(), 1u);
  EXPECT_EQ(report.holes.front().moves, wrong.moves);
}

TEST_F(ClaimCheckTest, WithTheDefenderToMoveEveryReplyIsMetAndTheDistanceCompared) {
  // A straight four stands.
  const std::string four = "h8i8j8k8/a1c1e1/w";
  const ClaimReport report = checker(Color::kBlack).check(claim(four, "", 2));
  EXPECT_EQ(reasons(report), "");
  EXPECT_FALSE(report.attacker_moved);
  EXPECT_EQ(report.distance_plies(0), 2);
  EXPECT_NE(reasons(checker(Color::kBlack).check(claim(four, "", 1))).find("too small"),
            std::string::npos);
}

TEST_F(ClaimCheckTest, ADamagedRecordIsAFaultOfItsPlaceAndAnotherErrorEndsTheCheck) {
  lookup_ = [](const Position&, Color) -> Result<std::optional<Win>> {
    return Status(StatusCode::kCorruption, "bits");
  };
  const ClaimReport damaged = checker(Color::kBlack).check(claim(kQuiet, "o15", 99));
  EXPECT_TRUE(damaged.failure.ok());
  ASSERT_FALSE(damaged.reached.empty());
  EXPECT_TRUE(damaged.reached.front().damaged);
  EXPECT_NE(damaged.reached.front().fault.find("bits"), std::string::npos);

  lookup_ = [](const Position&, Color) -> Result<std::optional<Win>> {
    return Status(StatusCode::kIo, "no disk");
  };
  const ClaimReport failed = checker(Color::kBlack).check(claim(kQuiet, "o15", 99));
  EXPECT_EQ(failed.failure.code(), StatusCode::kIo);
  EXPECT_LE(failed.counts.replies_tried, 2);
}

TEST_F(ClaimCheckTest, AShortWinIsTheShortest) {
  FiveClaimChecker black = checker(Color::kBlack);
  EXPECT_EQ(black.short_win(setup("h8i8j8k8/a1c1e1g1/b"))->distance_plies, 1);
  EXPECT_EQ(black.short_win(setup(kThree))->distance_plies, 3);
  EXPECT_FALSE(black.short_win(setup(kQuiet)).has_value());
  EXPECT_FALSE(black.short_win(setup("h8i8j8k8l8/a1c1e1g1/b")).has_value());
  options_.vcf_max_fours = 0;
  EXPECT_TRUE(checker(Color::kBlack).short_win(setup("h8i8j8k8/a1c1e1g1/b")).has_value());
  EXPECT_FALSE(checker(Color::kBlack).short_win(setup(kThree)).has_value());
}

TEST_F(ClaimCheckTest, ARootIsReachedWithItsRecordUnlessFoursWin) {
  EXPECT_TRUE(checker(Color::kBlack).reach(setup("h8i8j8k8/a1c1e1g1/b")).reached.empty());
  EXPECT_TRUE(checker(Color::kBlack).reach(setup(kThree)).reached.empty());

  const ClaimReport hole = checker(Color::kBlack).reach(setup(kQuiet));
  ASSERT_EQ(hole.reached.size(), 1u);
  EXPECT_NE(hole.reached.front().fault, "");

  put(book_, setup(kQuiet), point("m4"), 7);
  const ClaimReport known = checker(Color::kBlack).reach(setup(kQuiet));
  ASSERT_EQ(known.reached.size(), 1u);
  EXPECT_EQ(known.reached.front().record->move, point("m4"));
}

TEST_F(ClaimCheckTest, NoClaimLeavesATraceForTheNext) {
  const std::vector<Claim> claims = {claim(kThree, "k8", 3), claim(kQuiet, "o15", 99),
                                     claim(kThree, "h8", 3), claim("h8i8j8k8/a1c1e1/w", "", 2),
                                     claim("h8i8j8k8/a1c1e1g1/b", "l8", 1)};
  FiveClaimChecker one = checker(Color::kBlack);
  for (const Claim& first : claims) {
    for (const Claim& second : claims) {
      (void)one.check(first);
      (void)one.short_win(setup(kThree));
      EXPECT_EQ(summary(one.check(second)), summary(checker(Color::kBlack).check(second)));
    }
  }
}

}  // namespace
}  // namespace tengen::book
