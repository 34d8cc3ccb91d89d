// Reversi as positions: boards of 4x4 to 8x8 with rectangles and holes, as text and as bit boards,
// what a move does, how a finished game counts, and symmetries. Everything here is plain and needs
// no tables; the search has fast versions of its own (kernel.h) that are tested against these.
//
// A point is 8 * row + column on every board, row 0 on top: a1 is point 0, h8 is point 63.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/status.h"

namespace tengen::reversi {

using Bits = std::uint64_t;

constexpr int kMinSize = 4;
constexpr int kMaxSize = 8;
// Where no move is meant: the side to move passes, or the game is over.
constexpr int kNoPoint = 64;

constexpr Bits bit(int point) { return Bits{1} << point; }
inline int count(Bits bits) { return std::popcount(bits); }

// The points that can be played on, holes left out.
struct Shape {
  int width = 8;
  int height = 8;
  Bits points = ~Bits{0};
  friend bool operator==(const Shape&, const Shape&) = default;
};

// What the game is played for.
struct Rules {
  // Empty points at the end count for the winner (the convention of the FFO positions); else only
  // stones count. Holes never count.
  bool empties_to_winner = false;
  // Fewer stones are better.
  bool anti = false;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// Stones as the side to move sees them. Invariant: disjoint, on the shape's points.
struct Stones {
  Bits mover = 0;
  Bits other = 0;
  friend bool operator==(const Stones&, const Stones&) = default;
  friend auto operator<=>(const Stones&, const Stones&) = default;
};

struct Position {
  Shape shape;
  Stones stones;
  bool white_to_move = false;
  friend bool operator==(const Position&, const Position&) = default;
};

// The four stones in the middle.
enum class Start {
  kStandard,            // white on the main diagonal
  kParallelHorizontal,  // white above, black below
  kParallelVertical,    // white left, black right
};
// "std", "parh" ("parallel" as well), "parv".
Result<Start> parse_start(std::string_view text);

// Black is to move. The board's upper left middle is the point left of and above the centre. `hole`
// is a point's name, or empty. Errors name the size, or a hole that is off the board or in the
// middle.
Result<Position> start_position(int width, int height, Start start, std::string_view hole = "");

// "..../.OX./.XO./....": X black, O white, '.' empty, '#' hole, top row first; `side` is X or O.
Result<Position> parse_position(std::string_view rows, std::string_view side);
// The rows of a position, as parse_position() reads them.
std::string format_rows(const Position& position);
// "6x4": width, height.
Result<std::pair<int, int>> parse_size(std::string_view text);

// "c2", rows counted from the top; "pass" for kNoPoint.
std::string format_point(int point);
Result<int> parse_point(const Shape& shape, std::string_view text);

// Points where the side to move turns at least one stone.
Bits legal_moves(const Shape& shape, const Stones& stones);
// The other side's stones that a stone on `point` would turn. REQUIRES: the point is empty.
Bits turned(const Shape& shape, const Stones& stones, int point);
// After the move, seen by the side that is then to move. REQUIRES: the move is legal, or kNoPoint,
// which is a pass.
Stones after(const Shape& shape, const Stones& stones, int point);
// Neither side has a move.
bool is_over(const Shape& shape, const Stones& stones);
// What the position counts for the side to move if the game ends here.
int final_score(const Shape& shape, const Rules& rules, const Stones& stones);

// Lines of play of exactly `plies` plies; a forced pass is a ply, a game that ended earlier one
// line.
std::uint64_t perft(const Shape& shape, const Stones& stones, int plies);

// The board's symmetries: those of the rectangle that leave the holes where they are.
class Symmetries {
 public:
  explicit Symmetries(const Shape& shape);
  [[nodiscard]] int size() const { return static_cast<int>(kinds_.size()); }
  // The image under the symmetry `index`, 0 the identity.
  [[nodiscard]] Stones image(const Stones& stones, int index) const;
  [[nodiscard]] int image(int point, int index) const;
  // The smallest of all images.
  [[nodiscard]] Stones canonical(const Stones& stones) const;

 private:
  int width_;
  int height_;
  // Which of the eight: 1 turns columns round, 2 rows, 4 swaps rows with columns before that.
  std::vector<int> kinds_;
};

}  // namespace tengen::reversi
