// Reads the moves of other programs' files as hints (hint.h) and their texts as notes (note.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/store/hint.h"
#include "book/store/note.h"

namespace tengen::book {

enum class HintFormat : std::uint8_t { kLib, kSgf, kYxdb, kPsq, kPos, kBdt };

// "lib", "sgf", "yxdb", "psq", "pos", "bdt".
[[nodiscard]] std::optional<HintFormat> hint_format(std::string_view name);

struct HintFile {
  std::string path;
  HintFormat format = HintFormat::kLib;
  std::string rules;  // of the book
  int size = 15;
  std::string charset{};  // of its texts; empty: as the file says, or UTF-8, or a guess
  std::string source{};   // of the notes; empty: the file's name
};

// What comes of a file. Neither function needs to be there.
struct HintSink {
  std::function<Status(HintedPosition)> hint{};
  std::function<Status(NotedPosition)> note{};
  // Called now and then with the nodes read so far.
  std::function<void(std::uint64_t nodes)> progress{};
};

struct HintFileCounts {
  std::uint64_t nodes = 0;    // of the tree, or records
  std::uint64_t skipped = 0;  // of the nodes: without use, such as a stone on an occupied point
  bool complete = true;       // false: a tree that announces nodes which do not come
  std::uint64_t guessed_texts = 0;  // taken as GB18030, for they are not UTF-8
};

// Reads the whole file, handing out hints and notes in the file's frame. A tree of moves gives each
// of its positions the moves it has there, but for those labelled as losses ("L", and a number);
// those labelled as wins ("W") come first; a game, the move that was made. A database of positions
// gives the moves that lead from one of its positions to one that the mover has won there. The
// notes have the source; verdicts that tengen itself has written into a file are none. Memory: some
// MB, and for a database 8 bytes a record. Errors: those of the format's reader, with the file's
// name; an unknown charset; kNotFound, kIo.
Result<HintFileCounts> read_hints(const HintFile& file, const HintSink& sink);

// The source of a file's notes where nobody has named one.
[[nodiscard]] std::string note_source(const std::string& path);

}  // namespace tengen::book
