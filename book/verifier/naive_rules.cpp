#include "book/verifier/naive_rules.h"

#include <algorithm>
#include <bitset>
#include <cstring>

#include "solver/base/check.h"

namespace tengen::book {
namespace {

constexpr int kStonesOfWhite = 16;  // weight of a white stone in a window's count

int window_weight(Color color) { return color == Color::kBlack ? 1 : kStonesOfWhite; }

// A fixed random-looking number for a stone (the finaliser of splitmix64).
std::uint64_t stone_hash(Move point, Color color) {
  std::uint64_t x =
      (static_cast<std::uint64_t>(point) * 2 + static_cast<std::uint64_t>(color) + 1) *
      0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

NaiveBoard::NaiveBoard(const NaiveGame& game)
    : rules_(game.rules), size_(game.size), stride_(game.size + 2) {
  CHECK(size_ >= kMinBoardSize && size_ <= kMaxBoardSize);
  steps_ = {1, stride_, stride_ + 1, stride_ - 1};
  cells_.assign(static_cast<std::size_t>(stride_ * stride_), Cell::kEdge);
  for (int point = 0; point < point_count(); ++point) {
    set(cell_of(static_cast<Move>(point)), Cell::kEmpty);
  }
  build_windows();
}

NaiveBoard::NaiveBoard(const NaiveRules& rules, const Position& position)
    : NaiveBoard(NaiveGame{rules, position.size}) {
  for (const Move point : position.black) place(point, Color::kBlack);
  for (const Move point : position.white) place(point, Color::kWhite);
}

void NaiveBoard::build_windows() {
  windows_of_point_.resize(static_cast<std::size_t>(point_count()));
  constexpr std::array<std::array<int, 2>, 4> kRowColumnSteps = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
  std::size_t line = 0;
  for (const auto& [row_step, column_step] : kRowColumnSteps) {
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        const int last_row = row + 4 * row_step;
        const int last_column = column + 4 * column_step;
        if (last_row >= size_ || last_column >= size_ || last_column < 0) continue;
        std::array<Move, 5> window{};
        for (int i = 0; i < 5; ++i) {
          const int point = (row + i * row_step) * size_ + column + i * column_step;
          window[static_cast<std::size_t>(i)] = static_cast<Move>(point);
          Windows& through = windows_of_point_[static_cast<std::size_t>(point)];
          through.ids[static_cast<std::size_t>(through.count++)] =
              static_cast<std::uint16_t>(windows_.size());
        }
        windows_.push_back(window);
      }
    }
    for (Windows& through : windows_of_point_) through.line_ends[line] = through.count;
    ++line;
  }
  window_stones_.assign(windows_.size(), 0);
}

int NaiveBoard::cell_of(Move point) const {
  return (point / size_ + 1) * stride_ + point % size_ + 1;
}

bool NaiveBoard::is_empty(Move move) const {
  return move >= 0 && move < point_count() && at(cell_of(move)) == Cell::kEmpty;
}

void NaiveBoard::place(Move point, Color color) {
  CHECK(is_empty(point));
  set(cell_of(point), color == Color::kBlack ? Cell::kBlack : Cell::kWhite);
  const Windows& through = windows_of_point_[static_cast<std::size_t>(point)];
  const auto weight = static_cast<std::uint8_t>(window_weight(color));
  for (int i = 0; i < through.count; ++i) {
    std::uint8_t& stones = window_stones_[through.ids[static_cast<std::size_t>(i)]];
    stones = static_cast<std::uint8_t>(stones + weight);
  }
  hash_ ^= stone_hash(point, color);
  ++stone_count_;
}

void NaiveBoard::remove(Move point, Color color) {
  CHECK(at(cell_of(point)) == (color == Color::kBlack ? Cell::kBlack : Cell::kWhite));
  set(cell_of(point), Cell::kEmpty);
  const Windows& through = windows_of_point_[static_cast<std::size_t>(point)];
  const auto weight = static_cast<std::uint8_t>(window_weight(color));
  for (int i = 0; i < through.count; ++i) {
    std::uint8_t& stones = window_stones_[through.ids[static_cast<std::size_t>(i)]];
    stones = static_cast<std::uint8_t>(stones - weight);
  }
  hash_ ^= stone_hash(point, color);
  --stone_count_;
}

// Stones in a row next to the cell on one side of it.
int NaiveBoard::stones_beyond(int cell, int step, Cell stone) const {
  int count = 0;
  for (int next = cell + step; at(next) == stone; next += step) ++count;
  return count;
}

// Length of the row that a stone on the cell belongs to, or would belong to, on one line.
int NaiveBoard::row_length(int cell, int step, Cell stone) const {
  return stones_beyond(cell, -step, stone) + 1 + stones_beyond(cell, step, stone);
}

bool NaiveBoard::makes_black_five(int cell) const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](int step) { return row_length(cell, step, Cell::kBlack) == 5; });
}

