#include "book/exchange/proof_branches.h"

#include <algorithm>

namespace tengen::book {

BranchFinder::BranchFinder(const Store& store, const Game& game, Color goal,
                           bool stored_replies_only)
    : store_(store),
      game_(game),
      short_wins_(game.make_short_wins()),
      goal_(goal),
      stored_replies_only_(stored_replies_only) {}

GameResult BranchFinder::goal_wins() const {
  return goal_ == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
}

Result<std::optional<WinningAnswer>> BranchFinder::answer_to(const Position& position) {
  const Result<std::optional<StoredProof>> record = store_.find(position, goal_);
  if (!record.ok()) return record.status();
  if (record.value()) {
    return std::optional<WinningAnswer>({.move = record.value()->move,
                                         .distance_plies = record.value()->distance_plies,
                                         .stored = true});
  }
  if (const std::optional<Win> vcf = short_wins_->find(position, goal_)) {
    return std::optional<WinningAnswer>(
        {.move = vcf->move, .distance_plies = vcf->distance_plies, .stored = false});
  }
  return std::optional<WinningAnswer>();
}

Result<std::vector<MoveAnswer>> BranchFinder::moves_of(const Position& position) {
  Result<std::vector<MoveAnswer>> moves = query_moves(store_, game_, position, goal_);
  if (moves.ok()) std::erase_if(moves.value(), [](const MoveAnswer& move) { return move.foul; });
  return moves;
}

std::optional<WinningAnswer> BranchFinder::winning_move(
    const std::vector<MoveAnswer>& moves) const {
  std::optional<WinningAnswer> best;
  for (const MoveAnswer& move : moves) {
    const bool better = !best || move.distance_plies < best->distance_plies;
    if (move.result != goal_wins() || move.foul || !better) continue;
    best = {.move = move.move, .distance_plies = move.distance_plies, .stored = true};
  }
  return best;
}

Branch BranchFinder::losing_reply(Move reply, const WinningAnswer& answer) const {
  return {.move = reply,
          .result = goal_wins(),
          .distance_plies = 1 + answer.distance_plies,
          .answer = answer};
}

Result<Branches> BranchFinder::replies_in(const Position& position) {
  Branches replies;
  for (const Move reply : game_.legal_moves(position)) {
    const MoveEffect effect = game_.effect(position, reply);
    if (winner_by(effect, position.to_move) == goal_) continue;  // nothing to be answered
    if (effect != MoveEffect::kContinues) return Branches{.unanswered = reply};
    const Result<std::optional<WinningAnswer>> answer = answer_to(game_.play(position, reply));
    if (!answer.ok()) return answer.status();
    if (!answer.value()) return Branches{.unanswered = reply};
    replies.moves.push_back(losing_reply(reply, *answer.value()));
  }
  return replies;
}

Result<Branches> BranchFinder::open_moves(const Position& position,
                                          const std::vector<MoveAnswer>& moves,
                                          const ProvenBelow& below, bool is_root) {
  Branches branches;
  const bool defends = position.to_move != goal_;
  bool has_proven = false;
  for (const MoveAnswer& move : moves) {
    Branch branch{.move = move.move, .result = move.result, .distance_plies = move.distance_plies};
    if (move.result == goal_wins()) {
      const Result<std::optional<WinningAnswer>> answer =
          answer_to(game_.play(position, move.move));
      if (!answer.ok()) return answer.status();
      if (!answer.value()) return Branches{.unanswered = move.move};
      branch = losing_reply(move.move, *answer.value());
      has_proven = true;
    } else if (move.result == GameResult::kUnknown && move.move != kPass) {
      branch.leads_on = below.leads_on(game_.play(position, move.move));
    }
    branches.moves.push_back(branch);
  }
  if (!defends || !(is_root || has_proven)) {
    std::erase_if(branches.moves, [](const Branch& branch) {
      return branch.result == GameResult::kUnknown && !branch.leads_on;
    });
  }
  for (Branch& branch : branches.moves) branch.leads_on = branch.leads_on && !has_proven;
  keep_wanted(branches.moves);
  return branches;
}

void BranchFinder::keep_wanted(std::vector<Branch>& branches) const {
  const auto is_proven = [this](const Branch& branch) { return branch.result == goal_wins(); };
  if (stored_replies_only_) {
    std::erase_if(branches,
                  [&](const Branch& branch) { return is_proven(branch) && !branch.answer.stored; });
  }
  std::ranges::stable_sort(branches, [&](const Branch& left, const Branch& right) {
    if (is_proven(left) != is_proven(right)) return is_proven(left);
    if (left.answer.stored != right.answer.stored) return left.answer.stored;
    return left.distance_plies > right.distance_plies;
  });
}

}  // namespace tengen::book
