// A book on disk: one RocksDB directory with the column families `proofs` (certified facts), `tree`
// (the coordinator's unfinished DAG, opaque here), `meta` (format, rules, size, runs) and, once
// somebody has imported some, `hints` (exchange/hint.h) and `notes` (exchange/note.h), which prove
// nothing.
// Invariant: a book never holds a proof for both goals of one position.
// One process writes at a time; any number read meanwhile and see what was there when they opened.
// Const functions may be called from several threads; the others by one thread at a time.
// Errors of every function name the book's path: kCorruption for damaged data, kIo for the system's
// failures, a full disk among them. Damage names the file and, of a table file, the range of
// positions in it. A book that has lost its end is refused (extent.h), until whoever accepts the
// loss deletes its file `tengen-book-extent`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "book/store/hint.h"
#include "book/store/note.h"
#include "book/store/record.h"
#include "solver/game/position.h"
#include "solver/game/prover.h"

namespace tengen::book {

// Version of the directory layout; books with a higher one are refused.
constexpr int kFormatVersion = 1;

// This build's version, "0.1.0".
[[nodiscard]] std::string_view tengen_version();

// Who wrote a record: one entry for each time a book was opened by a solving run.
struct Run {
  std::uint32_t id = 0;  // 1, 2, ...
  std::string solver_version;
  std::string host;
  std::int64_t started_unix_seconds = 0;
};

struct TreeEntry {
  BookKey key;  // canonical position
  std::string bytes;
};

// What is to become true together.
struct CommitBatch {
  std::uint32_t run = 0;  // from Store::begin_run()
  std::vector<ProofRecord> proofs;
  // Of the proofs one by one, from Store::adopt_run(); empty: all are of `run`.
  std::vector<std::uint32_t> runs;
  std::vector<TreeEntry> tree_puts;
  std::vector<BookKey> tree_deletes;
  std::vector<std::pair<std::string, std::string>> notes;  // read back by Store::note()
  bool sync = true;  // on the disk when commit() returns; without it a power loss may cost the tail
};

struct CommitCounts {
  std::size_t added = 0;
  std::size_t known = 0;  // there is a record of that position and goal: it stays as it is
};

// What is to be put right together. For the repair of a book alone (care/repair.h).
struct Amendment {
  std::vector<std::pair<ProofRecord, std::uint32_t>> replaced;  // with its run
  std::vector<std::string> deleted;  // keys of `proofs`, as scan_proof_bytes() shows them
  bool clear_tree = false;           // what an unfinished tree says may rest on what is deleted
};

// Records of one goal.
struct RecordCounts {
  std::uint64_t tree = 0;
  std::uint64_t vcf_leaves = 0;
  std::uint64_t all_replies = 0;
  [[nodiscard]] std::uint64_t total() const { return tree + vcf_leaves + all_replies; }
};

struct BookCounts {
  RecordCounts black;  // goal black
  RecordCounts white;  // goal white
  std::uint64_t tree_entries = 0;
  std::uint64_t hint_positions = 0;   // that have hints
  std::uint64_t hint_moves = 0;       // the hints of all these positions
  std::uint64_t noted_positions = 0;  // of which somebody's file says something
};

// What was not in the book before.
struct AddedHints {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
};

class Store {
 public:
  // Opens a book for writing, making it first when the path does not exist or is an empty
  // directory. Errors: kInvalidArgument (something else is there; it is not touched), kUnavailable
  // (another process writes), kIncompatible (other rules or size, or a newer format), kNotFound (no
  // parent directory), kCorruption, kIo.
  static Result<std::unique_ptr<Store>> open_for_writing(const std::string& path,
                                                         std::string_view rules, int size);
  // Opens a book for reading, also while another process writes. Changes nothing on disk. Errors:
  // kNotFound (nothing there), kInvalidArgument (not a book), kUnavailable (a writer changes its
  // files faster than they can be read), kIncompatible, kCorruption, kIo.
  static Result<std::unique_ptr<Store>> open_read_only(const std::string& path);
  // The same book as its files are now. Shares the memory of what was read with this one. Errors:
  // those of open_read_only(). REQUIRES: opened by open_read_only() or reopen().
  Result<std::unique_ptr<Store>> reopen() const;
  // Whether no file of the book has changed since it was read: a look at the directory, without
  // reading any. False also when the directory cannot be looked at. REQUIRES: as reopen().
  [[nodiscard]] bool is_current() const;

  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] const std::string& rules() const;
  [[nodiscard]] int size() const;
  // Version of the program that made the book.
  [[nodiscard]] const std::string& created_by() const;

