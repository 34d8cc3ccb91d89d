#include "solver/pente/board.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace tengen::pente {
namespace {

// Of splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t stone_key(int cell, Color color) {
  return mixed(static_cast<std::uint64_t>(cell) * 2 + static_cast<std::uint64_t>(color));
}

}  // namespace

Board::Board(Rules rules, const Position& position)
    : rules_(rules),
      size_(position.size),
      geometry_(Geometry::of(position.size)),
      to_move_(position.to_move),
      pairs_(position.pairs) {
  cells_.fill(kEdge);
  for (const int cell : geometry_.cells()) cells_[static_cast<std::size_t>(cell)] = kEmpty;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    in_window_[static_cast<std::size_t>(color)].resize(geometry_.windows().size());
    open_windows_[static_cast<std::size_t>(color)][0] =
        static_cast<int>(geometry_.windows().size());
  }
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move point : position.stones(color)) put(cell_of(point), color);
  }
}

std::uint64_t Board::key() const {
  const auto rest = static_cast<std::uint64_t>(to_move_) | std::uint64_t{pairs_[0]} << 1 |
                    std::uint64_t{pairs_[1]} << 5;
  return stones_key_ ^ mixed(rest + (std::uint64_t{1} << 32));
}

Position Board::position() const {
  Position position{.size = size_, .black = {}, .white = {}, .to_move = to_move_};
  for (Move point = 0; point < size_ * size_; ++point) {
    const Cell cell = at(cell_of(point));
    if (cell == kBlackStone) position.black.push_back(point);
    if (cell == kWhiteStone) position.white.push_back(point);
  }
  position.pairs = pairs_;
  return position;
}

void Board::put(int cell, Color color) {
  const auto own = static_cast<std::size_t>(color);
  const std::size_t other = 1 - own;
  cells_[static_cast<std::size_t>(cell)] = stone(color);
  stones_key_ ^= stone_key(cell, color);
  ++stones_;
  for (const std::uint16_t window : geometry_.through(cell)) {
    std::uint8_t& count = in_window_[own][window];
    const std::uint8_t others = in_window_[other][window];
    if (others == 0) {
      --open_windows_[own][count];
      ++open_windows_[own][count + 1U];
    }
    if (count == 0) --open_windows_[other][others];
    ++count;
  }
}

void Board::remove(int cell, Color color) {
  const auto own = static_cast<std::size_t>(color);
  const std::size_t other = 1 - own;
  cells_[static_cast<std::size_t>(cell)] = kEmpty;
  stones_key_ ^= stone_key(cell, color);
  --stones_;
  for (const std::uint16_t window : geometry_.through(cell)) {
    std::uint8_t& count = in_window_[own][window];
    const std::uint8_t others = in_window_[other][window];
    --count;
    if (others == 0) {
      --open_windows_[own][count + 1U];
      ++open_windows_[own][count];
    }
    if (count == 0) ++open_windows_[other][others];
  }
}

unsigned Board::takes(int cell, Color color) const {
  const Cell other = stone(opponent(color));
  unsigned taken = 0;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const int step = kSteps[i];
    if (at(cell + step) == other && at(cell + 2 * step) == other &&
        at(cell + 3 * step) == stone(color)) {
      taken |= 1U << i;
    }
  }
  return taken;
}

bool Board::is_five(int cell, Color color) const {
  const auto own = static_cast<std::size_t>(color);
  if (open_windows_[own][kRow - 1] == 0) return false;
  const std::vector<std::uint16_t>& through = geometry_.through(cell);
  return std::any_of(through.begin(), through.end(), [&](std::uint16_t window) {
    return in_window_[own][window] == kRow - 1 && in_window_[1 - own][window] == 0;
  });
}

// The cell is empty.
bool Board::wins(int cell, Color color) const {
  return is_five(cell, color) ||
         pairs_[static_cast<std::size_t>(color)] + std::popcount(takes(cell, color)) >= kPairsToWin;
}

bool Board::has_winning_point(Color color) const {
  if (open_windows_[static_cast<std::size_t>(color)][kRow - 1] > 0) return true;
  const int pairs = pairs_[static_cast<std::size_t>(color)];
  return std::any_of(geometry_.cells().begin(), geometry_.cells().end(), [&](int cell) {
    return at(cell) == kEmpty && pairs + std::popcount(takes(cell, color)) >= kPairsToWin;
  });
}

// No first stone wins, and no win is a foul: all of them are legal.
void Board::winning_points(Color color, std::vector<Move>& points) const {
  points.clear();
  for (Move point = 0; point < size_ * size_; ++point) {
    const int cell = geometry_.cells()[static_cast<std::size_t>(point)];
    if (at(cell) == kEmpty && wins(cell, color)) points.push_back(point);
  }
}

