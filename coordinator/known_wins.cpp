#include "coordinator/known_wins.h"

#include <algorithm>

#include "book/care/reply_filter.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {

KnownWins::KnownWins(const Game& game, Judge& judge, Color goal, std::size_t most_records)
    : game_(game), judge_(judge), goal_(goal), records_left_(most_records), filter_(game.size()) {}

void KnownWins::know(const ProofRecord& record) {
  if (record.goal != goal_ || records_left_ == 0) return;
  --records_left_;
  filter_.add(record.position);
}

Result<std::vector<ProofRecord>> KnownWins::missing_records(const Position& canonical) {
  std::vector<ProofRecord> missing;
  if (canonical.to_move != goal_) {
    Result<std::optional<ProofRecord>> record = defence(canonical);
    if (!record.ok()) return record.status();
    if (record.value()) missing.push_back(*record.value());
    return missing;
  }
  for (const Move move : game_.legal_moves(canonical)) {
    // The attacker of a proof passes only where he has to.
    if (move == kPass && !game_.passes_are_forced()) continue;
    if (game_.effect(canonical, move) != MoveEffect::kContinues) continue;
    const Position next = game_.play(canonical, move);
    if (next.to_move == goal_) continue;  // the move goes on: known once its end is
    Result<std::optional<ProofRecord>> record = defence(next);
    if (!record.ok()) return record.status();
    if (!record.value()) continue;
    const int distance = record.value()->distance_plies + 1;
    if (!missing.empty() && missing.back().distance_plies <= distance) continue;
    missing = {*record.value(), {canonical, goal_, move, distance, RecordKind::kTree}};
  }
  return missing;
}

// The defender to move.
Result<std::optional<ProofRecord>> KnownWins::defence(const Position& position) {
  const std::vector<Move> replies = game_.legal_moves(position);
  const book::ReplyFilter filter(filter_, game_, position);
  const bool touched =
      filter.may_know() || std::any_of(replies.begin(), replies.end(),
                                       [&](Move reply) { return filter.may_know_after(reply); });
  if (!touched) return std::optional<ProofRecord>();
  const Result<std::optional<Win>> value = judge_.value(position, goal_);
  if (!value.ok()) return value.status();
  if (!value.value()) return std::optional<ProofRecord>();
  return std::optional(ProofRecord{canonicalize(position).position, goal_, kNoMove,
                                   value.value()->distance_plies, RecordKind::kAllReplies});
}

}  // namespace tengen::coordinator
