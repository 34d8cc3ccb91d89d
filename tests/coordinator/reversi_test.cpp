// Reversi goes all the way: from a run of the coordinator with two workers into a book, past the
// verifier, out as a certificate and into another book. The winner passes where he has to.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "coordinator/store_journal.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/game_in_book.h"
#include "tests/coordinator/simulation.h"

namespace tengen::coordinator {
namespace {

using test::GameInBook;

// Feinstein's line of 6x6 up to 20 empty points, Black to move: White wins by four.
constexpr const char* kLine = "c2b4c5d2e4e3d1c1b1d5d6f4";

GameInBook in_book(const std::string& rules) { return GameInBook(*find_game(rules, 6).value()); }

TEST(Reversi, IsProvenStoredVerifiedExportedAndImported) {
  const GameInBook plain = in_book("reversi");
  const Position root = plain.game().parse(kLine).value();
  const auto store = plain.book("book");
  // Asked for Black, the other side's win is the answer.
  ASSERT_EQ(plain.solve(*store, root, Color::kBlack).verdict, Verdict::kDisproven);
  EXPECT_TRUE(plain.verify(*store, root, Color::kWhite).complete);
  plain.expect_line_wins(*store, root, Color::kWhite);
  EXPECT_GT(plain.expect_exports_to("imported", *store, root, Color::kWhite), 0U);
}

TEST(Reversi, AScoreIsProvenByTheBooksOfTwoThresholds) {
  const GameInBook reached = in_book("reversi:-4");
  const GameInBook missed = in_book("reversi:-3");
  const Position root = reached.game().parse(kLine).value();
  {
    const auto store = reached.book("reached");
    EXPECT_EQ(reached.solve(*store, root, Color::kBlack).verdict, Verdict::kProven);
    EXPECT_TRUE(reached.verify(*store, root, Color::kBlack).complete);
    reached.expect_merges_into("other", *store, root, Color::kBlack);
  }
  reached.expect_sound("other");
  const auto store = missed.book("missed");
  EXPECT_EQ(missed.solve(*store, root, Color::kWhite).verdict, Verdict::kProven);
  EXPECT_TRUE(missed.verify(*store, root, Color::kWhite).complete);
  // The book of one threshold is none of another.
  const Game& other = missed.game();
  EXPECT_FALSE(
      book::Store::open_for_writing(reached.path("reached"), other.rules(), other.size()).ok());
}

TEST(Reversi, AnAnswerWithAMoveOrAPassThatIsNotLegalIsRefused) {
  const Game& plain = *find_game("reversi", 6).value();
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, book::naive_game("reversi", 6).value())(1);
  const Position position = plain.parse("").value();
  const auto fault_of = [&](const char* move, Color goal) {
    SolveOutcome outcome;
    outcome.children = {{parse_move(move, 6).value(), Verdict::kUnknown, 2, 2, 0}};
    return check_answer(*judge, &position, goal, outcome).value();
  };
  for (const Color goal : {Color::kBlack, Color::kWhite}) {
    EXPECT_EQ(fault_of("c2", goal), "");
    EXPECT_NE(fault_of("a1", goal).find("an illegal move"), std::string::npos);
    EXPECT_NE(fault_of("pass", goal).find("an illegal move"), std::string::npos);
  }
}

TEST(Reversi, ARecordOfAMoveThatIsNoneDoesNotHold) {
  const Game& plain = *find_game("reversi", 6).value();
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, book::naive_game("reversi", 6).value())(1);
  const Position root = canonicalize(plain.parse(kLine).value()).position;
  for (const Move move : {Move{kPass}, Move{0}, Move{35}}) {
    if (move != kPass && !root.is_empty_point(move)) continue;
    const std::vector<Move> legal = plain.legal_moves(root);
    if (std::count(legal.begin(), legal.end(), move) > 0) continue;
    const ProofRecord record{root, root.to_move, move, 9, RecordKind::kTree};
    const Result<book::Settlement> settled = judge->settle(std::span(&record, 1));
    ASSERT_TRUE(settled.ok());
    EXPECT_EQ(settled.value().faults.size(), 1U);
  }
}

}  // namespace
}  // namespace tengen::coordinator
