// Damage to the files of a book, and what is said about it.
#include <sys/resource.h>

#include <csignal>

#include "tests/book/store/store_testing.h"

namespace tengen::book {
namespace {

const std::string kExtentFile = "/tengen-book-extent";

// The first and the last record, as messages name them, and how many there are.
struct Records {
  std::string first;
  std::string last;
  std::uint64_t count = 0;
};

Records records_of(const std::string& path) {
  Records records;
  const Status status = reader(path)->scan_proofs([&](const BookKey& key, const StoredProof&) {
    if (records.count++ == 0) records.first = key_text(key);
    records.last = key_text(key);
    return true;
  });
  CHECK(status.ok());
  return records;
}

void expect_says(const Status& status, std::string_view text) {
  EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
}

// Neither reader nor writer takes the book, nothing of it is changed, and the words say what to do.
void expect_loss_noticed(const std::string& path, std::string_view named) {
  const auto before = listing(path);
  for (const Status& status : {opened_read_only(path), opened_for_writing(path)}) {
    expect_refused(status, StatusCode::kCorruption, path);
    expect_says(status, named);
    expect_says(status, "delete " + path + kExtentFile);
  }
  EXPECT_EQ(listing(path), before);
}

TEST(StoreDamage, AMissingCurrentFileIsCorruption) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  fs::remove(path + "/CURRENT");
  expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
  expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
}

TEST(StoreDamage, AValueThatIsNoRecordIsNamedByItsPosition) {
  const TempDir dir;
  const std::string path = dir.path("b");
  const Position position = canonicalize(at("h8i9/h9h7/b")).position;
  ASSERT_TRUE(writer(path)->commit(batch_of({record(position, Color::kBlack, 0, 9)})).ok());
  {
    const Result<Database> database = open_database_for_writing(path);
    ASSERT_TRUE(database.ok());
    rocksdb::ColumnFamilyHandle* const proofs = database.value().families.at(kProofsFamily);
    const std::string key = encode_key(1, position, Color::kBlack);
    ASSERT_TRUE(database.value().db->Put({}, proofs, key, "junk").ok());
  }
  const std::unique_ptr<Store> store = writer(path);
  const auto found = store->find(position, Color::kBlack);
  ASSERT_FALSE(found.ok());
  expect_refused(found.status(), StatusCode::kCorruption, path);
  EXPECT_NE(found.status().message().find(format_position(position)), std::string::npos);
  EXPECT_EQ(store->count().status().code(), StatusCode::kCorruption);
  EXPECT_EQ(store->commit(batch_of({record(position, Color::kBlack, 0, 5)})).status().code(),
            StatusCode::kCorruption);
}

TEST(StoreDamage, ATruncatedOrMissingTableFileIsNamedWithItsRange) {
  for (const bool remove : {false, true}) {
    const TempDir dir;
    const std::string path = dir.path("b");
    make_large_book(path);
    const Records records = records_of(path);
    const std::string table = largest_file(path, "", ".sst");
    if (remove) {
      fs::remove(table);
    } else {
      fs::resize_file(table, fs::file_size(table) / 2);
    }
    for (const Status& status : {opened_for_writing(path), opened_read_only(path)}) {
      expect_refused(status, StatusCode::kCorruption, path);
      expect_says(status, fs::path(table).filename().string() + " (proofs: from " + records.first +
                              " to " + records.last + ")");
    }
  }
}

TEST(StoreDamage, ABrokenBlockIsNamedByFileRangeAndWhereAScanCame) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const Records records = records_of(path);
  const std::string table = largest_file(path, "", ".sst");
  change_bytes(table, fs::file_size(table) / 2, 8);
  const std::unique_ptr<Store> store = reader(path);
  std::vector<BookKey> seen;
  const Status status = store->scan_proofs([&](const BookKey& key, const StoredProof&) {
    seen.push_back(key);
    return true;
  });
  const std::string range = fs::path(table).filename().string() + " (proofs: from " +
                            records.first + " to " + records.last + ")";
  expect_refused(status, StatusCode::kCorruption, path);
  expect_says(status, range);
  ASSERT_GT(seen.size(), 0u);
  ASSERT_LT(seen.size(), records.count);
  expect_says(status, "the last good entry is " + key_text(seen.back()));
  EXPECT_EQ(store->count().status().code(), StatusCode::kCorruption);

