// What a path can hold besides a good book, and what is said about it.
#include <fcntl.h>
#include <rocksdb/db.h>
#include <sys/wait.h>
#include <unistd.h>

#include "book/store.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

namespace fs = std::filesystem;

Status opened_for_writing(const std::string& path, std::string_view rules = "renju",
                          int size = 15) {
  const auto store = Store::open_for_writing(path, rules, size);
  return store.ok() ? Status() : store.status();
}

Status opened_read_only(const std::string& path) {
  const auto store = Store::open_read_only(path);
  return store.ok() ? Status() : store.status();
}

// The error has that code and names the path.
void expect_refused(const Status& status, StatusCode code, const std::string& path) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(status.message().find(path), std::string::npos) << status.message();
  EXPECT_EQ(status.message().find('\n'), std::string::npos) << status.message();
}

void write_file(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Names, sizes and times of change of all files.
std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> listing(
    const std::string& path) {
  std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    files[entry.path().filename().string()] = {entry.file_size(), entry.last_write_time()};
  }
  return files;
}

Position random_position(std::mt19937& random) {
  Position position = at("-/-/b");
  for (int i = 0; i < 10; ++i) {
    Move p;
    do {
      p = static_cast<Move>(random() % 225);
    } while (!position.is_empty_point(p));
    position = after_move(position, p);
  }
  return position;
}

// A closed book of many records whose data lie in table files.
void make_large_book(const std::string& path) {
  {
    const std::unique_ptr<Store> store = writer(path);
    std::mt19937 random(6);
    for (int batch = 0; batch < 10; ++batch) {
      std::vector<ProofRecord> proofs;
      for (int i = 0; i < 500; ++i) {
        const Position position = random_position(random);
        Move move = 0;
        while (!position.is_empty_point(move)) ++move;
        proofs.push_back(record(position, Color::kBlack, move, 9));
      }
      ASSERT_TRUE(store->commit(batch_of(proofs)).ok());
    }
  }
  writer(path);  // recovering the log writes the table files
}

std::string largest_table(const std::string& path) {
  std::string largest;
  for (const auto& [name, file] : listing(path)) {
    if (!name.ends_with(".sst")) continue;
    if (largest.empty() || file.first > fs::file_size(largest)) largest = path + "/" + name;
  }
  CHECK(!largest.empty());
  return largest;
}

void put_meta(const std::string& path, const std::string& key, const std::string& value) {
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const char* name : {"default", "proofs", "tree", "meta"}) {
    families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open({}, path, families, &handles, &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  if (value.empty()) {
    ASSERT_TRUE(db->Delete({}, handles[3], key).ok());
  } else {
    ASSERT_TRUE(db->Put({}, handles[3], key, value).ok());
  }
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    ASSERT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
  }
}

TEST(StoreOpen, AMissingBookIsMadeForWritingAndNotFoundForReading) {
  const TempDir dir;
  expect_refused(opened_read_only(dir.path("b")), StatusCode::kNotFound, dir.path("b"));
  EXPECT_FALSE(fs::exists(dir.path("b")));
  EXPECT_TRUE(opened_for_writing(dir.path("b")).ok());
  EXPECT_TRUE(opened_read_only(dir.path("b")).ok());
}

TEST(StoreOpen, AnEmptyDirectoryBecomesABook) {
  const TempDir dir;
  fs::create_directory(dir.path("b"));
  expect_refused(opened_read_only(dir.path("b")), StatusCode::kNotFound, dir.path("b"));
  EXPECT_TRUE(fs::is_empty(dir.path("b")));
  EXPECT_TRUE(opened_for_writing(dir.path("b") + "/").ok());
  EXPECT_TRUE(opened_for_writing(dir.path("b")).ok());
}

TEST(StoreOpen, TheParentDirectoryMustExist) {
  const TempDir dir;
  const std::string path = dir.path("no/b");
  expect_refused(opened_for_writing(path), StatusCode::kNotFound, path);
  expect_refused(opened_read_only(path), StatusCode::kNotFound, path);
  EXPECT_FALSE(fs::exists(dir.path("no")));
  EXPECT_EQ(opened_for_writing("").code(), StatusCode::kInvalidArgument);
}

TEST(StoreOpen, AFileIsNoBook) {
  const TempDir dir;
  const std::string path = dir.path("f");
  write_file(path, "text");
  expect_refused(opened_for_writing(path), StatusCode::kInvalidArgument, path);
  expect_refused(opened_read_only(path), StatusCode::kInvalidArgument, path);
  expect_refused(opened_for_writing(path + "/b"), StatusCode::kNotFound, path);
}

TEST(StoreOpen, ADirectoryOfOtherFilesIsNotTouched) {
  const TempDir dir;
  const std::string path = dir.path("d");
  fs::create_directory(path);
  write_file(path + "/letter.txt", "text");
  const auto before = listing(path);
  expect_refused(opened_for_writing(path), StatusCode::kInvalidArgument, path);
  expect_refused(opened_read_only(path), StatusCode::kInvalidArgument, path);
  EXPECT_EQ(listing(path), before);
}

