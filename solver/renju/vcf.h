// Victory by continuous fours: every move of the attacker makes a four, so that the defender has at
// most one reply. A win is one line, not a tree: only its end leaves the defender a choice, and no
// choice helps there.
// One instance per thread. The memo is a hint only: a reported win has been played out on the
// board.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/renju/board.h"

namespace tengen::renju {

// attacker, forced reply, attacker, ..., last four; then a five on a point of `ends`. Where a five
// is there at once, the line has no moves.
struct VcfLine {
  static constexpr int kMaxMoves = kMaxPoints;
  std::array<Move, kMaxMoves> moves{};
  int count = 0;
  PointSet ends;

  // Plies to the five, the defender's reply to the last four included.
  [[nodiscard]] int distance_plies() const { return count % 2 == 0 ? count + 1 : count + 2; }
  // The attacker's moves before the five.
  [[nodiscard]] int fours() const { return (count + 1) / 2; }
  [[nodiscard]] Move first() const { return count == 0 ? ends.first() : moves[0]; }
};

class VcfSolver {
 public:
  // A memo of that many entries (rounded down to a power of two), 16 bytes each.
  explicit VcfSolver(std::size_t memo_entries);

  // Looks for a VCF of `attacker`, who is to move; fills `line` when it returns true. At most
  // node_limit fours are played. The board is the same afterwards.
  bool solve(Board& board, Color attacker, std::uint64_t node_limit, VcfLine& line);

  // The same without memo and with at most `max_fours` fours before the five: a plain search that
  // separate code can repeat.
  bool solve_plain(Board& board, Color attacker, std::uint64_t node_limit, int max_fours,
                   VcfLine& line);

  // The same as whoever reads a certificate may do it: a win by no four is looked for, then by one,
  // and so on, points in their order.
  bool solve_by_depth(Board& board, Color attacker, std::uint64_t node_limit, int max_fours,
                      VcfLine& line);

  // Plays `line`, found on a similar board, on this one and tells whether it wins here too: every
  // move is checked to be legal and a four, every reply to be forced. Replies may differ from the
  // line's. On success and if `played` is given, it receives the line as it went here.
  static bool replay(Board& board, Color attacker, const VcfLine& line, VcfLine* played = nullptr);

  // Has the memory near that solve() reads first, on the board with that hash(attacker).
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&memo_[hash & mask_]); }

  // Fours played since construction.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  // Whether the last solve() gave up at its limit.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    // No win was found for so many fours; kComplete if there is none.
    std::uint32_t effort = 0;
    Move move = kNoMove;  // winning move, if any
    std::uint16_t unused = 0;
  };
  static constexpr std::uint32_t kComplete = 0xffffffff;

  // Whether the memo says that the position with this key holds no win within the limit; notes in
  // gave_up_ when it might hold one beyond.
  bool known_to_fail(std::uint64_t key);
  // Notes that no win was found at this key, for so many fours played there.
  void note_failure(Entry& entry, std::uint64_t key, std::uint64_t spent) const;
  bool search(Board& board, Color attacker, VcfLine& line, bool use_memo);

  std::vector<Entry> memo_;
  std::uint64_t mask_;
  std::uint64_t nodes_ = 0;
  std::uint64_t stop_at_ = 0;
  std::uint64_t limit_ = 0;
  int max_fours_ = 0;
  bool in_order_ = false;  // of their points, not the best first
  bool gave_up_ = false;
};

// What an answer to `line` may touch, read off by playing it: its points, its ends, and the points
// where the defender, with one more stone, would answer a forced reply with a four of his own. A
// heuristic: it orders and selects replies in the search and is never trusted
// (solver/game/PROOF.md, 2). REQUIRES: line wins on this board for attacker, who is to move.
PointSet vcf_zone(Board& board, Color attacker, const VcfLine& line);

}  // namespace tengen::renju
