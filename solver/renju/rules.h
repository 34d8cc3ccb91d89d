// The games of five in a row that this folder plays, and what tells one from another: who must make
// exactly five, who has fouls, who may pass, and where the first stones may stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "solver/renju/line_table.h"

namespace tengen::renju {

enum class Rules : std::uint8_t {
  kRenju,      // Black makes exactly five and has fouls, White five or more
  kFreestyle,  // five or more for both
  kGomoku,     // exactly five for both; a longer row is no win, no foul and no end of the game
  kGomokuPro,  // freestyle but for the first stones
  // Exactly five for both, and no more a foul than a win; Black may not make two threes or two
  // fours by one move, judged without recursion. Who has no legal move passes.
  kRenjuSimple,
};
constexpr int kRuleSets = 5;

// What Black may not make.
enum class Fouls : std::uint8_t {
  kNone,
  kRenju,   // overlines, two fours, two threes that turn into straight fours by legal moves
  kSimple,  // two fours, two threes, whatever becomes of them
};

// Where the first stones may stand.
enum class FirstStones : std::uint8_t {
  kAnywhere,
  kCentre,  // the first on the central point; a board of even size has four
  // That, and Black's second, with two stones on the board, outside the central 5x5.
  kPro,
};

struct RuleSet {
  std::string_view id;
  LineRules black;
  LineRules white;
  Fouls fouls;
  // From kStonesBeforePass stones on; two in a row draw.
  bool has_passes;
  FirstStones first_stones;
};

// By Rules.
constexpr RuleSet kRuleSet[kRuleSets] = {
    {.id = "renju",
     .black = {.exact_five = true, .double_four_wins = false},
     .white = {.exact_five = false, .double_four_wins = true},
     .fouls = Fouls::kRenju,
     .has_passes = true,
     .first_stones = FirstStones::kCentre},
    {.id = "freestyle",
     .black = {.exact_five = false, .double_four_wins = true},
     .white = {.exact_five = false, .double_four_wins = true},
     .fouls = Fouls::kNone,
     .has_passes = false,
     .first_stones = FirstStones::kAnywhere},
    {.id = "gomoku",
     .black = {.exact_five = true, .double_four_wins = true},
     .white = {.exact_five = true, .double_four_wins = true},
     .fouls = Fouls::kNone,
     .has_passes = false,
     .first_stones = FirstStones::kAnywhere},
    {.id = "gomoku-pro",
     .black = {.exact_five = false, .double_four_wins = true},
     .white = {.exact_five = false, .double_four_wins = true},
     .fouls = Fouls::kNone,
     .has_passes = false,
     .first_stones = FirstStones::kPro},
    {.id = "renju-simple",
     .black = {.exact_five = true, .double_four_wins = false},
     .white = {.exact_five = true, .double_four_wins = true},
     .fouls = Fouls::kSimple,
     .has_passes = false,
     .first_stones = FirstStones::kAnywhere},
};

[[nodiscard]] constexpr const RuleSet& rule_set(Rules rules) {
  return kRuleSet[static_cast<std::size_t>(rules)];
}

}  // namespace tengen::renju
