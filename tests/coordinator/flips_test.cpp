// A game whose moves turn stones goes all the way: from a run of the coordinator into a book, past
// the verifier, out as a certificate and into another book. So nothing on the way takes it for
// granted that a move only adds a stone.
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
#include "tests/flip_game.h"
#include "tests/temp_dir.h"

namespace tengen::coordinator {
namespace {

using test::flip_game;
using test::FlipGame;
using test::SimulatedWorkers;

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
  Flips() { test::naive_flip_game(); }

  std::string path(const char* name) const { return dir_.path(name); }

  std::unique_ptr<book::Store> book(const std::string& path) const {
    return book::Store::open_for_writing(path, flip_game().rules(), flip_game().size()).value();
  }

  static SolveReport solve(book::Store& store, const Position& position, Color goal) {
    StoreJournal journal(store, store.begin_run("flips").value());
    SimulatedWorkers workers(flip_game(), 2);
    const std::atomic<bool> stop{false};
    CoordinatorOptions options;
    options.check_threads = 0;
    options.drain_seconds = 0.1;
    Coordinator coordinator(workers, flip_game(), journal, verifying_judges(journal, naive_), stop,
                            options);
    return coordinator.solve(position, goal, 60, {}).value();
  }

  static book::VerifyReport verify(const book::Store& store, const Position& position) {
    const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
      const auto found = store.find_exact(canonical, goal);
      if (!found.ok()) return found.status();
      if (!found.value()) return std::optional<Win>();
      return std::optional(Win{found.value()->move, found.value()->distance_plies});
    };
    return book::verify(naive_, position, Color::kBlack, lookup, {}).value();
  }

  static const book::NaiveGame naive_;
  TempDir dir_;
};

const book::NaiveGame Flips::naive_ = [] {
  test::naive_flip_game();
  return book::naive_game(book::kOwnGame, FlipGame::kSize).value();
}();

TEST_F(Flips, AreProvenStoredVerifiedExportedAndImported) {
  const Position root = black_wins(7, 1);
  const auto store = book(path("book"));
  const SolveReport report = solve(*store, root, Color::kBlack);
  ASSERT_EQ(report.verdict, Verdict::kProven);
  EXPECT_GT(report.jobs, 3U);  // no prover sees so far by itself

  const book::VerifyReport walk = verify(*store, root);
  EXPECT_TRUE(walk.complete);
  EXPECT_GT(walk.records_used, 20U);

  const book::QueryAnswer answer = book::query(*store, flip_game(), root, Color::kBlack).value();
  EXPECT_EQ(answer.result, book::GameResult::kBlackWins);
  EXPECT_EQ(answer.distance_plies, report.distance_plies);
  Position end = root;
  for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) {
    end = flip_game().play(end, answer.line[i]);
  }
  EXPECT_EQ(winner_by(flip_game().effect(end, answer.line.back()), end.to_move), Color::kBlack);

  std::ostringstream certificate;
  ASSERT_TRUE(book::export_proof(*store, flip_game(), root, Color::kBlack, certificate).ok());
  std::istringstream in(certificate.str());
  book::ProofImportOptions options;
  options.file = "certificate";
  options.book = path("imported");
  const Result<book::ProofImportReport> imported = book::import_proof(in, options);
  ASSERT_TRUE(imported.ok()) << imported.status().message();
  EXPECT_EQ(imported.value().unproven, 0U);
  const auto copy = book(path("imported"));
  EXPECT_TRUE(verify(*copy, root).complete);
}

TEST_F(Flips, AreDisprovenWhereTheOtherSideWins) {
  const Position root = black_wins(FlipGame::kEmptySearched, 2);
  const auto store = book(path("book"));
  EXPECT_EQ(solve(*store, root, Color::kWhite).verdict, Verdict::kDisproven);
  EXPECT_TRUE(verify(*store, root).complete);
}

TEST_F(Flips, AnAnswerWithAnIllegalMoveIsRefused) {
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, naive_)(1);
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
  const auto store = book(path("book"));
  ASSERT_EQ(solve(*store, root, Color::kBlack).verdict, Verdict::kProven);
  int left_out = 0;
  const Position canonical_root = canonicalize(root).position;
  const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
    const auto found = store->find_exact(canonical, goal).value();
    if (!found) return std::optional<Win>();
    if (canonical != canonical_root && left_out++ == 0) return std::optional<Win>();
    return std::optional(Win{found->move, found->distance_plies});
  };
  const book::VerifyReport walk = book::verify(naive_, root, Color::kBlack, lookup, {}).value();
  EXPECT_GT(left_out, 0);
  EXPECT_FALSE(walk.complete);
  EXPECT_EQ(walk.holes_total, 1U);
}

TEST_F(Flips, BooksAreCheckedRepairedAndMerged) {
  const Position root = black_wins(7, 4);
  {
    const auto store = book(path("book"));
    ASSERT_EQ(solve(*store, root, Color::kBlack).verdict, Verdict::kProven);
    const auto other = book(path("other"));
    const Result<book::MergeProgress> merged = book::merge_book(*other, *store, {});
    ASSERT_TRUE(merged.ok()) << merged.status().message();
    EXPECT_EQ(merged.value().refused, 0U);
    EXPECT_TRUE(verify(*other, root).complete);
  }
  const Result<book::RepairReport> repaired = book::repair_book(path("book"), {});
  ASSERT_TRUE(repaired.ok()) << repaired.status().message();
  EXPECT_EQ(repaired.value().removed, 0U);
  EXPECT_EQ(repaired.value().checked, repaired.value().records);
}

}  // namespace
}  // namespace tengen::coordinator
