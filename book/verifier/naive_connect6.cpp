#include "book/verifier/naive_connect6.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tengen::book {
namespace {

constexpr int kSix = 6;

class Stones {
 public:
  Stones(const Position& position, int size)
      : size_(size), on_(static_cast<std::size_t>(size * size), '.') {
    for (const Move point : position.black) on_[static_cast<std::size_t>(point)] = 'x';
    for (const Move point : position.white) on_[static_cast<std::size_t>(point)] = 'o';
  }

  [[nodiscard]] char at(int column, int row) const {
    const bool inside = column >= 0 && row >= 0 && column < size_ && row < size_;
    return inside ? on_[static_cast<std::size_t>(row * size_ + column)] : '#';
  }

  // Calls visit with the points of each six in a row that holds stones of that letter and empty
  // points only: how many stones, and the empty points.
  template <typename Visit>
  void for_each_six(char own, const Visit& visit) const {
    constexpr std::array<std::pair<int, int>, 4> kWays{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
    std::vector<Move> empty;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        for (const auto& [across, up] : kWays) {
          empty.clear();
          int stones = 0;
          for (int i = 0; i < kSix; ++i) {
            const char here = at(column + i * across, row + i * up);
            if (here == own) ++stones;
            if (here == '.') {
              empty.push_back(static_cast<Move>((row + i * up) * size_ + column + i * across));
            }
          }
          if (stones + static_cast<int>(empty.size()) == kSix) visit(stones, empty);
        }
      }
    }
  }

 private:
  const int size_;
  std::vector<char> on_;
};

char letter(Color color) { return color == Color::kBlack ? 'x' : 'o'; }

// The first stone of all is alone; after that whoever finds an odd number of stones lays two.
int stones_left(const Position& position) {
  return (position.black.size() + position.white.size()) % 2 == 0 ? 1 : 2;
}

// Of the rows that the colour may fill with so few stones, the empty points of each.
std::vector<std::vector<Move>> nearly_six(const Stones& stones, Color color, int few) {
  std::vector<std::vector<Move>> rows;
  stones.for_each_six(letter(color), [&](int /*own*/, const std::vector<Move>& empty) {
    if (static_cast<int>(empty.size()) <= few) rows.push_back(empty);
  });
  return rows;
}

bool stands_in(const std::vector<Move>& row, Move point) {
  return std::find(row.begin(), row.end(), point) != row.end();
}

}  // namespace

bool NaiveConnect6::is_over(const Position& position) const {
  const Stones stones(position, size_);
  bool six = false;
  for (const char own : {'x', 'o'}) {
    stones.for_each_six(own, [&](int count, const std::vector<Move>&) { six |= count == kSix; });
  }
  return six;
}

std::vector<Move> NaiveConnect6::legal_moves(const Position& position) const {
  const Stones stones(position, size_);
  std::vector<Move> moves;
  for (Move point = 0; point < size_ * size_; ++point) {
    if (stones.at(point % size_, point / size_) == '.') moves.push_back(point);
  }
  return moves;
}

NaiveEffect NaiveConnect6::effect(const Position& position, Move move) const {
  const Position after = play(position, move);
  const Stones stones(after, size_);
  const char own = letter(position.to_move);
  constexpr std::array<std::pair<int, int>, 4> kWays{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
  for (const auto& [across, up] : kWays) {
    int length = 1;
    for (const int sign : {1, -1}) {
      int steps = 1;
      while (stones.at(move % size_ + sign * steps * across, move / size_ + sign * steps * up) ==
             own) {
        ++steps;
        ++length;
      }
    }
    if (length >= kSix) return NaiveEffect::kMoverWins;
  }
  const bool is_full =
      after.black.size() + after.white.size() == static_cast<std::size_t>(size_ * size_);
  return is_full ? NaiveEffect::kDraws : NaiveEffect::kContinues;
}

Position NaiveConnect6::play(const Position& position, Move move) const {
  Position next = position;
  std::vector<Move>& own = position.to_move == Color::kBlack ? next.black : next.white;
  own.insert(std::lower_bound(own.begin(), own.end(), move), move);
  if (stones_left(position) == 1) {
    next.to_move = position.to_move == Color::kBlack ? Color::kWhite : Color::kBlack;
  }
  next.after_pass = false;
  return next;
}

int NaiveConnect6::progress(const Position& position, Color /*goal*/) const {
  return static_cast<int>(position.black.size() + position.white.size());
}

std::optional<Win> NaiveConnect6::short_win(const Position& position, Color goal) const {
  const Stones stones(position, size_);
  const int left = stones_left(position);
  if (position.to_move == goal) {
    std::optional<Win> best;
    for (const std::vector<Move>& empty : nearly_six(stones, goal, left)) {
      const auto plies = static_cast<int>(empty.size());
      if (!best || plies < best->distance_plies) best = Win{empty.front(), plies};
    }
    return best;
  }
  if (!nearly_six(stones, position.to_move, left).empty()) return std::nullopt;
  const std::vector<std::vector<Move>> rows = nearly_six(stones, goal, 2);
  std::vector<Move> points{kNoMove};  // no stone, too, meets no row
  for (const std::vector<Move>& row : rows) points.insert(points.end(), row.begin(), row.end());
  for (const Move first : points) {
    for (const Move second : left == 2 ? points : std::vector<Move>{kNoMove}) {
      if (std::all_of(rows.begin(), rows.end(), [&](const std::vector<Move>& row) {
            return stands_in(row, first) || stands_in(row, second);
          })) {
        return std::nullopt;
      }
    }
  }
  return Win{kNoMove, left + 2};
}

}  // namespace tengen::book
