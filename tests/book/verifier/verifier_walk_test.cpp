// How the verifier walks: threads, filter, memory, limits, errors. What it checks is in
// verifier_test.cpp.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "book/verifier/record_filter.h"
#include "tests/book/verifier/verifier_testing.h"

namespace tengen::book {
namespace {

// Everything that a report says but the time.
std::string text(const VerifyReport& report) {
  std::string line = report.complete ? "complete" : "INCOMPLETE";
  for (const std::int64_t count :
       {report.defender_positions, report.replies_tried, report.passes_tried, report.foul_replies,
        report.replies_met_by_five, report.replies_met_by_replay, report.vcf_leaves,
        report.records_used, report.damaged_records, std::int64_t{report.max_depth_plies},
        report.holes_total}) {
    line += ' ';
    line += std::to_string(count);
  }
  return line + "\n" + all_holes(report);
}

TEST(VerifierWalk, AnyNumberOfThreadsGivesTheSameReport) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    const std::vector<std::string> needed = needed_records(proof);
    // Whole, then with one record less, then with every third distance wrong.
    FakeBook one_less = proof.book;
    one_less.erase(needed.back());
    FakeBook many_wrong = proof.book;
    for (std::size_t i = 0; i < needed.size(); i += 3) many_wrong[needed[i]].distance_plies = 1;
    for (const FakeBook& book : {proof.book, one_less, many_wrong}) {
      VerifyOptions options;
      options.max_holes = 3;
      const std::string alone = text(verified(proof.root, proof.goal, book, options));
      for (const int threads : {2, 3, 7}) {
        options.threads = threads;
        EXPECT_EQ(text(verified(proof.root, proof.goal, book, options)), alone) << threads;
      }
    }
  }
}

TEST(VerifierWalk, AFilterOfTheRecordsChangesNoReport) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    for (const std::string& removed : needed_records(proof)) {
      FakeBook book = proof.book;
      book.erase(removed);
      RecordFilter filter(15);
      for (const auto& [position, record] : book) filter.add(setup(position));
      VerifyOptions options;
      const std::string without = text(verified(proof.root, proof.goal, book, options));
      options.filter = &filter;
      EXPECT_EQ(text(verified(proof.root, proof.goal, book, options)), without) << removed;
    }
  }
}

TEST(VerifierWalk, AFilterThatMissesANeededRecordMakesAHoleAndNoProof) {
  const SmallProof proof = white_proof();
  const RecordFilter knows_nothing(15);
  VerifyOptions options;
  options.filter = &knows_nothing;
  EXPECT_FALSE(verified(proof.root, proof.goal, proof.book, options).complete);
}

TEST(VerifierWalk, ADamagedRecordIsAHoleAndOtherErrorsEndTheWalk) {
  const Position root = setup("h8/a1/b");
  const auto failing = [](StatusCode code) {
    return [code](const Position&, Color) -> Result<std::optional<Win>> {
      return Status(code, "it is torn");
    };
  };
  const Result<VerifyReport> damaged =
      verify({kNaiveRenju, root.size}, root, Color::kBlack, failing(StatusCode::kCorruption));
  ASSERT_TRUE(damaged.ok());
  EXPECT_FALSE(damaged.value().complete);
  EXPECT_EQ(damaged.value().damaged_records, 1);
  ASSERT_EQ(damaged.value().holes.size(), 1u);
  EXPECT_EQ(text(damaged.value().holes[0]), ": the record is damaged: it is torn");

  const Result<VerifyReport> io =
      verify({kNaiveRenju, root.size}, root, Color::kBlack, failing(StatusCode::kIo));
  ASSERT_FALSE(io.ok());
  EXPECT_EQ(io.status().code(), StatusCode::kIo);

  const Result<VerifyReport> thrown =
      verify({kNaiveRenju, root.size}, root, Color::kBlack,
             [](const Position&, Color) -> Result<std::optional<Win>> {
               throw std::runtime_error("torn in two");
             });
  ASSERT_FALSE(thrown.ok());
  EXPECT_NE(thrown.status().message().find("torn in two"), std::string::npos);
}

