// Copies of a book in a directory of their own, by RocksDB's BackupEngine: several generations that
// share the table files they have in common, so that each costs only what is new. A book may be
// backed up while another process writes it; the copy is then what was there when it began, or a
// little more.
//
// The directory holds, beside RocksDB's, the file `tengen-backup`, which is locked while somebody
// writes there, and an empty file `confirmed-N` for each generation that is whole. What a kill
// leaves has none: it is not listed, and the next backup clears it away.
// A book's records and unfinished tree are kept, its directory of logs is not.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "solver/base/status.h"

namespace tengen::book {

struct Generation {
  std::uint32_t id = 0;  // 1, 2, ...
  std::int64_t unix_seconds = 0;
  std::uint64_t bytes = 0;  // of all its files, those included that others share
  std::uint64_t files = 0;
  std::string rules;
  int size = 0;
};

// Called now and then from any thread, with the bytes copied so far.
using CopyProgress = std::function<void(std::uint64_t bytes)>;

struct BackupOptions {
  std::uint32_t keep = 0;  // newest generations to keep; 0: all
  bool verify = false;     // read the new generation again and compare checksums
  CopyProgress progress;
};

// Adds a generation of the book to the directory `target`, made when missing. Errors:
// kInvalidArgument (something else is there), kUnavailable (another process backs up to it, or a
// writer changes the book too fast), kCorruption (the book; or the copy, as `verify` found), kIo.
Result<Generation> back_up(const std::string& book, const std::string& target,
                           const BackupOptions& options);

// Oldest first. Errors: kNotFound, kInvalidArgument (no backup), kUnavailable, kIo.
Result<std::vector<Generation>> list_backups(const std::string& target);

// Compares the checksums of one generation's files. Errors as above; kCorruption.
Status verify_backup(const std::string& target, std::uint32_t generation);

// Makes a book at `book`, which must be missing or an empty directory, from a generation; 0: the
// newest. It is put together in `book` + ".restoring" and renamed at the end, so that a kill leaves
// no half a book. Errors: kInvalidArgument (`book` is not free), kNotFound (no such generation),
// kCorruption (a damaged backup), kUnavailable, kIo.
Result<Generation> restore_backup(const std::string& target, std::uint32_t generation,
                                  const std::string& book, const CopyProgress& progress);

}  // namespace tengen::book
