#include "book/store/store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Position kAsked = at("h8i9/h9h7/b");

TEST(Store, ANewBookIsEmptyAndSaysWhatItIs) {
  const TempDir dir;
  {
    const std::unique_ptr<Store> store = writer(dir.path("b"));
    EXPECT_FALSE(store->find(kAsked, Color::kBlack).value().has_value());
  }
  const std::unique_ptr<Store> store = reader(dir.path("b"));
  EXPECT_EQ(store->rules(), "renju");
  EXPECT_EQ(store->size(), 15);
  EXPECT_EQ(store->created_by(), tengen_version());
  EXPECT_TRUE(store->runs().value().empty());
  EXPECT_EQ(store->count().value().black.total(), 0u);
  EXPECT_GT(store->bytes_on_disk().value(), 0u);
}

TEST(Store, AProofIsFoundFromEverySymmetricImageInTheAskersFrame) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const CommitCounts counts =
      store->commit(batch_of({record(kAsked, Color::kBlack, point("j10"), 9)})).value();
  EXPECT_EQ(counts.added, 1u);
  for (int index = 0; index < kSymmetryCount; ++index) {
    const Symmetry image_from_asked(index);
    const auto found = store->find(image_from_asked.apply(kAsked), Color::kBlack).value();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->move, image_from_asked.apply(point("j10"), 15));
    EXPECT_EQ(found->distance_plies, 9);
  }
  EXPECT_FALSE(store->find(kAsked, Color::kWhite).value().has_value());
  EXPECT_FALSE(store->find(at("h8i9/h9h6/b"), Color::kBlack).value().has_value());
  const Position canonical = canonicalize(kAsked).position;
  EXPECT_TRUE(store->find_exact(canonical, Color::kBlack).value().has_value());
}

TEST(Store, TheFirstProofOfAPositionStays) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const auto commit = [&](const char* move, int distance) {
    return store->commit(batch_of({record(kAsked, Color::kBlack, point(move), distance)})).value();
  };
  EXPECT_EQ(commit("j10", 9).added, 1u);
  EXPECT_EQ(commit("a1", 11).known, 1u);
  EXPECT_EQ(commit("a1", 9).known, 1u);
  EXPECT_EQ(store->find(kAsked, Color::kBlack).value()->move, point("j10"));
  EXPECT_EQ(commit("g7", 7).known, 1u);
  EXPECT_EQ(store->find(kAsked, Color::kBlack).value()->move, point("j10"));
  EXPECT_EQ(store->find(kAsked, Color::kBlack).value()->distance_plies, 9);
  EXPECT_EQ(store->count().value().black.total(), 1u);
}

TEST(Store, OfTwoProofsInOneBatchTheFirstStays) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const ProofRecord longer = record(kAsked, Color::kBlack, point("a1"), 11);
  const ProofRecord shorter = record(kAsked, Color::kBlack, point("j10"), 9);
  const Result<CommitCounts> counts = store->commit(batch_of({longer, shorter, longer}));
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts.value().added, 1u);
  EXPECT_EQ(counts.value().known, 2u);
  EXPECT_EQ(store->find(kAsked, Color::kBlack).value()->distance_plies, 11);
}

TEST(Store, AnAmendmentReplacesAndDeletesTogetherAndAMalformedOneDoesNothing) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const ProofRecord kept = record(kAsked, Color::kBlack, point("a1"), 11);
  const ProofRecord other = record(at("h8i9/h9a1/b"), Color::kBlack, point("j10"), 9);
  CommitBatch batch = batch_of({kept, other});
  batch.tree_puts.push_back({{other.position, Color::kBlack}, "node"});
  ASSERT_TRUE(store->commit(batch).ok());
  ProofRecord better = record(kAsked, Color::kBlack, point("j10"), 7);
  Amendment amendment;
  amendment.replaced.emplace_back(better, 3);
  amendment.deleted.push_back(encode_key(1, other.position, other.goal));
  amendment.clear_tree = true;
  Amendment malformed = amendment;
  malformed.replaced[0].first.distance_plies = 0;
  EXPECT_EQ(store->amend(malformed).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(store->count().value().black.total(), 2u);
  ASSERT_TRUE(store->amend(amendment).ok());
  EXPECT_EQ(store->find_exact(kept.position, kept.goal).value(),
            (StoredProof{RecordKind::kTree, better.move, 7, 3}));
  EXPECT_FALSE(store->find_exact(other.position, other.goal).value().has_value());
  EXPECT_EQ(store->count().value().tree_entries, 0u);
}

