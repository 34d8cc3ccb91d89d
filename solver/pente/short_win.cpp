// What wins by threats alone, and how good a move looks.
#include <algorithm>
#include <bit>

#include "solver/pente/board.h"

namespace tengen::pente {

// All moves after which the colour may have a winning point that it has not now: a fourth stone of
// a five, a pair taken, or a pair flanked whose taking wins.
void Board::threats(Color color, std::vector<Move>& points) const {
  points.clear();
  const auto own = static_cast<std::size_t>(color);
  const Cell other = stone(opponent(color));
  std::array<bool, kCells> chosen{};
  if (open_windows_[own][kRow - 2] > 0) {
    for (std::size_t i = 0; i < geometry_.windows().size(); ++i) {
      if (in_window_[own][i] != kRow - 2 || in_window_[1 - own][i] != 0) continue;
      for (const int cell : geometry_.windows()[i]) {
        if (at(cell) == kEmpty) chosen[static_cast<std::size_t>(cell)] = true;
      }
    }
  }
  for (const int cell : geometry_.cells()) {
    if (at(cell) != kEmpty) continue;
    const int taken = std::popcount(takes(cell, color));
    if (taken > 0) chosen[static_cast<std::size_t>(cell)] = true;
    if (pairs_[own] + taken + 1 < kPairsToWin) continue;
    for (const int step : kSteps) {
      if (at(cell + step) == other && at(cell + 2 * step) == other &&
          at(cell + 3 * step) == kEmpty) {
        chosen[static_cast<std::size_t>(cell + 3 * step)] = true;
      }
    }
  }
  for (const int cell : geometry_.cells()) {
    if (chosen[static_cast<std::size_t>(cell)]) points.push_back(geometry_.point_of(cell));
  }
}

std::optional<Win> Board::short_win(int threats) {
  for (int few = 0; few <= threats; ++few) {
    if (std::optional<Win> win = win_by_threats(few)) return win;
  }
  return std::nullopt;
}

std::optional<int> Board::short_win_plies(Color goal) {
  if (to_move_ != goal) return std::nullopt;
  const std::optional<Win> win = short_win(kShortThreats);
  return win ? std::optional(win->distance_plies) : std::nullopt;
}

bool Board::would_win_by_threats() {
  to_move_ = opponent(to_move_);
  const bool wins = short_win(kShortThreats).has_value();
  to_move_ = opponent(to_move_);
  return wins;
}

// By exactly so many threats, or fewer where the replies are bad.
std::optional<Win> Board::win_by_threats(int threats) {
  std::vector<Move> points;
  if (has_winning_point(to_move_)) {
    winning_points(to_move_, points);
    return Win{points.front(), 1};
  }
  if (threats == 0) return std::nullopt;
  this->threats(to_move_, points);
  std::vector<Move> replies;
  for (const Move threat : points) {
    if (!is_legal(threat)) continue;
    // To be a threat it must leave a winning point, and the other side none of its own.
    bool wins = make(threat) == MoveEffect::kContinues && has_winning_point(opponent(to_move_)) &&
                !has_winning_point(to_move_);
    if (wins) {
      holding_moves(replies);
      wins = std::all_of(replies.begin(), replies.end(), [&](Move reply) {
        const bool goes_on = make(reply) == MoveEffect::kContinues;
        const bool met = goes_on && win_by_threats(threats - 1).has_value();
        take_back();
        return met;
      });
    }
    take_back();
    if (wins) return Win{threat, 2 * threats + 1};
  }
  return std::nullopt;
}

int Board::score(Move point) const {
  constexpr std::array<int, kRow> kOwn = {1, 4, 12, 60, 1000};
  constexpr std::array<int, kRow> kOther = {0, 2, 8, 30, 500};
  constexpr int kTaken = 25;
  constexpr int kFlanked = 4;
  constexpr int kInDanger = -12;
  const auto own = static_cast<std::size_t>(to_move_);
  const int cell = cell_of(point);
  int score = 0;
  for (const std::uint16_t window : geometry_.through(cell)) {
    const std::uint8_t mine = in_window_[own][window];
    const std::uint8_t theirs = in_window_[1 - own][window];
    if (theirs == 0) score += kOwn[mine];
    if (mine == 0) score += kOther[theirs];
  }
  const Cell mine = stone(to_move_);
  const Cell theirs = stone(opponent(to_move_));
  const int worth = 1 + pairs_[own];
  score += kTaken * worth * std::popcount(takes(cell, to_move_));
  score += kTaken * (1 + pairs_[1 - own]) * std::popcount(takes(cell, opponent(to_move_)));
  for (const int step : kSteps) {
    if (at(cell + step) == theirs && at(cell + 2 * step) == theirs &&
        at(cell + 3 * step) == kEmpty) {
      score += kFlanked * worth;
    }
    // The stone makes a pair that can be taken.
    if (at(cell + step) == mine && ((at(cell + 2 * step) == theirs && at(cell - step) == kEmpty) ||
                                    (at(cell + 2 * step) == kEmpty && at(cell - step) == theirs))) {
      score += kInDanger;
    }
  }
  return score;
}

}  // namespace tengen::pente
