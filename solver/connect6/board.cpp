#include "solver/connect6/board.h"

#include <algorithm>

namespace tengen::connect6 {
namespace {

using Threats = std::vector<std::vector<int>>;

// Of splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Whether so many stones can stand in all of the windows.
bool are_met(const Threats& threats, int stones) {
  if (threats.empty()) return true;
  if (stones == 0) return false;
  return std::any_of(threats[0].begin(), threats[0].end(), [&](int cell) {
    Threats rest;
    for (const std::vector<int>& threat : threats) {
      if (std::find(threat.begin(), threat.end(), cell) == threat.end()) rest.push_back(threat);
    }
    return are_met(rest, stones - 1);
  });
}

}  // namespace

Board::Board(const Position& position)
    : size_(position.size), geometry_(Geometry::of(position.size)), to_move_(position.to_move) {
  cells_.fill(kEdge);
  for (const int cell : geometry_.cells()) cells_[static_cast<std::size_t>(cell)] = kEmpty;
  for (std::size_t color = 0; color < 2; ++color) {
    in_window_[color].resize(geometry_.windows().size());
    open_windows_[color][0] = static_cast<int>(geometry_.windows().size());
  }
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move point : position.stones(color)) change(cell_of(point), color, 1);
  }
}

std::uint64_t Board::key() const {
  return stones_key_ ^ mixed(static_cast<std::uint64_t>(to_move_) + (std::uint64_t{1} << 32));
}

Position Board::position() const {
  Position position{.size = size_, .black = {}, .white = {}, .to_move = to_move_};
  for (Move point = 0; point < size_ * size_; ++point) {
    const Cell cell = at(cell_of(point));
    if (cell == kBlackStone) position.black.push_back(point);
    if (cell == kWhiteStone) position.white.push_back(point);
  }
  return position;
}

// A stone more on the empty cell, or the stone there less.
void Board::change(int cell, Color color, int by) {
  const auto own = static_cast<std::size_t>(color);
  const std::size_t other = 1 - own;
  cells_[static_cast<std::size_t>(cell)] = by > 0 ? static_cast<Cell>(color) : kEmpty;
  stones_key_ ^= mixed(static_cast<std::uint64_t>(cell) * 2 + own);
  stones_ += by;
  for (const std::uint16_t window : geometry_.through(cell)) {
    std::uint8_t& count = in_window_[own][window];
    const std::uint8_t others = in_window_[other][window];
    const auto after = static_cast<std::uint8_t>(count + by);
    if (others == 0) {
      --open_windows_[own][count];
      ++open_windows_[own][after];
    }
    if (count == 0) --open_windows_[other][others];
    if (after == 0) ++open_windows_[other][others];
    count = after;
  }
}

bool Board::is_legal(Move point) const {
  return point >= 0 && point < size_ * size_ && at(cell_of(point)) == kEmpty;
}

void Board::legal_moves(std::vector<Move>& moves) const {
  moves.clear();
  for (Move point = 0; point < size_ * size_; ++point) {
    if (is_legal(point)) moves.push_back(point);
  }
}

void Board::holding_moves(std::vector<Move>& moves) const {
  const Threats all = threats(opponent(to_move_));
  if (all.empty()) return legal_moves(moves);
  moves.clear();
  // Who meets a threat does so by the first stone or by the second: by the first, here.
  for (const int cell : all[0]) {
    Threats rest;
    for (const std::vector<int>& threat : all) {
      if (std::find(threat.begin(), threat.end(), cell) == threat.end()) rest.push_back(threat);
    }
    if (are_met(rest, stones_left() - 1)) moves.push_back(geometry_.point_of(cell));
  }
}

MoveEffect Board::make(Move point) {
  const int cell = cell_of(point);
  const auto own = static_cast<std::size_t>(to_move_);
  const bool turn_ends = stones_left() == 1;
  const int before = open_windows_[own][kRow];
  change(cell, to_move_, 1);
  made_.push_back(point);
  const bool wins = open_windows_[own][kRow] > before;
  if (turn_ends) to_move_ = opponent(to_move_);
  if (wins) return MoveEffect::kWins;
  return stones_ == size_ * size_ ? MoveEffect::kDraws : MoveEffect::kContinues;
}

void Board::take_back() {
  const int cell = cell_of(made_.back());
  made_.pop_back();
  to_move_ = static_cast<Color>(at(cell));
  change(cell, to_move_, -1);
}

const Board::Window* Board::open_window(Color color, int stones) const {
  const auto own = static_cast<std::size_t>(color);
  if (open_windows_[own][static_cast<std::size_t>(stones)] == 0) return nullptr;
  for (std::size_t i = 0; i < geometry_.windows().size(); ++i) {
    if (in_window_[own][i] == stones && in_window_[1 - own][i] == 0) {
      return &geometry_.windows()[i];
    }
  }
  return nullptr;
}

std::optional<Win> Board::turn_win(Color color, int stones) const {
  for (int few = 1; few <= stones; ++few) {
    if (const Window* const window = open_window(color, kRow - few)) {
      const auto empty = std::find_if(window->begin(), window->end(),
                                      [&](int cell) { return at(cell) == kEmpty; });
      return Win{geometry_.point_of(*empty), few};
    }
  }
  return std::nullopt;
}

Threats Board::threats(Color color) const {
  const auto own = static_cast<std::size_t>(color);
  Threats found;
  if (open_windows_[own][kRow - 1] == 0 && open_windows_[own][kRow - 2] == 0) return found;
  for (std::size_t i = 0; i < geometry_.windows().size(); ++i) {
    if (in_window_[own][i] < kRow - 2 || in_window_[1 - own][i] != 0) continue;
    found.emplace_back();
    for (const int cell : geometry_.windows()[i]) {
      if (at(cell) == kEmpty) found.back().push_back(cell);
    }
  }
  return found;
}

std::optional<Win> Board::short_win(Color goal) const {
  if (to_move_ == goal) return turn_win(goal, stones_left());
  // With a point left for the other side's second stone the board is not full before the row is.
  if (wins_at_once() || are_met(threats(goal), stones_left())) return std::nullopt;
  return Win{kNoMove, stones_left() + 2};
}

std::optional<int> Board::short_win_plies(Color goal) const {
  const std::optional<Win> win = short_win(goal);
  return win ? std::optional(win->distance_plies) : std::nullopt;
}

int Board::score(Move point) const {
  constexpr std::array<int, kRow> kOwn = {1, 6, 20, 45, 70, 500};
  constexpr std::array<int, kRow> kOther = {0, 3, 10, 22, 60, 200};
  const auto own = static_cast<std::size_t>(to_move_);
  int score = 0;
  for (const std::uint16_t window : geometry_.through(cell_of(point))) {
    const std::uint8_t mine = in_window_[own][window];
    const std::uint8_t theirs = in_window_[1 - own][window];
    if (theirs == 0) score += kOwn[mine];
    if (mine == 0) score += kOther[theirs];
  }
  return score;
}

}  // namespace tengen::connect6