TEST(Store, AScanOfBytesShowsTheKeysOfAPrefixAlone) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const ProofRecord two = record(kAsked, Color::kBlack, point("a1"), 11);
  const ProofRecord one = record(at("h8/h9/b"), Color::kBlack, point("j10"), 9);
  ASSERT_TRUE(store->commit(batch_of({one, two})).ok());
  const std::string key = encode_key(1, two.position, two.goal);
  for (const auto& [prefix, count] : {std::pair{key.substr(0, 4), 1}, {key.substr(0, 3), 2}}) {
    int found = 0;
    ASSERT_TRUE(store
                    ->scan_proof_bytes(prefix,
                                       [&](std::string_view at_key, std::string_view) {
                                         EXPECT_TRUE(count == 2 || at_key == key);
                                         return ++found > 0;
                                       })
                    .ok());
    EXPECT_EQ(found, count);
  }
}

TEST(Store, AContradictionIsRefusedByNameAndNothingIsWritten) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  CommitBatch first = batch_of({record(kAsked, Color::kBlack, point("j10"), 9)});
  first.run = store->begin_run("host").value();
  ASSERT_TRUE(store->commit(first).ok());

  const Position other = at("h8i9/h9a1/b");
  CommitBatch second =
      batch_of({record(other, Color::kBlack, point("j10"), 5),
                record(kAsked, Color::kWhite, kNoMove, 4, RecordKind::kAllReplies)});
  second.tree_puts.push_back({{canonicalize(other).position, Color::kBlack}, "node"});
  second.notes.emplace_back("n", "v");
  second.run = store->begin_run("host").value();
  const Result<CommitCounts> refused = store->commit(second);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kCorruption);
  const std::string& message = refused.status().message();
  for (const std::string& part :
       {dir.path("b"), format_position(canonicalize(kAsked).position),
        std::string("black wins in 9 plies by"), std::string("run 1"),
        std::string("white wins in 4 plies against every reply"), std::string("run 2")}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
  EXPECT_FALSE(store->find(other, Color::kBlack).value().has_value());
  EXPECT_FALSE(store->find(kAsked, Color::kWhite).value().has_value());
  EXPECT_EQ(store->count().value().tree_entries, 0u);
  EXPECT_FALSE(store->note("n").value().has_value());
}

TEST(Store, AContradictionWithinABatchIsRefused) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const Result<CommitCounts> refused =
      store->commit(batch_of({record(kAsked, Color::kBlack, point("j10"), 9),
                              record(kAsked, Color::kWhite, kNoMove, 4, RecordKind::kAllReplies)}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kCorruption);
  EXPECT_EQ(store->count().value().black.total(), 0u);
}

TEST(Store, AMalformedRecordIsRefusedWithItsWholeBatch) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const ProofRecord good = record(kAsked, Color::kBlack, point("j10"), 9);
  ProofRecord bad = record(at("h8i9/h9a1/b"), Color::kBlack, point("j10"), 9);
  bad.distance_plies = 0;
  const Result<CommitCounts> refused = store->commit(batch_of({good, bad}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kInvalidArgument);
  const ProofRecord small = record(at("c3/b2/b", 5), Color::kBlack, 0, 3);
  EXPECT_EQ(store->commit(batch_of({good, small})).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(store->count().value().black.total(), 0u);
}

TEST(Store, ProofsAndTreeAndNotesOfABatchLandTogether) {
  const TempDir dir;
  const BookKey node{canonicalize(at("h8/-/w")).position, Color::kBlack};
  const BookKey gone{canonicalize(at("h8/i9/b")).position, Color::kWhite};
  const std::string binary = bytes({0, 255, 10, 0});
  {
    const std::unique_ptr<Store> store = writer(dir.path("b"));
    CommitBatch batch = batch_of({record(kAsked, Color::kBlack, point("j10"), 9)});
    batch.tree_puts = {{node, binary}, {gone, "x"}};
    batch.notes = {{"epoch", "1"}};
    batch.sync = true;
    ASSERT_TRUE(store->commit(batch).ok());
    CommitBatch next;
    next.tree_deletes = {gone};
    next.notes = {{"epoch", "2"}};
    ASSERT_TRUE(store->commit(next).ok());
  }
  const std::unique_ptr<Store> store = reader(dir.path("b"));
  EXPECT_EQ(store->tree_entry(node.position, node.goal).value(), binary);
  EXPECT_FALSE(store->tree_entry(node.position, Color::kWhite).value().has_value());
  EXPECT_FALSE(store->tree_entry(gone.position, gone.goal).value().has_value());
  EXPECT_EQ(store->note("epoch").value(), "2");
  EXPECT_FALSE(store->note("other").value().has_value());
  int seen = 0;
  EXPECT_TRUE(store
                  ->scan_tree([&](const TreeEntry& entry) {
                    ++seen;
                    EXPECT_EQ(entry.key, node);
                    EXPECT_EQ(entry.bytes, binary);
                    return true;
                  })
                  .ok());
  EXPECT_EQ(seen, 1);
}

TEST(Store, AnEntryPutAndDeletedInOneBatchIsPut) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const BookKey node{canonicalize(at("h8/-/w")).position, Color::kBlack};
  CommitBatch batch;
  batch.tree_puts = {{node, "new"}};
  batch.tree_deletes = {node};
  ASSERT_TRUE(store->commit(batch).ok());
  EXPECT_EQ(store->tree_entry(node.position, node.goal).value(), "new");
}

