// The directory of a book as the file system shows it: what is at a path, and making a new book so
// that a crash at any moment leaves either a book or something that is recognised as half made.
//
// A book being made holds the marker file `tengen-book-being-made` until its first metadata are on
// disk; then it is renamed to `tengen-book`. Whoever finds the marker unlocked may throw away what
// lies beside it: no record was ever accepted there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/base/status.h"

namespace tengen::book {

// What is said when the device is full.
Status no_space_error(const std::string& path);

enum class PathState {
  kMissing,   // nothing there, its parent directory exists
  kEmpty,     // an empty directory
  kHalfMade,  // a book whose making was interrupted, or is going on
  kDatabase,  // a RocksDB directory: a book, unless its metadata say otherwise
};

// Reads only. Errors: kInvalidArgument (a file, or a directory of something else), kNotFound (no
// parent directory), kCorruption (a database without its CURRENT file), kIo.
Result<PathState> inspect_path(const std::string& path);

// Whether a finished book was made in the directory, however damaged it may be now.
bool has_identity(const std::string& path);

// Says of a directory that holds a whole database that a finished book was made there.
Status write_identity(const std::string& path);

// Names of files in the directory stay after a crash of the machine.
Status sync_directory(const std::string& path);

// Held while a book is being made.
class MakingGuard {
 public:
  // Makes the directory if needed and takes the marker. Empty when the book was finished by another
  // process in the meantime. Errors: kUnavailable (another process is making it), kIo.
  static Result<std::optional<MakingGuard>> acquire(const std::string& path);
  MakingGuard(MakingGuard&& other) noexcept;
  MakingGuard& operator=(MakingGuard&&) = delete;
  ~MakingGuard();  // the book stays half made unless finish() was called

  // Turns the marker into the finished book's identity. Call once all metadata are on disk.
  Status finish();

 private:
  MakingGuard(std::string path, int descriptor);
  std::string path_;
  int descriptor_ = -1;
};

// Changes whenever a writer changes the database: names, sizes, times and identities of the files
// that it appends to or replaces. Empty when they cannot be looked at.
[[nodiscard]] std::string database_files(const std::string& path);

// Sizes of the files of a directory together, those that vanish meanwhile left out.
Result<std::uint64_t> directory_bytes(const std::string& path);

}  // namespace tengen::book
