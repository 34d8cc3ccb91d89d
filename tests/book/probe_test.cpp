// The probe library: questions to a book that others may be writing.
#include "book/probe.h"

#include <atomic>
#include <thread>

#include "tests/book/store/store_testing.h"

namespace tengen::book {
namespace {

constexpr std::string_view kAsked = "h8i9/h9h7/b";

std::unique_ptr<Probe> probe_of(const std::string& path) {
  Result<std::unique_ptr<Probe>> probe = Probe::open(path);
  EXPECT_TRUE(probe.ok()) << probe.status().message();
  CHECK(probe.ok());
  return std::move(probe).value();
}

ProofRecord record_of(std::string_view setup, std::string_view move, int distance) {
  return record(at(setup), Color::kBlack, point(move), distance);
}

bool knows(const Probe& probe, const Position& position) {
  const auto found = probe.find(position, Color::kBlack);
  EXPECT_TRUE(found.ok()) << found.status().message();
  return found.ok() && found.value();
}

bool knows(const Probe& probe, std::string_view setup) { return knows(probe, at(setup)); }

TEST(Probe, SeesWhatWasWrittenAfterARefresh) {
  const TempDir directory;
  const std::string path = directory.path("b");
  const std::unique_ptr<Store> store = writer(path);
  const auto probe = probe_of(path);
  EXPECT_FALSE(knows(*probe, kAsked));
  ASSERT_TRUE(store->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  EXPECT_FALSE(knows(*probe, kAsked));
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_TRUE(knows(*probe, kAsked));
}

TEST(Probe, IsCurrentUntilSomethingIsWritten) {
  const TempDir directory;
  const std::string path = directory.path("b");
  std::unique_ptr<Store> store = writer(path);
  const auto probe = probe_of(path);
  const std::shared_ptr<const Store> first = probe->store();
  EXPECT_TRUE(probe->is_current());
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_EQ(probe->store(), first);

  ASSERT_TRUE(store->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  EXPECT_FALSE(probe->is_current());
  ASSERT_TRUE(probe->refresh().ok());
  const std::shared_ptr<const Store> second = probe->store();
  EXPECT_NE(second, first);
  EXPECT_TRUE(probe->is_current());

  store.reset();  // moves all of it from the log to a table
  EXPECT_FALSE(probe->is_current());
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_NE(probe->store(), second);
  EXPECT_TRUE(probe->is_current());
  EXPECT_TRUE(knows(*probe, kAsked));
}

TEST(Probe, WhoHoldsAStateIsNotDisturbedByARefresh) {
  const TempDir directory;
  const std::string path = directory.path("b");
  const std::unique_ptr<Store> store = writer(path);
  const auto probe = probe_of(path);
  const std::shared_ptr<const Store> held = probe->store();
  ASSERT_TRUE(store->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_FALSE(held->find(at(kAsked), Color::kBlack).value());
  EXPECT_TRUE(knows(*probe, kAsked));
}

TEST(Probe, ReadsTheSameBlocksFromMemoryAfterARefresh) {
  const TempDir directory;
  const std::string path = directory.path("b");
  make_large_book(path);
  const auto probe = probe_of(path);
  std::vector<Position> positions;
  const auto collect = [&](const BookKey& key, const StoredProof&) {
    positions.push_back(key.position);
    return true;
  };
  ASSERT_TRUE(probe->store()->scan_proofs(collect).ok());
  for (const Position& position : positions) ASSERT_TRUE(knows(*probe, position));
  ASSERT_TRUE(writer(path)->begin_run("host").ok());
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_EQ(probe->store()->runs().value().size(), 1u);
  // What is damaged now has been read before.
  for (const auto& [name, file] : listing(path)) {
    if (name.ends_with(".sst") && file.first > 8000) change_bytes(path + "/" + name, 0, 4000);
  }
  for (const Position& position : positions) ASSERT_TRUE(knows(*probe, position));
}

TEST(Probe, AFailedRefreshKeepsTheOldState) {
  const TempDir directory;
  const std::string path = directory.path("b");
  ASSERT_TRUE(writer(path)->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  const auto probe = probe_of(path);
  write_file(path + "/CURRENT", "MANIFEST-999999\n");
  EXPECT_FALSE(probe->is_current());
  EXPECT_EQ(probe->refresh().code(), StatusCode::kCorruption);
  EXPECT_TRUE(knows(*probe, kAsked));
  fs::remove_all(path);
  EXPECT_FALSE(probe->is_current());
  EXPECT_EQ(probe->refresh().code(), StatusCode::kNotFound);
  EXPECT_TRUE(knows(*probe, kAsked));
}

TEST(Probe, ABookOfAnotherSizeInItsPlaceIsRefused) {
  const TempDir directory;
  const std::string path = directory.path("b");
  ASSERT_TRUE(writer(path)->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  const auto probe = probe_of(path);
  fs::remove_all(path);
  writer(path, 13);
  expect_refused(probe->refresh(), StatusCode::kIncompatible, path);
  EXPECT_TRUE(knows(*probe, kAsked));
}

TEST(Probe, RefusesAPositionOfAnotherSize) {
  const TempDir directory;
  const std::string path = directory.path("b");
  writer(path);
  const auto probe = probe_of(path);
  const Position small = at("g7/-/w", 13);
  expect_refused(probe->find(small, Color::kBlack).status(), StatusCode::kInvalidArgument, path);
  expect_refused(probe->query(small).status(), StatusCode::kInvalidArgument, path);
  expect_refused(probe->children(small).status(), StatusCode::kInvalidArgument, path);
  expect_refused(probe->line(small).status(), StatusCode::kInvalidArgument, path);
}

TEST(Probe, AnswersEverySideOfTheBoardAlike) {
  const TempDir directory;
  const std::string path = directory.path("b");
  // Black has an open three; White's stones are far.
  const Position won = at("g8h8i8/a1c1e1/b");
  ASSERT_TRUE(writer(path)->commit(batch_of({record_of(kAsked, "g7", 9)})).ok());
  const auto probe = probe_of(path);
  for (int index = 0; index < kSymmetryCount; ++index) {
    const Symmetry side(index);
    const Position asked = side.apply(at(kAsked));
    const auto found = probe->find(asked, Color::kBlack);
    ASSERT_TRUE(found.ok() && found.value());
    EXPECT_EQ(found.value()->move, side.apply(point("g7"), 15)) << index;
    if (index % 5 != 1) continue;  // what follows takes a while
    const Position turned = side.apply(won);
    const QueryAnswer answer = probe->query(turned).value();
    EXPECT_EQ(answer.result, GameResult::kBlackWins);
    const std::vector<Move> line = probe->line(turned).value();
    EXPECT_EQ(line, answer.line);
    EXPECT_EQ(line.size(), 3u);
    const std::vector<MoveAnswer> children = probe->children(turned).value();
    ASSERT_EQ(children.size(), answer.moves.size());
    const Move four = side.apply(point("f8"), 15);
    for (std::size_t i = 0; i < children.size(); ++i) {
      EXPECT_EQ(children[i].move, answer.moves[i].move);
      EXPECT_EQ(children[i].result, answer.moves[i].result);
      EXPECT_EQ(children[i].distance_plies, answer.moves[i].distance_plies);
      if (children[i].move == four) {
        EXPECT_EQ(children[i].result, GameResult::kBlackWins);
        EXPECT_EQ(children[i].status, Verdict::kProven);
      }
    }
    for (const MoveAnswer& child : probe->children(turned, Color::kWhite).value()) {
      if (child.move == four) {
        EXPECT_EQ(child.status, Verdict::kDisproven);
      }
    }
  }
}

TEST(Probe, OfNoBookIsNotFound) {
  const auto probe = Probe::open("/nonexistent/book");
  ASSERT_FALSE(probe.ok());
  EXPECT_EQ(probe.status().code(), StatusCode::kNotFound);
}

// The records that the writer of the next test adds, in order.
std::vector<ProofRecord> numbered_records(int count) {
  std::mt19937 random(3);
  return random_records(count, random);
}

// How many of the records the probe knows; they must be the first ones.
std::size_t known_beginning(const Probe& probe, const std::vector<ProofRecord>& records) {
  const std::shared_ptr<const Store> state = probe.store();
  const auto has = [&](const ProofRecord& one) {
    return state->find_exact(one.position, Color::kBlack).value().has_value();
  };
  std::size_t count = 0;
  while (count < records.size() && has(records[count])) ++count;
  for (std::size_t i = count; i < records.size(); ++i) EXPECT_FALSE(has(records[i])) << i;
  return count;
}

TEST(Probe, BesideAWriterSeesEverMoreOfItsBeginning) {
  const TempDir directory;
  const std::string path = directory.path("b");
  writer(path);
  const std::vector<ProofRecord> records = numbered_records(600);
  const auto probe = probe_of(path);
  std::atomic<bool> written = false;
  std::thread writing([&] {
    for (std::size_t next = 0; next < records.size();) {
      const std::unique_ptr<Store> store = writer(path);  // closing it moves the log to a table
      for (int i = 0; i < 50 && next < records.size(); ++i, ++next) {
        ASSERT_TRUE(store->commit(batch_of({records[next]})).ok());
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    }
    written = true;
  });
  std::thread asking([&] {
    while (!written) ASSERT_TRUE(probe->query(at(kAsked)).ok());
  });
  std::size_t known = 0;
  while (!written) {
    const Status refreshed = probe->refresh();
    // Never damage.
    if (!refreshed.ok()) {
      ASSERT_EQ(refreshed.code(), StatusCode::kUnavailable) << refreshed.message();
    }
    const std::size_t now = known_beginning(*probe, records);
    EXPECT_GE(now, known);
    known = now;
  }
  writing.join();
  asking.join();
  ASSERT_TRUE(probe->refresh().ok());
  EXPECT_EQ(known_beginning(*probe, records), records.size());
}

}  // namespace
}  // namespace tengen::book
