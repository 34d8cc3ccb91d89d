#include "solver/reversi/reader.h"

#include <algorithm>
#include <array>
#include <bit>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace tengen::reversi {
namespace {
#include "solver/reversi/kernel.h"

constexpr int kNotWon = -1;
constexpr std::uint64_t kPositionsBetweenPolls = 8192;

}  // namespace

Reader::Reader(const Shape& shape, const Variant& variant)
    : geometry_(shape),
      variant_(variant),
      rules_{.anti = variant.anti},
      most_empty_(geometry_.points <= 36 ? kReaderEmpty : kReaderEmptyAbove) {}

std::optional<ReaderWin> Reader::find(const Stones& stones, Color side,
                                      const std::function<bool()>* stop) {
  if (!may_search(stones)) return std::nullopt;
  stop_ = stop;
  needs_ = variant_.needs(side);
  most_nodes_ = nodes_ + kReaderPositions;
  const int empty = geometry_.points - count(stones.mover | stones.other);
  ReaderWin win;
  win.plies = plies_to_win(stones, true, empty, &win.point);
  if (win.plies == kNotWon) return std::nullopt;
  return win;
}

// The plies of the proof that the attacker's first winning moves make, or kNotWon, also where the
// search has come to its end.
int Reader::plies_to_win(const Stones& s, bool attacks, int empty, int* first_move) {
  if (nodes_ >= most_nodes_) return kNotWon;
  if (nodes_ % kPositionsBetweenPolls == 0 && stop_ != nullptr && (*stop_)()) {
    most_nodes_ = nodes_;
    return kNotWon;
  }
  ++nodes_;
  Bits moves = moves_of(geometry_, s);
  if (moves == 0) {
    const Stones passed = {s.other, s.mover};
    if (moves_of(geometry_, passed) == 0) {
      const int score = final_score(geometry_.shape, rules_, s);
      return (attacks ? score : -score) >= needs_ ? 0 : kNotWon;
    }
    const int after = plies_to_win(passed, !attacks, empty, nullptr);
    return after == kNotWon ? kNotWon : after + 1;
  }
  struct Child {
    int replies = 0;
    int point = 0;
    Stones stones;
  };
  std::array<Child, 64> children;
  int n = 0;
  for (; moves != 0; moves &= moves - 1) {
    Child& child = children[static_cast<std::size_t>(n++)];
    child.point = std::countr_zero(moves);
    const Bits changed = turned_by(geometry_, s, child.point);
    child.stones = {s.other ^ changed, s.mover | changed | bit(child.point)};
    if (empty < kReaderOrdersFrom) continue;
    const Bits replies = moves_of(geometry_, child.stones);
    child.replies = count(replies) + count(replies & geometry_.corners);
  }
  std::sort(children.begin(), children.begin() + n, [](const Child& a, const Child& b) {
    return a.replies != b.replies ? a.replies < b.replies : a.point < b.point;
  });
  int longest = 0;
  for (int i = 0; i < n; ++i) {
    const Child& child = children[static_cast<std::size_t>(i)];
    const int after = plies_to_win(child.stones, !attacks, empty - 1, nullptr);
    if (attacks && after != kNotWon) {
      if (first_move != nullptr) *first_move = child.point;
      return after + 1;
    }
    if (!attacks && after == kNotWon) return kNotWon;
    longest = std::max(longest, after + 1);
  }
  return attacks ? kNotWon : longest;
}

}  // namespace tengen::reversi
