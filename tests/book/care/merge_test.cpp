#include "book/care/merge.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Merge : public ::testing::Test {
 protected:
  static MergeOptions in_small_commits() {
    MergeOptions options;
    options.threads = 2;
    options.records_per_commit = 2;
    return options;
  }
  Result<MergeProgress> merge(const MergeOptions& options = in_small_commits()) {
    const std::unique_ptr<Store> target = writer(mine_);
    return merge_book(*target, *reader(other_), options);
  }
  // What a kill after each commit of the merge leaves.
  std::vector<std::string> merge_and_copy() {
    std::vector<std::string> copies;
    MergeOptions options = in_small_commits();
    options.progress = [&](const MergeProgress&) {
      copies.push_back(dir_.path("killed" + std::to_string(++copies_)));
      fs::copy(mine_, copies.back());
    };
    merged_ = merge(options);
    return copies;
  }

  TempDir dir_;
  std::string mine_ = dir_.path("mine");
  std::string other_ = dir_.path("other");
  // Black makes a straight four in both: three plies.
  Position near_ = at("h8h9h10/a1c1e1/b");
  Position far_ = at("c3c4c5/a15c15e15/b");
  Result<MergeProgress> merged_ = MergeProgress();
  int copies_ = 0;
};

TEST_F(Merge, AddsWhatIsMissingAndNeverReplacesAProof) {
  put_records(mine_, {record(near_, Color::kBlack, point("h7", 15), 9)});
  put_records(other_, {record(near_, Color::kBlack, point("h11", 15), 3),
                       record(far_, Color::kBlack, point("c2", 15), 77)});
  const Result<MergeProgress> done = merge();
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().read, 2u);
  EXPECT_EQ(done.value().counts.added, 1u);
  EXPECT_EQ(done.value().counts.known, 1u);
  const std::unique_ptr<Store> book = reader(mine_);
  EXPECT_EQ(book->find(near_, Color::kBlack).value()->distance_plies, 9);
  EXPECT_EQ(book->find(near_, Color::kBlack).value()->move, point("h7", 15));
  EXPECT_EQ(book->find(far_, Color::kBlack).value()->distance_plies, 3);
}

TEST_F(Merge, HintsAreAddedBehindThoseThereAre) {
  put_records(mine_, {record(near_, Color::kBlack, point("h7", 15), 9)});
  put_records(other_, {record(far_, Color::kBlack, point("c2", 15), 5)});
  put_hint(other_, far_, point("g7", 15));
  EXPECT_EQ(merge().value().hint_positions, 1u);
  EXPECT_EQ(reader(mine_)->hints(far_).value().size(), 1u);
  put_hint(mine_, near_, point("g7", 15));
  put_hint(other_, near_, point("j7", 15));
  EXPECT_EQ(merge().value().hint_positions, 2u);
  const std::vector<HintedMove> hints = reader(mine_)->hints(near_).value();
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_EQ(hints.front().move, point("g7", 15));
}

TEST_F(Merge, ARecordKeepsTheRunItIsOfAndARepeatAddsNothing) {
  put_records(mine_, {record(near_, Color::kBlack, point("h7", 15), 9)}, "mine");
  put_records(other_, {record(near_, Color::kBlack, point("h7", 15), 9)}, "of no use here");
  put_records(other_, {record(far_, Color::kBlack, point("c2", 15), 5)}, "other");
  for (int repeat = 0; repeat < 2; ++repeat) {
    ASSERT_TRUE(merge().ok());
    const std::unique_ptr<Store> book = reader(mine_);
    const auto runs = book->runs().value();
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[1].host, "other");
    EXPECT_EQ(book->find(near_, Color::kBlack).value()->run, runs[0].id);
    EXPECT_EQ(book->find(far_, Color::kBlack).value()->run, runs[1].id);
  }
}

TEST_F(Merge, DistancesAreExactWhateverTheOtherBookSays) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    std::vector<ProofRecord> records = records_of(proof);
    std::mt19937 random(11);
    for (ProofRecord& record : records) record.distance_plies = 1 + static_cast<int>(random() % 99);
    put_records(other_, records);
  }
  ASSERT_TRUE(merge().ok());
  EXPECT_EQ(records_in(mine_), records_in(other_));
  expect_sound(mine_);
}

