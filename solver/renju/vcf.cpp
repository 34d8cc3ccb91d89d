#include "solver/renju/vcf.h"

#include <algorithm>

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

struct Candidate {
  Move move;
  int order;
};

// The attacker's fours here, best first. A five of the defender leaves only its own point.
int list_fours(const Board& board, Color attacker, Move first,
               std::array<Candidate, kMaxPoints>& list) {
  const PointSet& threats = board.five_points(opponent(attacker));
  PointSet fours = board.four_points(attacker);
  if (!threats.empty()) {
    if (threats.has_several()) return 0;
    fours &= threats;
  }
  int count = 0;
  fours.for_each([&](Move p) {
    const std::uint8_t flags = board.flags(attacker, p);
    int order = board.shape_score(attacker, p);
    if ((flags & kMakesWinningFour) != 0) order += 10000;
    if ((flags & kMakesThree) != 0) order += 1000;
    if (p == first) order += 100000;
    list[static_cast<std::size_t>(count++)] = {p, order};
  });
  std::sort(list.begin(), list.begin() + count, [](const Candidate& a, const Candidate& b) {
    return a.order != b.order ? a.order > b.order : a.move < b.move;
  });
  return count;
}

}  // namespace

VcfSolver::VcfSolver(std::size_t memo_entries)
    : memo_(std::bit_floor(std::max<std::size_t>(memo_entries, 2))) {
  mask_ = memo_.size() - 1;
}

bool VcfSolver::solve(Board& board, Color attacker, std::uint64_t node_limit, VcfLine& line) {
  line.count = 0;
  limit_ = node_limit;
  max_fours_ = VcfLine::kMaxMoves;
  stop_at_ = nodes_ + node_limit;
  gave_up_ = false;
  return search(board, attacker, line, true);
}

bool VcfSolver::solve_plain(Board& board, Color attacker, std::uint64_t node_limit, int max_fours,
                            VcfLine& line) {
  line.count = 0;
  max_fours_ = max_fours;
  stop_at_ = nodes_ + node_limit;
  gave_up_ = false;
  return search(board, attacker, line, false);
}

bool VcfSolver::search(Board& board, Color attacker, VcfLine& line, bool use_memo) {
  if (!board.five_points(attacker).empty()) {
    line.ends = board.five_points(attacker);
    return true;
  }
  if (board.four_points(attacker).empty() || line.fours() >= max_fours_) return false;
  const Color defender = opponent(attacker);
  Entry* entry = nullptr;
  Move hint = kNoMove;
  const std::uint64_t key = board.hash(attacker);
  if (use_memo) {
    entry = &memo_[key & mask_];
    if (entry->key == key) {
      hint = entry->move;
      if (hint == kNoMove && entry->effort >= limit_) {
        gave_up_ |= entry->effort != kComplete;
        return false;
      }
    }
  }
  std::array<Candidate, kMaxPoints> list;
  const int count = list_fours(board, attacker, hint, list);
  const bool gave_up_before = gave_up_;
  gave_up_ = false;
  for (int i = 0; i < count; ++i) {
    const Move move = list[static_cast<std::size_t>(i)].move;
    if (!board.is_legal(move, attacker)) continue;
    if (nodes_ >= stop_at_) {
      gave_up_ = true;
      break;
    }
    ++nodes_;
    const int depth = line.count;
    line.moves[static_cast<std::size_t>(line.count++)] = move;
    board.make(move, attacker);
    bool wins = false;
    const PointSet fives = board.five_points(attacker);
    CHECK(!fives.empty());
    if (!board.five_points(defender).empty()) {
      wins = false;  // he makes his five first
    } else if (fives.has_several() || !board.is_legal(fives.first(), defender)) {
      line.ends = fives;
      wins = true;
    } else {
      const Move reply = fives.first();
      line.moves[static_cast<std::size_t>(line.count++)] = reply;
      if (use_memo) prefetch(board.hash_after(reply, defender));
      board.make(reply, defender);
      wins = search(board, attacker, line, use_memo);
      board.unmake(reply, defender);
    }
    board.unmake(move, attacker);
    if (wins) {
      if (entry != nullptr) *entry = {key, 0, move, 0};
      gave_up_ = gave_up_before;
      return true;
    }
    line.count = depth;
  }
  if (entry != nullptr) {
    const std::uint32_t effort =
        gave_up_ ? static_cast<std::uint32_t>(std::min<std::uint64_t>(limit_, kComplete - 1))
                 : kComplete;
    *entry = {key, effort, kNoMove, 0};
  }
  gave_up_ |= gave_up_before;
  return false;
}

bool VcfSolver::replay(Board& board, Color attacker, const VcfLine& line, VcfLine* played) {
  const Color defender = opponent(attacker);
  std::array<Move, VcfLine::kMaxMoves> made;
  int count = 0;
  PointSet ends;
  bool wins = false;
  for (int i = 0;; i += 2) {
    if (!board.five_points(attacker).empty()) {
      ends = board.five_points(attacker);
      wins = true;
      break;
    }
    if (i >= line.count) break;
    const Move move = line.moves[static_cast<std::size_t>(i)];
    const PointSet& threats = board.five_points(defender);
    if (!board.is_empty(move) || (board.flags(attacker, move) & kMakesFour) == 0 ||
        (!threats.empty() && (threats.has_several() || threats.first() != move)) ||
        !board.is_legal(move, attacker)) {
      break;
    }
    board.make(move, attacker);
    made[static_cast<std::size_t>(count++)] = move;
    const PointSet fives = board.five_points(attacker);
    const Move reply = fives.first();
    if (fives.has_several() || !board.is_legal(reply, defender)) {
      ends = fives;
      wins = true;
      break;
    }
    board.make(reply, defender);
    made[static_cast<std::size_t>(count++)] = reply;
  }
  for (int i = count - 1; i >= 0; --i) {
    board.unmake(made[static_cast<std::size_t>(i)], i % 2 == 0 ? attacker : defender);
  }
  if (wins && played != nullptr) {
    played->moves = made;
    played->count = count;
    played->ends = ends;
  }
  return wins;
}

PointSet vcf_zone(Board& board, Color attacker, const VcfLine& line) {
  const Color defender = opponent(attacker);
  PointSet zone = line.ends;
  for (int i = 0; i < line.count; ++i) {
    const Move move = line.moves[static_cast<std::size_t>(i)];
    zone.insert(move);
    board.make(move, i % 2 == 0 ? attacker : defender);
    if (i % 2 == 1) zone |= board.four_points(defender);
  }
  for (int i = line.count - 1; i >= 0; --i) {
    board.unmake(line.moves[static_cast<std::size_t>(i)], i % 2 == 0 ? attacker : defender);
  }
  return zone & board.empty_points();
}

}  // namespace tengen::renju
