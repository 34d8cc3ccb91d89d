// Readers beside a writer.
#include <atomic>
#include <thread>

#include "tests/book/store/store_testing.h"

namespace tengen::book {
namespace {

std::string note_name(int i) { return "note:" + std::to_string(i); }

// Writes numbered notes and moves them from the log to table files again and again.
void write_notes(const std::string& path, const std::atomic<bool>& enough) {
  Result<Database> opened = open_database_for_writing(path);
  ASSERT_TRUE(opened.ok());
  Database& database = opened.value();
  rocksdb::ColumnFamilyHandle* const meta = database.families.at(kMetaFamily);
  ExtentKeeper extent(path);
  for (int i = 0; !enough; ++i) {
    ASSERT_TRUE(database.db->Put({}, meta, note_name(i), "x").ok());
    if (i % 50 == 49) {
      ASSERT_TRUE(database.db->Flush({}, meta).ok());
      extent.reached(database.db->GetLatestSequenceNumber(), true);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

TEST(StoreReaders, AReaderBesideAWriterSeesABeginningOfWhatWasWritten) {
  const TempDir dir;
  const std::string path = dir.path("b");
  ASSERT_TRUE(opened_for_writing(path).ok());
  std::atomic<bool> enough = false;
  std::thread writing([&] { write_notes(path, enough); });
  int opened = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const Result<std::unique_ptr<Store>> store = Store::open_read_only(path);
    if (!store.ok()) {
      // Never damage.
      EXPECT_EQ(store.status().code(), StatusCode::kUnavailable) << store.status().message();
      continue;
    }
    ++opened;
    const auto has = [&](int i) {
      return store.value()->note(std::to_string(i)).value().has_value();
    };
    int count = 0;
    while (has(count)) ++count;
    for (int i = count + 1; i < count + 500; ++i) EXPECT_FALSE(has(i)) << count << ' ' << i;
  }
  enough = true;
  writing.join();
  EXPECT_GT(opened, 0);
}

}  // namespace
}  // namespace tengen::book
