#include "book/care/repair.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Repair : public ::testing::Test {
 protected:
  RepairReport repair(bool dry_run = false) {
    RepairOptions options;
    options.threads = 2;
    options.dry_run = dry_run;
    options.records_per_commit = 2;
    options.max_listed = 1000;
    options.progress = [this](const RepairReport&) {
      if (!keep_copies_) return;
      copies_.push_back(dir_.path("killed" + std::to_string(copies_.size())));
      fs::copy(book_, copies_.back());
    };
    Result<RepairReport> report = repair_book(book_, options);
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.status().message());
    return report.ok() ? std::move(report).value() : RepairReport();
  }
  void put(const std::string& key, const std::string& value,
           const std::string& family = kProofsFamily) {
    put_entry(book_, key, value, family);
  }
  void remove(const ProofRecord& record) {
    Amendment amendment;
    amendment.deleted.push_back(encode_key(1, record.position, record.goal));
    ASSERT_TRUE(writer(book_)->amend(amendment).ok());
  }
  // A book as a merge makes it, with a tree entry.
  void make_book(const std::vector<SmallProof>& proofs) {
    for (const SmallProof& proof : proofs) put_records(book_, records_of(proof));
    put_tree();
    expect_sound(book_);
  }
  void put_tree() {
    CommitBatch batch;
    batch.tree_puts.push_back({{canonicalize(at("h8/i9/b")).position, Color::kBlack}, "node"});
    ASSERT_TRUE(writer(book_)->commit(batch).ok());
  }
  std::map<std::string, StoredProof> contents(const std::string& path) {
    std::map<std::string, StoredProof> all;
    EXPECT_TRUE(reader(path)
                    ->scan_proofs([&](const BookKey& key, const StoredProof& proof) {
                      all[key_text(key)] = proof;
                      return true;
                    })
                    .ok());
    return all;
  }
  static bool opened(const RepairReport& report, const Position& position) {
    return std::any_of(report.opened.begin(), report.opened.end(), [&](const BookKey& key) {
      return format_position(key.position) == canonical_text(position);
    });
  }

  TempDir dir_;
  std::string book_ = dir_.path("b");
  bool keep_copies_ = false;
  std::vector<std::string> copies_;
};

TEST_F(Repair, ABookThatIsRightStaysAsItIs) {
  make_book({black_proof(), white_proof()});
  const auto before = contents(book_);
  const RepairReport report = repair();
  EXPECT_TRUE(report.was_right());
  EXPECT_EQ(report.records, before.size());
  EXPECT_EQ(report.checked, before.size());
  EXPECT_EQ(contents(book_), before);
  EXPECT_EQ(reader(book_)->count().value().tree_entries, 1u);
}

TEST_F(Repair, WhatRestsOnAMissingRecordGoesAndTheRestStays) {
  const SmallProof proof = black_proof();
  const SmallProof other = white_proof();
  for (const std::string& missing : needed_records(proof)) {
    if (missing == canonical_text(proof.root)) continue;
    const TempDir dir;
    book_ = dir.path("b");
    make_book({proof, other});
    remove(records_of({proof.root, proof.goal, {{missing, proof.book.at(missing)}}}).front());
    const RepairReport report = repair();
    EXPECT_GT(report.removed, 0u);
    EXPECT_EQ(report.corrected, 0u);
    EXPECT_TRUE(report.tree_deleted);
    EXPECT_EQ(reader(book_)->count().value().tree_entries, 0u);
    EXPECT_NE(report.removals.front().fault.find("no record"), std::string::npos);
    // The root is what is open again; nothing else that was removed stands on its own.
    EXPECT_TRUE(opened(report, proof.root));
    EXPECT_LE(report.opened_total, report.removed);
    EXPECT_FALSE(reader(book_)->find(proof.root, proof.goal).value().has_value());
    EXPECT_EQ(reader(book_)->count().value().white.total(), other.book.size());
    expect_sound(book_);
    EXPECT_TRUE(repair().was_right());
  }
}

TEST_F(Repair, AFalseRecordGoesWithWhatRestsOnIt) {
  const SmallProof proof = black_proof();
  for (const std::string& wrong : needed_records(proof)) {
    const TempDir dir;
    book_ = dir.path("b");
    make_book({proof});
    ProofRecord record =
        records_of({proof.root, proof.goal, {{wrong, proof.book.at(wrong)}}}).front();
    record.move = record.position.is_empty_point(point("a15", 15)) ? point("a15", 15) : Move{1};
    put(encode_key(1, record.position, record.goal), encode_value(record, 1));
    const RepairReport report = repair();
    EXPECT_GT(report.removed, 0u);
    EXPECT_EQ(report.removals.front().key.position, record.position);
    EXPECT_TRUE(opened(report, proof.root));
    EXPECT_FALSE(reader(book_)->find_exact(record.position, record.goal).value().has_value());
    expect_sound(book_);
  }
}

