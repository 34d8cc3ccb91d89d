// Depth-first proof numbers (Nagai's df-pn) for games in which threats decide, over a board that
// knows what wins at once, what wins by a few threats, and which moves hold against a threat. What
// it finds is proven by nothing but its table: see threat_prover.h.
//
// Board is a class of the game's own:
//   to_move(), key(), position(), is_legal(), legal_moves(), make(), take_back(), score();
//   wins_at_once(): the side to move wins by its next move;
//   holding_moves(): legal moves without those after which the other side surely wins at once;
//   short_win_plies(goal): how long a win takes that needs no record, if there is one here;
//   would_win_by_threats(): the side that is not to move would have one if the other passed.
// One side may move twice in a row: whose turn it is says to_move().
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/weak_sum.h"
#include "solver/threats/threat_table.h"

namespace tengen::threats {

constexpr Numbers kUnlimited{kInfiniteNumber, kInfiniteNumber};

// Owned by one thread.
template <typename Board>
class ThreatSearch {
 public:
  struct Child {
    Move move = kNoMove;
    std::uint64_t key = 0;
    Numbers numbers;
  };

  ThreatSearch(std::uint64_t bytes, unsigned variant) : variant_(variant), table_(bytes) {}

  // What follows is about that goal, within these limits.
  void begin(Color goal, const SolveLimits& limits, const std::function<bool()>& stop) {
    if (limits.attempt != attempt_) {
      attempt_ = limits.attempt;
      table_.forget_open();
    }
    goal_ = goal;
    stop_ = stop;
    start_ = std::chrono::steady_clock::now();
    most_seconds_ = limits.seconds;
    nodes_ = next_poll_ = 0;
    most_nodes_ = ~std::uint64_t{0};
    for (const std::uint64_t most : {limits.nodes, limits.clock_nodes}) {
      if (most > 0) most_nodes_ = std::min(most_nodes_, most);
    }
    stopped_ = false;
  }
  // Half as much again: what is proven is certified, however long it took to find.
  void grant_more() {
    stopped_ = false;
    if (most_nodes_ != ~std::uint64_t{0}) most_nodes_ += 1 + nodes_ / 2;
    if (most_seconds_ > 0) most_seconds_ += 1 + most_seconds_ / 2;
  }
  bool should_stop() {
    if (stopped_) return true;
    stopped_ = nodes_ >= most_nodes_;
    if (!stopped_ && nodes_ >= next_poll_) {
      next_poll_ = nodes_ + kPollNodes;
      stopped_ = (most_seconds_ > 0 && seconds() >= most_seconds_) || (stop_ && stop_());
    }
    return stopped_;
  }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] Color goal() const { return goal_; }
  [[nodiscard]] bool attacks(const Board& board) const { return board.to_move() == goal_; }

  // Until the table changes; null where nothing is known.
  [[nodiscard]] const TableEntry* find(const Board& board) const {
    return table_.find(key_of(board, goal_));
  }
  void know_proven(const Board& board, Color goal, Move best) {
    constexpr std::uint32_t kEffort = 1000;
    table_.store(
        {.key = key_of(board, goal), .numbers = kProvenNumbers, .best = best, .effort = kEffort});
  }

  // The moves that are searched, the best first, with what is known of them. Nothing where the
  // position is decided: then `decided` says how.
  std::vector<Child> children_of(Board& board, std::optional<Numbers>& decided) {
    std::vector<Child> children;
    if (board.short_win_plies(goal_)) {
      decided = kProvenNumbers;
      return children;
    }
    if (!attacks(board) && board.wins_at_once()) {
      decided = kDisprovenNumbers;
      return children;
    }
    std::vector<Move> moves;
    board.holding_moves(moves);
    std::vector<std::pair<int, Move>> ranked;
    for (const Move move : moves) ranked.emplace_back(-score_of(board, move), move);
    std::sort(ranked.begin(), ranked.end());
    const bool is_large = ranked.size() > 2 * kMovesTried;
    // Against a win by threats that would follow a pass few replies hold: the others are refuted at
    // once, and the numbers say how many are left.
    const bool must_answer = !attacks(board) && board.would_win_by_threats();
    if (attacks(board) && is_large) ranked.resize(kMovesTried);
    for (const auto& [score, move] : ranked) {
      const MoveEffect effect = board.make(move);
      Child child{move, key_of(board, goal_), {}};
      board.take_back();
      const bool goal_wins = winner_by(effect, board.to_move()) == goal_;
      if (effect != MoveEffect::kContinues) {
        if (goal_wins == attacks(board)) {
          decided = goal_wins ? kProvenNumbers : kDisprovenNumbers;
          return {};
        }
        continue;
      }
      if (must_answer && refutes(board, move)) continue;
      child.numbers = numbers_of(child, attacks(board) ? -score : kStrong, children.size());
      children.push_back(child);
    }
    if (children.empty()) decided = attacks(board) ? kDisprovenNumbers : kProvenNumbers;
    return children;
  }

