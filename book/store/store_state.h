// What is behind a Store. For store*.cpp alone.
#pragma once

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "book/store/database.h"
#include "book/store/extent.h"
#include "book/store/store.h"

namespace tengen::book {

// Of a note's key in `meta`; then its name.
inline constexpr std::string_view kMetaNotePrefix = "note:";

inline Status in_book(const Status& status, const std::string& path) {
  return {status.code(), fmt::format("book {}: {}", path, status.message())};
}

struct Store::State {
  std::string path;
  BookMeta meta;
  std::uint8_t rules;
  std::string files;                   // when open for reading: database_files() before
  std::optional<ExtentKeeper> extent;  // when open for writing
  bool write_failed = false;
  Database database;

  [[nodiscard]] rocksdb::ColumnFamilyHandle* family(const std::string& name) const {
    return database.families.at(name);
  }
  [[nodiscard]] bool has(const std::string& name) const { return database.families.contains(name); }
  [[nodiscard]] Status error(const rocksdb::Status& status) const {
    return from_rocksdb(status, path, database.db.get());
  }

  // What every write goes through, so that what is on the disk gets noted.
  Status write(rocksdb::WriteBatch& batch, bool sync) {
    rocksdb::WriteOptions options;
    options.sync = sync;
    const rocksdb::Status status = database.db->Write(options, &batch);
    write_failed |= !status.ok();
    if (!status.ok()) return error(status);
    if (sync) note_extent(false);
    return {};
  }
  void note_extent(bool at_once) {
    extent->reached(database.db->GetLatestSequenceNumber(), at_once);
  }
  // Moves everything from the log to table files, which cannot lose their end unnoticed.
  void close() {
    if (write_failed) return;  // RocksDB aborts when it is to sync such a log
    std::vector<rocksdb::ColumnFamilyHandle*> all;
    for (const auto& [name, handle] : database.families) all.push_back(handle);
    // Where there is no room for the tables, the log keeps everything.
    if (database.db->Flush({}, all).ok() || database.db->SyncWAL().ok()) note_extent(true);
  }

  Result<std::optional<std::string>> get(const std::string& name, std::string_view key) const {
    std::string value;
    const rocksdb::Status status = database.db->Get({}, family(name), key, &value);
    if (status.IsNotFound()) return std::optional<std::string>();
    if (!status.ok()) return error(status);
    return std::optional<std::string>(std::move(value));
  }

  [[nodiscard]] rocksdb::Status delete_tree(rocksdb::WriteBatch& batch) const {
    // Also what is no key: no entry starts with as many bytes of all ones.
    return batch.DeleteRange(family(kTreeFamily), std::string(), std::string(64, '\xff'));
  }

  Result<std::uint32_t> add_run(const Run& run);

  // Calls `visit(key, value)`, which returns Result<bool>, from `first` on until false or an error.
  template <typename Visit>
  Status scan(const std::string& name, std::string_view first, const Visit& visit) const {
    rocksdb::ReadOptions options;
    options.fill_cache = false;
    const std::unique_ptr<rocksdb::Iterator> entry(database.db->NewIterator(options, family(name)));
    std::string last;
    for (entry->Seek(first); entry->Valid(); entry->Next()) {
      const Result<bool> go_on = visit(entry->key().ToStringView(), entry->value().ToStringView());
      if (!go_on.ok()) return go_on.status();
      if (!go_on.value()) return {};
      last.assign(entry->key().data(), entry->key().size());
    }
    // A damaged block ends the loop as the last entry does.
    const Status status = error(entry->status());
    if (status.ok() || last.empty()) return status;
    return {status.code(),
            fmt::format("{}; the last good entry is {}", status.message(), key_text(last))};
  }

  [[nodiscard]] Status damaged_record(const Status& status, const BookKey& key) const {
    return {status.code(), fmt::format("book {}: {} at {}", path, status.message(), key_text(key))};
  }

  Result<std::optional<StoredProof>> find(const BookKey& key) const {
    const Result<std::optional<std::string>> value =
        get(kProofsFamily, encode_key(rules, key.position, key.goal));
    if (!value.ok()) return value.status();
    if (!value.value()) return std::optional<StoredProof>();
    const Result<StoredProof> proof = decode_value(*value.value(), key);
    if (!proof.ok()) {
      return damaged_record(proof.status(), key);
    }
    return std::optional<StoredProof>(proof.value());
  }

  [[nodiscard]] std::string hint_key(const Position& canonical) const {
    return encode_key(rules, canonical, canonical.to_move);
  }
  // REQUIRES: has(kHintsFamily)
  Result<std::vector<HintedMove>> hints(const Position& canonical) const {
    const Result<std::optional<std::string>> value = get(kHintsFamily, hint_key(canonical));
    if (!value.ok()) return value.status();
    if (!value.value()) return std::vector<HintedMove>();
    Result<std::vector<HintedMove>> moves = decode_hint(*value.value(), canonical);
    if (!moves.ok()) {
      return damaged_record(moves.status(), {.position = canonical, .goal = canonical.to_move});
    }
    return moves;
  }

  // REQUIRES: has(kNotesFamily)
  Result<std::vector<Note>> notes(const Position& canonical) const {
    const Result<std::optional<std::string>> value = get(kNotesFamily, hint_key(canonical));
    if (!value.ok()) return value.status();
    if (!value.value()) return std::vector<Note>();
    Result<std::vector<Note>> notes = decode_notes(*value.value(), canonical.size);
    if (!notes.ok()) {
      return damaged_record(notes.status(), {.position = canonical, .goal = canonical.to_move});
    }
    return notes;
  }
};

}  // namespace tengen::book