TEST(Store, ClearingTheTreeKeepsTheProofs) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  CommitBatch batch = batch_of({record(kAsked, Color::kBlack, point("j10"), 9)});
  batch.tree_puts = {{{canonicalize(at("h8/-/w")).position, Color::kBlack}, "x"}};
  ASSERT_TRUE(store->commit(batch).ok());
  ASSERT_EQ(store->count().value().tree_entries, 1u);
  ASSERT_TRUE(store->clear_tree().ok());
  EXPECT_EQ(store->count().value().tree_entries, 0u);
  EXPECT_EQ(store->count().value().black.tree, 1u);
}

TEST(Store, RunsAreNumberedAndNamed) {
  const TempDir dir;
  {
    const std::unique_ptr<Store> store = writer(dir.path("b"));
    EXPECT_EQ(store->begin_run("node1").value(), 1u);
    EXPECT_EQ(store->begin_run("node\xff").value(), 2u);
    CommitBatch batch = batch_of({record(kAsked, Color::kBlack, point("j10"), 9)});
    batch.run = 2;
    ASSERT_TRUE(store->commit(batch).ok());
  }
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  EXPECT_EQ(store->begin_run("node2").value(), 3u);
  const std::vector<book::Run> runs = store->runs().value();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].host, "node1");
  EXPECT_EQ(runs[0].solver_version, tengen_version());
  EXPECT_GT(runs[0].started_unix_seconds, 0);
  EXPECT_EQ(runs[2].id, 3u);
  EXPECT_EQ(store->find(kAsked, Color::kBlack).value()->run, 2u);
}

TEST(Store, CountsAreByGoalAndKind) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  ASSERT_TRUE(
      store
          ->commit(batch_of({
              record(kAsked, Color::kBlack, point("j10"), 9),
              record(at("h8i9/h9a1/b"), Color::kBlack, point("j10"), 5, RecordKind::kVcfLeaf),
              record(at("h8i9/h9/w"), Color::kBlack, kNoMove, 10, RecordKind::kAllReplies),
              record(at("h8i9j1/h9a1/w"), Color::kWhite, point("j10"), 5, RecordKind::kVcfLeaf),
          }))
          .ok());
  const BookCounts counts = store->count().value();
  EXPECT_EQ(counts.black.tree, 1u);
  EXPECT_EQ(counts.black.vcf_leaves, 1u);
  EXPECT_EQ(counts.black.all_replies, 1u);
  EXPECT_EQ(counts.black.total(), 3u);
  EXPECT_EQ(counts.white.vcf_leaves, 1u);
  EXPECT_EQ(counts.white.total(), 1u);
}

TEST(Store, AScanEndsWhenItsVisitorSaysSo) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  ASSERT_TRUE(store
                  ->commit(batch_of({record(kAsked, Color::kBlack, point("j10"), 9),
                                     record(at("h8i9/h9a1/b"), Color::kBlack, point("j10"), 5)}))
                  .ok());
  int seen = 0;
  EXPECT_TRUE(
      store->scan_proofs([&](const BookKey&, const StoredProof&) { return ++seen < 1; }).ok());
  EXPECT_EQ(seen, 1);
}

TEST(Store, AReaderSeesWhatWasCommittedBeforeItOpened) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  ASSERT_TRUE(store->commit(batch_of({record(kAsked, Color::kBlack, point("j10"), 9)})).ok());
  const std::unique_ptr<Store> early = reader(dir.path("b"));
  const Position later = at("h8i9/h9a1/b");
  ASSERT_TRUE(store->commit(batch_of({record(later, Color::kBlack, point("j10"), 5)})).ok());
  EXPECT_TRUE(early->find(kAsked, Color::kBlack).value().has_value());
  EXPECT_FALSE(early->find(later, Color::kBlack).value().has_value());
  EXPECT_TRUE(reader(dir.path("b"))->find(later, Color::kBlack).value().has_value());
}

TEST(Store, FourReadersOfOneStoreAgree) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  ASSERT_TRUE(store->commit(batch_of({record(kAsked, Color::kBlack, point("j10"), 9)})).ok());
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        const auto found = store->find(kAsked, Color::kBlack);
        if (found.ok() && found.value() && found.value()->move == point("j10")) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 800);
}

}  // namespace
}  // namespace tengen::book