  // Until one of the numbers reaches its limit, or there is no time left.
  Numbers search(Board& board, Numbers limit) {
    const std::uint64_t before = nodes_++;
    const std::uint64_t key = key_of(board, goal_);
    std::optional<Numbers> decided;
    std::vector<Child> children = children_of(board, decided);
    TableEntry entry{
        .key = key, .numbers = decided.value_or(Numbers{}), .best = kNoMove, .effort = 1};
    while (!decided) {
      const Totals totals = totals_of(board, children, limit);
      entry.numbers = totals.numbers;
      if (totals.chosen != nullptr) entry.best = totals.chosen->move;
      if (totals.numbers.solved() || totals.numbers.proof >= limit.proof ||
          totals.numbers.disproof >= limit.disproof || should_stop()) {
        break;
      }
      board.make(totals.chosen->move);
      totals.chosen->numbers = search(board, totals.limit);
      board.take_back();
    }
    entry.effort = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before, ~0U));
    table_.store(entry);
    return entry.numbers;
  }

 private:
  static constexpr std::size_t kMovesTried = 80;    // of the attacker, on large boards
  static constexpr std::uint64_t kPollNodes = 128;  // between looks at the clock
  static constexpr int kStrong = 60;                // scores of moves that threaten, or nearly
  static constexpr int kFair = 20;

  struct Totals {
    Numbers numbers;
    Child* chosen = nullptr;
    Numbers limit;  // for the chosen one
  };

  static std::uint64_t key_of(const Board& board, Color goal) {
    return goal == Color::kBlack ? board.key() : ~board.key();
  }

  // The attacker has a short win after the defender's move.
  [[nodiscard]] bool refutes(Board& board, Move reply) const {
    board.make(reply);
    const bool wins = board.short_win_plies(goal_).has_value();
    board.take_back();
    return wins;
  }

  [[nodiscard]] int score_of(const Board& board, Move move) const {
    // Other variants and attempts try moves of nearly the same score in another order.
    const std::uint32_t noise = attempt_ + variant_;
    const int extra =
        noise == 0 ? 0
                   : static_cast<int>((static_cast<std::uint32_t>(move) * 40503U * noise >> 7) % 7);
    return board.score(move) + extra;
  }

  [[nodiscard]] Numbers numbers_of(const Child& child, int score, std::size_t rank) const {
    if (const TableEntry* known = table_.find(child.key)) return known->numbers;
    if (score >= kStrong) return {1, 1};
    return {static_cast<std::uint32_t>((score >= kFair ? 3U : 12U) + rank / 4), 1};
  }

  Totals totals_of(const Board& board, std::vector<Child>& children, Numbers limit) const {
    const bool attack = attacks(board);
    WeakSum sum = WeakSum::of_replies();
    std::uint32_t least = kInfiniteNumber;
    std::uint32_t second = kInfiniteNumber;
    Totals totals;
    for (Child& child : children) {
      const std::uint32_t own = attack ? child.numbers.proof : child.numbers.disproof;
      const std::uint32_t other = attack ? child.numbers.disproof : child.numbers.proof;
      if (other == 0) continue;  // decided for whoever is not to move
      sum.add(other);
      if (own < least) {
        second = std::exchange(least, own);
        totals.chosen = &child;
      } else {
        second = std::min(second, own);
      }
    }
    const std::uint32_t total = totals.chosen == nullptr || least == 0 ? 0 : sum.total();
    std::uint32_t most = attack ? limit.proof : limit.disproof;
    most = std::min(most, saturated(std::uint64_t{second} + 1 + second / 4));
    if (attack) {
      totals.numbers = {least, least == 0 ? kInfiniteNumber : total};
      totals.limit = {most, sum.allowance(limit.disproof)};
    } else {
      totals.numbers = {least == 0 ? kInfiniteNumber : total, least};
      totals.limit = {sum.allowance(limit.proof), most};
    }
    if (totals.chosen == nullptr) totals.numbers = attack ? kDisprovenNumbers : kProvenNumbers;
    return totals;
  }

  const unsigned variant_;
  ThreatTable table_;
  std::uint32_t attempt_ = 0;

  // Of the call going on.
  Color goal_ = Color::kBlack;
  std::function<bool()> stop_;
  std::chrono::steady_clock::time_point start_;
  double most_seconds_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = 0;
  std::uint64_t next_poll_ = 0;
  bool stopped_ = false;
};

}  // namespace tengen::threats
