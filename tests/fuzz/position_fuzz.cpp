// Positions as users write them, on 15x15: what parses must read back from its set-up form.
#include <string_view>

#include "book/query/openings.h"
#include "solver/game/game.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace tengen;
  static const Game& game = *find_game("renju", 15).value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<std::string> expanded = book::expand_opening(text);
  if (!expanded.ok()) {
    CHECK(!expanded.status().message().empty());
    return 0;
  }
  const Result<Position> position = game.parse(expanded.value());
  if (position.ok()) {
    const Result<Position> again = parse_setup(format_position(position.value()), 15);
    CHECK(again.ok() && again.value() == position.value());
  }
  return 0;
}
