#include "book/opening_rules/valuation.h"

#include <algorithm>
#include <set>
#include <utility>

#include "book/opening_rules/procedure.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 12;
// As many fifth moves differ after any four stones: 221, or 116 where all four stand on an axis.
constexpr int kMostFifthMoves = 116;

Outcome opposite(Outcome outcome) { return static_cast<Outcome>(-static_cast<int>(outcome)); }

// The better of two for whoever chooses.
Bounds better(Color who, Bounds a, Bounds b) {
  if (who == Color::kBlack) return {std::max(a.least, b.least), std::max(a.most, b.most)};
  return {std::min(a.least, b.least), std::min(a.most, b.most)};
}

// What is better than all else, so that no other choice need be looked at.
bool is_best(Color who, Bounds bounds) {
  return bounds == (who == Color::kBlack ? kBlackWins : kWhiteWins);
}

Bounds worst(Color who) { return who == Color::kBlack ? kWhiteWins : kBlackWins; }

// The chooser takes the better side, so he has at least a draw whatever the value is.
Bounds after_swap(Color who, Bounds bounds) {
  const Outcome most = std::max(bounds.most, opposite(bounds.least));
  const Outcome least = std::max({Outcome::kDraw, bounds.least, opposite(bounds.most)});
  if (who == Color::kBlack) return {least, most};
  return {opposite(most), opposite(least)};
}

std::string key_of(const Position& position) {
  return encode_position(canonicalize(position).position);
}

}  // namespace

GameResult result_of(Bounds bounds) {
  if (!bounds.decided()) return GameResult::kUnknown;
  if (bounds.least == Outcome::kDraw) return GameResult::kDraw;
  return bounds.least == Outcome::kWin ? GameResult::kBlackWins : GameResult::kWhiteWins;
}

int greatest_number(const Step& step) {
  return step.most == kAnyNumber ? kMostFifthMoves : step.most;
}

Valuation::Valuation(const Store& store, const Game& game, const OpeningRule& rule,
                     ValuationProgress progress)
    : evaluator_(store, game), game_(game), rule_(rule), progress_(std::move(progress)) {
  CHECK(game.size() == 15);
}

Result<Bounds> Valuation::at_step(std::size_t index, const Position& position, int number) {
  const Step& step = rule_.steps[index];
  switch (step.kind) {
    case StepKind::kPlace:
      return of_placing(index, position, number);
    case StepKind::kSwap: {
      const Result<Bounds> unswapped = at_step(index + 1, position, number);
      if (!unswapped.ok()) return unswapped;
      return after_swap(step.who, unswapped.value());
    }
    case StepKind::kDeclare:
      return of_declaring(index, position);
    case StepKind::kOffer:
      return of_offer(index, position, number);
    case StepKind::kChoose: {
      const Result<Bounds> one = at_step(index + 1, position, number);
      if (!one.ok() || is_best(step.who, one.value())) return one;
      const Result<Bounds> other = at_step(step.branch, position, number);
      if (!other.ok()) return other;
      return better(step.who, one.value(), other.value());
    }
    case StepKind::kPick:
      check_failed("a pick has no value without its offers", __FILE__, __LINE__);
    case StepKind::kPlay:
      break;
  }
  return of_position(position);
}

std::vector<Move> Valuation::moves_at(std::size_t index, const Position& position) const {
  const Step& step = rule_.steps[index];
  std::vector<Move> moves;
  for (const Move move : game_.legal_moves(position)) {
    if (move == kPass || !is_within(step, move)) continue;
    if (step.stone == 3 && is_excluded(rule_, after_move(position, move))) continue;
    moves.push_back(move);
  }
  return moves;
}

Result<Bounds> Valuation::after(std::size_t index, const Position& position, Move move,
                                int number) {
  const std::size_t passed = rule_.steps[index].kind == StepKind::kOffer ? 2 : 1;
  return at_step(index + passed, after_move(position, move), number);
}

Result<Bounds> Valuation::of_position(const Position& position) {
  const auto [known, is_new] = positions_.try_emplace(key_of(position), Bounds{});
  if (!is_new) return known->second;
  if (++lookups_ % kProgressInterval == 0 && progress_) progress_(lookups_);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<Win>> win = color == position.to_move
                                               ? evaluator_.attacker_win(position, color)
                                               : evaluator_.defender_loss(position, color);
    if (!win.ok()) return win.status();
    if (!win.value()) continue;
    known->second = color == Color::kBlack ? kBlackWins : kWhiteWins;
    break;
  }
  return known->second;
}

Result<Bounds> Valuation::of_placing(std::size_t index, const Position& position, int number) {
  const Step& step = rule_.steps[index];
  std::string key = key_of(position);
  key += static_cast<char>(index);
  key += static_cast<char>(number);
  const auto known = steps_.find(key);
  if (known != steps_.end()) return known->second;
  std::set<std::string> seen;
  Bounds bounds = worst(step.who);
  for (const Move move : moves_at(index, position)) {
    if (!seen.insert(key_of(after_move(position, move))).second) continue;
    const Result<Bounds> one = after(index, position, move, number);
    if (!one.ok()) return one;
    bounds = better(step.who, bounds, one.value());
    if (is_best(step.who, bounds)) break;
  }
  steps_.emplace(std::move(key), bounds);
  return bounds;
}

Result<Bounds> Valuation::of_declaring(std::size_t index, const Position& position) {
  const Step& step = rule_.steps[index];
  Bounds bounds = worst(step.who);
  for (int number = step.least; number <= greatest_number(step); ++number) {
    const Result<Bounds> one = at_step(index + 1, position, number);
    if (!one.ok()) return one;
    bounds = better(step.who, bounds, one.value());
    if (is_best(step.who, bounds)) break;
  }
  return bounds;
}

// White keeps what is worst for Black of those offered, so of n moves the n-th best counts.
Result<Bounds> Valuation::of_offer(std::size_t index, const Position& position, int number) {
  const Step& step = rule_.steps[index];
  const int offered = step.most == kDeclared ? number : step.most;
  CHECK(offered > 0);
  const std::string key = key_of(position);
  auto known = offers_.find(key);  // there is one kOffer in a rule, and no number counts after it
  if (known == offers_.end()) {
    OfferCounts counts;
    for (const Move move : moves_at(index, position)) {
      if (symmetric_moves(position, move).front() != move) continue;
      const Result<Bounds> one = after(index, position, move, number);
      if (!one.ok()) return one;
      counts.least_win += one.value().least == Outcome::kWin ? 1 : 0;
      counts.least_draw += one.value().least >= Outcome::kDraw ? 1 : 0;
      counts.most_win += one.value().most == Outcome::kWin ? 1 : 0;
      counts.most_draw += one.value().most >= Outcome::kDraw ? 1 : 0;
    }
    known = offers_.emplace(key, counts).first;
  }
  const OfferCounts& counts = known->second;
  const auto outcome = [&](int wins, int draws) {
    if (offered <= wins) return Outcome::kWin;
    return offered <= draws ? Outcome::kDraw : Outcome::kLoss;
  };
  return Bounds{outcome(counts.least_win, counts.least_draw),
                outcome(counts.most_win, counts.most_draw)};
}

}  // namespace tengen::book
