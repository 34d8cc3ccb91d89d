// Adds the records, hints and notes of one book to another. Nobody is trusted: each record is
// checked by the verifier's code against what the book has by then, and its distance is found anew
// (settle.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "book/store/store.h"

namespace tengen::book {

struct MergeProgress {
  std::uint64_t read = 0;     // records of the other book
  std::uint64_t refused = 0;  // of them: not proven by records of both books
  std::string first_fault;    // of those refused, one line; none has an earlier cause
  CommitCounts counts;
  std::uint64_t hint_positions = 0;   // of the other book that have hints, after its records
  std::uint64_t noted_positions = 0;  // of the other book that have notes, after its hints
};

struct MergeOptions {
  int threads = 1;                        // for checking
  std::size_t records_per_commit = 4096;  // at most
  // Called after each commit from the caller's thread.
  std::function<void(const MergeProgress&)> progress;
};

// Stores each record of `other` that `target` has not and that is proven by what `target` has and
// by others that were stored, with the run that it is of there; then adds hints and notes to those
// there are. The records go in children first, so at every moment, also after a kill or an error,
// all that a record rests on is there. Errors, which say how many were added before:
// kIncompatible (other rules or size), kCorruption for a contradiction, naming the books and the
// claims; the stores' errors. After an error or a kill the same again goes on. Memory: what
// LevelReader keeps. REQUIRES: `target` is open for writing; threads >= 1.
Result<MergeProgress> merge_book(Store& target, const Store& other, const MergeOptions& options);

}  // namespace tengen::book
