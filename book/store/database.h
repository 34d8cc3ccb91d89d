// The RocksDB side of a book: its options, opening and making it, and the metadata that say what it
// is. Used by store.cpp and by the care of books (book/care) alone.
#pragma once

#include <rocksdb/cache.h>
#include <rocksdb/db.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "book/store/record.h"
#include "solver/base/status.h"

namespace tengen::book {

inline const std::string kProofsFamily = "proofs";
inline const std::string kTreeFamily = "tree";
inline const std::string kMetaFamily = "meta";
inline const std::string kHintsFamily = "hints";  // not in every book
inline const std::string kNotesFamily = "notes";  // not in every book

// What a book is of, from its `meta`.
struct BookMeta {
  std::string rules;
  int size = 0;
  std::string created_by;
};

// A database with its column families, closed in the right order.
struct Database {
  std::shared_ptr<rocksdb::Cache> cache;  // of blocks; may serve several databases
  std::unique_ptr<rocksdb::DB> db;
  std::map<std::string, rocksdb::ColumnFamilyHandle*> families;

  Database() = default;
  Database(Database&& other) noexcept
      : cache(std::move(other.cache)),
        db(std::move(other.db)),
        families(std::exchange(other.families, {})) {}
  Database& operator=(Database&&) = delete;
  ~Database() {
    for (const auto& [name, handle] : families) {
      // A failure here only concerns the handle's memory.
      if (db != nullptr) db->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
    }
  }
};

// The Status of a RocksDB call on the book at `path`, one line. Of a damaged table file it says
// which positions it holds, as `db` knows; without a `db`, as the book's files do.
Status from_rocksdb(const rocksdb::Status& status, const std::string& path,
                    rocksdb::DB* db = nullptr);

// What an entry of the database is about: "SETUP, goal COLOR"; a key of `meta` as it is.
std::string key_text(const BookKey& key);
std::string key_text(std::string_view key);

// Makes a new book at `path`, which is missing, empty or half made, and closes it. Ok also when
// another process was faster.
Status make_book(const std::string& path, const BookMeta& meta);

// Reads what a database says of itself, changing nothing, and refuses what is not a book for this
// version, or no longer the whole of one (extent.h).
Result<BookMeta> read_meta(const std::string& path);

Result<Database> open_database_for_writing(const std::string& path);
Result<Database> open_database_for_reading(const std::string& path);

// A book open for reading.
struct ReadBook {
  BookMeta meta;
  Database database;
};

// Opens and refuses as read_meta() does. Blocks are kept in `cache` when there is one. Sharing that
// of an earlier state of the same book spares reading again what both have.
Result<ReadBook> open_book_for_reading(const std::string& path,
                                       std::shared_ptr<rocksdb::Cache> cache = nullptr);
// Adds a column family: hints or notes. REQUIRES: open for writing, without it.
Status add_family(Database& database, const std::string& name, const std::string& path);

// A whole decimal number that fits an int.
std::optional<int> parse_int(std::string_view text);

}  // namespace tengen::book
