// Certificates, as text and compressed: whatever the bytes, every line is one of a position or the
// reading ends with a Status.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "book/exchange/proof_records.h"
#include "book/exchange/proof_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tengen::book;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  ProofText text(in);
  const tengen::Result<ProofHead> head = text.head();
  if (!head.ok()) return 0;
  const tengen::Result<NaiveGame> game = naive_game(head.value().rules, head.value().size);
  if (!game.ok()) return 0;
  ProofRecords records(game.value());
  // A few bytes of xz may be many lines.
  for (int i = 0; i < 10'000; ++i) {
    const tengen::Result<std::optional<ProofLine>> line = text.next();
    if (!line.ok() || !line.value()) return 0;
    CHECK(line.value()->position.is_empty_point(line.value()->move));
    if (!records.add(*line.value()).ok()) return 0;
  }
  return 0;
}
