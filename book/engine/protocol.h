// One line of the Gomocup (Piskvork) protocol and its Yixin extension: what a manager writes to an
// engine, and how points and texts are written back. Knows no game and keeps no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book::engine {

// What the two numbers of a point are, both counted from 0 at the upper left corner. Which one a
// board means decides no game, as all rules are symmetric; it decides which names points have in
// messages.
enum class Coordinates : std::uint8_t {
  kColumnRow,  // Gomocup
  kRowColumn,  // Yixin-Board and its relatives
};

// The values of INFO rule that stand for these rules; gomoku-pro has none.
[[nodiscard]] std::vector<std::int64_t> rule_numbers(std::string_view rules);
// Renju as a value of INFO rule.
constexpr std::int64_t kGomocupRenju = 4;
constexpr std::int64_t kYixinRenju = 2;

// "No limit" as a value of INFO time_left and timeout_match.
constexpr std::int64_t kNoTimeLimit = 2147483647;

// Longer lines are refused.
constexpr std::size_t kLongestLine = 4096;

struct Command {
  std::string word;       // the first word, in capitals; empty for a blank line
  std::string arguments;  // the rest, without the white space around it
};

Command split_command(std::string_view line);

// The "who" of a stone in a BOARD block.
enum class Owner : std::uint8_t { kNone, kOwn, kOpponent, kOther };

struct Placed {
  Move move = kNoMove;  // a point, or kPass for "-1,-1"
  Owner owner = Owner::kNone;
};

// "7,7" or "7,7,1"; spaces around the numbers are allowed. Errors: kInvalidArgument, naming the
// text.
Result<Placed> parse_placed(std::string_view text, int size, Coordinates coordinates);
// A whole number and nothing else. Errors: kInvalidArgument.
Result<std::int64_t> parse_number(std::string_view text);

// "7,7"; "-1,-1" for kPass.
[[nodiscard]] std::string format_point(Move move, int size, Coordinates coordinates);
// The two numbers of a point. REQUIRES: a point, no pass.
struct Pair {
  int first;
  int second;
};
[[nodiscard]] Pair pair_of(Move point, int size, Coordinates coordinates);

// Foreign text fit for one line of an answer: cut short, and with '?' for what cannot be shown.
[[nodiscard]] std::string shown(std::string_view text);

}  // namespace tengen::book::engine
