// The opening rules of renju as data: a table of steps for each. "Black" and "White" are whoever
// holds that colour at the step; a swap exchanges the two. 15x15 boards only.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "solver/game/position.h"

namespace tengen::book {

enum class StepKind : std::uint8_t {
  kPlace,    // places one stone, of the colour whose turn it is, whoever places it
  kSwap,     // may exchange the colours
  kDeclare,  // says how many fifth moves will be offered
  kOffer,    // Black offers fifth moves, no two of them symmetric
  kPick,     // White keeps one of them: the fifth stone
  kChoose,   // goes on with the next step or with the step `branch`
  kPlay,     // the procedure is over: from here on the game is free
};

constexpr int kAnyNumber = 0;
constexpr int kDeclared = 0;

// One step; the next one follows it. Fields that a kind does not name stay as they are here.
struct Step {
  StepKind kind = StepKind::kPlay;
  Color who = Color::kWhite;
  int stone = 0;           // kPlace, kPick: which stone, 1..5
  int width = 15;          // kPlace: the central square it must stand in
  int least = 0;           // kDeclare: the smallest number
  int most = 0;            // kDeclare: the greatest, or kAnyNumber; kOffer: how many, or kDeclared
  std::size_t branch = 0;  // kChoose
};

struct OpeningRule {
  std::string_view id;                         // "taraguchi-10"
  std::string_view name;                       // "Taraguchi-10"
  std::string_view note;                       // where it was or is used, or what is special
  std::span<const Step> steps;                 // ends with a kPlay; so does a branch
  std::span<const std::string_view> excluded;  // codes of openings that may not be played
};

// Lives for the program.
[[nodiscard]] std::span<const OpeningRule> all_rules();

// The rule of that id; case, hyphens and the tilde of Soosõrv do not matter. Errors:
// kInvalidArgument with the ids there are.
Result<const OpeningRule*> find_rule(std::string_view id);

// "White places stone 4 within the central 7x7". REQUIRES: index < rule.steps.size()
[[nodiscard]] std::string step_text(const OpeningRule& rule, std::size_t index);

// "place", "swap", "declare", "offer", "pick", "choose", "play".
[[nodiscard]] std::string_view step_kind_name(StepKind kind);

}  // namespace tengen::book
