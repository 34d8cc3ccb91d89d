#include "book/store.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "book/database.h"
#include "book/extent.h"
#include "book/store_files.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {
// Keys of `meta` beside those that say what the book is (database.cpp).
constexpr std::string_view kMetaRunPrefix = "run:";    // then the id in ten digits; value: JSON
constexpr std::string_view kMetaNotePrefix = "note:";  // then the note's name

Status in_book(const Status& status, const std::string& path) {
  return {status.code(), fmt::format("book {}: {}", path, status.message())};
}

std::string run_key(std::uint32_t id) { return fmt::format("{}{:010}", kMetaRunPrefix, id); }

std::uint32_t next_run_id(const std::vector<Run>& known) {
  return known.empty() ? 1 : known.back().id + 1;
}

std::string claim_text(Color goal, RecordKind kind, Move move, int distance_plies, int size) {
  return fmt::format("{} wins in {} plies{}", color_name(goal), distance_plies,
                     kind == RecordKind::kAllReplies
                         ? std::string(" against every reply")
                         : fmt::format(" by {}", format_move(move, size)));
}

}  // namespace

std::string_view tengen_version() { return TENGEN_VERSION; }

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

  Result<std::uint32_t> add_run(const Run& run) {
    const nlohmann::ordered_json fields = {
        {"solver", run.solver_version}, {"host", run.host}, {"started", run.started_unix_seconds}};
    // A host's name need not be UTF-8.
    const std::string text = fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    rocksdb::WriteBatch batch;
    const rocksdb::Status status = batch.Put(family(kMetaFamily), run_key(run.id), text);
    if (!status.ok()) return error(status);
    if (Status written = write(batch, true); !written.ok()) return written;
    return run.id;
  }

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
  Result<std::vector<HintMove>> hints(const Position& canonical) const {
    const Result<std::optional<std::string>> value = get(kHintsFamily, hint_key(canonical));
    if (!value.ok()) return value.status();
    if (!value.value()) return std::vector<HintMove>();
    Result<std::vector<HintMove>> moves = decode_hint(*value.value(), canonical);
    if (!moves.ok()) {
      return damaged_record(moves.status(), {.position = canonical, .goal = canonical.to_move});
    }
    return moves;
  }
};

Store::Store(std::unique_ptr<State> state) : state_(std::move(state)) {}
Store::~Store() {
  if (state_->extent) state_->close();
}

Result<std::unique_ptr<Store>> Store::open_for_writing(const std::string& path,
                                                       std::string_view rules, int size) {
  CHECK(size >= kMinBoardSize && size <= kMaxBoardSize);
  const Result<std::uint8_t> byte = rules_byte(rules);
  if (!byte.ok()) return byte.status();
  const Result<PathState> state = inspect_path(path);
  if (!state.ok()) return state.status();
  if (state.value() != PathState::kDatabase) {
    const Status made = make_book(
        path,
        {.rules = std::string(rules), .size = size, .created_by = std::string(tengen_version())});
    if (!made.ok()) return made;
  }
  Result<BookMeta> meta = read_meta(path);
  if (!meta.ok()) return meta.status();
  if (meta.value().rules != rules || meta.value().size != size) {
    return Status(
        StatusCode::kIncompatible,
        fmt::format("book {} is for {} on {}x{}, not for {} on {}x{}", path, meta.value().rules,
                    meta.value().size, meta.value().size, rules, size, size));
  }
  Result<Database> database = open_database_for_writing(path);
  if (!database.ok()) return database.status();
  std::unique_ptr<Store> store(
      new Store(std::unique_ptr<State>(new State{.path = path,
                                                 .meta = std::move(meta).value(),
                                                 .rules = byte.value(),
                                                 .files = {},
                                                 .extent = ExtentKeeper(path),
                                                 .write_failed = false,
                                                 .database = std::move(database).value()})));
  // Opening has moved all of the log to table files.
  store->state_->note_extent(true);
  return store;
}

Result<std::unique_ptr<Store>> Store::open_read_only(const std::string& path) {
  return read(path, nullptr);
}

Result<std::unique_ptr<Store>> Store::reopen() const {
  CHECK(!state_->extent.has_value());
  return read(path(), this);
}

