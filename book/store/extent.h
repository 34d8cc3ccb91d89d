// How far a book is known to reach: a small file beside the database, `tengen-book-extent`.
//
// RocksDB takes a log that was cut, or damaged in the middle, for one that ends there, and opens a
// shorter database without a word. That holds for the log of writes and for the manifest, the log
// of the table files that make up the database. So a writer notes now and then what is on the disk,
// and whoever opens the book must find at least that. Who accepts a loss deletes the file; a book
// without it is not checked.
//
// Layout: one line of ASCII,
//   tengen-book-extent 1 SEQUENCE MANIFEST BYTES MANIFEST_CRC CRC\n
//     1             version of this layout; changes only together with kFormatVersion (store.h)
//     SEQUENCE      the database's latest sequence number, which counts its writes
//     MANIFEST      the number in the name of the manifest
//     BYTES         the length of the manifest
//     MANIFEST_CRC  the CRC-32 (zlib's) of these bytes
//     CRC           the CRC-32 of the line up to the space before
// Numbers are decimal without leading zeros, CRCs eight lower-case hexadecimal digits. Anything
// else is damaged. The file is replaced as a whole (temporary name, fsync, rename), and only by
// what the disk holds: it may promise too little, never too much.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "solver/base/status.h"

namespace tengen::book {

struct Extent {
  std::uint64_t sequence = 0;
  std::uint64_t manifest = 0;
  std::uint64_t manifest_bytes = 0;
  std::uint32_t manifest_crc = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

[[nodiscard]] std::string encode_extent(const Extent& extent);
// Exact inverse; empty for anything else.
[[nodiscard]] std::optional<Extent> decode_extent(std::string_view bytes);

// The extent noted in the book at `path`, empty without the file. Read it before the database is
// opened: one that is read later may be ahead of it. Errors: kCorruption, kIo.
Result<std::optional<Extent>> read_extent(const std::string& path);

// kCorruption when the book's manifest does not begin with what the extent promises. What RocksDB
// itself is going to report is Ok.
Status check_manifest(const std::string& path, const Extent& extent);
// kCorruption, with the number of lost writes, when the database ends at `sequence` too early.
Status check_sequence(const std::string& path, const Extent& extent, std::uint64_t sequence);

// Changes whenever the set of the database's table files does. Empty when it cannot be read.
[[nodiscard]] std::string manifest_state(const std::string& path);

// Keeps the file of a book that is open for writing. Not thread-safe.
class ExtentKeeper {
 public:
  explicit ExtentKeeper(std::string path) : path_(std::move(path)) {}

  // All writes up to `sequence` are on the disk. Notes it, unless that was done less than a second
  // ago and `at_once` is false. A failure is no fault: the older file promises less.
  void reached(std::uint64_t sequence, bool at_once);

 private:
  std::string path_;
  std::optional<Extent> noted_;
  std::chrono::steady_clock::time_point noted_at_{};
};

}  // namespace tengen::book
