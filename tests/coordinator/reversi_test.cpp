// Reversi goes all the way: from a run of the coordinator with two workers into a book, past the
// verifier, out as a certificate and into another book. The winner passes where he has to.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sstream>

#include "book/care/merge.h"
#include "book/care/repair.h"
#include "book/exchange/export.h"
#include "book/exchange/proof_import.h"
#include "book/query/query.h"
#include "book/store/store.h"
#include "book/verifier/verifier.h"
#include "coordinator/coordinator.h"
#include "coordinator/store_journal.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/simulation.h"
#include "tests/temp_dir.h"

namespace tengen::coordinator {
namespace {

using test::SimulatedWorkers;

// Feinstein's line of 6x6 up to 20 empty points, Black to move: White wins by four.
constexpr const char* kLine = "c2b4c5d2e4e3d1c1b1d5d6f4";

class Reversi : public testing::Test {
 protected:
  static const Game& game(const std::string& rules) { return *find_game(rules, 6).value(); }

  std::string path(const char* name) const { return dir_.path(name); }

  static std::unique_ptr<book::Store> book(const Game& game, const std::string& path) {
    return book::Store::open_for_writing(path, game.rules(), game.size()).value();
  }

  static SolveReport solve(const Game& game, book::Store& store, const Position& position,
                           Color goal) {
    const book::NaiveGame naive = book::naive_game(game.rules(), game.size()).value();
    StoreJournal journal(store, store.begin_run("reversi").value());
    SimulatedWorkers workers(game, 2);
    const std::atomic<bool> stop{false};
    CoordinatorOptions options;
    options.check_threads = 0;
    options.drain_seconds = 0.1;
    Coordinator coordinator(workers, game, journal, verifying_judges(journal, naive), stop,
                            options);
    return coordinator.solve(position, goal, 60, {}).value();
  }

  static bool holds(const Game& game, const book::Store& store, const Position& position,
                    Color goal) {
    const auto lookup = [&](const Position& canonical, Color color) -> Result<std::optional<Win>> {
      const auto found = store.find_exact(canonical, color);
      if (!found.ok()) return found.status();
      if (!found.value()) return std::optional<Win>();
      return std::optional(Win{found.value()->move, found.value()->distance_plies});
    };
    const book::NaiveGame naive = book::naive_game(game.rules(), game.size()).value();
    return book::verify(naive, position, goal, lookup, {}).value().complete;
  }

  TempDir dir_;
};

TEST_F(Reversi, IsProvenStoredVerifiedExportedAndImported) {
  const Game& plain = game("reversi");
  const Position root = plain.parse(kLine).value();
  const auto store = book(plain, path("book"));
  // Asked for Black, the other side's win is the answer.
  ASSERT_EQ(solve(plain, *store, root, Color::kBlack).verdict, Verdict::kDisproven);
  EXPECT_TRUE(holds(plain, *store, root, Color::kWhite));
  const book::QueryAnswer answer = book::query(*store, plain, root, Color::kBlack).value();
  EXPECT_EQ(answer.result, book::GameResult::kWhiteWins);
  Position end = root;
  for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) end = plain.play(end, answer.line[i]);
  EXPECT_EQ(winner_by(plain.effect(end, answer.line.back()), end.to_move), Color::kWhite);

  std::ostringstream certificate;
  const auto counts = book::export_proof(*store, plain, root, Color::kWhite, certificate);
  ASSERT_TRUE(counts.ok()) << counts.status().message();
  EXPECT_GT(counts.value().short_wins, 0U);
  std::istringstream in(certificate.str());
  book::ProofImportOptions options;
  options.file = "certificate";
  options.book = path("imported");
  const Result<book::ProofImportReport> imported = book::import_proof(in, options);
  ASSERT_TRUE(imported.ok()) << imported.status().message();
  EXPECT_EQ(imported.value().unproven, 0U);
  EXPECT_TRUE(holds(plain, *book(plain, path("imported")), root, Color::kWhite));
}

TEST_F(Reversi, AScoreIsProvenByTheBooksOfTwoThresholds) {
  const Game& reached = game("reversi:-4");
  const Game& missed = game("reversi:-3");
  const Position root = reached.parse(kLine).value();
  {
    const auto store = book(reached, path("reached"));
    EXPECT_EQ(solve(reached, *store, root, Color::kBlack).verdict, Verdict::kProven);
    EXPECT_TRUE(holds(reached, *store, root, Color::kBlack));
    const auto other = book(reached, path("other"));
    const Result<book::MergeProgress> merged = book::merge_book(*other, *store, {});
    ASSERT_TRUE(merged.ok()) << merged.status().message();
    EXPECT_EQ(merged.value().refused, 0U);
    EXPECT_TRUE(holds(reached, *other, root, Color::kBlack));
  }
  const Result<book::RepairReport> repaired = book::repair_book(path("other"), {});
  ASSERT_TRUE(repaired.ok()) << repaired.status().message();
  EXPECT_EQ(repaired.value().removed, 0U);
  const auto store = book(missed, path("missed"));
  EXPECT_EQ(solve(missed, *store, root, Color::kWhite).verdict, Verdict::kProven);
  EXPECT_TRUE(holds(missed, *store, root, Color::kWhite));
  // The book of one threshold is none of another.
  EXPECT_FALSE(book::Store::open_for_writing(path("reached"), missed.rules(), missed.size()).ok());
}

TEST_F(Reversi, AnAnswerWithAMoveOrAPassThatIsNotLegalIsRefused) {
  const Game& plain = game("reversi");
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

TEST_F(Reversi, ARecordOfAMoveThatIsNoneDoesNotHold) {
  const Game& plain = game("reversi");
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
