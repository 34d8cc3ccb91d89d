// Puts a book right: what is false goes, with what rests on it; what is true gets its exact
// distance (settle.h). Every record is checked by the verifier's code, those first that others rest
// on, so a kill at any moment leaves a book whose repair goes on when it is done again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "book/store/store.h"

namespace tengen::book {

struct RemovedRecord {
  BookKey key;
  std::string fault;  // one line: the position, the goal and why it is not proven
};

struct RepairReport {
  std::string path;
  std::string rules;
  int size = 0;
  std::uint64_t records = 0;    // that can be read
  std::uint64_t checked = 0;    // of them
  std::uint64_t damaged = 0;    // entries that cannot be read: removed
  std::uint64_t removed = 0;    // records that do not hold or rest on one that does not
  std::uint64_t corrected = 0;  // records that hold, with another distance, run or short win
  bool tree_deleted = false;    // the unfinished tree, as something was removed
  std::vector<RemovedRecord> removals;  // the first ones; none has an earlier cause
  // Of those removed, the ones that no other rests on, least progress first: what is open again.
  std::vector<BookKey> opened;
  std::uint64_t opened_total = 0;
  double seconds = 0;

  [[nodiscard]] bool was_right() const {
    return damaged == 0 && removed == 0 && corrected == 0 && !tree_deleted;
  }
};

struct RepairOptions {
  int threads = 1;
  bool dry_run = false;  // changes nothing; the report is the same
  std::size_t max_listed = 20;
  std::size_t records_per_commit = 1024;  // at most
  // Called after each commit from the caller's thread.
  std::function<void(const RepairReport&)> progress;
};

// Errors: as Store::open_for_writing() (dry run: open_read_only()); kCorruption where a file's
// blocks are damaged: what is in them can only come from a backup. Memory: what LevelReader keeps,
// some 16 to 32 bytes a record, and what is removed. REQUIRES: threads >= 1.
Result<RepairReport> repair_book(const std::string& path, const RepairOptions& options);

}  // namespace tengen::book
