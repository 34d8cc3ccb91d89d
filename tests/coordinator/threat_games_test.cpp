// Pente, ninuki and connect6 go all the way: from a run of the coordinator with two workers into a
// book, past the verifier, out as a certificate, into another book, and through repair.
#include <gtest/gtest.h>

#include <string>

#include "coordinator/store_journal.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/game_in_book.h"
#include "tests/coordinator/simulation.h"

namespace tengen::coordinator {
namespace {

using test::GameInBook;

struct Asked {
  const char* rules;
  const char* position;
  Color goal;
};
void PrintTo(const Asked& asked, std::ostream* out) { *out << asked.rules << asked.position; }

class ThreatGamesRun : public testing::TestWithParam<Asked> {
 protected:
  const GameInBook in_book_{*find_game(GetParam().rules, 9).value()};
  const Position root_ = in_book_.game().parse(GetParam().position).value();
  const Color goal_ = GetParam().goal;
};

TEST_P(ThreatGamesRun, IsProvenStoredVerifiedAskedExportedImportedMergedAndRepaired) {
  {
    const auto store = in_book_.book("book");
    const SolveReport report = in_book_.solve(*store, root_, goal_);
    ASSERT_EQ(report.verdict, Verdict::kProven);
    EXPECT_TRUE(in_book_.verify(*store, root_, goal_).complete);
    const book::QueryAnswer answer = in_book_.expect_line_wins(*store, root_, goal_);
    EXPECT_EQ(answer.distance_plies, report.distance_plies);
    EXPECT_EQ(static_cast<int>(answer.line.size()), answer.distance_plies);
    in_book_.expect_exports_to("imported", *store, root_, goal_);
    in_book_.expect_merges_into("merged", *store, root_, goal_);
  }
  in_book_.expect_sound("book");
}

TEST_P(ThreatGamesRun, ABookOfOneGameIsNotOpenedForAnother) {
  ASSERT_NE(in_book_.book("book"), nullptr);
  for (const char* rules : {"freestyle", "pente", "ninuki", "connect6"}) {
    if (in_book_.game().rules() == rules) continue;
    const auto other = book::Store::open_for_writing(in_book_.path("book"), rules, 9);
    ASSERT_FALSE(other.ok()) << rules;
    EXPECT_EQ(other.status().code(), StatusCode::kIncompatible);
  }
}

// Pairs that were taken are no part of a position elsewhere.
TEST_P(ThreatGamesRun, ARecordWithPairsIsRefusedWhereNoneAreTaken) {
  Position position = root_;
  position.pairs = {1, 0};
  position = canonicalize(position).position;
  const Move empty = in_book_.game().legal_moves(position).back();
  test::MemoryJournal journal;
  const auto judge = verifying_judges(journal, in_book_.naive())(1);
  const ProofRecord record{position, position.to_move, empty, 1, RecordKind::kTree};
  const std::string fault = judge->settle(std::span(&record, 1)).value().faults.front().fault;
  const bool takes_pairs = in_book_.naive().counts_pairs();
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
