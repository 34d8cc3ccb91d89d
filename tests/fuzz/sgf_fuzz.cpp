// SGF files.
#include <sstream>

#include "book/exchange/sgf.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  const auto read = tengen::book::read_sgf(in, 15, [](const tengen::book::SgfNode& node) {
    CHECK(node.depth >= 0 && node.move < 225);
    return tengen::Status();
  });
  CHECK(read.ok() || read.status().message().starts_with("line "));
  return 0;
}