  // Single look-ups: those before the block answer, one of the others meets it.
  EXPECT_TRUE(store->find_exact(seen.back().position, seen.back().goal).ok());
  std::mt19937 random(6);
  Status met;
  for (const ProofRecord& wanted : random_records(5000, random)) {
    const auto found = store->find_exact(wanted.position, wanted.goal);
    if (found.ok()) {
      EXPECT_TRUE(found.value().has_value());
    } else {
      met = found.status();
    }
  }
  expect_refused(met, StatusCode::kCorruption, path);
  expect_says(met, range);
}

TEST(StoreDamage, AnyKeyHasAText) {
  const BookKey key{canonicalize(at("h8i9/h9h7/b")).position, Color::kWhite};
  const std::string bytes_of_key = encode_key(1, key.position, key.goal);
  EXPECT_EQ(key_text(bytes_of_key), format_position(key.position) + ", goal white");
  EXPECT_EQ(key_text("run:0000000001"), "run:0000000001");
  EXPECT_EQ(key_text(""), "");
  for (std::size_t length = 1; length < bytes_of_key.size(); ++length) {
    EXPECT_EQ(key_text(bytes_of_key.substr(0, length)), "a damaged key");
  }
  for (int size = 0; size < 256; ++size) {
    std::string other = bytes_of_key;
    other[1] = static_cast<char>(size);
    EXPECT_EQ(key_text(other).find('\n'), std::string::npos);
  }
}

TEST(StoreDamage, ALogCutAtItsEndIsNoticedWithTheNumberOfLostWrites) {
  const TempDir dir;
  make_killed_book(dir.path("b"), 20);
  const Records whole = records_of(dir.path("b"));
  const std::uintmax_t size = fs::file_size(largest_file(dir.path("b"), "", ".log"));
  for (const std::uintmax_t left : {size - 1, size - 37, size / 2, std::uintmax_t{0}}) {
    const std::string path = dir.path("cut" + std::to_string(left));
    fs::copy(dir.path("b"), path);
    fs::resize_file(largest_file(path, "", ".log"), left);
    // One batch of ten is lost with its last byte.
    expect_loss_noticed(path,
                        left == size - 1 ? "at least the last 10 of its" : "at least the last");
    fs::remove(path + kExtentFile);
    EXPECT_LT(records_of(path).count, whole.count);
    EXPECT_TRUE(opened_for_writing(path).ok());
  }
  const std::string path = dir.path("lost");
  fs::copy(dir.path("b"), path);
  fs::remove(largest_file(path, "", ".log"));
  expect_loss_noticed(path, "at least the last 200 of its");
}

TEST(StoreDamage, ADamagedByteInTheMiddleOfTheLogIsNoticed) {
  const TempDir dir;
  make_killed_book(dir.path("b"), 100);
  const Records whole = records_of(dir.path("b"));
  // Steps that come across every field of a record: its checksum, length, type, keys and values.
  const std::uintmax_t middle = fs::file_size(largest_file(dir.path("b"), "", ".log")) / 2;
  for (std::uintmax_t offset = middle; offset < middle + 600; offset += 13) {
    const std::string path = dir.path("flip");
    fs::remove_all(path);
    fs::copy(dir.path("b"), path);
    change_bytes(largest_file(path, "", ".log"), offset, 1);
    expect_loss_noticed(path, "writes are missing");
  }
  const std::string path = dir.path("flip");
  fs::remove(path + kExtentFile);
  // What lies before the damage is left.
  EXPECT_GT(records_of(path).count, whole.count / 4);
  EXPECT_LT(records_of(path).count, whole.count * 3 / 4);
  EXPECT_TRUE(opened_for_writing(path).ok());
  EXPECT_GT(records_of(path).count, whole.count / 4);
}

TEST(StoreDamage, WhatWasNeverPromisedMayBeLost) {
  const TempDir dir;
  make_killed_book(dir.path("b"), 20);
  const std::string path = dir.path("longer");
  // The run goes on, and is killed before it has noted anything of it.
  {
    const std::unique_ptr<Store> store = writer(dir.path("b"));
    std::mt19937 random(7);
    ASSERT_TRUE(store->commit(batch_of(random_records(10, random))).ok());
    fs::copy(dir.path("b"), path);
  }
  const std::string log = largest_file(path, "", ".log");
  for (const std::uintmax_t left : {fs::file_size(log) - 1, std::uintmax_t{0}}) {
    fs::resize_file(log, left);
    EXPECT_TRUE(opened_read_only(path).ok()) << left;
  }
  EXPECT_TRUE(opened_for_writing(path).ok());
}

