// Where in an opening rule's procedure a position stands.
#pragma once

#include <string_view>
#include <vector>

#include "book/opening_rules/rule.h"
#include "solver/game/game.h"

namespace tengen::book {

// A position of the opening, and its stones by number where they are known: a move list gives them,
// a set-up does not.
struct OpeningPosition {
  Position position;
  std::vector<Move> stones;  // empty for set-ups
};

// A move list, opening code or set-up, as Game::parse() and expand_opening() take them. Errors:
// theirs; kInvalidArgument for a pass, and for a set-up whose numbers of stones do not alternate.
// REQUIRES: game.size() == 15
Result<OpeningPosition> parse_opening_position(const Game& game, std::string_view text);

// The steps that the position can stand at, in the order of the procedure: from the first after its
// last stone to the one that places the next stone (both branches where there are two). Picking is
// left out: it needs the offers. Errors: kInvalidArgument naming the step that no stone of the
// position fits, for a set-up in any order of its stones. Of set-ups of more than five stones only
// the number is looked at.
Result<std::vector<std::size_t>> steps_of(const OpeningRule& rule, const OpeningPosition& opening);

// Whether the step's area has the point.
[[nodiscard]] bool is_within(const Step& step, Move point);
// Whether the rule excludes the opening that this position of three stones is.
[[nodiscard]] bool is_excluded(const OpeningRule& rule, const Position& after_third);

// The points that the position's own symmetries map `move` to, ascending, `move` among them. Two
// fifth moves are symmetric when one is among the other's.
[[nodiscard]] std::vector<Move> symmetric_moves(const Position& position, Move move);

}  // namespace tengen::book
