#include "book/store/database.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdarg>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "book/store/extent.h"
#include "book/store/record.h"
#include "book/store/store.h"
#include "book/store/store_files.h"

namespace tengen::book {
namespace {

// A record is found in a third of the time where its block need not be unpacked first. The cache
// takes only what is read; all of five million records is 170 MB.
constexpr std::size_t kReaderCacheBytes = std::size_t{256} << 20;
constexpr std::size_t kWriterCacheBytes = std::size_t{64} << 20;
constexpr std::size_t kWriteBufferBytes = std::size_t{16} << 20;
constexpr std::size_t kManifestBytes = std::size_t{4} << 20;  // read whole once a second

// Keys of `meta`; numbers are decimal text.
constexpr std::string_view kMetaFormat = "format";
constexpr std::string_view kMetaRules = "rules";
constexpr std::string_view kMetaSize = "size";
constexpr std::string_view kMetaCreatedBy = "created_by";

bool is_locked(const rocksdb::Status& status) {
  if (!status.IsIOError()) return false;
  const std::string text = status.ToString();
  return text.find("lock hold by current process") != std::string::npos ||
         (text.find("LOCK") != std::string::npos &&
          text.find("Resource temporarily unavailable") != std::string::npos);
}

bool is_missing_file(const rocksdb::Status& status) {
  return status.IsPathNotFound() || status.ToString().find("No such file") != std::string::npos;
}

bool is_full_disk(const rocksdb::Status& status) {
  return status.IsNoSpace() || status.ToString().find("Disk quota exceeded") != std::string::npos;
}

bool is_file_limit(const rocksdb::Status& status) {
  return status.IsIOError() && status.ToString().find("File too large") != std::string::npos;
}

// RocksDB's text file LOG would be one more file for a full disk to spoil, and the library aborts
// when it cannot write it. What matters comes back as a Status.
class NoDiary final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, std::va_list /*arguments*/) override {}
};

rocksdb::Options database_options(std::shared_ptr<rocksdb::Cache> cache = nullptr) {
  rocksdb::Options options;
  options.paranoid_checks = true;
  // A crash of the machine may leave anything at the end of the log, behind what was synced. What
  // was is known from the extent (extent.h), so the log is taken as far as it is good.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.max_manifest_file_size = kManifestBytes;
  // No 20 MB set aside for each book that is open or was killed. Commits are as fast without.
  options.allow_fallocate = false;
  options.max_open_files = -1;  // a reader keeps its files when the writer removes them
  options.max_background_jobs = 2;
  options.write_buffer_size = kWriteBufferBytes;
  options.max_total_wal_size = 4 * kWriteBufferBytes;
  options.compression = rocksdb::kLZ4Compression;
  options.bottommost_compression = rocksdb::kZSTD;
  options.level_compaction_dynamic_level_bytes = true;
  options.info_log = std::make_shared<NoDiary>();
  options.stats_dump_period_sec = 0;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = std::move(cache);
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  // Against 8 KB: 4 % more on the disk, a fifth less time for what has to be unpacked.
  table.block_size = 4 << 10;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

enum class Access {
  kCreate,
  kWrite,
  kRead,
  kReadDamaged,  // as much as is readable; gives errors only where they are met
};

// Uses the cache of `database`, if it has one.
rocksdb::Status open_database(const std::string& path, const std::vector<std::string>& names,
                              Access access, Database& database) {
  const bool read_only = access == Access::kRead || access == Access::kReadDamaged;
  Database opened;
  opened.cache = database.cache;
  if (opened.cache == nullptr) {
    opened.cache = rocksdb::NewLRUCache(read_only ? kReaderCacheBytes : kWriterCacheBytes);
  }
  rocksdb::Options options = database_options(opened.cache);
  options.create_if_missing = access == Access::kCreate;
  options.create_missing_column_families = access == Access::kCreate;
  options.paranoid_checks = access != Access::kReadDamaged;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) {
    descriptors.emplace_back(name, rocksdb::ColumnFamilyOptions(options));
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const std::string manifest_before = read_only ? manifest_state(path) : std::string();
  const rocksdb::Status status =
      read_only ? rocksdb::DB::OpenForReadOnly(options, path, descriptors, &handles, &db)
                : rocksdb::DB::Open(options, path, descriptors, &handles, &db);
  opened.db.reset(db);
  for (std::size_t i = 0; i < handles.size(); ++i) opened.families[names[i]] = handles[i];
  // A reader takes the tables first and then the log. What a writer moved from the log to a table
  // in between is in neither.
  if (read_only && manifest_state(path) != manifest_before) return rocksdb::Status::TryAgain();
  std::swap(database.cache, opened.cache);
  std::swap(database.db, opened.db);
  std::swap(database.families, opened.families);
  return status;
}

// A reader that opens while another process writes can miss a file by a moment: it tries again.
template <typename Open>
rocksdb::Status with_retries(const Open& open) {
  rocksdb::Status status;
  for (int attempt = 0; attempt < 10; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(40));
    status = open();
    if (!status.IsTryAgain() && !is_missing_file(status)) return status;
  }
  return status;
}

