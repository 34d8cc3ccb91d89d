// A position as every folder knows it: stones and the side to move, nothing derived from rules.
// Invariant: both stone lists are ascending, disjoint and on the board. How a position was reached
// is not part of it, but for one thing: positions never repeat (Game::progress()), so its value
// does not depend on the path, unless the move before was a pass and another one would end the game
// drawn.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/status.h"

namespace tengen {

enum class Color : std::uint8_t { kBlack = 0, kWhite = 1 };

constexpr Color opponent(Color color) {
  return color == Color::kBlack ? Color::kWhite : Color::kBlack;
}
// "black" / "white".
std::string_view color_name(Color color);

// A point or a pass. A point is row * size + column, column 0 = 'a' and row 0 = '1': ascending
// order is board order (a1, b1, ..., o15).
using Move = std::int16_t;
constexpr Move kPass = -1;
constexpr Move kNoMove = -2;

constexpr int kMinBoardSize = 4;
constexpr int kMaxBoardSize = 19;

// Who has taken so many pairs of stones has won, in games that take them. No position in which a
// side is to move has as many.
constexpr int kPairsToWin = 5;

struct Position {
  int size = 15;
  std::vector<Move> black;  // ascending
  std::vector<Move> white;  // ascending
  Color to_move = Color::kBlack;
  // The move before was a pass, and a pass now ends the game. Asked positions say so. In a proof it
  // goes without saying: only the defender passes there, and the attacker, who is to move then,
  // does not. So keys, canonical forms and what after_move() and Game::play() return never have
  // it.
  bool after_pass = false;
  // By Color, how many pairs of the other side's stones each has taken: part of the position in
  // games that count them, and 0 in all others.
  std::array<std::uint8_t, 2> pairs{};

  [[nodiscard]] const std::vector<Move>& stones(Color color) const {
    return color == Color::kBlack ? black : white;
  }
  [[nodiscard]] std::size_t stone_count() const { return black.size() + white.size(); }
  [[nodiscard]] bool has_pairs() const { return pairs[0] != 0 || pairs[1] != 0; }
  [[nodiscard]] bool is_empty_point(Move point) const;
  friend bool operator==(const Position&, const Position&) = default;
};

// The position with a stone of the side to move on that point, or without where it passes, and the
// other side to move. Knows no rules: it is what a move does in games whose moves only add stones
// (Game::play()). REQUIRES: move is kPass or an empty point of the board.
[[nodiscard]] Position after_move(const Position& position, Move move);

// "h8"; "pass" for kPass. REQUIRES: a point of a board of that size, or kPass.
[[nodiscard]] std::string format_move(Move move, int size);
// "h8i9/h9h7/b": black stones, white stones ("-" for none), side to move (b or w); "/1:2"
// where Black has taken one pair and White two, and nothing for none; and "/pass" after_pass.
[[nodiscard]] std::string format_position(const Position& position);

// One point or pass: "h8", "H8", "pass". Errors name the text and the board size.
Result<Move> parse_move(std::string_view text, int size);
// "h8h9i9", "h8 h9, i9", "h8 pass i9" (spaces and commas optional): moves in order, unchecked
// against each other.
Result<std::vector<Move>> parse_move_list(std::string_view text, int size);
enum class PairsInText : std::uint8_t { kRefused, kAllowed };
// The set-up form of format_position(). Checks that points are on the board and not repeated; knows
// no rules but whether the game counts pairs.
Result<Position> parse_setup(std::string_view text, int size,
                             PairsInText pairs = PairsInText::kRefused);

// Bytes that identify a position: side to move (0 black, 1 white; with pairs taken also bit 7, and
// those of Black in bits 1-3, those of White in bits 4-6), number of black stones, black points,
// white points; counts and points take one byte each on boards up to 15x15 and two
// (little-endian) above. Equal positions of one board size have equal keys.
[[nodiscard]] std::string encode_position(const Position& position);
// Exact inverse; kCorruption for anything encode_position() cannot have written.
Result<Position> decode_position(std::string_view bytes, int size);

}  // namespace tengen
