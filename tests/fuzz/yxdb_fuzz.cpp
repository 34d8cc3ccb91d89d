// YXDB databases, packed and not.
#include <sstream>

#include "book/exchange/yxdb.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  const auto read = tengen::book::read_yxdb(in, 15, [](const tengen::book::YxdbRecord& record) {
    CHECK(record.position.stone_count() <= 225);
    return tengen::Status();
  });
  CHECK(read.ok() || read.status().message().starts_with("byte "));
  return 0;
}