Result<std::unique_ptr<Store>> Store::read(const std::string& path, const Store* earlier) {
  const Result<PathState> state = inspect_path(path);
  if (!state.ok()) return state.status();
  if (state.value() != PathState::kDatabase) {
    return Status(StatusCode::kNotFound, fmt::format("no book at {}", path));
  }
  // What changes after this is seen as a change, whether it was read or not.
  std::string files = database_files(path);
  Result<ReadBook> book =
      open_book_for_reading(path, earlier != nullptr ? earlier->state_->database.cache : nullptr);
  if (!book.ok()) return book.status();
  BookMeta& meta = book.value().meta;
  const Result<std::uint8_t> byte = rules_byte(meta.rules);
  if (!byte.ok()) return byte.status();
  return std::unique_ptr<Store>(
      new Store(std::unique_ptr<State>(new State{.path = path,
                                                 .meta = std::move(meta),
                                                 .rules = byte.value(),
                                                 .files = std::move(files),
                                                 .extent = std::nullopt,
                                                 .write_failed = false,
                                                 .database = std::move(book.value().database)})));
}

bool Store::is_current() const {
  CHECK(!state_->extent.has_value());
  return !state_->files.empty() && database_files(path()) == state_->files;
}

const std::string& Store::path() const { return state_->path; }
const std::string& Store::rules() const { return state_->meta.rules; }
int Store::size() const { return state_->meta.size; }
const std::string& Store::created_by() const { return state_->meta.created_by; }

Result<std::optional<StoredProof>> Store::find(const Position& position, Color goal) const {
  CHECK(position.size == size());
  const Canonical canonical = canonicalize(position);
  Result<std::optional<StoredProof>> found = find_exact(canonical.position, goal);
  if (found.ok() && found.value()) {
    const Symmetry input_from_canonical = canonical.canonical_from_input.inverse();
    found.value()->move = input_from_canonical.apply(found.value()->move, size());
  }
  return found;
}

Result<std::optional<StoredProof>> Store::find_exact(const Position& canonical, Color goal) const {
  CHECK(canonical.size == size());
  return state_->find({.position = canonical, .goal = goal});
}

Result<std::uint32_t> Store::begin_run(std::string_view host) {
  CHECK(state_->extent.has_value());
  const Result<std::vector<Run>> known = runs();
  if (!known.ok()) return known.status();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return state_->add_run(
      {.id = next_run_id(known.value()),
       .solver_version = std::string(tengen_version()),
       .host = std::string(host),
       .started_unix_seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count()});
}

Result<std::uint32_t> Store::adopt_run(const Run& run) {
  CHECK(state_->extent.has_value());
  const Result<std::vector<Run>> known = runs();
  if (!known.ok()) return known.status();
  for (const Run& own : known.value()) {
    if (own.solver_version == run.solver_version && own.host == run.host &&
        own.started_unix_seconds == run.started_unix_seconds) {
      return own.id;
    }
  }
  Run adopted = run;
  adopted.id = next_run_id(known.value());
  return state_->add_run(adopted);
}

Result<std::vector<Run>> Store::runs() const {
  std::vector<Run> found;
  const auto visit = [&](std::string_view key, std::string_view value) -> Result<bool> {
    if (!key.starts_with(kMetaRunPrefix)) return false;
    const std::optional<int> id = parse_int(key.substr(kMetaRunPrefix.size()));
    const nlohmann::json run = nlohmann::json::parse(value, nullptr, false);
    const auto is_text = [&](const char* name) {
      return run.contains(name) && run[name].is_string();
    };
    if (!id || *id < 1 || !run.is_object() || !is_text("solver") || !is_text("host") ||
        !run.contains("started") || !run["started"].is_number_integer()) {
      return Status(StatusCode::kCorruption,
                    fmt::format("book {} is damaged: its table of runs", path()));
    }
    found.push_back({.id = static_cast<std::uint32_t>(*id),
                     .solver_version = run["solver"].get<std::string>(),
                     .host = run["host"].get<std::string>(),
                     .started_unix_seconds = run["started"].get<std::int64_t>()});
    return true;
  };
  const Status status = state_->scan(kMetaFamily, kMetaRunPrefix, visit);
  if (!status.ok()) return status;
  return found;
}

