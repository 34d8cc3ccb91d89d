#include "book/database.h"

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
#include <thread>
#include <vector>

#include "book/record.h"
#include "book/store.h"
#include "book/store_files.h"

namespace tengen::book {
namespace {

constexpr std::size_t kBlockCacheBytes = std::size_t{64} << 20;
constexpr std::size_t kWriteBufferBytes = std::size_t{16} << 20;

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

rocksdb::Options database_options() {
  rocksdb::Options options;
  options.paranoid_checks = true;
  // A record cut off at the end of the log was never acknowledged; any other damage there is an
  // error.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  options.max_open_files = -1;  // a reader keeps its files when the writer removes them
  options.max_background_jobs = 2;
  options.write_buffer_size = kWriteBufferBytes;
  options.max_total_wal_size = 4 * kWriteBufferBytes;
  options.compression = rocksdb::kLZ4Compression;
  options.bottommost_compression = rocksdb::kZSTD;
  options.level_compaction_dynamic_level_bytes = true;
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.keep_log_file_num = 2;
  options.stats_dump_period_sec = 0;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(kBlockCacheBytes);
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.block_size = 8 << 10;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

rocksdb::Status open_database(const std::string& path, const std::vector<std::string>& names,
                              bool read_only, bool create, Database& database) {
  rocksdb::Options options = database_options();
  options.create_if_missing = create;
  options.create_missing_column_families = create;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) {
    descriptors.emplace_back(name, rocksdb::ColumnFamilyOptions(options));
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status =
      read_only ? rocksdb::DB::OpenForReadOnly(options, path, descriptors, &handles, &db)
                : rocksdb::DB::Open(options, path, descriptors, &handles, &db);
  if (!status.ok()) return status;
  database.db.reset(db);
  for (std::size_t i = 0; i < names.size(); ++i) database.families[names[i]] = handles[i];
  return status;
}

// A reader that opens while another process compacts can miss a file by a moment: it tries again.
template <typename Open>
rocksdb::Status with_retries(const Open& open) {
  rocksdb::Status status;
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(40));
    status = open();
    if (status.ok() || !is_missing_file(status)) return status;
  }
  return status;
}

const std::vector<std::string>& all_families() {
  static const std::vector<std::string> names = {rocksdb::kDefaultColumnFamilyName, kProofsFamily,
                                                 kTreeFamily, kMetaFamily};
  return names;
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

}  // namespace

Status from_rocksdb(const rocksdb::Status& status, const std::string& path) {
  if (status.ok()) return {};
  if (is_locked(status)) {
    return {StatusCode::kUnavailable,
            fmt::format("book {} is being written by another process", path)};
  }
  if (status.IsCorruption() || is_missing_file(status)) {
    return {StatusCode::kCorruption,
            fmt::format("book {} is damaged: {}", path, status.ToString())};
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
  std::array<std::string, 4> values;
  constexpr std::array<std::string_view, 4> kKeys = {kMetaFormat, kMetaRules, kMetaSize,
                                                     kMetaCreatedBy};
  status = with_retries([&] {
    Database database;
    rocksdb::Status read = open_database(path, {rocksdb::kDefaultColumnFamilyName, kMetaFamily},
                                         true, false, database);
    for (std::size_t i = 0; read.ok() && i < kKeys.size(); ++i) {
      read = database.db->Get({}, database.families.at(kMetaFamily), kKeys[i], &values[i]);
      // A newer format may have dropped the others.
      if (i > 0 && read.IsNotFound()) read = rocksdb::Status::OK();
    }
    return read;
  });
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
  const std::optional<int> size = parse_int(values[2]);
  if (!size || *size < kMinBoardSize || *size > kMaxBoardSize) return damaged("bad board size");
  if (!rules_byte(values[1]).ok()) return damaged("unknown rules");
  return BookMeta{.rules = values[1], .size = *size, .created_by = values[3]};
}

Status make_book(const std::string& path, const BookMeta& meta) {
  Result<std::optional<MakingGuard>> guard = MakingGuard::acquire(path);
  if (!guard.ok()) return guard.status();
  if (!guard.value().has_value()) return {};  // finished by another process meanwhile
  rocksdb::Status status = rocksdb::DestroyDB(path, database_options());
  if (status.ok()) {
    Database database;
    status = open_database(path, all_families(), false, true, database);
    if (status.ok()) status = write_meta(database, meta);
  }
  if (!status.ok()) return from_rocksdb(status, path);
  return guard.value()->finish();
}

Result<Database> open_database_for_writing(const std::string& path) {
  Database database;
  const rocksdb::Status status = open_database(path, all_families(), false, false, database);
  if (!status.ok()) return from_rocksdb(status, path);
  return database;
}

Result<Database> open_database_for_reading(const std::string& path) {
  Database database;
  const rocksdb::Status status =
      with_retries([&] { return open_database(path, all_families(), true, false, database); });
  if (!status.ok()) return from_rocksdb(status, path);
  return database;
}

}  // namespace tengen::book