bool Board::may_stand(Move point) const {
  if (stones_ > 2 || to_move_ == Color::kWhite) return true;
  const int column = std::abs(2 * (point % size_) - (size_ - 1));
  const int row = std::abs(2 * (point / size_) - (size_ - 1));
  if (stones_ == 0) return column <= 1 && row <= 1;
  return !rule_set(rules_).second_stone_far || stones_ != 2 || size_ <= 6 || column > 5 || row > 5;
}

bool Board::is_legal(Move point) const {
  if (point < 0 || point >= size_ * size_ || at(cell_of(point)) != kEmpty) return false;
  return may_stand(point) && (to_move_ == Color::kWhite || !is_foul(point));
}

bool Board::is_foul(Move point) const {
  if (!rule_set(rules_).black_has_fouls) return false;
  const int cell = cell_of(point);
  if (at(cell) != kEmpty || wins(cell, Color::kBlack)) return false;
  // As it will be: with the stone, and without what it takes.
  const unsigned taken = takes(cell, Color::kBlack);
  const auto set_taken = [&](Cell value) {
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      if ((taken >> i & 1) == 0) continue;
      for (const int n : {1, 2}) cells_[static_cast<std::size_t>(cell + n * kSteps[i])] = value;
    }
  };
  set_taken(kEmpty);
  cells_[static_cast<std::size_t>(cell)] = kBlackStone;
  const bool foul = makes_two_threes(cell);
  cells_[static_cast<std::size_t>(cell)] = kEmpty;
  set_taken(kWhiteStone);
  return foul;
}

// A three: of four points in a row through the stone three are black and one is empty, and so are
// the points at both ends.
bool Board::makes_two_threes(int cell) const {
  int lines = 0;
  for (int direction = 0; direction < 4; ++direction) {
    const int step = kSteps[static_cast<std::size_t>(direction)];
    for (int before = 0; before < 4; ++before) {
      const int first = cell - before * step;
      if (at(first) == kEdge) break;
      int black = 0;
      int empty = 0;
      for (int i = 0; i < 4; ++i) {
        const Cell value = at(first + i * step);
        if (value == kEdge) break;
        black += value == kBlackStone ? 1 : 0;
        empty += value == kEmpty ? 1 : 0;
      }
      if (black == 3 && empty == 1 && at(first - step) == kEmpty &&
          at(first + 4 * step) == kEmpty) {
        ++lines;
        break;
      }
    }
  }
  return lines >= 2;
}

void Board::legal_moves(std::vector<Move>& moves) const {
  moves.clear();
  for (Move point = 0; point < size_ * size_; ++point) {
    if (is_legal(point)) moves.push_back(point);
  }
}

bool Board::has_legal_move() const {
  for (Move point = 0; point < size_ * size_; ++point) {
    if (is_legal(point)) return true;
  }
  return false;
}

// What takes no stone and does not stand on the point leaves a threat as it is.
void Board::holding_moves(std::vector<Move>& moves) const {
  const Color other = opponent(to_move_);
  if (!has_winning_point(other)) return legal_moves(moves);
  moves.clear();
  for (Move point = 0; point < size_ * size_; ++point) {
    const int cell = geometry_.cells()[static_cast<std::size_t>(point)];
    if (at(cell) != kEmpty) continue;
    if ((wins(cell, other) || takes(cell, to_move_) != 0 || wins(cell, to_move_)) &&
        is_legal(point)) {
      moves.push_back(point);
    }
  }
}

MoveEffect Board::make(Move point) {
  const int cell = cell_of(point);
  const Color mover = to_move_;
  const auto own = static_cast<std::size_t>(mover);
  const unsigned taken = takes(cell, mover);
  const bool five = is_five(cell, mover);
  made_.push_back({point, static_cast<std::uint8_t>(taken), pairs_[own]});
  put(cell, mover);
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    if ((taken >> i & 1) == 0) continue;
    for (const int n : {1, 2}) remove(cell + n * kSteps[i], opponent(mover));
    ++pairs_[own];
  }
  to_move_ = opponent(mover);
  if (five || pairs_[own] >= kPairsToWin) return MoveEffect::kWins;
  return has_legal_move() ? MoveEffect::kContinues : MoveEffect::kDraws;
}

void Board::take_back() {
  const Made last = made_.back();
  made_.pop_back();
  to_move_ = opponent(to_move_);
  const int cell = cell_of(last.point);
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    if ((last.taken >> i & 1) == 0) continue;
    for (const int n : {1, 2}) put(cell + n * kSteps[i], opponent(to_move_));
  }
  remove(cell, to_move_);
  pairs_[static_cast<std::size_t>(to_move_)] = last.pairs_before;
}

}  // namespace tengen::pente