TEST(StoreOpen, AnotherProgramsDatabaseIsNotTouched) {
  const TempDir dir;
  const std::string path = dir.path("d");
  {
    rocksdb::Options options;
    options.create_if_missing = true;
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, path, &opened).ok());
    delete opened;
  }
  const auto before = listing(path);
  expect_refused(opened_for_writing(path), StatusCode::kInvalidArgument, path);
  expect_refused(opened_read_only(path), StatusCode::kInvalidArgument, path);
  EXPECT_EQ(listing(path), before);
}

TEST(StoreOpen, OtherRulesOrSizesAreRefusedAndNothingIsWritten) {
  const TempDir dir;
  const std::string path = dir.path("b");
  ASSERT_TRUE(opened_for_writing(path).ok());
  const auto before = listing(path);
  expect_refused(opened_for_writing(path, "gomoku"), StatusCode::kIncompatible, path);
  expect_refused(opened_for_writing(path, "renju", 19), StatusCode::kIncompatible, path);
  EXPECT_EQ(opened_for_writing(path, "chess").code(), StatusCode::kIncompatible);
  EXPECT_EQ(listing(path), before);
}

TEST(StoreOpen, ANewerFormatIsRefusedInWordsAndNothingIsWritten) {
  const TempDir dir;
  const std::string path = dir.path("b");
  ASSERT_TRUE(opened_for_writing(path).ok());
  put_meta(path, "format", "2");
  put_meta(path, "created_by", "9.8.7");
  const auto before = listing(path);
  for (const Status& status : {opened_for_writing(path), opened_read_only(path)}) {
    expect_refused(status, StatusCode::kIncompatible, path);
    EXPECT_NE(status.message().find("use a newer tengen"), std::string::npos);
    EXPECT_NE(status.message().find("9.8.7"), std::string::npos);
  }
  EXPECT_EQ(listing(path), before);
}

TEST(StoreOpen, ANewerFormatMayHaveOtherColumnFamilies) {
  const TempDir dir;
  const std::string path = dir.path("b");
  ASSERT_TRUE(opened_for_writing(path).ok());
  put_meta(path, "format", "2");
  put_meta(path, "rules", "");
  {
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const char* name : {"default", "proofs", "tree", "meta", "future"}) {
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
    rocksdb::Options options;
    options.create_missing_column_families = true;
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, path, families, &handles, &opened).ok());
    const std::unique_ptr<rocksdb::DB> db(opened);
    for (auto* handle : handles) ASSERT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
  }
  expect_refused(opened_for_writing(path), StatusCode::kIncompatible, path);
  expect_refused(opened_read_only(path), StatusCode::kIncompatible, path);
}

TEST(StoreOpen, DamagedMetadataAreCorruption) {
  const std::pair<const char*, const char*> cases[] = {
      {"format", ""},  {"format", "one"}, {"format", "0"}, {"size", "99"},
      {"size", "15x"}, {"rules", "x"},    {"rules", ""},
  };
  for (const auto& [key, value] : cases) {
    const TempDir dir;
    const std::string path = dir.path("b");
    ASSERT_TRUE(opened_for_writing(path).ok());
    put_meta(path, key, value);
    expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
    expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
  }
}

TEST(StoreOpen, ASecondWriterOfThisProcessIsRefused) {
  const TempDir dir;
  const std::string path = dir.path("b");
  const std::unique_ptr<Store> first = writer(path);
  expect_refused(opened_for_writing(path), StatusCode::kUnavailable, path);
  EXPECT_TRUE(first->commit(batch_of({record(at("h8/h9/b"), Color::kBlack, 0, 9)})).ok());
}

TEST(StoreOpen, ABookLockedByAnotherProcessIsUnavailableButReadable) {
  const TempDir dir;
  const std::string path = dir.path("b");
  ASSERT_TRUE(opened_for_writing(path).ok());
  int ready[2];
  int finish[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(finish), 0);
  const std::string lock_path = path + "/LOCK";
  const ::pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    struct ::flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    const int descriptor = ::open(lock_path.c_str(), O_RDWR);
    char signal = ::fcntl(descriptor, F_SETLK, &lock) == 0 ? 'y' : 'n';
    if (::write(ready[1], &signal, 1) != 1) ::_exit(1);
    ::close(finish[1]);
    ::_exit(::read(finish[0], &signal, 1) < 0 ? 1 : 0);
  }
  char signal = 0;
  ASSERT_EQ(::read(ready[0], &signal, 1), 1);
  ASSERT_EQ(signal, 'y');
  expect_refused(opened_for_writing(path), StatusCode::kUnavailable, path);
  EXPECT_TRUE(opened_read_only(path).ok());
  ::close(finish[1]);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  for (const int descriptor : {ready[0], ready[1], finish[0]}) ::close(descriptor);
  EXPECT_TRUE(opened_for_writing(path).ok());
}

