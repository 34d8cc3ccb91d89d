// The prover through the game's interface: what it proves is closed under every legal reply, and
// what it cannot prove it does not.
#include "solver/game/prover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "solver/renju/board.h"
#include "solver/renju/certify.h"
#include "solver/renju/vcf.h"
#include "tests/board_text.h"
#include "tests/solver/renju/certificate_check.h"
#include "tests/solver/renju/problems.h"
#include "tests/solver/renju/prover_testing.h"

namespace tengen {
namespace {

using namespace prover_testing;

// Problems that take about a tenth of a second or less.
class Problem : public testing::TestWithParam<const char*> {};

TEST_P(Problem, IsProvenAndEveryReplyIsAnswered) {
  const Position position = problem(GetParam());
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome outcome = solve(*prover, position, position.to_move, kEnough);
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.proof_number, 0u);
  EXPECT_GT(outcome.expansions, 0u);
  EXPECT_LT(outcome.expansions, outcome.nodes);
  ASSERT_FALSE(outcome.records.empty());
  EXPECT_EQ(hole_in(outcome.records, position, position.to_move), "");
  // The position's own record comes last and says what the outcome says.
  const Canonical canonical = canonicalize(position);
  const ProofRecord& root = outcome.records.back();
  EXPECT_EQ(root.position, canonical.position);
  EXPECT_EQ(root.distance_plies, outcome.distance_plies);
  EXPECT_EQ(canonical.canonical_from_input.apply(outcome.best, position.size), root.move);
  ASSERT_EQ(outcome.children.size(), 1u);
  EXPECT_EQ(outcome.children.front().move, outcome.best);
  EXPECT_EQ(outcome.children.front().distance_plies, outcome.distance_plies - 1);
}

TEST_P(Problem, EveryRecordIsAnsweredByRecordsBeforeIt) {
  const Position position = problem(GetParam());
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome outcome = solve(*prover, position, position.to_move, kEnough);
  CertificateCheck check(renju_game(), position.to_move);
  for (const ProofRecord& record : outcome.records) {
    check.add({&record, 1});
    ASSERT_TRUE(check.wins(record.position)) << check.hole();
  }
  EXPECT_EQ(check.records_used(), outcome.records.size());
}

TEST_P(Problem, IsProvenByOtherVariantsToo) {
  const Position position = problem(GetParam());
  const std::unique_ptr<Prover> prover = make_prover(1);
  const SolveOutcome outcome = solve(*prover, position, position.to_move, 2 * kEnough);
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(hole_in(outcome.records, position, position.to_move), "");
}

TEST_P(Problem, TakesTheSameNodesAndGivesTheSameRecordsEachTime) {
  const Position position = problem(GetParam());
  const SolveOutcome first = solve(*make_prover(), position, position.to_move, kEnough);
  const SolveOutcome second = solve(*make_prover(), position, position.to_move, kEnough);
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.records, second.records);
  EXPECT_EQ(first.best, second.best);
}

INSTANTIATE_TEST_SUITE_P(BlackToMove, Problem,
                         testing::Values("quintet_test_vct_black",
                                         "quintet_test_vct_forbidden_breaker",
                                         "quintet_vct_game_black_l07_3",
                                         "quintet_vct_game_black_l06_3", "sp_009", "sp_021"));
INSTANTIATE_TEST_SUITE_P(WhiteToMove, Problem,
                         testing::Values("quintet_test_vct_counter", "quintet_vct_game_white_l07_2",
                                         "quintet_vct_game_white_l06_2",
                                         "quintet_vct_game_white_l05_2", "sp_005"));

