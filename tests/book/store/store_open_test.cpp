// What a path can hold besides a good book, and what is said about it.
#include <fcntl.h>
#include <rocksdb/db.h>
#include <sys/wait.h>
#include <unistd.h>

#include "book/store/store.h"
#include "tests/book/store/store_testing.h"

namespace tengen::book {
namespace {

void put_meta(const std::string& path, const std::string& key, const std::string& value) {
  const Result<Database> database = open_database_for_writing(path);
  ASSERT_TRUE(database.ok());
  rocksdb::DB& db = *database.value().db;
  rocksdb::ColumnFamilyHandle* const meta = database.value().families.at(kMetaFamily);
  ASSERT_TRUE((value.empty() ? db.Delete({}, meta, key) : db.Put({}, meta, key, value)).ok());
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

}  // namespace
}  // namespace tengen::book