bool NaiveBoard::is_five(int length, Color color) const {
  const bool exactly =
      color == Color::kBlack ? rules_.black_needs_exactly_five : rules_.white_needs_exactly_five;
  return exactly ? length == 5 : length >= 5;
}

bool NaiveBoard::makes_five(Move point, Color color) const {
  const int cell = cell_of(point);
  const Cell stone = color == Color::kBlack ? Cell::kBlack : Cell::kWhite;
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](int step) { return is_five(row_length(cell, step, stone), color); });
}

template <typename Visit>
void NaiveBoard::for_each_window(int stones, const Visit& visit) const {
  const std::uint8_t* const begin = window_stones_.data();
  const std::uint8_t* const end = begin + window_stones_.size();
  for (const std::uint8_t* at = begin; at < end; ++at) {
    at = static_cast<const std::uint8_t*>(
        std::memchr(at, stones, static_cast<std::size_t>(end - at)));
    if (at == nullptr) return;
    for (const Move point : windows_[static_cast<std::size_t>(at - begin)]) visit(point);
  }
}

FivePoints NaiveBoard::five_points(Color color) const {
  FivePoints found;
  for_each_window(4 * window_weight(color), [&](Move point) {
    if (!is_empty(point) || point == found.first) return;
    if (!makes_five(point, color)) return;  // an overline
    if (++found.count == 1) found.first = point;
  });
  found.count = std::min(found.count, 2);
  return found;
}

bool NaiveBoard::is_over() const {
  return has_row_to_end_the_game(Color::kBlack) || has_row_to_end_the_game(Color::kWhite);
}

// Every window of five own stones lies in a row of five or more.
bool NaiveBoard::has_row_to_end_the_game(Color color) const {
  const Cell stone = color == Color::kBlack ? Cell::kBlack : Cell::kWhite;
  const bool ends_by_overline =
      color == Color::kBlack && rules_.black_has_fouls && !rules_.simple_fouls;
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (window_stones_[i] != 5 * window_weight(color)) continue;
    const int first = cell_of(windows_[i][0]);
    const int step = cell_of(windows_[i][1]) - first;
    if (ends_by_overline || is_five(row_length(first, step, stone), color)) return true;
  }
  return false;
}

bool NaiveBoard::allows(Move point, Color color) const {
  const int row = point / size_;
  const int column = point % size_;
  if (stone_count_ == 0 && rules_.begins_in_centre) {
    const auto is_middle = [this](int line) {
      return line == size_ / 2 || line == (size_ - 1) / 2;
    };
    return is_middle(row) && is_middle(column);
  }
  if (stone_count_ == 2 && rules_.second_stone_far && color == Color::kBlack) {
    const auto is_near = [this](int line) {
      return line >= size_ / 2 - 2 && line <= size_ / 2 + 2;
    };
    return !(is_near(row) && is_near(column));
  }
  return true;
}

void NaiveBoard::collect_four_candidates(Color color, std::vector<Move>& candidates) const {
  collect_candidates(3 * window_weight(color), candidates);
}

void NaiveBoard::collect_five_candidates(Color color, std::vector<Move>& candidates) const {
  collect_candidates(4 * window_weight(color), candidates);
}

void NaiveBoard::collect_candidates(int stones, std::vector<Move>& candidates) const {
  candidates.clear();
  std::bitset<kMaxBoardSize * kMaxBoardSize> seen;
  for_each_window(stones, [&](Move point) {
    if (!is_empty(point) || seen.test(static_cast<std::size_t>(point))) return;
    seen.set(static_cast<std::size_t>(point));
    candidates.push_back(point);
  });
  std::sort(candidates.begin(), candidates.end());
}