TEST(Prover, NoRecordOfAProofCanBeSpared) {
  const Position position = problem("quintet_vct_game_black_l06_3");
  const Color goal = position.to_move;
  const SolveOutcome outcome = solve(*make_prover(), position, goal, kEnough);
  CertificateCheck whole(renju_game(), goal);
  whole.add(outcome.records);
  ASSERT_TRUE(whole.wins(position)) << whole.hole();
  std::size_t needed = 0;
  for (std::size_t i = 0; i < outcome.records.size(); ++i) {
    std::vector<ProofRecord> rest = outcome.records;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    // A reader finds short wins again for which the certifier did not take the time.
    const bool short_win =
        renju_game().make_short_wins()->find(outcome.records[i].position, goal).has_value();
    if (short_win || !hole_in(rest, position, goal).empty()) ++needed;
  }
  EXPECT_EQ(needed, whole.records_used());
}

// Read beyond the board until it was found under sanitizers.
TEST(Prover, AnAttackerWithoutStonesIsSearchedAsAnyOther) {
  const Position position = renju_game().parse("-/g8h8/b").value();
  const SolveOutcome outcome = solve(*make_prover(), position, Color::kBlack, 20'000);
  EXPECT_NE(outcome.verdict, Verdict::kProven);
  EXPECT_GT(outcome.nodes, 0U);
}

TEST(Prover, AWinByFoursNeedsNoRecord) {
  const Position position = problem("quintet_test_vcf_white");
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome outcome = solve(*prover, position, Color::kWhite, kEnough);
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_TRUE(outcome.records.empty());
  EXPECT_GT(outcome.nodes, 0u);
  EXPECT_EQ(outcome.expansions, 0u);  // fours alone
  const std::unique_ptr<ShortWins> short_wins = renju_game().make_short_wins();
  const std::optional<Win> win = short_wins->find(position, Color::kWhite);
  ASSERT_TRUE(win.has_value());
  EXPECT_EQ(win->move, outcome.best);
  EXPECT_EQ(win->distance_plies, outcome.distance_plies);
  EXPECT_FALSE(short_wins->find(problem("sp_005"), Color::kWhite).has_value());
}

TEST(Prover, WhereTheOpponentWinsNothingIsProven) {
  for (const char* id : {"sp_033", "sp_053"}) {
    const Position position = problem(id);
    const std::unique_ptr<Prover> prover = make_prover();
    const SolveOutcome outcome = solve(*prover, position, position.to_move, 200'000);
    EXPECT_NE(outcome.verdict, Verdict::kProven) << id;
    EXPECT_GT(outcome.proof_number, 0u) << id;
    EXPECT_LT(outcome.nodes, 220'000u) << id;
    for (const ChildOutcome& child : outcome.children) {
      EXPECT_NE(child.verdict, Verdict::kProven) << id;
    }
  }
}

// The position after the move that wins a problem.
struct DefenderToMove {
  Position position;
  Color attacker;
};

DefenderToMove after_best_move(const std::string& id) {
  const Position position = problem(id);
  const SolveOutcome outcome = solve(*make_prover(), position, position.to_move, kEnough);
  CHECK(outcome.verdict == Verdict::kProven);
  return {after_move(position, outcome.best), position.to_move};
}

TEST(Prover, ADefendersPositionIsAnsweredReplyByReply) {
  for (const char* id : {"quintet_vct_game_black_l06_3", "quintet_vct_game_white_l07_2"}) {
    SCOPED_TRACE(id);
    const auto [position, attacker] = after_best_move(id);
    const std::unique_ptr<Prover> prover = make_prover();
    const SolveOutcome outcome = solve(*prover, position, attacker, kEnough);
    ASSERT_EQ(outcome.verdict, Verdict::kProven);
    EXPECT_EQ(hole_in(outcome.records, position, attacker), "");
    std::vector<Move> replies;
    int longest = 0;
    for (const ChildOutcome& child : outcome.children) {
      EXPECT_EQ(child.verdict, Verdict::kProven);
      EXPECT_GE(child.distance_plies, 1);
      longest = std::max(longest, child.distance_plies);
      replies.push_back(child.move);
    }
    EXPECT_EQ(outcome.distance_plies, longest + 1);
    std::vector<Move> legal = renju_game().legal_moves(position);
    std::sort(replies.begin(), replies.end());
    std::sort(legal.begin(), legal.end());
    EXPECT_EQ(replies, legal);
  }
}

TEST(Prover, OfSymmetricRepliesOneIsAnswered) {
  // Mirrored at the column h; Black wins after a pass.
  const Position position = renju_game().parse("g8i8h7h10/h1h15/w").value();
  const SolveOutcome outcome = solve(*make_prover(), position, Color::kBlack, 20'000);
  EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
  std::set<std::string> classes;
  for (const ChildOutcome& child : outcome.children) {
    classes.insert(encode_position(canonicalize(after_move(position, child.move)).position));
  }
  EXPECT_EQ(classes.size(), outcome.children.size());
  EXPECT_EQ(classes.size(), 15u * 7 - 1 + 11 + 1);  // and a pass
}

TEST(Prover, RepliesAreNotLookedAtWhereNotEvenAPassLoses) {
  const Position position = renju_game().parse("h8/h9/b").value();
  const SolveOutcome outcome = solve(*make_prover(), position, Color::kWhite, 2'000);
  EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
  EXPECT_TRUE(outcome.children.empty());
  EXPECT_GT(outcome.proof_number, 1u);
}

TEST(Prover, ADefenderWithAFiveIsNoWin) {
  const Position position =
      renju_game().parse("f8g8h8i8/e7f6g9j10/b").value();  // Black makes five at e8 or j8
  const SolveOutcome outcome = solve(*make_prover(), position, Color::kWhite, kEnough);
  EXPECT_EQ(outcome.verdict, Verdict::kDisproven);
}

TEST(Prover, AnAttackerWhoFacesTwoFivesGivesUpInsteadOfSearchingOn) {
  const Position position = renju_game().parse("f8g8h8i8/e7f6g9j10/w").value();
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome outcome = solve(*prover, position, Color::kWhite, kEnough);
  EXPECT_NE(outcome.verdict, Verdict::kProven);
  EXPECT_TRUE(outcome.records.empty());
  EXPECT_LT(outcome.nodes, 10'000u);
}

TEST(Prover, LearnedFactsSaveWorkAndCloseTheProofTogetherWithTheNewOnes) {
  for (const char* id : {"sp_021", "quintet_vct_game_white_l06_2"}) {
    SCOPED_TRACE(id);
    const Position position = problem(id);
    const Color goal = position.to_move;
    const SolveOutcome whole = solve(*make_prover(), position, goal, kEnough);
    ASSERT_EQ(whole.verdict, Verdict::kProven);
    // Any prefix is closed, because children come before parents.
    std::vector<ProofRecord> learned(whole.records.begin(), std::prev(whole.records.end(), 3));
    const std::unique_ptr<Prover> prover = make_prover();
    prover->learn(learned);
    const SolveOutcome rest = solve(*prover, position, goal, kEnough);
    ASSERT_EQ(rest.verdict, Verdict::kProven);
    EXPECT_LT(rest.nodes, whole.nodes);
    for (const ProofRecord& record : rest.records) {
      EXPECT_EQ(std::count(learned.begin(), learned.end(), record), 0) << "handed out again";
    }
    learned.insert(learned.end(), rest.records.begin(), rest.records.end());
    EXPECT_EQ(hole_in(learned, position, goal), "");
  }
}

// A distance that no game can have would be cut or would spoil those of the proofs that use it.
TEST(Prover, FactsOfAbsurdDistancesAreNotLearned) {
  const Position position = problem("sp_021");
  const Color goal = position.to_move;
  const SolveOutcome whole = solve(*make_prover(), position, goal, kEnough);
  ASSERT_EQ(whole.verdict, Verdict::kProven);
  const int most = most_plies(position, goal);
  EXPECT_EQ(most, 2 * (225 - static_cast<int>(position.stone_count())));
  for (const int absurd : {0, -1, most + 1, 32'767, 32'768, 40'000, 65'536 + 5, 0x7fffffff}) {
    SCOPED_TRACE(absurd);
    std::vector<ProofRecord> learned = whole.records;
    for (ProofRecord& record : learned) record.distance_plies = absurd;
    const std::unique_ptr<Prover> prover = make_prover();
    prover->learn(learned);
    const SolveOutcome outcome = solve(*prover, position, goal, kEnough);
    ASSERT_EQ(outcome.verdict, Verdict::kProven);
    EXPECT_EQ(outcome.distance_plies, whole.distance_plies);
    EXPECT_EQ(hole_in(outcome.records, position, goal), "") << "all of them are handed out again";
  }
  std::vector<ProofRecord> learned = whole.records;
  for (ProofRecord& record : learned) record.distance_plies = most_plies(record.position, goal);
  const std::unique_ptr<Prover> prover = make_prover();
  prover->learn(learned);
  EXPECT_EQ(solve(*prover, position, goal, kEnough).distance_plies, most) << "possible, so taken";
}

// A position that 30,000 nodes leave open.
TEST(Prover, AnotherAttemptBeginsWithNothingButWhatIsProven) {
  const Position position = renju_game().parse("h8i9j9i7").value();
  const auto glance = [&](Prover& prover, std::uint32_t attempt) {
    return prover.solve(position, Color::kBlack, {1, 0, attempt}, {});
  };
  const SolveOutcome fresh = glance(*make_prover(2), 0);  // with the style of the next attempt
  const std::unique_ptr<Prover> prover = make_prover();
  ASSERT_EQ(solve(*prover, position, Color::kBlack, 30'000).verdict, Verdict::kUnknown);
  const SolveOutcome same = glance(*prover, 0);
  EXPECT_NE(same.proof_number, fresh.proof_number);
  const SolveOutcome again = glance(*prover, 1);
  EXPECT_EQ(again.proof_number, fresh.proof_number);
  EXPECT_EQ(again.disproof_number, fresh.disproof_number);
  EXPECT_EQ(again.best, fresh.best);
}

TEST(Prover, AnotherAttemptKeepsItsFactsAndMissesNoRecord) {
  const Position position = problem("sp_021");
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome first = solve(*prover, position, position.to_move, kEnough);
  ASSERT_EQ(first.verdict, Verdict::kProven);
  const SolveOutcome second =
      prover->solve(position, position.to_move, {.nodes = kEnough, .seconds = 0, .attempt = 1}, {});
  EXPECT_EQ(second.verdict, Verdict::kProven);
  EXPECT_LT(second.nodes, first.nodes / 10 + 100);
  std::vector<ProofRecord> records = first.records;
  records.insert(records.end(), second.records.begin(), second.records.end());
  EXPECT_EQ(hole_in(records, position, position.to_move), "");
}

TEST(Prover, RecordsAreHandedOutOnce) {
  const Position position = problem("sp_021");
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome first = solve(*prover, position, position.to_move, kEnough);
  const SolveOutcome second = solve(*prover, position, position.to_move, kEnough);
  EXPECT_EQ(second.verdict, Verdict::kProven);
  EXPECT_EQ(second.best, first.best);
  EXPECT_EQ(second.distance_plies, first.distance_plies);
  EXPECT_TRUE(second.records.empty());
  EXPECT_LT(second.nodes, first.nodes);
}

TEST(Prover, InterruptedCallsTogetherGiveAClosedProof) {
  const Position position = problem("quintet_vct_game_black_l08_1");
  const Color goal = position.to_move;
  const std::unique_ptr<Prover> prover = make_prover();
  std::vector<ProofRecord> records;
  int calls = 0;
  for (Verdict verdict = Verdict::kUnknown; verdict != Verdict::kProven; ++calls) {
    ASSERT_LT(calls, 1'000);
    const SolveOutcome outcome = solve(*prover, position, goal, 500);
    verdict = outcome.verdict;
    records.insert(records.end(), outcome.records.begin(), outcome.records.end());
  }
  EXPECT_GT(calls, 2);
  EXPECT_EQ(hole_in(records, position, goal), "");
}

TEST(Prover, StopsSoonAfterItIsTold) {
  const Position position = problem("sp_053");
  int polls = 0;
  const auto stop = [&polls] { return ++polls > 3; };
  const std::unique_ptr<Prover> prover = make_prover();
  const SolveOutcome outcome = prover->solve(position, Color::kBlack, {}, stop);
  EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
  EXPECT_LT(outcome.nodes, 100'000u);  // a millisecond or so of work between polls
  // Told before it begins, it does next to nothing.
  const SolveOutcome none = prover->solve(position, Color::kBlack, {}, [] { return true; });
  EXPECT_LT(none.nodes, 10'000u);
}

TEST(Prover, ATimeLimitEndsTheCall) {
  const SolveOutcome outcome =
      make_prover()->solve(problem("sp_053"), Color::kBlack, {.nodes = 0, .seconds = 0.01}, {});
  EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
}

// White's four at e8 can only be stopped at f8, where Black would make a double-three.
TEST(Prover, AFoulOfBlackIsWhitesWin) {
  const Position position = renju_game().parse("f9g9f10h10a8/b8c8d8o1/w").value();
  const std::unique_ptr<Prover> prover = make_prover();
  ASSERT_EQ(renju_game().effect({15, position.black, position.white, Color::kBlack},
                                parse_move("f8", 15).value()),
            MoveEffect::kFoul);
  const SolveOutcome outcome = solve(*prover, position, Color::kWhite, kEnough);
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.distance_plies, 3);
  EXPECT_EQ(hole_in(outcome.records, position, Color::kWhite), "");
  // Once the four is there, every legal reply and the pass lose to the five.
  const Position set = after_move(position, parse_move("e8", 15).value());
  const SolveOutcome sprung = solve(*make_prover(), set, Color::kWhite, kEnough);
  EXPECT_EQ(sprung.verdict, Verdict::kProven);
  EXPECT_EQ(sprung.distance_plies, 2);
}

TEST(Prover, AReplyThatCannotBeAnsweredEndsTheCall) {
  const Position position = renju_game().parse("h8j8k8i7l7i6/h9l8j7k6i5l5/b").value();
  long polls = 0;
  const SolveOutcome outcome =
      make_prover()->solve(position, Color::kWhite, {.nodes = 60'000, .seconds = 0},
                           [&] { return ++polls > 2'000'000; });
  EXPECT_NE(outcome.verdict, Verdict::kProven);
  EXPECT_LE(polls, 2'000'000);
}

// Black has a straight four, and passes.
TEST(Prover, WhoMayEndTheGameByASecondPassDoesNotLose) {
  const Position after_pass = renju_game().parse("h8a1i8a3j8a5k8a7pass").value();
  ASSERT_TRUE(after_pass.after_pass);
  Position without = after_pass;
  without.after_pass = false;
  EXPECT_EQ(solve(*make_prover(), without, Color::kBlack, kEnough).verdict, Verdict::kProven);
  const SolveOutcome outcome = solve(*make_prover(), after_pass, Color::kBlack, kEnough);
  EXPECT_EQ(outcome.verdict, Verdict::kDisproven);
  EXPECT_TRUE(outcome.records.empty());
  // For White nothing is changed by it.
  for (const Position& position : {without, after_pass}) {
    EXPECT_NE(solve(*make_prover(), position, Color::kWhite, 1'000).verdict, Verdict::kProven);
  }
  // Nor for Black where it was White who passed.
  const Position won = renju_game().parse("h8i8j8k8/a1a3a5a7/b/pass").value();
  const SolveOutcome win = solve(*make_prover(), won, Color::kBlack, kEnough);
  EXPECT_EQ(win.verdict, Verdict::kProven);
  EXPECT_EQ(win.distance_plies, 1);
}

}  // namespace
}  // namespace tengen