Result<CommitCounts> Store::commit(const CommitBatch& batch) {
  CHECK(state_->extent.has_value());
  CHECK(batch.runs.empty() || batch.runs.size() == batch.proofs.size());
  CommitCounts counts;
  const auto run_of = [&batch](const ProofRecord* record) {
    return batch.runs.empty() ? batch.run
                              : batch.runs[static_cast<std::size_t>(record - batch.proofs.data())];
  };
  // Proofs of this batch by key; two of them may be about one position.
  std::map<std::string, const ProofRecord*> pending;
  const auto find_claim = [&](const BookKey& key) -> Result<std::optional<StoredProof>> {
    const auto in_batch = pending.find(encode_key(state_->rules, key.position, key.goal));
    if (in_batch == pending.end()) return state_->find(key);
    const ProofRecord& record = *in_batch->second;
    return std::optional<StoredProof>({.kind = record.kind,
                                       .move = record.move,
                                       .distance_plies = record.distance_plies,
                                       .run = run_of(&record)});
  };
  for (const ProofRecord& record : batch.proofs) {
    const Status checked = check_record(record);
    if (!checked.ok()) return in_book(checked, path());
    if (record.position.size != size()) {
      return invalid_argument(fmt::format("book {}: a record of another board size", path()));
    }
    const Result<std::optional<StoredProof>> against =
        find_claim({.position = record.position, .goal = opponent(record.goal)});
    if (!against.ok()) return against.status();
    if (against.value()) {
      const StoredProof& other = *against.value();
      return Status(
          StatusCode::kCorruption,
          fmt::format(
              "book {}: contradiction at {}: {} (stored by run {}), but now {} (run {}); "
              "nothing was written",
              path(), format_position(record.position),
              claim_text(opponent(record.goal), other.kind, other.move, other.distance_plies,
                         size()),
              other.run,
              claim_text(record.goal, record.kind, record.move, record.distance_plies, size()),
              run_of(&record)));
    }
    const Result<std::optional<StoredProof>> same =
        find_claim({.position = record.position, .goal = record.goal});
    if (!same.ok()) return same.status();
    if (same.value() && same.value()->distance_plies <= record.distance_plies) {
      ++counts.known;
      continue;
    }
    ++(same.value() ? counts.shortened : counts.added);
    pending[encode_key(state_->rules, record.position, record.goal)] = &record;
  }

  rocksdb::WriteBatch writes;
  rocksdb::Status status;
  const auto tree_key = [&](const BookKey& key) {
    CHECK(key.position.size == size());
    return encode_key(state_->rules, key.position, key.goal);
  };
  for (const auto& [key, record] : pending) {
    if (status.ok()) {
      status =
          writes.Put(state_->family(kProofsFamily), key, encode_value(*record, run_of(record)));
    }
  }
  for (const BookKey& key : batch.tree_deletes) {
    if (status.ok()) status = writes.Delete(state_->family(kTreeFamily), tree_key(key));
  }
  for (const TreeEntry& entry : batch.tree_puts) {
    if (status.ok()) {
      status = writes.Put(state_->family(kTreeFamily), tree_key(entry.key), entry.bytes);
    }
  }
  for (const auto& [name, value] : batch.notes) {
    if (status.ok()) {
      status = writes.Put(state_->family(kMetaFamily), fmt::format("{}{}", kMetaNotePrefix, name),
                          value);
    }
  }
  if (!status.ok()) return state_->error(status);
  if (writes.Count() == 0) return counts;
  if (Status written = state_->write(writes, batch.sync); !written.ok()) return written;
  return counts;
}

Result<std::optional<std::string>> Store::tree_entry(const Position& canonical, Color goal) const {
  CHECK(canonical.size == size());
  return state_->get(kTreeFamily, encode_key(state_->rules, canonical, goal));
}

Status Store::clear_tree() {
  CHECK(state_->extent.has_value());
  // Every key starts with the rule-set byte.
  const std::string first(1, static_cast<char>(state_->rules));
  const std::string end(1, static_cast<char>(state_->rules + 1));
  rocksdb::WriteBatch batch;
  const rocksdb::Status status = batch.DeleteRange(state_->family(kTreeFamily), first, end);
  return status.ok() ? state_->write(batch, true) : state_->error(status);
}

Result<std::optional<std::string>> Store::note(std::string_view name) const {
  return state_->get(kMetaFamily, fmt::format("{}{}", kMetaNotePrefix, name));
}

bool Store::has_hints() const { return state_->has(kHintsFamily); }

Result<std::vector<HintMove>> Store::hints(const Position& position) const {
  CHECK(position.size == size());
  if (!has_hints()) return std::vector<HintMove>();
  const Canonical canonical = canonicalize(position);
  Result<std::vector<HintMove>> found = state_->hints(canonical.position);
  if (!found.ok()) return found;
  const Symmetry input_from_canonical = canonical.canonical_from_input.inverse();
  for (HintMove& one : found.value()) one.move = input_from_canonical.apply(one.move, size());
  return found;
}

