#include "book/care/diff.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Diff : public ::testing::Test {
 protected:
  Result<DiffCounts> diff() {
    found_.clear();
    return diff_books(*reader(left_), *reader(right_),
                      [this](const Difference& difference) { found_.push_back(difference); }, {});
  }

  TempDir dir_;
  std::string left_ = dir_.path("left");
  std::string right_ = dir_.path("right");
  std::vector<Difference> found_;
};

TEST_F(Diff, EachKindOfDifferenceIsToldWithBothProofs) {
  const Position same = at("h8i8/h9i9/b");
  const Position left_only = at("h8i8/a1o15/b");
  const Position right_only = at("h8i8/a1o14/b");
  const Position shorter = at("h8i8/a1o13/b");
  const Position contradicted = at("h8i8/a1o12/b");
  put_records(left_,
              {record(same, Color::kBlack, 0, 9), record(left_only, Color::kBlack, 2, 5),
               record(shorter, Color::kBlack, 2, 5), record(contradicted, Color::kBlack, 2, 5)});
  put_records(right_,
              {record(same, Color::kBlack, 0, 9), record(right_only, Color::kBlack, 2, 5),
               record(shorter, Color::kBlack, 2, 3),
               record(contradicted, Color::kWhite, kNoMove, 4, RecordKind::kAllReplies)},
              "another host is no difference");
  const Result<DiffCounts> counts = diff();
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts.value().equal, 1u);
  EXPECT_EQ(counts.value().differences(), 4u);
  ASSERT_EQ(found_.size(), 4u);
  for (const Difference& difference : found_) {
    const auto is = [&](const Position& position) {
      return difference.position == canonicalize(position).position;
    };
    switch (difference.kind) {
      case DifferenceKind::kOnlyLeft:
        EXPECT_TRUE(is(left_only) && difference.left && !difference.right);
        break;
      case DifferenceKind::kOnlyRight:
        EXPECT_TRUE(is(right_only) && !difference.left && difference.right);
        break;
      case DifferenceKind::kOtherProof:
        EXPECT_TRUE(is(shorter));
        EXPECT_EQ(difference.left->distance_plies, 5);
        EXPECT_EQ(difference.right->distance_plies, 3);
        break;
      case DifferenceKind::kContradiction:
        EXPECT_TRUE(is(contradicted));
        EXPECT_EQ(difference.left_goal, Color::kBlack);
        EXPECT_EQ(difference.right_goal, Color::kWhite);
        break;
    }
  }
}

TEST_F(Diff, LargeBooksAreComparedToTheirEnds) {
  make_large_book(left_);
  make_large_book(right_);
  EXPECT_EQ(diff().value().differences(), 0u);
  const std::uint64_t records = records_in(left_);
  EXPECT_EQ(diff().value().equal, records);
  // The record after which all reading begins anew, and the last.
  std::vector<BookKey> keys;
  ASSERT_TRUE(reader(left_)
                  ->scan_proofs([&](const BookKey& key, const StoredProof&) {
                    keys.push_back(key);
                    return true;
                  })
                  .ok());
  ASSERT_GT(keys.size(), 4097u);
  std::vector<ProofRecord> shorter;
  for (const std::size_t i :
       {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, keys.size() - 1}) {
    const StoredProof proof = *reader(left_)->find_exact(keys[i].position, keys[i].goal).value();
    shorter.push_back({keys[i].position, keys[i].goal, proof.move, 1, proof.kind});
  }
  Amendment amendment;
  for (const ProofRecord& record : shorter) amendment.replaced.emplace_back(record, 0);
  ASSERT_TRUE(writer(right_)->amend(amendment).ok());
  EXPECT_EQ(diff().value().other_proof, 4u);
  EXPECT_EQ(diff().value().equal, records - 4);
}

TEST_F(Diff, ABookOfAnotherSizeIsRefused) {
  writer(left_);
  writer(right_, 9);
  expect_refused(diff().status(), StatusCode::kIncompatible, right_);
}

}  // namespace
}  // namespace tengen::book
