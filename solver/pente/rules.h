// The games of five in a row in which pairs are taken, and what tells one from the other.
#pragma once

#include <cstdint>
#include <string_view>

namespace tengen::pente {

enum class Rules : std::uint8_t { kPente, kNinuki };
constexpr int kRuleSets = 2;

struct RuleSet {
  std::string_view id;
  // Black may not make two threes or more by one move that does not win.
  bool black_has_fouls;
  // Black's second stone, with two stones on the board, lies outside the central 5x5 (6x6 on boards
  // of even size), where there is anything outside.
  bool second_stone_far;
};

// By Rules. In both the first stone is on the centre, of which a board of even size has four
// points.
constexpr RuleSet kRuleSet[kRuleSets] = {
    {.id = "pente", .black_has_fouls = false, .second_stone_far = true},
    {.id = "ninuki", .black_has_fouls = true, .second_stone_far = false},
};

[[nodiscard]] constexpr const RuleSet& rule_set(Rules rules) {
  return kRuleSet[static_cast<int>(rules)];
}

}  // namespace tengen::pente
