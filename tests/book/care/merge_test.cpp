#include "book/care/merge.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Merge : public ::testing::Test {
 protected:
  Result<MergeProgress> merge(bool verify = false) {
    const std::unique_ptr<Store> target = writer(mine_);
    MergeOptions options;
    options.verify = verify;
    options.threads = 2;
    return merge_book(*target, *reader(other_), options);
  }

  TempDir dir_;
  std::string mine_ = dir_.path("mine");
  std::string other_ = dir_.path("other");
  Position near_ = at("h8i8/h9i9/b");
  Position far_ = at("h8i8/a15o15/b");
};

TEST_F(Merge, AddsWhatIsMissingAndKeepsTheShorterOfTwoProofs) {
  put_records(mine_, {record(near_, Color::kBlack, 0, 9), record(far_, Color::kBlack, 0, 5)});
  put_records(other_, {record(near_, Color::kBlack, 1, 7), record(far_, Color::kBlack, 1, 5),
                       record(at("h8/-/b"), Color::kBlack, 0, 3)});
  const Result<MergeProgress> done = merge();
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().read, 3u);
  EXPECT_EQ(done.value().counts.added, 1u);
  EXPECT_EQ(done.value().counts.shortened, 1u);
  EXPECT_EQ(done.value().counts.known, 1u);
  const std::unique_ptr<Store> book = reader(mine_);
  EXPECT_EQ(book->find(near_, Color::kBlack).value()->distance_plies, 7);
  EXPECT_EQ(book->find(far_, Color::kBlack).value()->move, 0);
  EXPECT_TRUE(book->find(at("h8/-/b"), Color::kBlack).value().has_value());
}

TEST_F(Merge, HintsAreAddedBehindThoseThereAre) {
  put_records(mine_, {record(near_, Color::kBlack, 0, 9)});
  put_records(other_, {record(far_, Color::kBlack, 0, 5)});
  put_hint(other_, far_, point("g7", 15));
  EXPECT_EQ(merge().value().hints, 1u);
  EXPECT_EQ(reader(mine_)->hints(far_).value().size(), 1u);
  put_hint(mine_, near_, point("g7", 15));
  put_hint(other_, near_, point("j7", 15));
  EXPECT_EQ(merge().value().hints, 2u);
  const std::vector<HintMove> hints = reader(mine_)->hints(near_).value();
  ASSERT_EQ(hints.size(), 2u);
  EXPECT_EQ(hints.front().move, point("g7", 15));
}

TEST_F(Merge, ARecordKeepsTheRunItIsOfAndARepeatAddsNothing) {
  put_records(mine_, {record(near_, Color::kBlack, 0, 9)}, "mine");
  put_records(other_, {record(near_, Color::kBlack, 0, 9)}, "of no use here");
  put_records(other_, {record(far_, Color::kBlack, 0, 5)}, "other");
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

TEST_F(Merge, AContradictionNamesBothClaimsAndBooksAndNothingIsAdded) {
  put_records(mine_, {record(near_, Color::kBlack, point("j8", 15), 9)});
  put_records(other_, {record(at("h8/-/w"), Color::kWhite, 0, 3),
                       record(near_, Color::kWhite, kNoMove, 8, RecordKind::kAllReplies)});
  const Result<MergeProgress> done = merge();
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.status().code(), StatusCode::kCorruption);
  for (const std::string& part : {mine_, other_, std::string("black wins in 9 plies by"),
                                  std::string("white wins in 8 plies against every reply"),
                                  format_position(canonicalize(near_).position)}) {
    EXPECT_NE(done.status().message().find(part), std::string::npos) << done.status().message();
  }
  EXPECT_EQ(records_in(mine_), 1u);
}

TEST_F(Merge, WithVerifyAWholeProofIsAddedAndOneWithAHoleIsNot) {
  const SmallProof proof = black_proof();
  put_records(other_, records_of(proof));
  ASSERT_TRUE(merge(true).ok());
  EXPECT_EQ(records_in(mine_), proof.book.size());
  for (const std::string& missing : needed_records(proof)) {
    if (missing == canonical_text(proof.root)) continue;
    const TempDir dir;
    mine_ = dir.path("mine");
    other_ = dir.path("other");
    SmallProof less = proof;
    less.book.erase(missing);
    put_records(other_, records_of(less));
    const Result<MergeProgress> done = merge(true);
    ASSERT_FALSE(done.ok()) << missing;
    EXPECT_EQ(done.status().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(done.status().message().find("no record"), std::string::npos);
    EXPECT_EQ(records_in(mine_), 0u);
    // What the other book lacks may be in this one.
    put_records(mine_, records_of({proof.root, proof.goal, {{missing, proof.book.at(missing)}}}));
    EXPECT_TRUE(merge(true).ok()) << missing;
  }
}

TEST_F(Merge, ABookOfAnotherSizeIsRefused) {
  writer(mine_);
  writer(other_, 9);
  expect_refused(merge().status(), StatusCode::kIncompatible, other_);
}

}  // namespace
}  // namespace tengen::book