TEST(StoreDamage, AManifestCutOrChangedIsNoticed) {
  const TempDir dir;
  make_large_book(dir.path("b"));
  const std::uintmax_t size = fs::file_size(largest_file(dir.path("b"), "MANIFEST-", ""));
  const std::string path = dir.path("bad");
  const auto copy = [&] {
    fs::remove_all(path);
    fs::copy(dir.path("b"), path);
    return largest_file(path, "MANIFEST-", "");
  };
  for (const std::uintmax_t left : {std::uintmax_t{0}, size / 2, size - 20, size - 1}) {
    fs::resize_file(copy(), left);
    expect_loss_noticed(path, "MANIFEST-");
  }
  for (std::uintmax_t offset = 0; offset < size; offset += 11) {
    change_bytes(copy(), offset, 1);
    expect_loss_noticed(path, "MANIFEST-");
  }
  fs::remove(copy());
  expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
  expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
}

TEST(StoreDamage, AnOlderManifestIsNoticed) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const std::string current = path + "/CURRENT";
  fs::rename(largest_file(path, "MANIFEST-", ""), path + "/MANIFEST-000001");
  write_file(current, "MANIFEST-000001\n");
  expect_loss_noticed(path, "CURRENT");
}

TEST(StoreDamage, ADamagedExtentIsNamed) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  for (const std::string_view text : {"", "tengen-book-extent 1 5", "nonsense"}) {
    write_file(path + kExtentFile, text);
    expect_loss_noticed(path, "tengen-book-extent");
  }
  fs::remove(path + kExtentFile);
  EXPECT_TRUE(opened_read_only(path).ok());
  fs::create_directory(path + kExtentFile);
  expect_refused(opened_read_only(path), StatusCode::kIo, path);
}

TEST(StoreDamage, AnOlderBookWithoutTheFileIsTakenAsItIsAndGetsOne) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  fs::remove(path + kExtentFile);
  EXPECT_TRUE(opened_read_only(path).ok());
  EXPECT_FALSE(fs::exists(path + kExtentFile));
  EXPECT_TRUE(opened_for_writing(path).ok());
  EXPECT_TRUE(fs::exists(path + kExtentFile));
  EXPECT_TRUE(opened_read_only(path).ok());
}

TEST(StoreDamage, AClosedBookHasNothingInItsLog) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const Records whole = records_of(path);
  fs::remove(largest_file(path, "", ".log"));
  EXPECT_EQ(records_of(path).count, whole.count);
}

TEST(StoreDamage, ACopyOfABookAtRestIsWhole) {
  const TempDir dir;
  make_large_book(dir.path("b"));
  fs::copy(dir.path("b"), dir.path("copy"));
  EXPECT_EQ(records_of(dir.path("copy")).count, records_of(dir.path("b")).count);
  EXPECT_TRUE(opened_for_writing(dir.path("copy")).ok());
  EXPECT_EQ(records_of(dir.path("copy")).count, records_of(dir.path("b")).count);
}

// Files that may grow no further, as on a full disk.
class FileLimit {
 public:
  explicit FileLimit(::rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    CHECK(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const ::rlimit limit{bytes, before_.rlim_max};
    CHECK(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  ~FileLimit() {
    CHECK(::setrlimit(RLIMIT_FSIZE, &before_) == 0);
    std::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  void (*handler_)(int);
  ::rlimit before_{};
};

TEST(StoreDamage, AFileThatMayNotGrowStopsTheCommitAndCostsNothingAcknowledged) {
  const TempDir dir;
  const std::string path = dir.path("b");
  std::mt19937 random(6);
  std::uint64_t acknowledged = 0;
  {
    const std::unique_ptr<Store> store = writer(path);
    const FileLimit limit(fs::file_size(largest_file(path, "", ".log")) + 5000);
    Result<CommitCounts> committed = CommitCounts();
    for (; committed.ok() && acknowledged < 1000; acknowledged += 10) {
      CommitBatch batch = batch_of(random_records(10, random));
      batch.sync = acknowledged % 20 == 0;
      committed = store->commit(batch);
    }
    ASSERT_FALSE(committed.ok());
    acknowledged -= 10;
    expect_refused(committed.status(), StatusCode::kIo, path);
    expect_says(committed.status(), "may not grow");
    EXPECT_GT(acknowledged, 0u);
    // What follows fails too, rather than be accepted behind a gap.
    EXPECT_FALSE(store->commit(batch_of(random_records(1, random))).ok());
    EXPECT_EQ(store->count().value().black.total(), acknowledged);
  }
  EXPECT_EQ(records_of(path).count, acknowledged);
  const std::unique_ptr<Store> store = writer(path);
  EXPECT_TRUE(store->commit(batch_of(random_records(10, random))).ok());
  EXPECT_EQ(store->count().value().black.total(), acknowledged + 10);
}

}  // namespace
}  // namespace tengen::book