  // The proof that `goal` wins the position, its move in the frame of `position`.
  // REQUIRES: position.size == size()
  Result<std::optional<StoredProof>> find(const Position& position, Color goal) const;
  // The same for a position known to be canonical.
  Result<std::optional<StoredProof>> find_exact(const Position& canonical, Color goal) const;

  // Registers a run of this build on `host`; its id goes into CommitBatch::run.
  // REQUIRES: open for writing.
  Result<std::uint32_t> begin_run(std::string_view host);
  // The id that a run of another book has in this one: that of an equal run if there is one, else
  // a new one. `run.id` is not looked at. REQUIRES: open for writing.
  Result<std::uint32_t> adopt_run(const Run& run);
  // All runs, by id.
  Result<std::vector<Run>> runs() const;

  // Writes all of the batch or nothing. The first proof of a position and goal stays, also before a
  // shorter one: what rests on it keeps its distance, and nothing false can displace it. Errors:
  // kInvalidArgument for a malformed record, kCorruption for a contradiction (a proof for the other
  // goal, in the book or in the batch), naming the position and both claims. REQUIRES: open for
  // writing.
  Result<CommitCounts> commit(const CommitBatch& batch);
  // Deletes and replaces proofs, all or none; the last word stays on the disk only from the next
  // synced write on, or when the book is closed. Errors: kInvalidArgument for a malformed record.
  // REQUIRES: open for writing.
  Status amend(const Amendment& amendment);

  // The opaque bytes of a tree entry. REQUIRES: canonical position.
  Result<std::optional<std::string>> tree_entry(const Position& canonical, Color goal) const;
  // Deletes all tree entries. REQUIRES: open for writing.
  Status clear_tree();
  // A note written by a batch.
  Result<std::optional<std::string>> note(std::string_view name) const;

  // Adds hints to those there are (merge_hints()), all or none. The first ones add the column
  // family: a tengen from before hints still reads such a book, but refuses to write to it.
  // REQUIRES: canonical positions of this size, each once, with a move; open for writing.
  Result<AddedHints> add_hints(std::span<const HintedPosition> hints);
  // The hints for a position in its frame, best first; none in most. REQUIRES: position.size ==
  // size()
  Result<std::vector<HintedMove>> hints(const Position& position) const;
  // Whether there are any; costs nothing.
  [[nodiscard]] bool has_hints() const;

  // Adds notes to those there are (merge_notes()), all or none, and says how many positions had
  // none before. What add_hints() says of the column family and of older programs holds for notes,
  // too. REQUIRES: canonical positions of this size, each once, with a note; open for writing.
  Result<std::uint64_t> add_notes(std::span<const NotedPosition> noted);
  // Takes all that a source has said out of the book. REQUIRES: open for writing.
  Status drop_notes(std::string_view source);
  // The notes on a position in its frame, by source; none on most. REQUIRES: position.size ==
  // size()
  Result<std::vector<Note>> notes(const Position& position) const;
  // Whether there may be any; costs nothing.
  [[nodiscard]] bool has_notes() const;

  // Calls `visit` for every entry in key order until it returns false. Ok only when the scan came
  // to its end or was ended by `visit`. With `after` it begins behind that key.
  Status scan_proofs(const std::function<bool(const BookKey&, const StoredProof&)>& visit,
                     const BookKey* after = nullptr) const;
  // The entries of `proofs` as bytes, whatever they are, whose keys start with `prefix`.
  Status scan_proof_bytes(
      std::string_view prefix,
      const std::function<bool(std::string_view key, std::string_view value)>& visit) const;
  Status scan_tree(const std::function<bool(const TreeEntry&)>& visit) const;
  Status scan_hints(const std::function<bool(const HintedPosition&)>& visit) const;
  Status scan_notes(const std::function<bool(const NotedPosition&)>& visit) const;

  // Rewrites all tables without what has been replaced or deleted, and moves the log to them.
  // REQUIRES: open for writing.
  Status compact();

  // Counts by a full scan; kUnavailable as soon as `stop` says so.
  Result<BookCounts> count(const std::function<bool()>& stop = {}) const;
  // Size of the book's files.
  Result<std::uint64_t> bytes_on_disk() const;

 private:
  struct State;
  static Result<std::unique_ptr<Store>> read(const std::string& path, const Store* earlier);
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tengen::book
