// From a file to hints and notes: the first byte chooses the format. The file is written out, for
// databases are read twice.
#include <unistd.h>

#include <fstream>

#include "book/exchange/hint_import.h"

namespace {

using namespace tengen::book;

tengen::Status check_hint(const HintedPosition& hint) {
  CHECK(!hint.moves.empty() && hint.moves.size() <= kMaxHintMoves);
  const HintedPosition canonical = canonical_hint(hint);
  const auto decoded = decode_hint(encode_hint(canonical.moves), canonical.position);
  CHECK(decoded.ok() && decoded.value() == canonical.moves);
  return {};
}

// Whatever a file says, what is kept of it is clean and can be read again.
tengen::Status check_note(const NotedPosition& noted) {
  const NotedPosition canonical = canonical_notes(noted);
  std::vector<Note> merged;
  CHECK(merge_notes(merged, canonical.notes));
  const auto decoded = decode_notes(encode_notes(merged), 15);
  CHECK(decoded.ok() && decoded.value() == merged);
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  static const std::string path = "/tmp/tengen-hints-fuzz-" + std::to_string(getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  const auto read =
      read_hints({.path = path, .format = static_cast<HintFormat>(data[0] % 6), .rules = "renju"},
                 {.hint = check_hint, .note = check_note});
  CHECK(read.ok() || !read.status().message().empty());
  std::remove(path.c_str());
  return 0;
}
