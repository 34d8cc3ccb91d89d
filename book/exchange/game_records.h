// Games as lists of moves, of programs that keep no trees.
//
// Piskvork's .psq: a line "Piskvorky WIDTHxHEIGHT, ..."; for each move "X,Y,MILLISECONDS", from 1,
// from the upper left; then names and a code, which are not read.
// .pos of 15x15: a byte with the number of moves; for each 15 * row from the top + column, from 0,
// or F0 for a pass. What stands behind is not read.
// .bdt of 15x15: a line for each game, "EVENT=[BLACK,WHITE,RESULT,MOVES,FIFTHS,SWAP,COMMENT]";
// MOVES in hexadecimal digits, column from the left and row from the bottom, from 1, or 00 for a
// pass; RESULT is +, - or =, for Black.
#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

enum class RecordFormat : std::uint8_t { kPsq, kPos, kBdt };

struct GameRecord {
  std::vector<Move> moves{};  // of Black and White in turn; passes among them
  std::string name{};         // "BLACK - WHITE RESULT", where it is said; raw bytes
  std::string comment{};      // raw bytes
};

// Longer lines and games are refused.
constexpr std::size_t kMaxRecordLine = 1 << 16;

// Hands over the games in the file's order. Moves are not checked against each other. Errors:
// kInvalidArgument with the line or byte: another format or size, a point off the board, a game cut
// off; kIo; and what `visit` returns.
Status read_game_records(std::istream& in, RecordFormat format, int size,
                         const std::function<Status(const GameRecord&)>& visit);

}  // namespace tengen::book
