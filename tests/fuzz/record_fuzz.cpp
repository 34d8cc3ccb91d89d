// Keys and values of a book: what decodes must encode to the same bytes. The first byte is the
// length of the key, which the value follows.
#include <algorithm>
#include <string_view>

#include "book/store/extent.h"
#include "book/store/hint.h"
#include "book/store/record.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tengen;
  using namespace tengen::book;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view key = bytes.substr(0, std::min<std::size_t>(data[0], bytes.size()));
  const std::string_view value = bytes.substr(key.size());
  const Result<BookKey> decoded = decode_key(key, 1, 15);
  if (decoded.ok()) {
    const BookKey& about = decoded.value();
    CHECK(encode_key(1, about.position, about.goal) == key);
    if (const Result<StoredProof> proof = decode_value(value, about); proof.ok()) {
      const ProofRecord record{.position = about.position,
                               .goal = about.goal,
                               .move = proof.value().move,
                               .distance_plies = proof.value().distance_plies,
                               .kind = proof.value().kind};
      CHECK(check_record(record).ok());
      CHECK(encode_value(record, proof.value().run) == value);
    }
    if (const auto hint = decode_hint(value, about.position); hint.ok()) {
      CHECK(encode_hint(hint.value()) == value);
    }
  }
  if (const auto extent = decode_extent(bytes); extent) CHECK(encode_extent(*extent) == bytes);
  return 0;
}
