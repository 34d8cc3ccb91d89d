// Adds the records and hints of one book to another.
#pragma once

#include <cstdint>
#include <functional>

#include "book/store.h"

namespace tengen::book {

struct MergeProgress {
  std::uint64_t read = 0;     // records of the other book
  std::uint64_t checked = 0;  // with `verify`, before the first is added
  CommitCounts counts;
  std::uint64_t hints = 0;  // positions with hints of the other book, after its records
};

struct MergeOptions {
  // Checks every record that would be added by the verifier's code, before any of them is. It may
  // rest on records of both books; those that the book has already are not checked again.
  bool verify = false;
  int threads = 1;  // for checking
  // Called now and then from the caller's thread.
  std::function<void(const MergeProgress&)> progress;
};

// Stores each record of `other` that `target` has not, or only with a longer distance, with the run
// that it is of there, and adds the hints behind those there are. Errors: kIncompatible (other
// rules or size), kInvalidArgument (`verify`, and a record does not hold: nothing was added),
// kCorruption for a contradiction, naming the books and the claims; nothing of its batch was added.
// The stores' errors. After an error or a kill the same again goes on. REQUIRES: `target` is open
// for writing; threads >= 1.
Result<MergeProgress> merge_book(Store& target, const Store& other, const MergeOptions& options);

}  // namespace tengen::book