Status Store::add_hints(std::span<const Hint> hints) {
  CHECK(state_->extent.has_value());
  if (!has_hints()) {
    if (Status status = add_hints_family(state_->database, path()); !status.ok()) return status;
  }
  rocksdb::WriteBatch batch;
  for (const Hint& hint : hints) {
    CHECK(hint.position.size == size());
    const Result<std::vector<HintMove>> known = state_->hints(hint.position);
    if (!known.ok()) return known.status();
    const rocksdb::Status status =
        batch.Put(state_->family(kHintsFamily), state_->hint_key(hint.position),
                  encode_hint(merge_hints(known.value(), hint.moves)));
    if (!status.ok()) return state_->error(status);
  }
  return state_->write(batch, true);
}

Status Store::scan_hints(const std::function<bool(const Hint&)>& visit) const {
  if (!has_hints()) return {};
  return state_->scan(kHintsFamily, {},
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        Result<BookKey> decoded = decode_key(key, state_->rules, size());
                        if (!decoded.ok()) return in_book(decoded.status(), path());
                        Position& position = decoded.value().position;
                        Result<std::vector<HintMove>> moves = decode_hint(value, position);
                        if (!moves.ok()) {
                          return state_->damaged_record(moves.status(), decoded.value());
                        }
                        return visit({std::move(position), std::move(moves).value()});
                      });
}

Status Store::scan_proofs(const std::function<bool(const BookKey&, const StoredProof&)>& visit,
                          const BookKey* after) const {
  // No key lies between one and the same with a zero byte.
  const std::string first = after == nullptr
                                ? std::string()
                                : encode_key(state_->rules, after->position, after->goal) + '\0';
  return state_->scan(kProofsFamily, first,
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        const Result<BookKey> decoded = decode_key(key, state_->rules, size());
                        if (!decoded.ok()) return in_book(decoded.status(), path());
                        const Result<StoredProof> proof = decode_value(value, decoded.value());
                        if (!proof.ok()) {
                          return state_->damaged_record(proof.status(), decoded.value());
                        }
                        return visit(decoded.value(), proof.value());
                      });
}

Status Store::scan_tree(const std::function<bool(const TreeEntry&)>& visit) const {
  return state_->scan(
      kTreeFamily, {}, [&](std::string_view key, std::string_view value) -> Result<bool> {
        Result<BookKey> decoded = decode_key(key, state_->rules, size());
        if (!decoded.ok()) return in_book(decoded.status(), path());
        return visit({.key = std::move(decoded).value(), .bytes = std::string(value)});
      });
}

Status Store::compact() {
  CHECK(state_->extent.has_value());
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (const auto& [name, family] : state_->database.families) {
    const rocksdb::Status status = state_->database.db->CompactRange(options, family, {}, {});
    state_->write_failed |= !status.ok();
    if (!status.ok()) return state_->error(status);
  }
  state_->note_extent(true);
  return {};
}

Result<BookCounts> Store::count(const std::function<bool()>& stop) const {
  BookCounts counts;
  bool stopped = false;
  const auto go_on = [&] { return !(stopped = stopped || (stop && stop())); };
  const Status proofs = scan_proofs([&](const BookKey& key, const StoredProof& proof) {
    RecordCounts& of_goal = key.goal == Color::kBlack ? counts.black : counts.white;
    switch (proof.kind) {
      case RecordKind::kTree:
        ++of_goal.tree;
        break;
      case RecordKind::kVcfLeaf:
        ++of_goal.vcf_leaves;
        break;
      case RecordKind::kAllReplies:
        ++of_goal.all_replies;
        break;
    }
    return go_on();
  });
  if (!proofs.ok()) return proofs;
  const Status tree = scan_tree([&](const TreeEntry&) {
    ++counts.tree_entries;
    return go_on();
  });
  if (!tree.ok()) return tree;
  const Status hints = scan_hints([&](const Hint&) {
    ++counts.hints;
    return go_on();
  });
  if (!hints.ok()) return hints;
  if (stopped) return Status(StatusCode::kUnavailable, "the count was stopped");
  return counts;
}

Result<std::uint64_t> Store::bytes_on_disk() const { return directory_bytes(path()); }

}  // namespace tengen::book
