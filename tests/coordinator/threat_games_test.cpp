// Pente, ninuki and connect6 go all the way: from a run of the coordinator with two workers into a
// book, past the verifier, out as a certificate, into another book, and through repair.
#include <gtest/gtest.h>

#include <memory>
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

struct Asked {
  const char* rules;
  const char* position;
  Color goal;
};
void PrintTo(const Asked& asked, std::ostream* out) { *out << asked.rules << asked.position; }

class ThreatGamesRun : public testing::TestWithParam<Asked> {
 protected:
  static constexpr int kSize = 9;

  const Game& game_ = *find_game(GetParam().rules, kSize).value();
  const book::NaiveGame naive_ = book::naive_game(GetParam().rules, kSize).value();
  const Position root_ = game_.parse(GetParam().position).value();
  const Color goal_ = GetParam().goal;
  TempDir dir_;

  std::unique_ptr<book::Store> book(const char* name) const {
    return book::Store::open_for_writing(dir_.path(name), game_.rules(), kSize).value();
  }
  SolveReport solve(book::Store& store) const {
    StoreJournal journal(store, store.begin_run("threats").value());
    test::SimulatedWorkers workers(game_, 2);
    const std::atomic<bool> stop{false};
    CoordinatorOptions options;
    options.check_threads = 0;
    options.drain_seconds = 0.1;
    Coordinator coordinator(workers, game_, journal, verifying_judges(journal, naive_), stop,
                            options);
    return coordinator.solve(root_, goal_, 100, {}).value();
  }
  book::VerifyReport verify(const book::Store& store) const {
    const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
      const auto found = store.find_exact(canonical, goal);
      if (!found.ok()) return found.status();
      if (!found.value()) return std::optional<Win>();
      return std::optional(Win{found.value()->move, found.value()->distance_plies});
    };
    return book::verify(naive_, root_, goal_, lookup, {}).value();
  }
};

TEST_P(ThreatGamesRun, IsProvenStoredVerifiedAskedExportedImportedMergedAndRepaired) {
  const book::GameResult wins =
      goal_ == Color::kBlack ? book::GameResult::kBlackWins : book::GameResult::kWhiteWins;
  std::ostringstream certificate;
  {
    const auto store = book("book");
    const SolveReport report = solve(*store);
    ASSERT_EQ(report.verdict, Verdict::kProven);
    EXPECT_TRUE(verify(*store).complete);

    const book::QueryAnswer answer = book::query(*store, game_, root_, goal_).value();
    EXPECT_EQ(answer.result, wins);
    EXPECT_EQ(answer.distance_plies, report.distance_plies);
    ASSERT_FALSE(answer.line.empty());
    Position end = root_;
    for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) {
      ASSERT_EQ(game_.effect(end, answer.line[i]), MoveEffect::kContinues);
      end = game_.play(end, answer.line[i]);
    }
    EXPECT_EQ(static_cast<int>(answer.line.size()), answer.distance_plies);
    EXPECT_EQ(winner_by(game_.effect(end, answer.line.back()), end.to_move), goal_);

    const auto exported = book::export_proof(*store, game_, root_, goal_, certificate);
    ASSERT_TRUE(exported.ok()) << exported.status().message();
    const auto merged = book("merged");
    const Result<book::MergeProgress> counts = book::merge_book(*merged, *store, {});
    ASSERT_TRUE(counts.ok()) << counts.status().message();
    EXPECT_EQ(counts.value().refused, 0U);
    EXPECT_TRUE(verify(*merged).complete);
  }
  std::istringstream in(certificate.str());
  book::ProofImportOptions options;
  options.file = "certificate";
  options.book = dir_.path("imported");
  const Result<book::ProofImportReport> imported = book::import_proof(in, options);
  ASSERT_TRUE(imported.ok()) << imported.status().message();
  EXPECT_EQ(imported.value().unproven, 0U);
  EXPECT_TRUE(verify(*book("imported")).complete);
  const Result<book::RepairReport> repaired = book::repair_book(dir_.path("book"), {});
  ASSERT_TRUE(repaired.ok()) << repaired.status().message();
  EXPECT_EQ(repaired.value().removed, 0U);
}

TEST_P(ThreatGamesRun, ABookOfOneGameIsNotOpenedForAnother) {
  { book("book"); }
  for (const char* rules : {"freestyle", "pente", "ninuki", "connect6"}) {
    if (game_.rules() == rules) continue;
    const auto other = book::Store::open_for_writing(dir_.path("book"), rules, kSize);
    ASSERT_FALSE(other.ok()) << rules;
    EXPECT_EQ(other.status().code(), StatusCode::kIncompatible);
  }
}

// Pairs that were taken are no part of a position elsewhere.
TEST_P(ThreatGamesRun, ARecordWithPairsIsRefusedWhereNoneAreTaken) {
  Position position = root_;
  position.pairs = {1, 0};
  position = canonicalize(position).position;
  const Move empty = game_.legal_moves(position).back();
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, naive_)(1);
  const ProofRecord record{position, position.to_move, empty, 1, RecordKind::kTree};
  const std::string fault = judge->settle(std::span(&record, 1)).value().faults.front().fault;
  const bool takes_pairs = naive_.counts_pairs();
  EXPECT_EQ(fault.find("takes none") == std::string::npos, takes_pairs) << fault;
}

INSTANTIATE_TEST_SUITE_P(
    All, ThreatGamesRun,
    testing::Values(Asked{"pente", "e5f5g6g7/a1a2i8i9/b", Color::kBlack},
                    Asked{"ninuki", "a1a2i8i9/e5f5g6g7/w", Color::kWhite},
                    Asked{"connect6", "c3d3e3c7d7e7/a1a9i1i9a5i5h8/b", Color::kBlack},
                    // White to move, and lost whatever two stones he lays.
                    Asked{"connect6", "c3d3e3f3c5d5e5c7d7e7/a1a9i1i9e9e1h8h2i5/w", Color::kBlack}),
    [](const testing::TestParamInfo<Asked>& one) {
      return std::string(one.param.rules) + std::to_string(one.index);
    });

}  // namespace
}  // namespace tengen::coordinator
