#include "book/care/check_book.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Check : public ::testing::Test {
 protected:
  CheckReport check(bool closure = true) {
    CheckOptions options;
    options.closure = closure;
    options.threads = 2;
    Result<CheckReport> report = check_book(book_, options);
    EXPECT_TRUE(report.ok()) << report.status().message();
    return report.ok() ? std::move(report).value() : CheckReport();
  }
  static bool names(const CheckReport& report, const std::string& where, const std::string& what) {
    return std::any_of(report.faults.begin(), report.faults.end(), [&](const CheckFault& fault) {
      return fault.where.find(where) != std::string::npos &&
             fault.what.find(what) != std::string::npos;
    });
  }
  void put(const std::string& key, const std::string& value,
           const std::string& family = kProofsFamily) {
    put_entry(book_, key, value, family);
  }

  TempDir dir_;
  std::string book_ = dir_.path("b");
};

TEST_F(Check, AWholeBookIsSoundAndCounted) {
  const SmallProof black = black_proof();
  const SmallProof white = white_proof();
  put_records(book_, records_of(black));
  put_records(book_, records_of(white));
  const CheckReport report = check();
  EXPECT_EQ(report.damages_total, 0u);
  EXPECT_EQ(report.holes_total, 0u);
  EXPECT_EQ(report.counts.black.tree, black.book.size());
  EXPECT_EQ(report.counts.white.tree, white.book.size());
  EXPECT_EQ(report.claims_checked, black.book.size() + white.book.size());
  EXPECT_EQ(report.runs, 2u);
  EXPECT_GT(report.tables, 0u);
}

TEST_F(Check, HintsAreCountedAndABrokenOneIsNamed) {
  const Position position = at("h8i8/a15o15/b");
  put_hint(book_, position, point("g7", 15));
  const CheckReport sound = check();
  EXPECT_EQ(sound.counts.hint_positions, 1u);
  EXPECT_EQ(sound.damages_total, 0u);
  const std::string key =
      encode_key(rules_byte("renju").value(), canonicalize(at("h8/-/b")).position, Color::kBlack);
  put(key, "\x01\x70", kHintsFamily);
  put("nonsense", "", kHintsFamily);
  const CheckReport broken = check();
  EXPECT_EQ(broken.counts.hint_positions, 3u);
  EXPECT_EQ(broken.damages_total, 2u);
  EXPECT_TRUE(names(broken, "hints, ", ""));
}

TEST_F(Check, AMissingRecordIsAHoleOfEachRecordThatNeedsIt) {
  SmallProof proof = black_proof();
  const std::vector<std::string> needed = needed_records(proof);
  const std::string missing = *std::find_if(needed.begin(), needed.end(), [&](const auto& text) {
    return text != canonical_text(proof.root);
  });
  proof.book.erase(missing);
  put_records(book_, records_of(proof));
  const CheckReport report = check();
  EXPECT_EQ(report.damages_total, 0u);
  EXPECT_GE(report.holes_total, 1u);
  EXPECT_TRUE(names(report, "goal black", "no record, and no win by continuous fours"));
  EXPECT_EQ(check(false).holes_total, 0u);
}

TEST_F(Check, EveryDistanceThatIsNotExactIsNamed) {
  // Nothing rests on a root, so there the distance is wrong of one record alone.
  const SmallProof proof = black_proof();
  for (const int more : {0, 1, 100}) {
    const TempDir dir;
    book_ = dir.path("b");
    std::vector<ProofRecord> records = records_of(proof);
    for (ProofRecord& record : records) {
      if (format_position(record.position) == canonical_text(proof.root)) {
        record.distance_plies += more;
      }
    }
    put_records(book_, records);
    const CheckReport report = check();
    EXPECT_EQ(report.distances_total, more == 0 ? 0u : 1u);
    EXPECT_EQ(report.holes_total, 0u);
    if (more == 0) continue;
    EXPECT_TRUE(names(report, canonical_text(proof.root), "its distance is"));
    EXPECT_EQ(report.faults.front().kind, CheckFaultKind::kDistance);
    EXPECT_EQ(check(false).distances_total, 0u);
  }
  // Too small is a hole, and not counted twice.
  const TempDir dir;
  book_ = dir.path("b");
  std::vector<ProofRecord> records = records_of(proof);
  for (ProofRecord& record : records) {
    if (format_position(record.position) == canonical_text(proof.root)) record.distance_plies -= 2;
  }
  put_records(book_, records);
  EXPECT_EQ(check().holes_total, 1u);
  EXPECT_EQ(check().distances_total, 0u);
}

