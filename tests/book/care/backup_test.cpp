#include "book/care/backup.h"

#include <atomic>
#include <thread>

#include "book/store/store_files.h"
#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

class Backup : public ::testing::Test {
 protected:
  std::uint32_t back_up_once(BackupOptions options = {}) {
    const Result<Generation> made = back_up(book_, target_, options);
    EXPECT_TRUE(made.ok()) << made.status().message();
    return made.ok() ? made.value().id : 0;
  }
  std::vector<std::uint32_t> generations() {
    std::vector<std::uint32_t> ids;
    for (const Generation& one : list_backups(target_).value()) ids.push_back(one.id);
    return ids;
  }
  Status restore(const std::string& path, std::uint32_t generation = 0) {
    const Result<Generation> done = restore_backup(target_, generation, path, {});
    return done.ok() ? Status() : done.status();
  }

  TempDir dir_;
  std::string book_ = dir_.path("b");
  std::string target_ = dir_.path("backup");
  std::string restored_ = dir_.path("restored");
};

TEST_F(Backup, ARestoredBookIsTheBookWithItsExtentAndCanBeWrittenTo) {
  make_large_book(book_);
  const std::uint64_t records = records_in(book_);
  back_up_once({.keep = 0, .verify = true, .progress = {}});
  ASSERT_TRUE(restore(restored_).ok());
  EXPECT_EQ(records_in(restored_), records);
  EXPECT_TRUE(has_identity(restored_));
  EXPECT_TRUE(read_extent(restored_).value().has_value());
  EXPECT_FALSE(fs::exists(restored_ + ".restoring"));
  // So a restored book that loses its end is noticed, too.
  put_records(restored_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  EXPECT_EQ(records_in(restored_), records + 1);
}

TEST_F(Backup, GenerationsShareTablesAndEachCanBeRestored) {
  make_large_book(book_);
  EXPECT_EQ(back_up_once(), 1u);
  const auto bytes_of_tables = [this] {
    return directory_bytes(target_ + "/shared_checksum").value();
  };
  const std::uint64_t first = bytes_of_tables();
  const std::uint64_t records = records_in(book_);
  put_records(book_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  EXPECT_EQ(back_up_once(), 2u);
  EXPECT_LT(bytes_of_tables(), first + first / 2);
  EXPECT_EQ(generations(), (std::vector<std::uint32_t>{1, 2}));
  ASSERT_TRUE(restore(restored_, 1).ok());
  EXPECT_EQ(records_in(restored_), records);
  ASSERT_TRUE(restore(dir_.path("newest")).ok());
  EXPECT_EQ(records_in(dir_.path("newest")), records + 1);
  EXPECT_EQ(restore(dir_.path("third"), 3).code(), StatusCode::kNotFound);
}

TEST_F(Backup, OnlyTheNewestAreKeptIfSo) {
  put_records(book_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  for (int i = 0; i < 3; ++i) back_up_once();
  back_up_once({.keep = 2, .verify = false, .progress = {}});
  EXPECT_EQ(generations(), (std::vector<std::uint32_t>{3, 4}));
}

TEST_F(Backup, AGenerationThatWasNotConfirmedIsNotListedAndClearedAway) {
  put_records(book_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  back_up_once();
  back_up_once();
  fs::remove(target_ + "/confirmed-2");  // as a kill leaves it
  EXPECT_EQ(generations(), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(restore(restored_, 2).code(), StatusCode::kNotFound);
  back_up_once();
  EXPECT_EQ(generations(), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_FALSE(fs::exists(target_ + "/private/2"));
}

TEST_F(Backup, ABookIsBackedUpWhileItIsWritten) {
  make_large_book(book_);
  std::atomic<bool> enough = false;
  std::atomic<int> written = 0;
  std::thread writing([&] {
    Result<Database> opened = open_database_for_writing(book_);
    ASSERT_TRUE(opened.ok());
    Database& database = opened.value();
    rocksdb::ColumnFamilyHandle* const meta = database.families.at(kMetaFamily);
    for (int i = 0; !enough; ++i) {
      ASSERT_TRUE(database.db->Put({}, meta, fmt::format("note:{}", i), "x").ok());
      written = i + 1;
      if (i % 200 == 199) {
        ASSERT_TRUE(database.db->Flush({}, meta).ok());
      }
      std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
  });
  int copied = 0;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const int before = written;
    const Result<Generation> made = back_up(book_, target_, {});
    if (!made.ok()) {
      EXPECT_EQ(made.status().code(), StatusCode::kUnavailable) << made.status().message();
      continue;
    }
    const std::string path = dir_.path(fmt::format("r{}", attempt));
    const Status restored = restore(path, made.value().id);
    ASSERT_TRUE(restored.ok()) << restored.message();
    ++copied;
    const std::unique_ptr<Store> store = reader(path);
    const auto has = [&](int i) { return store->note(std::to_string(i)).value().has_value(); };
    int count = 0;
    while (has(count)) ++count;
    EXPECT_GE(count, before);
    for (int i = count + 1; i < count + 500; ++i) EXPECT_FALSE(has(i)) << count << ' ' << i;
  }
  enough = true;
  writing.join();
  EXPECT_GT(copied, 0);
}

TEST_F(Backup, ADamagedBackupIsRefusedAndLeavesNothing) {
  make_large_book(book_);
  back_up_once();
  change_bytes(largest_file(target_ + "/shared_checksum", "", ".sst"), 4000, 8);
  EXPECT_EQ(verify_backup(target_, 1).code(), StatusCode::kCorruption);
  const Status status = restore(restored_);
  EXPECT_EQ(status.code(), StatusCode::kCorruption) << status.message();
  EXPECT_EQ(status.message().find('\n'), std::string::npos);
  EXPECT_FALSE(fs::exists(restored_));
  EXPECT_FALSE(fs::exists(restored_ + ".restoring"));
}

TEST_F(Backup, NothingThatIsThereIsOverwritten) {
  put_records(book_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  back_up_once();
  EXPECT_EQ(restore(book_).code(), StatusCode::kInvalidArgument);
  fs::create_directory(restored_);
  fs::create_directory(restored_ + ".restoring");
  write_file(restored_ + ".restoring/mine", "text");
  EXPECT_EQ(restore(restored_).code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(fs::exists(restored_ + ".restoring/mine"));
  fs::remove_all(restored_ + ".restoring");
  EXPECT_TRUE(restore(restored_).ok());  // an empty directory
  // Nor is a directory of something else taken for a backup.
  EXPECT_EQ(back_up(book_, restored_, {}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(list_backups(restored_).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(list_backups(dir_.path("none")).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(back_up(dir_.path("none"), target_, {}).status().code(), StatusCode::kNotFound);
}

TEST_F(Backup, ARestoreThatWasKilledIsBegunAnew) {
  put_records(book_, {record(at("h8/-/b"), Color::kBlack, 0, 3)});
  back_up_once();
  fs::create_directories(restored_ + ".restoring/book");
  write_file(restored_ + ".restoring/tengen-restore", "");
  write_file(restored_ + ".restoring/book/000001.sst", "half");
  ASSERT_TRUE(restore(restored_).ok());
  EXPECT_EQ(records_in(restored_), 1u);
  EXPECT_FALSE(fs::exists(restored_ + "/000001.sst"));
}

}  // namespace
}  // namespace tengen::book
