// Lines from a manager to `tengen engine`: any bytes, without crash and without hang.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "book/engine/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace engine = tengen::book::engine;
  static const tengen::Result<const tengen::Game*> game = tengen::find_game("renju", 15);
  engine::Session session(*game.value(),
                          {.memory_bytes = tengen::kLeastMemoryBytes, .coordinates = {}},
                          [](std::string_view line) { CHECK(line.find('\n') == line.npos); });
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    // Every search is stopped at once: it is the lines that are tried here.
    if (!session.handle(rest.substr(0, end), [] { return true; })) return 0;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}
