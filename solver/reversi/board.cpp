#include "solver/reversi/board.h"

#include <algorithm>
#include <array>

namespace tengen::reversi {
namespace {

constexpr std::array<std::pair<int, int>, 8> kDirections = {
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

Bits rectangle(int width, int height) {
  Bits points = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) points |= bit(8 * y + x);
  }
  return points;
}

Bits swap_bits(Bits bits, Bits mask, int distance) {
  const Bits changed = (bits ^ (bits >> distance)) & mask;
  return bits ^ changed ^ (changed << distance);
}

// Column 0 with 7, 1 with 6, ...
Bits mirror_columns(Bits bits) {
  bits = swap_bits(bits, 0x5555555555555555, 1);
  bits = swap_bits(bits, 0x3333333333333333, 2);
  return swap_bits(bits, 0x0F0F0F0F0F0F0F0F, 4);
}

Bits mirror_rows(Bits bits) {
  bits = swap_bits(bits, 0x00FF00FF00FF00FF, 8);
  bits = swap_bits(bits, 0x0000FFFF0000FFFF, 16);
  return swap_bits(bits, 0x00000000FFFFFFFF, 32);
}

// Columns with rows.
Bits transpose(Bits bits) {
  bits = swap_bits(bits, 0x00AA00AA00AA00AA, 7);
  bits = swap_bits(bits, 0x0000CCCC0000CCCC, 14);
  return swap_bits(bits, 0x00000000F0F0F0F0, 28);
}

Bits image_of(Bits bits, int kind, int width, int height) {
  if ((kind & 4) != 0) bits = transpose(bits);
  if ((kind & 1) != 0) bits = mirror_columns(bits) >> (8 - width);
  if ((kind & 2) != 0) bits = mirror_rows(bits) >> (8 * (8 - height));
  return bits;
}

std::string quoted(std::string_view text) { return std::string("'").append(text).append("'"); }

}  // namespace

Result<Start> parse_start(std::string_view text) {
  if (text == "std") return Start::kStandard;
  if (text == "parh" || text == "parallel") return Start::kParallelHorizontal;
  if (text == "parv") return Start::kParallelVertical;
  return invalid_argument("unknown start " + quoted(text) + "; there are std, parh and parv");
}

Result<std::pair<int, int>> parse_size(std::string_view text) {
  if (text.size() == 3 && text[1] == 'x') {
    const int width = text[0] - '0';
    const int height = text[2] - '0';
    if (width >= kMinSize && width <= kMaxSize && height >= kMinSize && height <= kMaxSize) {
      return std::pair(width, height);
    }
  }
  return invalid_argument("bad size " + quoted(text) + "; sizes are 4x4 to 8x8");
}

Result<Position> start_position(int width, int height, Start start, std::string_view hole) {
  if (width < kMinSize || width > kMaxSize || height < kMinSize || height > kMaxSize) {
    return invalid_argument("bad size " + std::to_string(width) + "x" + std::to_string(height) +
                            "; sizes are 4x4 to 8x8");
  }
  Position position;
  position.shape = {width, height, rectangle(width, height)};
  const int corner = 8 * (height / 2 - 1) + width / 2 - 1;
  const Bits upper_left = bit(corner);
  const Bits upper_right = bit(corner + 1);
  const Bits lower_left = bit(corner + 8);
  const Bits lower_right = bit(corner + 9);
  const Bits middle = upper_left | upper_right | lower_left | lower_right;
  const Bits white = start == Start::kStandard             ? upper_left | lower_right
                     : start == Start::kParallelHorizontal ? upper_left | upper_right
                                                           : upper_left | lower_left;
  position.stones = {middle & ~white, white};
  if (!hole.empty()) {
    const Result<int> point = parse_point(position.shape, hole);
    if (!point.ok()) return point.status();
    if ((bit(point.value()) & middle) != 0) {
      return invalid_argument("no hole at " + quoted(hole) + ": the first stones stand there");
    }
    position.shape.points &= ~bit(point.value());
  }
  return position;
}

Result<Position> parse_position(std::string_view rows, std::string_view side) {
  Position position;
  Bits black = 0;
  Bits white = 0;
  Bits points = 0;
  int y = 0;
  int width = 0;
  for (std::string_view rest = rows;; ++y) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view row = rest.substr(0, end);
    if (y == 0) width = static_cast<int>(std::min<std::size_t>(row.size(), 99));
    if (y >= kMaxSize || width < kMinSize || width > kMaxSize ||
        row.size() != static_cast<std::size_t>(width)) {
      return invalid_argument("bad board " + quoted(rows) +
                              "; give 4 to 8 rows of 4 to 8 points, all of one length, with / "
                              "between them");
    }
    for (int x = 0; x < width; ++x) {
      const Bits here = bit(8 * y + x);
      const char c = row[static_cast<std::size_t>(x)];
      if (c == 'X') {
        black |= here;
      } else if (c == 'O') {
        white |= here;
      } else if (c != '.' && c != '#') {
        return invalid_argument("bad board " + quoted(rows) +
                                "; points are X, O, '.' and # for a hole");
      }
      if (c != '#') points |= here;
    }
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  const int height = y + 1;
  if (height < kMinSize) {
    return invalid_argument("bad board " + quoted(rows) + "; it needs at least 4 rows");
  }
  if (side != "X" && side != "O") {
    return invalid_argument("bad side " + quoted(side) + "; it is X or O");
  }
  position.shape = {width, height, points};
  position.white_to_move = side == "O";
  position.stones = position.white_to_move ? Stones{white, black} : Stones{black, white};
  return position;
}