TEST_F(Merge, AKillAfterAnyCommitLeavesABookWithoutAHole) {
  const SmallProof black = black_proof();
  const SmallProof white = white_proof();
  put_records(mine_, records_of(black));
  put_records(other_, records_of(black));
  put_records(other_, records_of(white));
  const std::vector<std::string> copies = merge_and_copy();
  ASSERT_TRUE(merged_.ok());
  EXPECT_GE(copies.size(), white.book.size() / 2);
  for (const std::string& copy : copies) {
    const Result<CheckReport> report = check_book(copy, {});
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.value().holes_total, 0u) << copy;
    // The same again goes on to the same end.
    mine_ = copy;
    ASSERT_TRUE(merge().ok());
    EXPECT_EQ(records_in(copy), records_in(other_));
  }
}

TEST_F(Merge, AContradictionAtAnyRecordLeavesABookWithoutAHoleAndSaysHowMuchWasAdded) {
  const SmallProof proof = black_proof();
  put_records(other_, records_of(proof));
  std::size_t most = 0;
  for (const ProofRecord& record : records_of(proof)) {
    mine_ = dir_.path("mine" + std::to_string(++copies_));
    put_records(mine_, {{record.position, Color::kWhite, kNoMove, 8, RecordKind::kAllReplies}});
    const Result<MergeProgress> done = merge();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.status().code(), StatusCode::kCorruption);
    const std::size_t added = records_in(mine_) - 1;
    most = std::max(most, added);
    const std::string& message = done.status().message();
    for (const std::string& part :
         {mine_, other_, std::string("black wins in "),
          std::string("white wins in 8 plies against every reply"),
          format_position(record.position),
          added == 0 ? std::string("; nothing of it was added")
                     : fmt::format("; {} records of it were added", added)}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
    // The false record is the only one that does not hold.
    const Result<CheckReport> report = check_book(mine_, {});
    ASSERT_TRUE(report.ok());
    for (const CheckFault& fault : report.value().faults) {
      EXPECT_EQ(fault.where, format_position(record.position) + ", goal white") << fault.what;
    }
  }
  EXPECT_GT(most, 0u);
}

TEST_F(Merge, WhatIsNotProvenIsRefusedWithAllThatRestsOnItAndTheFirstIsNamed) {
  const SmallProof proof = black_proof();
  for (const std::string& missing : needed_records(proof)) {
    if (missing == canonical_text(proof.root)) continue;
    const TempDir dir;
    mine_ = dir.path("mine");
    other_ = dir.path("other");
    SmallProof less = proof;
    less.book.erase(missing);
    put_records(other_, records_of(less));
    const Result<MergeProgress> done = merge();
    ASSERT_TRUE(done.ok()) << done.status().message();
    EXPECT_GT(done.value().refused, 0u);
    EXPECT_NE(done.value().first_fault.find("no record"), std::string::npos);
    EXPECT_EQ(done.value().counts.added + done.value().refused, less.book.size());
    EXPECT_FALSE(reader(mine_)->find(proof.root, proof.goal).value().has_value());
    expect_sound(mine_);
    // What the other book lacks may be in this one.
    put_records(mine_, records_of({proof.root, proof.goal, {{missing, proof.book.at(missing)}}}));
    const Result<MergeProgress> again = merge();
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again.value().refused, 0u) << again.value().first_fault;
  }
}

TEST_F(Merge, AFalseRecordIsNotTakenAndDoesNotDisplaceATrueOne) {
  const SmallProof proof = black_proof();
  put_records(mine_, records_of(proof));
  const auto before = reader(mine_)->find(proof.root, proof.goal).value();
  put_records(other_, {record(proof.root, proof.goal, point("a15", 15), 1),
                       record(at("h8/i9/b"), Color::kBlack, point("i8", 15), 1)});
  const Result<MergeProgress> done = merge();
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done.value().read, 2u);
  EXPECT_EQ(done.value().refused, 1u);
  EXPECT_EQ(done.value().counts.known, 1u);
  EXPECT_EQ(reader(mine_)->find(proof.root, proof.goal).value(), before);
  EXPECT_EQ(records_in(mine_), proof.book.size());
}

TEST_F(Merge, ABookOfAnotherSizeIsRefused) {
  writer(mine_);
  writer(other_, 9);
  expect_refused(merge().status(), StatusCode::kIncompatible, other_);
}

}  // namespace
}  // namespace tengen::book
