// What was asked, as a user writes it: the game, the book, the position.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "book/store/store.h"
#include "cluster/command/options.h"
#include "solver/game/game.h"

namespace tengen::cluster {

// The game, of a book that may not be there yet ("": of none). Errors: kIncompatible where the book
// is of another game, kInvalidArgument for rules or a size that there are not.
Result<const Game*> asked_game(const GameOptions& options, const std::string& book);
// The same without a book to ask.
Result<const Game*> asked_game(const GameOptions& options);
// Ok when the options do not say otherwise than the book; what else is wrong with it is not said.
Status check_game(const GameOptions& options, const std::string& book);

// Refuses games whose moves do more than add a stone, in turns: `what`, the subject of the
// sentence, knows no others.
Status check_only_adds_stones(const Game& game, std::string_view what);

struct OpenBook {
  std::unique_ptr<book::Store> store;
  const Game* game = nullptr;
};
// For reading. Errors: kIncompatible where the options ask for another game than the book's.
Result<OpenBook> open_book(const std::string& path, const GameOptions& options);

// A position as a user writes it, and the last stone of its move list (kNoMove for set-ups).
struct AskedPosition {
  Position position;
  Move last_move = kNoMove;
};
Result<AskedPosition> parse_position(const Game& game, std::string_view text);

// The goal to look at: the one asked for, else white where the book says that White wins, else
// black. REQUIRES: the position is not decided.
Color proven_goal(const book::Store& store, const Game& game, const Position& position,
                  std::optional<Color> asked);

}  // namespace tengen::cluster