const std::vector<std::string>& new_books_families() {
  static const std::vector<std::string> names = {rocksdb::kDefaultColumnFamilyName, kProofsFamily,
                                                 kTreeFamily, kMetaFamily};
  return names;
}

// The families to open of those that are there: every book's, and what was imported where it is.
std::vector<std::string> families_to_open(const std::vector<std::string>& there) {
  std::vector<std::string> names = new_books_families();
  for (const std::string& name : {kHintsFamily, kNotesFamily}) {
    if (std::find(there.begin(), there.end(), name) != there.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> all_families(const std::string& path) {
  std::vector<std::string> there;
  // An error will come again on opening.
  if (!rocksdb::DB::ListColumnFamilies(database_options(), path, &there).ok()) there.clear();
  return families_to_open(there);
}

rocksdb::Status write_meta(Database& database, const BookMeta& meta) {
  rocksdb::ColumnFamilyHandle* const family = database.families.at(kMetaFamily);
  rocksdb::WriteBatch batch;
  const auto put = [&](std::string_view key, const std::string& value) {
    return batch.Put(family, key, value);
  };
  rocksdb::Status status = put(kMetaFormat, std::to_string(kFormatVersion));
  if (status.ok()) status = put(kMetaRules, meta.rules);
  if (status.ok()) status = put(kMetaSize, std::to_string(meta.size));
  if (status.ok()) status = put(kMetaCreatedBy, meta.created_by);
  rocksdb::WriteOptions options;
  options.sync = true;
  return status.ok() ? database.db->Write(options, &batch) : status;
}

// What lies in the table file that RocksDB's message names; empty if it names none of this
// database.
std::string table_named(rocksdb::DB& db, std::string_view message) {
  std::vector<rocksdb::LiveFileMetaData> tables;
  db.GetLiveFilesMetaData(&tables);
  for (const rocksdb::LiveFileMetaData& table : tables) {
    // "/000012.sst"; where it is missing, RocksDB names it by another extension.
    const std::string stem = table.name.substr(0, table.name.find('.') + 1);
    if (message.find(stem) == std::string::npos) continue;
    return fmt::format("{} ({}: from {} to {}): ", table.name.substr(1), table.column_family_name,
                       key_text(table.smallestkey), key_text(table.largestkey));
  }
  return {};
}

enum class Families { kAll, kMeta };

Result<ReadBook> read_book(const std::string& path, Families wanted,
                           std::shared_ptr<rocksdb::Cache> cache) {
  const Result<std::optional<Extent>> extent = read_extent(path);
  if (extent.ok() && extent.value()) {
    if (Status status = check_manifest(path, *extent.value()); !status.ok()) return status;
  }
  std::vector<std::string> names;
  rocksdb::Status status = with_retries(
      [&] { return rocksdb::DB::ListColumnFamilies(database_options(), path, &names); });
  if (!status.ok()) return from_rocksdb(status, path);
  const auto damaged = [&](std::string_view what) {
    return Status(StatusCode::kCorruption, fmt::format("book {} is damaged: {}", path, what));
  };
  if (std::find(names.begin(), names.end(), kMetaFamily) == names.end()) {
    if (has_identity(path)) return damaged("its column families are lost");
    return invalid_argument(fmt::format(
        "{} is not a book: it is another program's database (nothing was changed)", path));
  }
  const std::vector<std::string> families =
      wanted == Families::kAll
          ? families_to_open(names)
          : std::vector<std::string>{rocksdb::kDefaultColumnFamilyName, kMetaFamily};
  ReadBook book;
  book.database.cache = std::move(cache);
  Database& database = book.database;
  std::uint64_t sequence = 0;
  std::array<std::string, 4> values;
  constexpr std::array<std::string_view, 4> kKeys = {kMetaFormat, kMetaRules, kMetaSize,
                                                     kMetaCreatedBy};
  status = with_retries([&] {
    rocksdb::Status read = open_database(path, families, Access::kRead, database);
    if (read.ok()) sequence = database.db->GetLatestSequenceNumber();
    for (std::size_t i = 0; read.ok() && i < kKeys.size(); ++i) {
      read = database.db->Get({}, database.families.at(kMetaFamily), kKeys[i], &values[i]);
      // A newer format may have dropped the others.
      if (i > 0 && read.IsNotFound()) read = rocksdb::Status::OK();
    }
    return read;
  });
  // Metadata may be missing because the book lost its end. An extent that cannot be read, though,
  // may be that of a newer format.
  if (extent.ok() && extent.value() && (status.ok() || status.IsNotFound())) {
    if (Status lost = check_sequence(path, *extent.value(), sequence); !lost.ok()) return lost;
  }
  if (status.IsNotFound()) return damaged("its format version is missing");
  if (!status.ok()) return from_rocksdb(status, path);
  const std::optional<int> format = parse_int(values[0]);
  if (!format || *format < 1) return damaged("its format version is not a number");
  if (*format > kFormatVersion) {
    return Status(StatusCode::kIncompatible,
                  fmt::format("book {} has format {}, made by tengen {}; this is tengen {}, which "
                              "reads formats up to {}: use a newer tengen",
                              path, *format, values[3], tengen_version(), kFormatVersion));
  }
  if (!extent.ok()) return extent.status();
  const std::optional<int> size = parse_int(values[2]);
  if (!size || *size < kMinBoardSize || *size > kMaxBoardSize) return damaged("bad board size");
  if (!rules_byte(values[1]).ok()) return damaged("unknown rules");
  book.meta = {.rules = values[1], .size = *size, .created_by = values[3]};
  return book;
}

}  // namespace

std::string key_text(const BookKey& key) {
  return fmt::format("{}, goal {}", format_position(key.position), color_name(key.goal));
}

std::string key_text(std::string_view key) {
  if (key.size() > 2 && key[1] >= kMinBoardSize && key[1] <= kMaxBoardSize) {
    const Result<BookKey> decoded = decode_key(key, static_cast<std::uint8_t>(key[0]), key[1]);
    if (decoded.ok()) return key_text(decoded.value());
  }
  const bool printable =
      std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return printable ? std::string(key) : "a damaged key";
}

Status from_rocksdb(const rocksdb::Status& status, const std::string& path, rocksdb::DB* db) {
  if (status.ok()) return {};
  if (is_locked(status)) {
    return {StatusCode::kUnavailable,
            fmt::format("book {} is being written by another process", path)};
  }
  if (status.IsTryAgain()) {
    return {StatusCode::kUnavailable,
            fmt::format("book {} is being changed too fast to be read: try again", path)};
  }
  if (is_full_disk(status)) return no_space_error(path);
  if (is_file_limit(status)) {
    return {StatusCode::kIo,
            fmt::format("a file of book {} may not grow (see ulimit -f); what was acknowledged is "
                        "kept: raise the limit and run the same again",
                        path)};
  }
  if (status.IsCorruption() || is_missing_file(status)) {
    Database readable;
    if (db == nullptr &&
        open_database(path, all_families(path), Access::kReadDamaged, readable).ok()) {
      db = readable.db.get();
    }
    return {StatusCode::kCorruption,
            fmt::format("book {} is damaged, restore a copy: {}{}", path,
                        db != nullptr ? table_named(*db, status.ToString()) : std::string(),
                        status.ToString())};
  }
  if (status.IsNotSupported() || status.IsInvalidArgument()) {
    return {StatusCode::kIncompatible,
            fmt::format("book {} cannot be used by this version: {}", path, status.ToString())};
  }
  return {StatusCode::kIo, fmt::format("book {}: {}", path, status.ToString())};
}

std::optional<int> parse_int(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

Result<BookMeta> read_meta(const std::string& path) {
  Result<ReadBook> book = read_book(path, Families::kMeta, nullptr);
  if (!book.ok()) return book.status();
  return std::move(book.value().meta);
}

Status make_book(const std::string& path, const BookMeta& meta) {
  Result<std::optional<MakingGuard>> guard = MakingGuard::acquire(path);
  if (!guard.ok()) return guard.status();
  if (!guard.value().has_value()) return {};  // finished by another process meanwhile
  rocksdb::Status status = rocksdb::DestroyDB(path, database_options());
  if (status.ok()) {
    Database database;
    status = open_database(path, new_books_families(), Access::kCreate, database);
    if (status.ok()) status = write_meta(database, meta);
  }
  if (!status.ok()) return from_rocksdb(status, path);
  return guard.value()->finish();
}

Result<Database> open_database_for_writing(const std::string& path) {
  Database database;
  const rocksdb::Status status = open_database(path, all_families(path), Access::kWrite, database);
  if (!status.ok()) return from_rocksdb(status, path);
  return database;
}

Result<Database> open_database_for_reading(const std::string& path) {
  Database database;
  const rocksdb::Status status = with_retries(
      [&] { return open_database(path, all_families(path), Access::kRead, database); });
  if (!status.ok()) return from_rocksdb(status, path);
  return database;
}

Result<ReadBook> open_book_for_reading(const std::string& path,
                                       std::shared_ptr<rocksdb::Cache> cache) {
  Result<ReadBook> book = read_book(path, Families::kAll, std::move(cache));
  if (book.ok() || book.status().code() == StatusCode::kUnavailable) return book;
  // What a book says of itself explains best why the rest cannot be read.
  const Result<BookMeta> meta = read_meta(path);
  return meta.ok() ? book.status() : meta.status();
}

Status add_family(Database& database, const std::string& name, const std::string& path) {
  rocksdb::ColumnFamilyHandle* family = nullptr;
  const rocksdb::Status status = database.db->CreateColumnFamily(
      rocksdb::ColumnFamilyOptions(database_options()), name, &family);
  if (!status.ok()) return from_rocksdb(status, path, database.db.get());
  database.families[name] = family;
  return {};
}

}  // namespace tengen::book
