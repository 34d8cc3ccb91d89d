// A game whose moves turn stones goes all the way: from a run of the coordinator into a book, past
// the verifier, out as a certificate and into another book. So nothing on the way takes it for
// granted that a move only adds a stone.
#include <gtest/gtest.h>

#include <random>

#include "coordinator/store_journal.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/game_in_book.h"
#include "tests/coordinator/simulation.h"
#include "tests/flip_game.h"

namespace tengen::coordinator {
namespace {

using test::flip_game;
using test::FlipGame;
using test::GameInBook;

// Plain brute force.
bool wins(const Position& position, Color goal) {
  const bool attacks = position.to_move == goal;
  for (const Move move : flip_game().legal_moves(position)) {
    const MoveEffect effect = flip_game().effect(position, move);
    const bool won = effect == MoveEffect::kContinues ? wins(flip_game().play(position, move), goal)
                                                      : winner_by(effect, position.to_move) == goal;
    if (won == attacks) return attacks;
  }
  return !attacks;
}

// With so many empty points, Black to move and winning.
Position black_wins(std::size_t empty, unsigned seed) {
  std::mt19937 random(seed);
  while (true) {
    Position position{.size = FlipGame::kSize, .black = {}, .white = {}, .to_move = Color::kBlack};
    while (position.stone_count() + empty < 25) {
      const std::vector<Move> moves = flip_game().legal_moves(position);
      position = flip_game().play(position, moves[random() % moves.size()]);
    }
    position.to_move = Color::kBlack;
    if (wins(position, Color::kBlack)) return position;
  }
}

class Flips : public testing::Test {
 protected:
  GameInBook in_book_{(test::naive_flip_game(), flip_game())};
};

TEST_F(Flips, AreProvenStoredVerifiedExportedAndImported) {
  const Position root = black_wins(7, 1);
  const auto store = in_book_.book("book");
  const SolveReport report = in_book_.solve(*store, root, Color::kBlack);
  ASSERT_EQ(report.verdict, Verdict::kProven);
  EXPECT_GT(report.jobs, 3U);  // no prover sees so far by itself

  const book::VerifyReport walk = in_book_.verify(*store, root, Color::kBlack);
  EXPECT_TRUE(walk.complete);
  EXPECT_GT(walk.records_used, 20U);
  EXPECT_EQ(in_book_.expect_line_wins(*store, root, Color::kBlack).distance_plies,
            report.distance_plies);
  in_book_.expect_exports_to("imported", *store, root, Color::kBlack);
}

TEST_F(Flips, AreDisprovenWhereTheOtherSideWins) {
  const Position root = black_wins(FlipGame::kEmptySearched, 2);
  const auto store = in_book_.book("book");
  EXPECT_EQ(in_book_.solve(*store, root, Color::kWhite).verdict, Verdict::kDisproven);
  EXPECT_TRUE(in_book_.verify(*store, root, Color::kBlack).complete);
}

TEST_F(Flips, AnAnswerWithAnIllegalMoveIsRefused) {
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, in_book_.naive())(1);
  const Position position = flip_game().parse("c3").value();
  const auto fault_of = [&](const char* move) {
    SolveOutcome outcome;
    outcome.children = {{parse_move(move, FlipGame::kSize).value(), Verdict::kUnknown, 2, 2, 0}};
    return check_answer(*judge, &position, Color::kBlack, outcome).value();
  };
  EXPECT_EQ(fault_of("b2"), "");
  EXPECT_NE(fault_of("a1").find("an illegal move"), std::string::npos);
  EXPECT_NE(fault_of("pass").find("an illegal move"), std::string::npos);
}

TEST_F(Flips, AHoleIsFoundWhereARecordIsTakenOut) {
  const Position root = black_wins(6, 3);
  const auto store = in_book_.book("book");
  ASSERT_EQ(in_book_.solve(*store, root, Color::kBlack).verdict, Verdict::kProven);
  int left_out = 0;
  const Position canonical_root = canonicalize(root).position;
  const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
    const auto found = store->find_exact(canonical, goal).value();
    if (!found) return std::optional<Win>();
    if (canonical != canonical_root && left_out++ == 0) return std::optional<Win>();
    return std::optional(Win{found->move, found->distance_plies});
  };
  const book::VerifyReport walk =
      book::verify(in_book_.naive(), root, Color::kBlack, lookup, {}).value();
  EXPECT_GT(left_out, 0);
  EXPECT_FALSE(walk.complete);
  EXPECT_EQ(walk.holes_total, 1U);
}

TEST_F(Flips, BooksAreCheckedRepairedAndMerged) {
  const Position root = black_wins(7, 4);
  {
    const auto store = in_book_.book("book");
    ASSERT_EQ(in_book_.solve(*store, root, Color::kBlack).verdict, Verdict::kProven);
    in_book_.expect_merges_into("other", *store, root, Color::kBlack);
  }
  in_book_.expect_sound("book");
}

}  // namespace
}  // namespace tengen::coordinator
