#include "book/store/store.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "book/store/store_files.h"
#include "book/store/store_state.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {
// Keys of `meta` beside those that say what the book is (database.cpp) and the notes.
constexpr std::string_view kMetaRunPrefix = "run:";  // then the id in ten digits; value: JSON

std::string run_key(std::uint32_t id) { return fmt::format("{}{:010}", kMetaRunPrefix, id); }

std::uint32_t next_run_id(const std::vector<Run>& known) {
  return known.empty() ? 1 : known.back().id + 1;
}

}  // namespace

std::string_view tengen_version() { return TENGEN_VERSION; }

Result<std::uint32_t> Store::State::add_run(const Run& run) {
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

Result<std::optional<std::string>> Store::tree_entry(const Position& canonical, Color goal) const {
  CHECK(canonical.size == size());
  return state_->get(kTreeFamily, encode_key(state_->rules, canonical, goal));
}

Status Store::clear_tree() {
  CHECK(state_->extent.has_value());
  rocksdb::WriteBatch batch;
  const rocksdb::Status status = state_->delete_tree(batch);
  return status.ok() ? state_->write(batch, true) : state_->error(status);
}

Result<std::optional<std::string>> Store::note(std::string_view name) const {
  return state_->get(kMetaFamily, fmt::format("{}{}", kMetaNotePrefix, name));
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

Status Store::scan_proof_bytes(
    std::string_view prefix,
    const std::function<bool(std::string_view, std::string_view)>& visit) const {
  return state_->scan(kProofsFamily, prefix,
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        return key.starts_with(prefix) && visit(key, value);
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
  const Status hints = scan_hints([&](const HintedPosition& hint) {
    ++counts.hint_positions;
    counts.hint_moves += hint.moves.size();
    return go_on();
  });
  if (!hints.ok()) return hints;
  const Status notes = scan_notes([&](const NotedPosition& noted) {
    counts.noted_positions += says_something(noted.notes) ? 1 : 0;
    return go_on();
  });
  if (!notes.ok()) return notes;
  if (stopped) return Status(StatusCode::kUnavailable, "the count was stopped");
  return counts;
}

Result<std::uint64_t> Store::bytes_on_disk() const { return directory_bytes(path()); }

}  // namespace tengen::book
