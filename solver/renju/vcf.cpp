#include "solver/renju/vcf.h"

#include <algorithm>

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

struct Candidate {
  Move move;
  // Known without playing it: the defender has one reply, which is legal, and the board's hash
  // after it; and that no four is left then.
  bool one_reply;
  bool idle;
  int order;
  std::uint64_t key_after;
};

// The attacker's fours here, best first or in the order of their points, with what the memo says of
// them brought near. A five of the defender leaves only its own point.
int list_fours(const Board& board, Color attacker, Move first, bool in_order,
               const VcfSolver& solver, std::array<Candidate, kMaxPoints>& list) {
  const PointSet& threats = board.five_points(opponent(attacker));
  const PointSet& all_fours = board.four_points(attacker);
  const int total = all_fours.count();
  PointSet fours = all_fours;
  if (!threats.empty()) {
    if (threats.has_several()) return 0;
    fours &= threats;
  }
  int count = 0;
  fours.for_each([&](Move p) {
    const std::uint8_t flags = board.flags(attacker, p);
    Candidate& candidate = list[static_cast<std::size_t>(count++)];
    candidate = {p, false, false, board.shape_score(attacker, p), 0};
    if ((flags & kMakesWinningFour) != 0) candidate.order += 10000;
    if ((flags & kMakesThree) != 0) candidate.order += 1000;
    if (p == first) candidate.order += 100000;
    const Board::SimpleFour four = board.simple_four(attacker, p);
    if (four.reply == kNoMove) return;
    // A stone of White makes no pattern of Black's stronger, so what is no foul now is none then.
    candidate.one_reply =
        attacker == Color::kBlack || (board.flags(Color::kBlack, four.reply) & kMayBeFoul) == 0;
    candidate.idle = !four.builds && total == (all_fours.contains(four.reply) ? 2 : 1);
    candidate.key_after = board.hash_after(p, four.reply, attacker);
    if (!candidate.idle) solver.prefetch(candidate.key_after);
  });
  if (in_order) return count;
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

bool VcfSolver::solve_by_depth(Board& board, Color attacker, std::uint64_t node_limit,
                               int max_fours, VcfLine& line) {
  const std::uint64_t end = nodes_ + node_limit;
  in_order_ = true;
  bool wins = false;
  for (int fours = 0; fours <= max_fours && !wins && nodes_ <= end; ++fours) {
    wins = solve_plain(board, attacker, end - nodes_, fours, line);
  }
  in_order_ = false;
  return wins;
}

bool VcfSolver::known_to_fail(std::uint64_t key) {
  const Entry& entry = memo_[key & mask_];
  if (entry.key != key || entry.move != kNoMove || entry.effort < limit_) return false;
  gave_up_ |= entry.effort != kComplete;
  return true;
}

// Where the nodes ran out, what was left of them when the search came here is all that was allowed;
// a known win then stays known. Where they did not, what was given up below had the whole limit.
void VcfSolver::note_failure(Entry& entry, std::uint64_t key, std::uint64_t spent) const {
  std::uint32_t effort = kComplete;
  if (gave_up_) {
    const bool ran_out = nodes_ >= stop_at_;
    const std::uint64_t allowed = ran_out ? spent : limit_;
    effort = static_cast<std::uint32_t>(std::min<std::uint64_t>(allowed, kComplete - 1));
    if (entry.key == key && (entry.move != kNoMove || entry.effort >= effort)) return;
  }
  entry = {key, effort, kNoMove, 0};
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
    if (known_to_fail(key)) return false;
    entry = &memo_[key & mask_];
    if (entry->key == key) hint = entry->move;
  }
  std::array<Candidate, kMaxPoints> list;
  const int count = list_fours(board, attacker, hint, in_order_, *this, list);
  const bool gave_up_before = gave_up_;
  const std::uint64_t begin = nodes_;
  gave_up_ = false;
  for (int i = 0; i < count; ++i) {
    const Candidate& candidate = list[static_cast<std::size_t>(i)];
    const Move move = candidate.move;
    if (!board.is_legal(move, attacker)) continue;
    if (nodes_ >= stop_at_) {
      gave_up_ = true;
      break;
    }
    ++nodes_;
    // What is known to come to nothing is not played.
    if (candidate.one_reply &&
        (candidate.idle || (use_memo && known_to_fail(candidate.key_after)))) {
      continue;
    }
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
  if (entry != nullptr) note_failure(*entry, key, nodes_ - begin);
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