TEST_F(Check, AStoredMoveThatMakesFiveIsNoHole) {
  put_records(book_, {record(at("h8i8j8k8/a1c1e1g1/b"), Color::kBlack, point("l8", 15), 1)});
  expect_sound(book_);
}

TEST_F(Check, ARecordLongerThanAShortWinOfItsPositionIsInexact) {
  const Position position = at("h8h9h10/a1c1e1/b");
  put_records(book_, {record(position, Color::kBlack, point("h11", 15), 7)});
  EXPECT_EQ(check().distances_total, 1u);
  EXPECT_TRUE(names(check(), "goal black", "its distance is 7, by a win by fours it is 3"));
}

TEST_F(Check, EveryDamagedTableIsNamedAndWhatIsReadableIsCounted) {
  make_large_book(book_);
  const std::string table = largest_file(book_, "", ".sst");
  change_bytes(table, 4000, 8);
  const CheckReport report = check(false);
  EXPECT_TRUE(names(report, fs::path(table).filename().string() + " (proofs: from ", "checksum"));
  EXPECT_GT(report.tables, 1u);
}

TEST_F(Check, ABookThatDoesNotOpenIsDamagedAndItsTablesAreStillRead) {
  make_large_book(book_);
  const std::string table = largest_file(book_, "", ".sst");
  change_bytes(table, 4000, 8);
  change_bytes(largest_file(book_, "MANIFEST", ""), 300, 8);
  const CheckReport report = check();
  EXPECT_TRUE(names(report, book_, "MANIFEST"));
  EXPECT_TRUE(names(report, fs::path(table).filename().string(), "checksum"));
}

TEST_F(Check, EveryEntryThatCannotBeReadIsNamed) {
  put_records(book_, {record(at("h8i8/h9i9/b"), Color::kBlack, 0, 9)});
  const std::string key = encode_key(1, canonicalize(at("h8i8/a1o15/b")).position, Color::kBlack);
  put(key, "nonsense");
  put("nonsense", "nonsense");
  const CheckReport report = check(false);
  EXPECT_EQ(report.damages_total, 2u);
  EXPECT_TRUE(names(report, "goal black", "unknown value layout"));
  EXPECT_TRUE(names(report, "nonsense", "key of other rules"));
}

TEST_F(Check, ProofsForBothGoalsOfAPositionAreAContradiction) {
  const Position position = canonicalize(at("h8i8/h9i9/b")).position;
  put_records(book_, {record(position, Color::kBlack, 0, 9)});
  const ProofRecord against = record(position, Color::kWhite, kNoMove, 8, RecordKind::kAllReplies);
  put(encode_key(1, position, Color::kWhite), encode_value(against, 1));
  const CheckReport report = check(false);
  EXPECT_EQ(report.damages_total, 1u);
  EXPECT_TRUE(names(report, format_position(position), "contradiction"));
}

TEST_F(Check, ARunThatIsNotInTheTableIsDamage) {
  const ProofRecord proof = record(at("h8i8/h9i9/b"), Color::kBlack, 0, 9);
  put_records(book_, {proof});
  put(encode_key(1, proof.position, proof.goal), encode_value(proof, 77));
  EXPECT_TRUE(names(check(false), "goal black", "run 77 is not in the table of runs"));
}

TEST_F(Check, APathWithoutABookIsAnError) {
  EXPECT_EQ(check_book(book_, {}).status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace tengen::book
