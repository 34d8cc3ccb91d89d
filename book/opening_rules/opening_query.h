// The answer to `tengen opening`: where in an opening rule's procedure a position stands, and what
// the proven facts decide from there.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "book/opening_rules/procedure.h"
#include "book/opening_rules/rule.h"
#include "book/opening_rules/valuation.h"
#include "book/query/openings.h"

namespace tengen::book {

struct OpeningQuestion {
  const OpeningRule* rule = nullptr;
  OpeningPosition opening;
  int number = 0;            // of fifth moves, when it has been declared; else 0
  std::vector<Move> offers;  // the fifth moves on offer, when they are; else empty
};

// A value for declared numbers from..to, or for none (both 0) where no number matters.
struct NumberValue {
  int from = 0;
  int to = 0;
  Bounds bounds;
};

struct OpeningMove {
  Move move = kNoMove;
  std::vector<Move> symmetric;  // the others that the position's symmetries make of it
  Bounds bounds;                // once it is placed, or offered and kept
};

// A step that the position can stand at.
struct OpeningStage {
  std::size_t step = 0;             // index into rule.steps
  std::vector<NumberValue> values;  // ascending, each number of the rule in one of them
  // kPlace, kOffer, kPick: every legal move, in board order, of symmetric ones the first. Empty for
  // a kPlace whose values depend on a number that was not given.
  std::vector<OpeningMove> moves;
};

struct OpeningAnswer {
  const OpeningRule* rule = nullptr;
  Position position;
  const Opening* opening = nullptr;  // of the first three stones, where their order is known
  int number = 0;
  std::vector<OpeningStage> stages;  // in the order of the procedure; the first is the next step

  // That the facts decide the next step, for whatever number.
  [[nodiscard]] bool decided() const;
};

// Errors: kInvalidArgument when the position is outside of the rule, for a number that the rule
// does not know or that is not declared yet, and for offers that are too many, too few, not legal,
// or symmetric; the store's. REQUIRES: a 15x15 game, the same as the store's; a rule; an opening
// from parse_opening_position().
Result<OpeningAnswer> query_opening(const Store& store, const Game& game,
                                    const OpeningQuestion& question,
                                    const ValuationProgress& progress = {});

// rule, name, position, stones, opening, fifths, result, stages[{step, kind, who, text, stone,
// width, least, most, branch, values[{declared, result, black_at_least, black_at_most}],
// moves[{move, symmetric, result, black_at_least, black_at_most}]}]. Steps count from 1. `result`
// is the first stage's, unknown when it depends on the number; `declared` is a pair of numbers or
// null.
[[nodiscard]] nlohmann::ordered_json to_json(const OpeningAnswer& answer);
// rules[{rule, name, note, steps[{kind, who, text}]}].
[[nodiscard]] nlohmann::ordered_json rules_json();

}  // namespace tengen::book
