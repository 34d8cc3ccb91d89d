#include "book/reversi/naive_board.h"

namespace tengen::reversi {
namespace {

constexpr std::array<int, 8> kDirections = {-11, -10, -9, -1, 1, 9, 10, 11};

int square_of(int x, int y) { return 10 * (y + 1) + x + 1; }

}  // namespace

Result<NaiveBoard> NaiveBoard::parse(std::string_view rows, std::string_view side) {
  NaiveBoard board;
  board.squares_.fill('#');
  std::vector<std::string> lines(1);
  for (const char c : rows) {
    if (c == '/') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  const std::size_t width = lines[0].size();
  if (lines.size() < 4 || lines.size() > 8 || width < 4 || width > 8) {
    return invalid_argument("a board has 4 to 8 rows of 4 to 8 squares");
  }
  board.width_ = static_cast<int>(width);
  board.height_ = static_cast<int>(lines.size());
  for (int y = 0; y < board.height_; ++y) {
    const std::string& line = lines[static_cast<std::size_t>(y)];
    if (line.size() != width) return invalid_argument("the board's rows differ in length");
    for (int x = 0; x < board.width_; ++x) {
      const char c = line[static_cast<std::size_t>(x)];
      if (c != 'X' && c != 'O' && c != '.' && c != '#') {
        return invalid_argument("the board's squares are X, O, '.' and #");
      }
      board.squares_[static_cast<std::size_t>(square_of(x, y))] = c;
      if (c == '.') ++board.empty_;
    }
  }
  if (side != "X" && side != "O") return invalid_argument("the side to move is X or O");
  board.side_ = side[0];
  return board;
}

std::string NaiveBoard::rows() const {
  std::string text;
  for (int y = 0; y < height_; ++y) {
    if (y > 0) text += '/';
    for (int x = 0; x < width_; ++x) text += at(square_of(x, y));
  }
  return text;
}

bool NaiveBoard::turns_some(int square) const {
  const char other = other_side();
  for (const int direction : kDirections) {
    int s = square + direction;
    if (at(s) != other) continue;
    while (at(s) == other) s += direction;
    if (at(s) == side_) return true;
  }
  return false;
}

std::vector<int> NaiveBoard::moves() const {
  std::vector<int> found;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const int square = square_of(x, y);
      if (at(square) == '.' && turns_some(square)) found.push_back(square);
    }
  }
  return found;
}

int NaiveBoard::move_count() const {
  int found = 0;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const int square = square_of(x, y);
      if (at(square) == '.' && turns_some(square)) ++found;
    }
  }
  return found;
}

std::vector<int> NaiveBoard::play(int square) {
  std::vector<int> turned;
  if (at(square) != '.') return turned;
  const char other = other_side();
  for (const int direction : kDirections) {
    int end = square + direction;
    while (at(end) == other) end += direction;
    if (at(end) != side_) continue;
    for (int s = square + direction; s != end; s += direction) turned.push_back(s);
  }
  if (turned.empty()) return turned;
  for (const int s : turned) squares_[static_cast<std::size_t>(s)] = side_;
  squares_[static_cast<std::size_t>(square)] = side_;
  --empty_;
  side_ = other;
  return turned;
}

void NaiveBoard::take_back(int square, const std::vector<int>& turned) {
  for (const int s : turned) squares_[static_cast<std::size_t>(s)] = side_;
  squares_[static_cast<std::size_t>(square)] = '.';
  ++empty_;
  side_ = other_side();
}

int NaiveBoard::score(const NaiveRules& rules) const {
  int mine = 0;
  int theirs = 0;
  for (const char c : squares_) {
    if (c == side_) ++mine;
    if (c == other_side()) ++theirs;
  }
  int score = rules.anti ? theirs - mine : mine - theirs;
  if (rules.empties_to_winner && score > 0) score += empty_;
  if (rules.empties_to_winner && score < 0) score -= empty_;
  return score;
}

NaiveBoard::Packed NaiveBoard::packed() const {
  Packed result{};
  int n = 0;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x, ++n) {
      const char c = at(square_of(x, y));
      const std::uint64_t code = c == '.' ? 0 : c == 'X' ? 1 : c == 'O' ? 2 : 3;
      result[static_cast<std::size_t>(n / 32)] |= code << (2 * (n % 32));
    }
  }
  return result;
}

NaiveBoard NaiveBoard::unpacked(const Packed& packed, char side) const {
  NaiveBoard board = *this;
  board.side_ = side;
  board.empty_ = 0;
  int n = 0;
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x, ++n) {
      const std::uint64_t code = packed[static_cast<std::size_t>(n / 32)] >> (2 * (n % 32)) & 3;
      const char c = code == 0 ? '.' : code == 1 ? 'X' : code == 2 ? 'O' : '#';
      board.squares_[static_cast<std::size_t>(square_of(x, y))] = c;
      if (c == '.') ++board.empty_;
    }
  }
  return board;
}

bool NaiveBoard::has_holes_of(const NaiveBoard& other) const {
  for (std::size_t i = 0; i < squares_.size(); ++i) {
    if ((squares_[i] == '#') != (other.squares_[i] == '#')) return false;
  }
  return true;
}

NaiveBoard NaiveBoard::canonical() const {
  NaiveBoard best = *this;
  Packed smallest = packed();
  for (int kind = 1; kind < (width_ == height_ ? 8 : 4); ++kind) {
    NaiveBoard image = *this;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        int u = (kind & 1) != 0 ? width_ - 1 - x : x;
        int v = (kind & 2) != 0 ? height_ - 1 - y : y;
        if ((kind & 4) != 0) std::swap(u, v);
        image.squares_[static_cast<std::size_t>(square_of(u, v))] = at(square_of(x, y));
      }
    }
    if (!image.has_holes_of(*this)) continue;
    if (const Packed p = image.packed(); p < smallest) {
      smallest = p;
      best = image;
    }
  }
  return best;
}

}  // namespace tengen::reversi
