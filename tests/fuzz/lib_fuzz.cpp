// RenLib files: the reader, and what it makes of hints.
#include <sstream>

#include "book/exchange/renlib.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  int depth = 0;
  const auto read = tengen::book::read_lib(in, [&depth](const tengen::book::LibNode& node) {
    CHECK(node.depth >= 0 && node.depth <= depth + 1 && node.move < 225);
    depth = node.depth;
    return tengen::Status();
  });
  CHECK(read.ok() || read.status().message().starts_with("byte "));
  return 0;
}
