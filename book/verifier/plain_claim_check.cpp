#include "book/verifier/plain_claim_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "solver/base/check.h"

namespace tengen::book {

PlainClaimChecker::PlainClaimChecker(const NaiveGame& game, Color attacker,
                                     const ProofLookup& lookup, std::function<bool()> stopped,
                                     ClaimScope scope)
    : game_(game),
      attacker_(attacker),
      lookup_(lookup),
      stopped_(std::move(stopped)),
      scope_(scope),
      symmetry_(game.size) {
  CHECK(game.plain != nullptr);
}

std::optional<Win> PlainClaimChecker::short_win(const Position& position) {
  if (game_.is_over(position)) return std::nullopt;
  return game_.plain->short_win(position, attacker_);
}

ClaimReport PlainClaimChecker::reach(const Position& root) {
  report_ = {};
  moves_before_.clear();
  moves_.clear();
  if (root.to_move == attacker_) {
    (void)look_up(root, 0);
  } else {
    Reached found = reached(root);
    const Result<std::optional<Win>> record =
        lookup_(symmetry_.canonical(root).position, attacker_);
    if (record.ok()) {
      found.record = record.value();
    } else if (record.status().code() == StatusCode::kCorruption) {
      found.damaged = true;
      found.fault = "the record is damaged: " + record.status().message();
    } else {
      report_.failure = record.status();
    }
    report_.reached.push_back(std::move(found));
  }
  return std::move(report_);
}

ClaimReport PlainClaimChecker::check(const Claim& claim) {
  report_ = {};
  moves_before_ = claim.moves;
  moves_.clear();
  std::optional<std::int64_t> distance;
  if (claim.record) distance = claim.record->distance_plies;
  if (game_.is_over(claim.position)) {
    add_hole("the game is over");
  } else if (claim.position.to_move != attacker_) {
    meet_replies(claim.position, distance);
  } else if (const std::optional<Position> after = after_record(claim)) {
    if (after->to_move != attacker_) {
      meet_replies(*after, *distance - 1);
    } else {
      report_.turn_goes_on = true;
      check_distance(look_up(*after, 0).value_or(0), *distance - 1);
    }
  }
  return std::move(report_);
}

std::optional<Position> PlainClaimChecker::after_record(const Claim& claim) {
  const Move move = claim.record->move;
  const std::vector<Move> legal = game_.legal_moves(claim.position);
  if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
    add_hole("the record's move is not legal");
    return std::nullopt;
  }
  moves_.push_back(move);
  switch (game_.effect(claim.position, move)) {
    case NaiveEffect::kMoverWins:
      report_.attacker_moved = report_.made_five = true;
      return std::nullopt;
    case NaiveEffect::kMoverLoses:
    case NaiveEffect::kDraws:
      add_hole("the record's move ends the game, and does not win it");
      return std::nullopt;
    case NaiveEffect::kContinues:
      break;
  }
  report_.attacker_moved = true;
  return game_.play(claim.position, move);
}

void PlainClaimChecker::meet_replies(const Position& position,
                                     std::optional<std::int64_t> claimed_distance) {
  met_.clear();
  check_distance(longest_reply(position, 0), claimed_distance);
}

// Defender to move. All replies are tried, also after a hole, unless one is enough.
int PlainClaimChecker::longest_reply(const Position& position, int depth) {
  ++report_.counts.defender_positions;
  report_.more_plies = std::max(report_.more_plies, depth);
  int needed = 1;
  const std::vector<Move> replies = game_.legal_moves(position);
  if (replies.empty()) add_hole("a draw: there is nothing to play");
  for (const Move reply : replies) {
    if (stopped_() || !report_.failure.ok()) return needed;
    const bool failed =
        !report_.holes.empty() || (!report_.reached.empty() && !report_.reached.back().record);
    if (scope_ == ClaimScope::kEnough && failed) return needed;
    ++report_.counts.replies_tried;
    if (reply == kPass) ++report_.counts.passes_tried;
    moves_.push_back(reply);
    switch (game_.effect(position, reply)) {
      case NaiveEffect::kMoverWins:
        add_hole("the defender wins");
        break;
      case NaiveEffect::kDraws:
        add_hole("a draw");
        break;
      case NaiveEffect::kMoverLoses:
        break;
      case NaiveEffect::kContinues: {
        const Position next = game_.play(position, reply);
        if (depth > 0 && !met_.insert(encode_position(next)).second) break;
        if (next.to_move == attacker_) {
          if (const std::optional<int> plies = look_up(next, depth)) {
            needed = std::max(needed, 1 + *plies);
          }
        } else if (const std::optional<int> plies = leaf(next, depth)) {
          needed = std::max(needed, 1 + *plies);
        } else {
          needed = std::max(needed, 1 + longest_reply(next, depth + 1));
        }
        break;
      }
    }
    moves_.pop_back();
  }
  return needed;
}

void PlainClaimChecker::check_distance(std::int64_t needed, std::optional<std::int64_t> claimed) {
  if (!claimed || needed <= *claimed) return;
  add_hole(
      fmt::format("the record's distance is too small: it leaves {} plies after its move, {} are "
                  "needed",
                  *claimed, needed));
}

std::optional<int> PlainClaimChecker::look_up(const Position& position, int depth) {
  if (scope_ == ClaimScope::kEnough) {
    if (const std::optional<int> plies = leaf(position, depth)) return plies;
  }
  const CanonicalImage canonical = symmetry_.canonical(position);
  const Result<std::optional<Win>> found = lookup_(canonical.position, attacker_);
  Reached here = reached(position);
  if (found.ok()) {
    here.record = found.value();
    if (!here.record) {
      if (scope_ == ClaimScope::kAll) {
        if (const std::optional<int> plies = leaf(position, depth)) return plies;
      }
      here.fault = "no record";
    } else if (here.record->move >= 0 && here.record->move < position.size * position.size) {
      here.record->move = symmetry_.preimage(canonical.input_symmetry, here.record->move);
    }
  } else if (found.status().code() == StatusCode::kCorruption) {
    here.damaged = true;
    here.fault = "the record is damaged: " + found.status().message();
  } else {
    report_.failure = found.status();
  }
  report_.reached.push_back(std::move(here));
  const std::optional<Win>& record = report_.reached.back().record;
  return record ? std::optional(record->distance_plies) : std::nullopt;
}

// In how many plies he wins without a record, after so many moves of the defender's turn but the
// last.
std::optional<int> PlainClaimChecker::leaf(const Position& position, int depth) {
  const std::optional<Win> win = short_win(position);
  if (!win) return std::nullopt;
  ++report_.counts.vcf_leaves;
  report_.longest_leaf = std::max(report_.longest_leaf, depth + win->distance_plies);
  return win->distance_plies;
}

Reached PlainClaimChecker::reached(const Position& position) const {
  const Position canonical = symmetry_.canonical(position).position;
  return {.moves = moves_,
          .key = std::string(color_name(attacker_)) + encode_position(canonical),
          .position = position,
          .record = std::nullopt,
          .fault = {},
          .damaged = false};
}

void PlainClaimChecker::add_hole(std::string reason) {
  Hole hole{moves_before_, std::move(reason)};
  hole.moves.insert(hole.moves.end(), moves_.begin(), moves_.end());
  report_.holes.push_back(std::move(hole));
}

}  // namespace tengen::book