// Black's fours on one line to which the black stone on the cell belongs. Only the two empty points
// next to its row can complete them: a five that contains the stone contains its whole row.
int NaiveBoard::fours_on_line(int cell, int step) const {
  const int after = cell + step * (stones_beyond(cell, step, Cell::kBlack) + 1);
  const int before = cell - step * (stones_beyond(cell, -step, Cell::kBlack) + 1);
  const bool five_after = at(after) == Cell::kEmpty && row_length(after, step, Cell::kBlack) == 5;
  const bool five_before =
      at(before) == Cell::kEmpty && row_length(before, step, Cell::kBlack) == 5;
  // Four stones in a row with a five on either side are one four, the straight one. With fewer in
  // the row the two fives take in different stones: two fours on one line.
  if (five_after && five_before && row_length(cell, step, Cell::kBlack) == 4) return 1;
  return (five_after ? 1 : 0) + (five_before ? 1 : 0);
}

bool NaiveBoard::is_straight_four(int cell, int step) const {
  if (row_length(cell, step, Cell::kBlack) != 4) return false;
  const int after = cell + step * (stones_beyond(cell, step, Cell::kBlack) + 1);
  const int before = cell - step * (stones_beyond(cell, -step, Cell::kBlack) + 1);
  return at(after) == Cell::kEmpty && row_length(after, step, Cell::kBlack) == 5 &&
         at(before) == Cell::kEmpty && row_length(before, step, Cell::kBlack) == 5;
}

// Whether the black stone on the cell belongs to a three on this line: some point makes of it a
// straight four, makes no five, and is itself no foul (the recursion of the rule).
bool NaiveBoard::is_three(int cell, int step, Threes which) {
  const int after = cell + step * (stones_beyond(cell, step, Cell::kBlack) + 1);
  const int before = cell - step * (stones_beyond(cell, -step, Cell::kBlack) + 1);
  for (const int next : {after, before}) {
    if (at(next) != Cell::kEmpty) continue;
    set(next, Cell::kBlack);
    const bool straight = is_straight_four(cell, step);
    set(next, Cell::kEmpty);
    if (straight && rules_.simple_fouls) return true;
    if (!straight || makes_black_five(next)) continue;
    if (which == Threes::kAll || !is_black_foul(next)) return true;
  }
  return false;
}

bool NaiveBoard::is_black_foul(int cell, Threes which) {
  if (makes_black_five(cell)) return false;  // a five overrides any foul made with it
  set(cell, Cell::kBlack);
  bool overline = false;
  int fours = 0;
  for (const int step : steps_) {
    overline = overline || (!rules_.simple_fouls && row_length(cell, step, Cell::kBlack) > 5);
    fours += fours_on_line(cell, step);
  }
  bool foul = overline || fours >= 2;
  if (!foul) {
    int threes = 0;
    for (const int step : steps_) threes += is_three(cell, step, which) ? 1 : 0;
    foul = threes >= 2;
  }
  set(cell, Cell::kEmpty);
  return foul;
}

// A white stone only takes windows away. A three takes in a window without white stones and with
// two other black ones: the straight four it turns into and the five of that. A four takes in one
// with three others. So a foul needs such windows on two lines, or two of fours on one line.
// Overlines, which have windows of four, are left to the full test.
bool NaiveBoard::may_be_foul(Move point) const {
  const Windows& through = windows_of_point_[static_cast<std::size_t>(point)];
  int parts = 0;
  int i = 0;
  for (const int line_end : through.line_ends) {
    int twos = 0;
    int threes = 0;
    for (; i < line_end; ++i) {
      const int stones = window_stones_[through.ids[static_cast<std::size_t>(i)]];
      twos += stones >= 2 && stones < 5 ? 1 : 0;
      threes += stones >= 3 && stones < 5 ? 1 : 0;
      if (stones == 4) return true;
    }
    parts += threes >= 2 ? 2 : twos >= 1 ? 1 : 0;
  }
  return parts >= 2;
}

bool NaiveBoard::is_foul(Move point) {
  CHECK(is_empty(point));
  return rules_.black_has_fouls && may_be_foul(point) && is_black_foul(cell_of(point));
}

bool NaiveBoard::may_become_foul(Move point) {
  CHECK(is_empty(point));
  return rules_.black_has_fouls && may_be_foul(point) &&
         is_black_foul(cell_of(point), Threes::kAll);
}

}  // namespace tengen::book
