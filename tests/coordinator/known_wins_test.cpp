// What a book shows of positions without a record of their own.
#include "coordinator/known_wins.h"

#include <gtest/gtest.h>

#include "tests/coordinator/coordinator_testing.h"

namespace tengen::coordinator {
namespace {

using namespace run_testing;

// A whole proof of open_board(), and a judge that goes by it.
class KnownWinsTest : public testing::Test {
 protected:
  KnownWinsTest() {
    SimulatedWorkers workers(fake_game(), 1);
    EXPECT_EQ(solve(workers, journal_, open_board()).report.verdict, Verdict::kProven);
    root_ = canonicalize(open_board()).position;
    const auto root = journal_.facts.find({encode_position(root_), Color::kBlack});
    EXPECT_NE(root, journal_.facts.end());
    EXPECT_GT(journal_.facts.size(), 1U);
    record_ = root->second;
    journal_.facts.erase(root);
  }
  std::vector<ProofRecord> missing(Color goal = Color::kBlack, std::size_t most_records = 1000) {
    KnownWins known(fake_game(), judge_, goal, most_records);
    for (const auto& [key, fact] : journal_.facts) known.know(fact);
    return known.missing_records(root_).value();
  }

  MemoryJournal journal_;
  test::FakeJudge judge_{journal_};
  Position root_;
  ProofRecord record_;
};

TEST_F(KnownWinsTest, AMoveOfWhichEveryReplyIsAnsweredGivesBothRecordsThatAreMissing) {
  const std::vector<ProofRecord> records = missing();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[1].position, root_);
  EXPECT_EQ(records[1].kind, RecordKind::kTree);
  EXPECT_LE(records[1].distance_plies, record_.distance_plies);
  EXPECT_EQ(records[0].position, canonicalize(after_move(root_, records[1].move)).position);
  EXPECT_EQ(records[0].kind, RecordKind::kAllReplies);
  EXPECT_EQ(records[0].distance_plies + 1, records[1].distance_plies);
  // With them the proof is whole again.
  for (const ProofRecord& record : records) {
    journal_.facts[{encode_position(record.position), record.goal}] = record;
  }
  EXPECT_EQ(first_hole(journal_, root_, Color::kBlack), "");
}

TEST_F(KnownWinsTest, WhereAReplyIsNotAnsweredNothingIsShown) {
  const Position after = after_move(root_, missing().back().move);
  // None of its replies has a record any more; those with a win in one move need none.
  std::erase_if(journal_.facts, [&](const auto& fact) {
    return fact.second.position.stone_count() <= after.stone_count() + 1;
  });
  EXPECT_TRUE(missing().empty());
}

TEST_F(KnownWinsTest, MovesOfWhichNoReplyHasAKnownRecordAreNotLookedAt) {
  EXPECT_TRUE(missing(Color::kBlack, 0).empty());
  EXPECT_TRUE(missing(Color::kWhite).empty());
}

}  // namespace
}  // namespace tengen::coordinator
