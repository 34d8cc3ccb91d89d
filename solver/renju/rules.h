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
};
constexpr int kRuleSets = 4;

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
  bool black_has_fouls;
  // From kStonesBeforePass stones on; two in a row draw.
  bool has_passes;
  FirstStones first_stones;
};

// By Rules.
constexpr RuleSet kRuleSet[kRuleSets] = {
    {.id = "renju",
     .black = {.exact_five = true, .double_four_wins = false},
     .white = {.exact_five = false, .double_four_wins = true},
     .black_has_fouls = true,
     .has_passes = true,
     .first_stones = FirstStones::kCentre},
    {.id = "freestyle",
     .black = {.exact_five = false, .double_four_wins = true},
     .white = {.exact_five = false, .double_four_wins = true},
     .black_has_fouls = false,
     .has_passes = false,
     .first_stones = FirstStones::kAnywhere},
    {.id = "gomoku",
     .black = {.exact_five = true, .double_four_wins = true},
     .white = {.exact_five = true, .double_four_wins = true},
     .black_has_fouls = false,
     .has_passes = false,
     .first_stones = FirstStones::kAnywhere},
    {.id = "gomoku-pro",
     .black = {.exact_five = false, .double_four_wins = true},
     .white = {.exact_five = false, .double_four_wins = true},
     .black_has_fouls = false,
     .has_passes = false,
     .first_stones = FirstStones::kPro},
};

[[nodiscard]] constexpr const RuleSet& rule_set(Rules rules) {
  return kRuleSet[static_cast<std::size_t>(rules)];
}

}  // namespace tengen::renju
