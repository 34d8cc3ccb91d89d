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
    (void)look_up(root);
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
    meet_replies(*after, *distance - 1);
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

// Defender to move. All replies are tried, also after a hole, unless one is enough.
void PlainClaimChecker::meet_replies(const Position& position,
                                     std::optional<std::int64_t> claimed_distance) {
  ++report_.counts.defender_positions;
  std::int64_t needed = 1;
  for (const Move reply : game_.legal_moves(position)) {
    if (stopped_() || !report_.failure.ok()) return;
    const bool failed =
        !report_.holes.empty() || (!report_.reached.empty() && !report_.reached.back().record);
    if (scope_ == ClaimScope::kEnough && failed) return;
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
        if (next.to_move != attacker_) {
          add_hole("the defender moves twice");
        } else if (const std::optional<int> distance = look_up(next)) {
          needed = std::max<std::int64_t>(needed, 1 + *distance);
        }
        break;
      }
    }
    moves_.pop_back();
  }
  if (claimed_distance && needed > *claimed_distance) {
    add_hole(
        fmt::format("the record's distance is too small: it leaves {} plies after its move, {} "
                    "are needed",
                    *claimed_distance, needed));
  }
}

std::optional<int> PlainClaimChecker::look_up(const Position& position) {
  if (scope_ == ClaimScope::kEnough) {
    if (const std::optional<int> distance = leaf(position)) return distance;
  }
  const CanonicalImage canonical = symmetry_.canonical(position);
  const Result<std::optional<Win>> found = lookup_(canonical.position, attacker_);
  Reached here = reached(position);
  if (found.ok()) {
    here.record = found.value();
    if (!here.record) {
      if (scope_ == ClaimScope::kAll) {
        if (const std::optional<int> distance = leaf(position)) return distance;
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

// In how many plies he wins without a record.
std::optional<int> PlainClaimChecker::leaf(const Position& position) {
  const std::optional<Win> win = short_win(position);
  if (!win) return std::nullopt;
  ++report_.counts.vcf_leaves;
  report_.longest_leaf = std::max(report_.longest_leaf, win->distance_plies);
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
