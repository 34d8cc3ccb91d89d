// The position argument of `tengen opening`, against every rule.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "book/opening_rules/procedure.h"
#include "solver/game/game.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tengen;
  static const Game& game = *find_game("renju", 15).value();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<book::OpeningPosition> opening = book::parse_opening_position(game, text);
  (void)book::find_rule(text);
  if (!opening.ok()) return 0;
  for (const book::OpeningRule& rule : book::all_rules()) {
    const auto steps = book::steps_of(rule, opening.value());
    if (steps.ok()) CHECK(!steps.value().empty() && steps.value().back() < rule.steps.size());
  }
  return 0;
}
