#include "book/verifier/naive_reversi.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string>
#include <utility>

#include "solver/base/check.h"

namespace tengen::book {
namespace {

using Points = std::uint64_t;

constexpr int kPass64 = 64;  // a pass where a point is meant
constexpr int kLost = -1;

// What a reader searches (solver/game/PROOF.md).
constexpr int kReaderEmpty = 18;  // on boards up to 6x6
constexpr int kReaderEmptyAbove = 16;
constexpr std::uint64_t kReaderPositions = 4'000'000;
constexpr int kReaderOrdersFrom = 5;

constexpr Points kNotFirstColumn = 0xfefefefefefefefe;
constexpr Points kNotLastColumn = 0x7f7f7f7f7f7f7f7f;
constexpr int kDirections = 8;

// All points one step on in that direction; what leaves eight columns is gone.
Points step(Points points, int direction) {
  switch (direction) {
    case 0:
      return points << 1 & kNotFirstColumn;
    case 1:
      return points >> 1 & kNotLastColumn;
    case 2:
      return points << 8;
    case 3:
      return points >> 8;
    case 4:
      return points << 9 & kNotFirstColumn;
    case 5:
      return points << 7 & kNotLastColumn;
    case 6:
      return points >> 7 & kNotFirstColumn;
    default:
      return points >> 9 & kNotLastColumn;
  }
}

Points only(int point) { return Points{1} << point; }

Points whole_board(int size) {
  Points points = 0;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) points |= only(8 * y + x);
  }
  return points;
}

Move move_at(int point, int size) {
  return point == kPass64 ? kPass : static_cast<Move>(point / 8 * size + point % 8);
}

int point_at(Move move, int size) {
  return move == kPass ? kPass64 : move / size * 8 + move % size;
}

}  // namespace

// One search for a short win.
struct NaiveReversi::Search {
  Color attacker = Color::kBlack;
  std::uint64_t positions_left = kReaderPositions;
};

std::optional<NaiveReversi::Rules> NaiveReversi::rules_of(std::string_view id, int size) {
  // Every id there is, compared one by one.
  for (const bool parallel : {false, true}) {
    for (const bool anti : {false, true}) {
      const std::string name =
          std::string("reversi") + (parallel ? "-parallel" : "") + (anti ? "-anti" : "");
      if (id == name) return Rules{.fewer_is_better = anti, .black_needs = {}};
      if (!id.starts_with(name + ":")) continue;
      for (int needs = 1 - size * size; needs <= size * size; ++needs) {
        if (id == name + ":" + std::to_string(needs)) {
          return Rules{.fewer_is_better = anti, .black_needs = needs};
        }
      }
    }
  }
  return std::nullopt;
}

NaiveReversi::NaiveReversi(const Rules& rules, int size)
    : rules_(rules),
      size_(size),
      board_(whole_board(size)),
      corners_(only(0) | only(size - 1) | only(8 * (size - 1)) | only(9 * (size - 1))),
      symmetry_(size) {
  CHECK(size >= kMinSize && size <= kMaxSize);
}

NaiveReversi::Stones NaiveReversi::stones_of(const Position& position) const {
  Stones stones;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    Points& points = color == position.to_move ? stones.own : stones.other;
    for (const Move move : position.stones(color)) points |= only(point_at(move, size_));
  }
  return stones;
}

// From the own stones over one or more of the other side's to an empty point.
NaiveReversi::Points NaiveReversi::moves(const Stones& stones) const {
  const Points empty = board_ & ~(stones.own | stones.other);
  Points found = 0;
  for (int direction = 0; direction < kDirections; ++direction) {
    Points crossed = step(stones.own, direction) & stones.other;
    while (crossed != 0) {
      const Points next = step(crossed, direction);
      found |= next & empty;
      crossed = next & stones.other;
    }
  }
  return found;
}

// From the point over the other side's stones to an own one.
NaiveReversi::Points NaiveReversi::turned(const Stones& stones, int point) const {
  Points all = 0;
  for (int direction = 0; direction < kDirections; ++direction) {
    Points crossed = 0;
    Points next = step(only(point), direction);
    while ((next & stones.other) != 0) {
      crossed |= next;
      next = step(next, direction);
    }
    if ((next & stones.own) != 0) all |= crossed;
  }
  return all;
}

NaiveReversi::Stones NaiveReversi::after(const Stones& stones, int point) const {
  if (point == kPass64) return {stones.other, stones.own};
  const Points changed = turned(stones, point);
  return {stones.other & ~changed, stones.own | changed | only(point)};
}

// The moves there are, those to a corner counted twice.
int NaiveReversi::freedom(const Stones& stones) const {
  const Points points = moves(stones);
  return std::popcount(points) + std::popcount(points & corners_);
}

