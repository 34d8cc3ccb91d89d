// The join file of a run: where its coordinator listens, and the secret that a joiner must know. It
// lies in the book's directory while the run lasts, readable by its owner alone. JSON, one object:
// version, run, host, process_id, address, port, secret (64 hexadecimal digits), rules, size.
#pragma once

#include <cstdint>
#include <string>

#include "solver/base/status.h"

namespace tengen::worker {

constexpr std::size_t kSecretBytes = 32;

struct JoinFile {
  std::string version;    // of the program
  std::uint32_t run = 0;  // its number in the book
  std::string host;       // where the coordinator is
  std::int32_t process_id = 0;
  std::string address;  // numeric, or a host's name
  std::uint16_t port = 0;
  std::string secret;           // kSecretBytes raw bytes
  std::string rules = "renju";  // the game that is solved; where the file does not say, this one
  int size = 15;
};

// Of the system's random source. Throws std::system_error when there is none.
[[nodiscard]] std::string random_bytes(std::size_t count);

// The file's name in a book's directory.
[[nodiscard]] std::string join_file_in(const std::string& book_directory);

// Replaces the file in one step; mode 0600.
Status write_join_file(const std::string& path, const JoinFile& file);

// `path` is a join file or a directory that holds one. Errors: kNotFound (there is none: no run is
// at work), kCorruption (something else is in it), kIo.
Result<JoinFile> read_join_file(const std::string& path);

}  // namespace tengen::worker