TEST_F(Repair, EveryWrongDistanceIsSetRight) {
  make_book({black_proof(), white_proof()});
  const auto before = contents(book_);
  std::mt19937 random(5);
  Amendment amendment;
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    for (ProofRecord record : records_of(proof)) {
      record.distance_plies = 1 + static_cast<int>(random() % 399);
      const auto stored = before.at(key_text(BookKey{record.position, record.goal}));
      amendment.replaced.emplace_back(record, stored.run);
    }
  }
  ASSERT_TRUE(writer(book_)->amend(amendment).ok());
  const RepairReport report = repair();
  EXPECT_EQ(report.removed, 0u);
  EXPECT_GT(report.corrected, before.size() / 2);
  EXPECT_FALSE(report.tree_deleted);
  expect_sound(book_);
  for (const auto& [key, proof] : contents(book_)) {
    EXPECT_EQ(proof.distance_plies, before.at(key).distance_plies) << key;
    EXPECT_EQ(proof.run, before.at(key).run) << key;
  }
}

TEST_F(Repair, WhatCannotBeReadGoesWithWhatRestsOnIt) {
  const SmallProof proof = black_proof();
  make_book({proof});
  std::vector<std::string> needed = needed_records(proof);
  const std::string damaged = *std::find_if(needed.begin(), needed.end(), [&](const auto& text) {
    return text != canonical_text(proof.root);
  });
  put(encode_key(1, setup(damaged), proof.goal), "nonsense");
  put("nonsense", "nonsense");
  put("nonsense", "nonsense", kTreeFamily);
  const RepairReport report = repair();
  EXPECT_EQ(report.damaged, 2u);
  EXPECT_GT(report.removed, 0u);
  EXPECT_TRUE(report.tree_deleted);
  EXPECT_TRUE(opened(report, proof.root));
  EXPECT_FALSE(opened(report, setup(damaged)));
  expect_sound(book_);
}

TEST_F(Repair, OfAContradictionTheFalseSideGoes) {
  const SmallProof proof = black_proof();
  make_book({proof});
  const ProofRecord against =
      record(proof.root, Color::kWhite, kNoMove, 8, RecordKind::kAllReplies);
  put(encode_key(1, against.position, against.goal), encode_value(against, 1));
  const RepairReport report = repair();
  EXPECT_EQ(report.removed, 1u);
  EXPECT_TRUE(reader(book_)->find(proof.root, Color::kBlack).value().has_value());
  expect_sound(book_);
}

TEST_F(Repair, AnUnknownRunBecomesNone) {
  const SmallProof proof = black_proof();
  make_book({proof});
  const ProofRecord root =
      record(proof.root, proof.goal, proof.book.at(canonical_text(proof.root)).move,
             proof.book.at(canonical_text(proof.root)).distance_plies);
  const StoredProof stored = *reader(book_)->find_exact(root.position, root.goal).value();
  const ProofRecord same{root.position, root.goal, stored.move, stored.distance_plies, stored.kind};
  put(encode_key(1, same.position, same.goal), encode_value(same, 77));
  EXPECT_EQ(repair().corrected, 1u);
  expect_sound(book_);
}

TEST_F(Repair, ADryRunSaysTheSameAndChangesNothing) {
  const SmallProof proof = black_proof();
  for (const std::string& wrong : needed_records(proof)) {
    const TempDir dir;
    book_ = dir.path("b");
    make_book({proof, white_proof()});
    ProofRecord record =
        records_of({proof.root, proof.goal, {{wrong, proof.book.at(wrong)}}}).front();
    record.distance_plies += 7;
    if (wrong != needed_records(proof).front()) record.move = point("a15", 15);
    put(encode_key(1, record.position, record.goal), encode_value(record, 1));
    put("nonsense", "nonsense");
    const RepairReport dry = repair(true);
    EXPECT_EQ(reader(book_)->count().status().code(), StatusCode::kCorruption);
    const RepairReport wet = repair();
    EXPECT_FALSE(dry.was_right());
    EXPECT_EQ(dry.damaged, wet.damaged);
    EXPECT_EQ(dry.removed, wet.removed);
    EXPECT_EQ(dry.corrected, wet.corrected);
    EXPECT_EQ(dry.opened, wet.opened);
    EXPECT_EQ(dry.tree_deleted, wet.tree_deleted);
  }
}

TEST_F(Repair, AKillAfterAnyCommitLeavesABookWhoseRepairGoesOnToTheSameEnd) {
  const SmallProof proof = black_proof();
  make_book({proof, white_proof()});
  const std::vector<std::string> needed = needed_records(proof);
  remove(records_of({proof.root, proof.goal, {{needed.back(), proof.book.at(needed.back())}}})
             .front());
  Amendment amendment;
  for (ProofRecord record : records_of(white_proof())) {
    record.distance_plies += 50;
    amendment.replaced.emplace_back(record, 1);
  }
  ASSERT_TRUE(writer(book_)->amend(amendment).ok());
  keep_copies_ = true;
  ASSERT_GT(repair().removed, 0u);
  keep_copies_ = false;
  const auto after = contents(book_);
  ASSERT_GT(copies_.size(), 5u);
  for (const std::string& copy : copies_) {
    book_ = copy;
    repair();
    expect_sound(copy);
    EXPECT_EQ(contents(copy), after);
  }
}

TEST_F(Repair, ADamagedFileAndAMissingBookAreErrors) {
  EXPECT_EQ(repair_book(dir_.path("none"), {}).status().code(), StatusCode::kNotFound);
  make_large_book(book_);
  change_bytes(largest_file(book_, "", ".sst"), 4000, 8);
  EXPECT_EQ(repair_book(book_, {}).status().code(), StatusCode::kCorruption);
}

}  // namespace
}  // namespace tengen::book