std::string format_rows(const Position& position) {
  const Bits black = position.white_to_move ? position.stones.other : position.stones.mover;
  const Bits white = position.white_to_move ? position.stones.mover : position.stones.other;
  std::string text;
  for (int y = 0; y < position.shape.height; ++y) {
    if (y > 0) text += '/';
    for (int x = 0; x < position.shape.width; ++x) {
      const Bits here = bit(8 * y + x);
      text += (black & here) != 0                   ? 'X'
              : (white & here) != 0                 ? 'O'
              : (position.shape.points & here) == 0 ? '#'
                                                    : '.';
    }
  }
  return text;
}

std::string format_point(int point) {
  if (point == kNoPoint) return "pass";
  return {static_cast<char>('a' + point % 8), static_cast<char>('1' + point / 8)};
}

Result<int> parse_point(const Shape& shape, std::string_view text) {
  if (text.size() == 2) {
    const int x = text[0] - 'a';
    const int y = text[1] - '1';
    if (x >= 0 && x < shape.width && y >= 0 && y < shape.height) return 8 * y + x;
  }
  return invalid_argument("no point " + quoted(text) + " on a board of " +
                          std::to_string(shape.width) + "x" + std::to_string(shape.height));
}

Bits turned(const Shape& shape, const Stones& stones, int point) {
  Bits all = 0;
  for (const auto& [dx, dy] : kDirections) {
    Bits line = 0;
    for (int x = point % 8 + dx, y = point / 8 + dy;
         x >= 0 && x < shape.width && y >= 0 && y < shape.height; x += dx, y += dy) {
      const Bits here = bit(8 * y + x);
      if ((stones.other & here) == 0) {
        if ((stones.mover & here) != 0) all |= line;
        break;
      }
      line |= here;
    }
  }
  return all;
}

Bits legal_moves(const Shape& shape, const Stones& stones) {
  Bits moves = 0;
  for (Bits empty = shape.points & ~(stones.mover | stones.other); empty != 0; empty &= empty - 1) {
    const int point = std::countr_zero(empty);
    if (turned(shape, stones, point) != 0) moves |= bit(point);
  }
  return moves;
}

Stones after(const Shape& shape, const Stones& stones, int point) {
  if (point == kNoPoint) return {stones.other, stones.mover};
  const Bits changed = turned(shape, stones, point);
  return {stones.other ^ changed, stones.mover | changed | bit(point)};
}

bool is_over(const Shape& shape, const Stones& stones) {
  return legal_moves(shape, stones) == 0 && legal_moves(shape, {stones.other, stones.mover}) == 0;
}

int final_score(const Shape& shape, const Rules& rules, const Stones& stones) {
  int score = count(stones.mover) - count(stones.other);
  if (rules.anti) score = -score;
  if (rules.empties_to_winner && score != 0) {
    const int empty = count(shape.points & ~(stones.mover | stones.other));
    score += score > 0 ? empty : -empty;
  }
  return score;
}

std::uint64_t perft(const Shape& shape, const Stones& stones, int plies) {
  if (plies == 0) return 1;
  Bits moves = legal_moves(shape, stones);
  if (moves == 0) {
    const Stones passed = {stones.other, stones.mover};
    return legal_moves(shape, passed) == 0 ? 1 : perft(shape, passed, plies - 1);
  }
  if (plies == 1) return static_cast<std::uint64_t>(count(moves));
  std::uint64_t lines = 0;
  for (; moves != 0; moves &= moves - 1) {
    lines += perft(shape, after(shape, stones, std::countr_zero(moves)), plies - 1);
  }
  return lines;
}

Symmetries::Symmetries(const Shape& shape) : width_(shape.width), height_(shape.height) {
  for (int kind = 0; kind < 8; ++kind) {
    if ((kind & 4) != 0 && width_ != height_) continue;
    if (image_of(shape.points, kind, width_, height_) == shape.points) kinds_.push_back(kind);
  }
}

Stones Symmetries::image(const Stones& stones, int index) const {
  const int kind = kinds_[static_cast<std::size_t>(index)];
  return {image_of(stones.mover, kind, width_, height_),
          image_of(stones.other, kind, width_, height_)};
}

int Symmetries::image(int point, int index) const {
  if (point == kNoPoint) return kNoPoint;
  return std::countr_zero(
      image_of(bit(point), kinds_[static_cast<std::size_t>(index)], width_, height_));
}

Stones Symmetries::canonical(const Stones& stones) const {
  Stones smallest = stones;
  for (int index = 1; index < size(); ++index) smallest = std::min(smallest, image(stones, index));
  return smallest;
}

}  // namespace tengen::reversi
