#include "book/query/evaluator.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace tengen::book {
namespace {

using Known = Result<std::optional<Win>>;

Known nothing_known() { return std::optional<Win>(); }

Known won(Move move, int distance_plies) {
  return std::optional<Win>({.move = move, .distance_plies = distance_plies});
}

// All moves but the first: those nearest to the point at `centre` come first.
void sort_by_distance(std::vector<Move>& moves, Move centre, int size) {
  if (centre < 0) return;
  const auto distance = [&](Move move) {
    return std::max(std::abs(move % size - centre % size), std::abs(move / size - centre / size));
  };
  std::stable_sort(moves.begin() + 1, moves.end(),
                   [&](Move a, Move b) { return distance(a) < distance(b); });
}

}  // namespace

Evaluator::Evaluator(const Store& store, const Game& game)
    : store_(store), game_(game), short_wins_(game.make_short_wins()) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
}

Known Evaluator::attacker_win(const Position& position, Color goal) {
  CHECK(position.to_move == goal);
  const Result<std::optional<StoredProof>> record = store_.find(position, goal);
  if (!record.ok()) return record.status();
  if (record.value()) return won(record.value()->move, record.value()->distance_plies);
  const std::optional<Win> vcf = short_wins_->find(position, goal);
  return vcf ? won(vcf->move, vcf->distance_plies) : nothing_known();
}

Known Evaluator::defender_loss(const Position& position, Color goal) {
  CHECK(position.to_move != goal);
  if (position.after_pass) return nothing_known();  // he passes and draws
  const Known longest = longest_reply(position, goal);
  if (!longest.ok() || longest.value()) return longest;
  const Result<std::optional<StoredProof>> record = store_.find(position, goal);
  if (!record.ok()) return record.status();
  return record.value() ? won(kNoMove, record.value()->distance_plies) : nothing_known();
}

// He may be to move again.
Known Evaluator::after_move_of_defender(const Position& position, Color goal) {
  if (position.to_move == goal) return attacker_win(position, goal);
  if (const std::optional<Win> win = short_wins_->find(position, goal)) {
    return won(kNoMove, win->distance_plies);
  }
  return defender_loss(position, goal);
}

Known Evaluator::longest_reply(const Position& position, Color goal) {
  CHECK(position.to_move != goal);
  std::vector<Move> replies = game_.legal_moves(position);
  // A pass is the reply that most often refutes, so it is asked first; as the longest reply it is
  // named only when no point lasts as long.
  if (!replies.empty() && replies.back() == kPass) {
    std::rotate(replies.begin(), replies.end() - 1, replies.end());
  }
  std::map<Move, Win> wins;  // by reply: a pass, then the points in board order
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const MoveEffect effect = game_.effect(position, replies[i]);
    if (winner_by(effect, position.to_move) == goal) {
      wins[replies[i]] = {.move = kNoMove, .distance_plies = 0};
      continue;
    }
    if (effect != MoveEffect::kContinues) return nothing_known();
    const Known win = after_move_of_defender(game_.play(position, replies[i]), goal);
    if (!win.ok() || !win.value()) return win;
    wins[replies[i]] = *win.value();
    // What refutes most often stands near to what wins against a pass.
    if (i == 0) sort_by_distance(replies, win.value()->move, position.size);
  }
  Win longest{.move = kNoMove, .distance_plies = 1};  // no legal reply: a foul ends the game
  std::vector<Move> lasting;                          // the replies of that distance
  std::map<Move, std::size_t> answers;                // how many replies each winning move answers
  for (const auto& [reply, win] : wins) {
    ++answers[win.move];
    const int distance = 1 + win.distance_plies;
    if (distance < longest.distance_plies) continue;
    if (distance > longest.distance_plies) lasting.clear();
    longest.distance_plies = distance;
    lasting.push_back(reply);
  }
  // Of equally long replies the natural one stands where the attacker would play.
  for (const Move reply : lasting) {
    const bool is_first = longest.move == kNoMove || longest.move == kPass;
    if (is_first || answers[reply] > answers[longest.move]) longest.move = reply;
  }
  return std::optional<Win>(longest);
}

Known Evaluator::win_by(const Position& position, Move move, Color goal) {
  const bool by_goal = position.to_move == goal;
  const MoveEffect effect = game_.effect(position, move);
  if (winner_by(effect, position.to_move) == goal) return won(move, 1);
  if (effect != MoveEffect::kContinues) return nothing_known();
  // The other may pass, too.
  if (by_goal && move == kPass && !game_.passes_are_forced()) return nothing_known();
  const Position next = game_.play(position, move);
  const bool turn_passes = next.to_move != position.to_move;
  const Known win = by_goal && turn_passes ? defender_loss(next, goal)
                    : by_goal              ? attacker_win(next, goal)
                                           : after_move_of_defender(next, goal);
  if (!win.ok() || !win.value()) return win;
  return won(move, 1 + win.value()->distance_plies);
}

Result<bool> Evaluator::draws_by_pass(const Position& position) {
  if (game_.effect(position, kPass) == MoveEffect::kDraws) return true;
  if (game_.passes_are_forced()) return false;
  const Position next = game_.play(position, kPass);
  for (const Move reply : game_.legal_moves(next)) {
    if (reply == kPass) continue;
    const Known win = win_by(next, reply, position.to_move);
    if (!win.ok()) return win.status();
    if (!win.value()) return false;
  }
  return true;
}

}  // namespace tengen::book