TEST(StoreOpen, ReadingChangesNoFile) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const auto before = listing(path);
  {
    const std::unique_ptr<Store> store = reader(path);
    EXPECT_GT(store->count().value().black.total(), 4000u);
    EXPECT_EQ(listing(path), before);
  }
  EXPECT_EQ(listing(path), before);
}

TEST(StoreOpen, WhatWasCommittedSurvivesAWriterThatNeverClosed) {
  const TempDir dir;
  const Position position = at("h8i9/h9h7/b");
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  CommitBatch batch = batch_of({record(position, Color::kBlack, point("j10"), 9)});
  batch.sync = true;
  ASSERT_TRUE(store->commit(batch).ok());
  fs::copy(dir.path("b"), dir.path("crashed"));
  EXPECT_TRUE(reader(dir.path("crashed"))->find(position, Color::kBlack).value().has_value());
  EXPECT_TRUE(writer(dir.path("crashed"))->find(position, Color::kBlack).value().has_value());
}

TEST(StoreOpen, ABookWhoseMakingWasInterruptedIsMadeAgain) {
  for (const bool had_current : {false, true}) {
    const TempDir dir;
    const std::string path = dir.path("b");
    fs::create_directory(path);
    write_file(path + "/tengen-book-being-made", "An opening book of Tengen.\n");
    write_file(path + "/MANIFEST-000001", "half");
    if (had_current) write_file(path + "/CURRENT", "MANIFEST-000001\n");
    expect_refused(opened_read_only(path), StatusCode::kNotFound, path);
    EXPECT_TRUE(opened_for_writing(path).ok());
    EXPECT_TRUE(opened_read_only(path).ok());
    EXPECT_FALSE(fs::exists(path + "/tengen-book-being-made"));
    EXPECT_TRUE(fs::exists(path + "/tengen-book"));
  }
}

TEST(StoreOpen, AFinishedBookIsNeverMadeAgain) {
  const TempDir dir;
  const std::string path = dir.path("b");
  const Position position = at("h8i9/h9h7/b");
  ASSERT_TRUE(
      writer(path)->commit(batch_of({record(position, Color::kBlack, point("j10"), 9)})).ok());
  // As a process leaves it that opens the marker while another one finishes the book.
  write_file(path + "/tengen-book-being-made", "");
  EXPECT_TRUE(writer(path)->find(position, Color::kBlack).value().has_value());
  EXPECT_FALSE(fs::exists(path + "/tengen-book-being-made"));
}

TEST(StoreDamage, AMissingCurrentFileIsCorruption) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  fs::remove(path + "/CURRENT");
  expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
  expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
}

TEST(StoreDamage, AnEmptyManifestIsCorruption) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  for (const auto& [name, file] : listing(path)) {
    if (name.starts_with("MANIFEST-")) fs::resize_file(path + "/" + name, 0);
  }
  expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
  expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
}

TEST(StoreDamage, ATruncatedOrMissingTableFileIsCorruption) {
  for (const bool remove : {false, true}) {
    const TempDir dir;
    const std::string path = dir.path("b");
    make_large_book(path);
    const std::string table = largest_table(path);
    if (remove) {
      fs::remove(table);
    } else {
      fs::resize_file(table, fs::file_size(table) / 2);
    }
    expect_refused(opened_for_writing(path), StatusCode::kCorruption, path);
    expect_refused(opened_read_only(path), StatusCode::kCorruption, path);
  }
}

TEST(StoreDamage, AScanOverABrokenBlockIsAnErrorNotAnEnd) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const std::string table = largest_table(path);
  {
    std::fstream file(table, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(fs::file_size(table) / 2));
    file << "damaged!";
  }
  const std::unique_ptr<Store> store = reader(path);
  std::uint64_t seen = 0;
  const Status status = store->scan_proofs([&](const BookKey&, const StoredProof&) {
    ++seen;
    return true;
  });
  expect_refused(status, StatusCode::kCorruption, path);
  EXPECT_GT(seen, 0u);
  EXPECT_LT(seen, 4900u);
  EXPECT_EQ(store->count().status().code(), StatusCode::kCorruption);
}

TEST(StoreDamage, AValueThatIsNoRecordIsNamedByItsPosition) {
  const TempDir dir;
  const std::string path = dir.path("b");
  const Position position = canonicalize(at("h8i9/h9h7/b")).position;
  ASSERT_TRUE(writer(path)->commit(batch_of({record(position, Color::kBlack, 0, 9)})).ok());
  {
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const char* name : {"default", "proofs", "tree", "meta"}) {
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open({}, path, families, &handles, &opened).ok());
    const std::unique_ptr<rocksdb::DB> db(opened);
    ASSERT_TRUE(db->Put({}, handles[1], encode_key(1, position, Color::kBlack), "junk").ok());
    for (auto* handle : handles) ASSERT_TRUE(db->DestroyColumnFamilyHandle(handle).ok());
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

}  // namespace
}  // namespace tengen::book
