// A game as somebody at a board asks about it: also one that has just ended, which Game::parse()
// refuses.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "book/query/openings.h"
#include "book/query/query.h"
#include "solver/game/game.h"

namespace tengen::book {

struct AskedGame {
  Position position;
  std::vector<Move> history;         // the moves as asked; empty for a set-up
  const Opening* opening = nullptr;  // of the first three stones, where that can be told
  std::optional<GameResult> over;    // how the game ended by its last move; never kUnknown
};

// A move list, an opening code with or without moves, or a set-up; the empty text is the empty
// board. Errors: kInvalidArgument, in the words of Game::parse().
Result<AskedGame> parse_game(const Game& game, std::string_view text);

}  // namespace tengen::book