int NaiveReversi::empty_points(const Stones& stones) const {
  return size_ * size_ - std::popcount(stones.own | stones.other);
}

bool NaiveReversi::has_won(const Stones& end, Color to_move, Color side) const {
  int more = std::popcount(end.own) - std::popcount(end.other);  // points of the side to move
  if (rules_.fewer_is_better) more = -more;
  const int blacks = to_move == Color::kBlack ? more : -more;
  if (rules_.black_needs) return (blacks >= *rules_.black_needs) == (side == Color::kBlack);
  return side == Color::kBlack ? blacks > 0 : blacks < 0;
}

bool NaiveReversi::is_over(const Position& position) const {
  const Stones stones = stones_of(position);
  return moves(stones) == 0 && moves({stones.other, stones.own}) == 0;
}

std::vector<Move> NaiveReversi::legal_moves(const Position& position) const {
  const Points points = moves(stones_of(position));
  std::vector<Move> found;
  for (int point = 0; point < 64; ++point) {
    if ((points & only(point)) != 0) found.push_back(move_at(point, size_));
  }
  if (found.empty()) found.push_back(kPass);
  return found;
}

NaiveEffect NaiveReversi::effect(const Position& position, Move move) const {
  const Position next = play(position, move);
  if (!is_over(next)) return NaiveEffect::kContinues;
  const Stones end = stones_of(next);
  if (has_won(end, next.to_move, position.to_move)) return NaiveEffect::kMoverWins;
  return has_won(end, next.to_move, next.to_move) ? NaiveEffect::kMoverLoses : NaiveEffect::kDraws;
}

Position NaiveReversi::play(const Position& position, Move move) const {
  const Stones next = after(stones_of(position), point_at(move, size_));
  Position result;
  result.size = size_;
  result.to_move = position.to_move == Color::kBlack ? Color::kWhite : Color::kBlack;
  for (int y = 0; y < size_; ++y) {
    for (int x = 0; x < size_; ++x) {
      const bool is_own = (next.own & only(8 * y + x)) != 0;
      if (!is_own && (next.other & only(8 * y + x)) == 0) continue;
      const bool black = is_own == (result.to_move == Color::kBlack);
      (black ? result.black : result.white).push_back(static_cast<Move>(size_ * y + x));
    }
  }
  return result;
}

// Two for each stone; and one where the side to move has a move, so that a pass counts as well.
int NaiveReversi::progress(const Position& position, Color /*goal*/) const {
  const auto stones = static_cast<int>(position.black.size() + position.white.size());
  return 2 * stones + (moves(stones_of(position)) != 0 ? 1 : 0);
}

std::optional<Win> NaiveReversi::short_win(const Position& position, Color goal) const {
  if (position.to_move != goal) return std::nullopt;
  const int most_empty = size_ <= 6 ? kReaderEmpty : kReaderEmptyAbove;
  if (empty_points(stones_of(position)) > most_empty) return std::nullopt;
  const CanonicalImage image = symmetry_.canonical(position);
  Search search{.attacker = position.to_move};
  int first = kPass64;
  const int plies = plies_to_win(search, stones_of(image.position), true, &first);
  if (plies == kLost) return std::nullopt;
  const Move move = move_at(first, size_);
  return Win{move == kPass ? kPass : symmetry_.preimage(image.input_symmetry, move), plies};
}

int NaiveReversi::plies_to_win(Search& search, const Stones& stones, bool attacks,
                               int* first) const {
  if (search.positions_left == 0) return kLost;
  --search.positions_left;
  const Color defender = opponent(search.attacker);
  const Points points = moves(stones);
  if (points == 0) {
    const Stones passed = after(stones, kPass64);
    if (moves(passed) == 0) {
      return has_won(stones, attacks ? search.attacker : defender, search.attacker) ? 0 : kLost;
    }
    const int rest = plies_to_win(search, passed, !attacks, nullptr);
    return rest == kLost ? kLost : rest + 1;
  }
  // Those first that leave the least freedom; among them in board order.
  const bool ordered = empty_points(stones) >= kReaderOrdersFrom;
  std::array<std::pair<int, int>, 64> tries;
  std::size_t count = 0;
  for (Points left = points; left != 0; left &= left - 1) {
    const int point = std::countr_zero(left);
    tries[count++] = {ordered ? freedom(after(stones, point)) : 0, point};
  }
  std::sort(tries.begin(), tries.begin() + static_cast<std::ptrdiff_t>(count));
  int longest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int point = tries[i].second;
    const int rest = plies_to_win(search, after(stones, point), !attacks, nullptr);
    if (attacks && rest != kLost) {
      if (first != nullptr) *first = point;
      return rest + 1;
    }
    if (!attacks && rest == kLost) return kLost;
    longest = std::max(longest, rest + 1);
  }
  return attacks ? kLost : longest;
}

}  // namespace tengen::book
