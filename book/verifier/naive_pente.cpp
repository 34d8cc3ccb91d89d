#include "book/verifier/naive_pente.h"

#include <algorithm>
#include <cstdlib>

namespace tengen::book {
namespace {

constexpr int kMostThreats = 2;
constexpr int kWide = kMaxBoardSize + 8;  // four cells of frame on each side: no walk leaves it
constexpr std::array<int, 4> kLines = {1, kWide, kWide + 1, kWide - 1};
constexpr char kFrame = '#';
constexpr char kNobody = '.';

char letter(Color color) { return color == Color::kBlack ? 'x' : 'o'; }

}  // namespace

class NaivePente::Board {
 public:
  Board(const NaivePente& game, const Position& position)
      : ninuki_(game.ninuki_), size_(game.size_), to_move_(position.to_move) {
    cells_.fill(kFrame);
    for (Move point = 0; point < size_ * size_; ++point) at(cell(point)) = kNobody;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (const Move point : position.stones(color)) at(cell(point)) = letter(color);
    }
    stones_ = static_cast<int>(position.black.size() + position.white.size());
    pairs_ = {position.pairs[0], position.pairs[1]};
  }

  [[nodiscard]] Position position() const {
    Position now{.size = size_, .black = {}, .white = {}, .to_move = to_move_};
    for (Move point = 0; point < size_ * size_; ++point) {
      if (at(cell(point)) == 'x') now.black.push_back(point);
      if (at(cell(point)) == 'o') now.white.push_back(point);
    }
    now.pairs = {static_cast<std::uint8_t>(pairs_[0]), static_cast<std::uint8_t>(pairs_[1])};
    return now;
  }

