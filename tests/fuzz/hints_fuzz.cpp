// From a file to hints: the first byte chooses the format. The file is written out, for databases
// are read twice.
#include <unistd.h>

#include <fstream>

#include "book/exchange/hint_import.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tengen::book;
  if (size == 0) return 0;
  static const std::string path = "/tmp/tengen-hints-fuzz-" + std::to_string(getpid());
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  const auto read =
      read_hints(path, static_cast<HintFormat>(data[0] % 3), "renju", 15, [](const Hint& hint) {
        CHECK(!hint.moves.empty() && hint.moves.size() <= kMaxHintMoves);
        const Hint canonical = canonical_hint(hint);
        const auto decoded = decode_hint(encode_hint(canonical.moves), canonical.position);
        CHECK(decoded.ok() && decoded.value() == canonical.moves);
        return tengen::Status();
      });
  CHECK(read.ok() || !read.status().message().empty());
  std::remove(path.c_str());
  return 0;
}