TEST(VerifierWalk, AnErrorOnAnyThreadEndsTheWalk) {
  const SmallProof proof = black_proof();
  const ProofLookup lookup = lookup_in(proof.book);
  const std::string root = canonical_text(proof.root);
  for (const int threads : {1, 3}) {
    VerifyOptions options;
    options.threads = threads;
    const Result<VerifyReport> thrown = verify(
        {kNaiveRenju, proof.root.size}, proof.root, proof.goal,
        [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
          if (format_position(canonical) != root) throw std::runtime_error("torn in two");
          return lookup(canonical, goal);
        },
        options);
    ASSERT_FALSE(thrown.ok());
    EXPECT_EQ(thrown.status().code(), StatusCode::kIo);
    EXPECT_NE(thrown.status().message().find("torn in two"), std::string::npos);
  }
}

TEST(VerifierWalk, RootsThatAreNoPositionAreRefused) {
  const auto code_of = [](const Position& root) {
    const FakeBook none;
    const Result<VerifyReport> report =
        verify({kNaiveRenju, 15}, root, Color::kBlack, lookup_in(none));
    return report.ok() ? StatusCode::kOk : report.status().code();
  };
  Position position;
  position.black = {225};
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.black = {-1};
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.black = {5, 5};
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.black = {6, 5};
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.black = {5};
  position.white = {5};
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.white = {};
  position.size = 20;
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  position.size = 4;
  EXPECT_EQ(code_of(position), StatusCode::kInvalidArgument);
  EXPECT_EQ(code_of(setup("a1b1c1d1e1/h8/w")), StatusCode::kInvalidArgument);
}

TEST(VerifierWalk, StoppingLeavesTheProofIncomplete) {
  const SmallProof proof = black_proof();
  VerifyOptions options;
  int polls = 0;
  options.stop = [&] { return ++polls > 100; };
  const VerifyReport report = verified(proof.root, proof.goal, proof.book, options);
  EXPECT_TRUE(report.stopped);
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.holes_total, 0);
  EXPECT_LE(report.replies_tried, 110);
}

TEST(VerifierWalk, HolesBeyondTheLimitAreCountedOnly) {
  const Position root = setup("h8i8/a1a15/b");
  FakeBook book;
  put(book, root, point("o15"), 99);
  VerifyOptions options;
  options.max_holes = 3;
  const VerifyReport report = verified(root, Color::kBlack, book, options);
  EXPECT_EQ(report.holes.size(), 3u);
  EXPECT_GT(report.holes_total, 100);
}

TEST(VerifierWalk, MemoryCarriesProvenPositionsButNoHolesToTheNextWalk) {
  const SmallProof proof = black_proof();
  VerifyMemory memory;
  VerifyOptions options;
  options.memory = &memory;
  EXPECT_TRUE(verified(proof.root, proof.goal, proof.book, options).complete);
  const VerifyReport again = verified(proof.root, proof.goal, proof.book, options);
  EXPECT_TRUE(again.complete);
  EXPECT_EQ(again.records_used, 0);
  // The other goal is another claim.
  EXPECT_FALSE(verified(proof.root, opponent(proof.goal), proof.book, options).complete);

  VerifyMemory fresh;
  options.memory = &fresh;
  const SmallProof wider = white_proof();
  FakeBook broken = wider.book;
  broken.erase(needed_records(wider).back());
  std::vector<std::int64_t> used;
  for (int walk = 0; walk < 2; ++walk) {
    const VerifyReport report = verified(wider.root, wider.goal, broken, options);
    EXPECT_FALSE(report.complete);
    EXPECT_EQ(report.holes_total, 1);
    used.push_back(report.records_used);
  }
  // What leads to the hole is walked again, the rest is not.
  EXPECT_GT(used[1], 0);
  EXPECT_LT(used[1], used[0]);
}

}  // namespace
}  // namespace tengen::book
