// Takes the moves of other programs' files into a book as hints (hint.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "book/store/hint.h"

namespace tengen::book {

enum class HintFormat : std::uint8_t { kLib, kSgf, kYxdb };

// "lib", "sgf", "yxdb".
[[nodiscard]] std::optional<HintFormat> hint_format(std::string_view name);

struct HintFileCounts {
  std::uint64_t nodes = 0;      // of the tree, or records
  std::uint64_t positions = 0;  // with hints, each time the file has them
  std::uint64_t skipped = 0;    // of the nodes: without use, such as a stone on an occupied point
  bool complete = true;         // false: a .lib that announces nodes which do not come
};

// Called now and then with the nodes read so far.
using HintProgress = std::function<void(std::uint64_t nodes)>;

// Reads the whole file, handing out hints in the file's frame. A tree of moves gives each of its
// positions the moves it has there, but for those labelled as losses ("L", and a number); those
// labelled as wins ("W") come first. A database of positions gives the moves that lead from one of
// its positions to one that the mover has won there. Memory: some MB, and for a database 8 bytes a
// record. Errors: those of the format's reader, with the file's name; kNotFound, kIo.
Result<HintFileCounts> read_hints(const std::string& path, HintFormat format,
                                  std::string_view rules, int size,
                                  const std::function<Status(Hint)>& emit,
                                  const HintProgress& progress = {});

}  // namespace tengen::book