  [[nodiscard]] bool has_row(Color color) const {
    for (Move point = 0; point < size_ * size_; ++point) {
      if (at(cell(point)) != letter(color)) continue;
      for (const int step : kLines) {
        if (row(cell(point), step, letter(color)) >= 5) return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_legal(Move point) {
    const int here = cell(point);
    if (at(here) != kNobody) return false;
    // How far from the middle, in halves of a point.
    const int across = std::abs(2 * (point % size_) + 1 - size_);
    const int along = std::abs(2 * (point / size_) + 1 - size_);
    const int far = std::max(across, along);
    if (stones_ == 0) return far <= 1;
    if (stones_ == 2 && to_move_ == Color::kBlack && !ninuki_ && size_ >= 7) return far >= 6;
    return !(ninuki_ && to_move_ == Color::kBlack && is_double_three(here));
  }
  [[nodiscard]] std::vector<Move> legal_moves() {
    std::vector<Move> moves;
    for (Move point = 0; point < size_ * size_; ++point) {
      if (is_legal(point)) moves.push_back(point);
    }
    return moves;
  }
  [[nodiscard]] bool has_legal_move() {
    for (Move point = 0; point < size_ * size_; ++point) {
      if (is_legal(point)) return true;
    }
    return false;
  }

  // Whether a stone of the colour on the empty point would win.
  [[nodiscard]] bool wins(int here, Color color) const {
    if (pairs_[index(color)] + static_cast<int>(pairs_taken(here, color).size()) >= kPairsToWin) {
      return true;
    }
    return std::any_of(kLines.begin(), kLines.end(),
                       [&](int step) { return row(here, step, letter(color)) >= 5; });
  }
  [[nodiscard]] std::optional<Move> winning_move(Color color) const {
    for (Move point = 0; point < size_ * size_; ++point) {
      if (at(cell(point)) == kNobody && wins(cell(point), color)) return point;
    }
    return std::nullopt;
  }

  NaiveEffect play(Move point) {
    const int here = cell(point);
    const bool won = wins(here, to_move_);
    const std::vector<int> taken = pairs_taken(here, to_move_);
    at(here) = letter(to_move_);
    for (const int step : taken) at(here + step) = at(here + 2 * step) = kNobody;
    stones_ += 1 - 2 * static_cast<int>(taken.size());
    pairs_[index(to_move_)] += static_cast<int>(taken.size());
    to_move_ = opponent(to_move_);
    if (won) return NaiveEffect::kMoverWins;
    return has_legal_move() ? NaiveEffect::kContinues : NaiveEffect::kDraws;
  }

  std::optional<Win> win_within(int threats) const {
    if (const std::optional<Move> move = winning_move(to_move_)) return Win{*move, 1};
    if (threats == 0) return std::nullopt;
    for (Move point = 0; point < size_ * size_; ++point) {
      if (!may_threaten(cell(point))) continue;
      Board after = *this;
      if (after.is_legal(point) && after.play(point) == NaiveEffect::kContinues &&
          after.all_replies_lose(threats - 1)) {
        return Win{point, 2 * threats + 1};
      }
    }
    return std::nullopt;
  }

 private:
  static std::size_t index(Color color) { return static_cast<std::size_t>(color); }
  [[nodiscard]] static int cell_at(int column, int row) { return (row + 4) * kWide + column + 4; }
  [[nodiscard]] int cell(Move point) const { return cell_at(point % size_, point / size_); }
  [[nodiscard]] char at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  char& at(int cell) { return cells_[static_cast<std::size_t>(cell)]; }

  // Stones of that letter in a row with the point, which counts whatever is on it.
  [[nodiscard]] int row(int here, int step, char own) const {
    int length = 1;
    for (int c = here + step; at(c) == own; c += step) ++length;
    for (int c = here - step; at(c) == own; c -= step) ++length;
    return length;
  }

  // The directions in which a stone there takes a pair.
  [[nodiscard]] std::vector<int> pairs_taken(int here, Color color) const {
    const char own = letter(color);
    const char other = letter(opponent(color));
    std::vector<int> steps;
    for (const int line : kLines) {
      for (const int step : {line, -line}) {
        if (at(here + step) != other || at(here + 2 * step) != other) continue;
        if (at(here + 3 * step) == own) steps.push_back(step);
      }
    }
    return steps;
  }

  // Whether the side to move may have, with a stone there, a winning move that it has not now:
  // three of its stones in five points and nobody else's, or a pair of the other's next to it.
  [[nodiscard]] bool may_threaten(int here) const {
    if (at(here) != kNobody) return false;
    const char own = letter(to_move_);
    const char other = letter(opponent(to_move_));
    for (const int line : kLines) {
      for (const int step : {line, -line}) {
        if (at(here + step) == other && at(here + 2 * step) == other) return true;
      }
      for (int first = -4; first <= 0; ++first) {
        int mine = 0;
        int free = 0;
        for (int i = first; i < first + 5; ++i) {
          mine += at(here + i * line) == own ? 1 : 0;
          free += at(here + i * line) == kNobody ? 1 : 0;
        }
        if (mine == 3 && free == 2) return true;
      }
    }
    return false;
  }

  // After a move of the other side. Unless that threatens to win at once the answer is no; else a
  // reply that takes nothing, stands on no winning point and does not win changes nothing.
  [[nodiscard]] bool all_replies_lose(int threats) {
    const Color attacker = opponent(to_move_);
    if (!winning_move(attacker) || winning_move(to_move_)) return false;
    for (Move reply = 0; reply < size_ * size_; ++reply) {
      if (at(cell(reply)) != kNobody) continue;
      if (!wins(cell(reply), attacker) && pairs_taken(cell(reply), to_move_).empty()) continue;
      if (!is_legal(reply)) continue;
      Board after = *this;
      if (after.play(reply) != NaiveEffect::kContinues || !after.win_within(threats)) return false;
    }
    return true;
  }

  // What takes part in a three can become a straight four: four in a row and an empty point at each
  // end. As it will be once the stone has taken what it takes.
  [[nodiscard]] bool is_double_three(int here) {
    if (wins(here, Color::kBlack)) return false;
    Board after = *this;
    for (const int step : pairs_taken(here, Color::kBlack)) {
      after.at(here + step) = after.at(here + 2 * step) = kNobody;
    }
    after.at(here) = 'x';
    return std::count_if(kLines.begin(), kLines.end(),
                         [&](int step) { return after.is_three(here, step); }) > 1;
  }
  [[nodiscard]] bool is_three(int here, int step) {
    if (row(here, step, 'x') >= 4) return false;
    for (int away = -3; away <= 3; ++away) {
      const int fourth = here + away * step;
      if (at(fourth) != kNobody) continue;
      at(fourth) = 'x';
      int first = here;
      int last = here;
      while (at(first - step) == 'x') first -= step;
      while (at(last + step) == 'x') last += step;
      const bool straight_four =
          last - first == 3 * step && at(first - step) == kNobody && at(last + step) == kNobody;
      at(fourth) = kNobody;
      if (straight_four) return true;
    }
    return false;
  }

  const bool ninuki_;
  const int size_;
  Color to_move_;
  int stones_ = 0;
  std::array<int, 2> pairs_{};
  std::array<char, kWide * kWide> cells_{};
};

bool NaivePente::is_over(const Position& position) const {
  const Board board(*this, position);
  return position.pairs[0] >= kPairsToWin || position.pairs[1] >= kPairsToWin ||
         board.has_row(Color::kBlack) || board.has_row(Color::kWhite);
}

std::vector<Move> NaivePente::legal_moves(const Position& position) const {
  return Board(*this, position).legal_moves();
}

NaiveEffect NaivePente::effect(const Position& position, Move move) const {
  return Board(*this, position).play(move);
}

Position NaivePente::play(const Position& position, Move move) const {
  Board board(*this, position);
  board.play(move);
  return board.position();
}

// A move puts one stone down; each pair that it takes has two.
int NaivePente::progress(const Position& position, Color /*goal*/) const {
  return static_cast<int>(position.black.size() + position.white.size()) +
         2 * (position.pairs[0] + position.pairs[1]);
}

std::optional<Win> NaivePente::short_win(const Position& position, Color goal) const {
  if (position.to_move != goal) return std::nullopt;
  const Board board(*this, position);
  for (int threats = 0; threats <= kMostThreats; ++threats) {
    if (const std::optional<Win> win = board.win_within(threats)) return win;
  }
  return std::nullopt;
}

}  // namespace tengen::book
