// The 26 openings of renju: the positions after three stones, up to symmetry, with their names.
// Direct openings (D1..D13) answer h8 with h9, indirect ones (I1..I13) with i9. Renju on 15x15
// only.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "solver/game/game.h"
#include "solver/game/position.h"

namespace tengen::book {

constexpr int kOpeningBoardSize = 15;

// Whether the openings are openings of this game: renju on a board of that size.
[[nodiscard]] bool has_openings(const Game& game);

struct Opening {
  std::string_view code;     // "D4"
  std::string_view romaji;   // "Kagetsu"
  std::string_view english;  // "flower moon"
  std::string_view kanji;    // UTF-8
  std::string_view moves;    // "h8h9i9"
};

// D1..D13, then I1..I13. Lives for the program.
[[nodiscard]] std::span<const Opening> all_openings();

// The opening of a code in either form and case ("D4", "d4", "4D"), or null.
[[nodiscard]] const Opening* find_opening(std::string_view code);

// A position argument with a leading opening code or name replaced by its moves: "D4", "D4 h7",
// "d4h7", "4D h7", "Kagetsu h7" and "花月 h7" become "h8h9i9 h7" and the like, ready for
// Game::parse(). Numbers of moves ("1. h8 h9 2. i9") and dashes ("h8-h9-i9") go. Set-ups (with '/')
// pass through unchanged; on other board sizes than 15 there are no openings.
// A code wins over a point: "d4 h7" is the opening D4, for a first stone off h8 is illegal anyway.
// Errors: kInvalidArgument for codes such as D14 that name no opening.
Result<std::string> expand_opening(std::string_view text, int size = kOpeningBoardSize);
// The same for a position of that game: only where it has_openings() are there codes and names.
Result<std::string> expand_opening(std::string_view text, const Game& game);

// The opening that a position of three stones is, in any of its symmetric forms, or null.
[[nodiscard]] const Opening* classify_opening(const Position& position);

}  // namespace tengen::book
