#include "book/verifier/claim_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "book/verifier/naive_vcf.h"
#include "book/verifier/plain_claim_check.h"

namespace tengen::book {
namespace {

// How many winning lines of fours are kept to be tried on the other replies of a position.
constexpr std::size_t kLinesKept = 8;

}  // namespace

std::unique_ptr<ClaimChecker> make_claim_checker(const NaiveGame& game, Color attacker,
                                                 const ProofLookup& lookup,
                                                 const VerifyOptions& options,
                                                 std::function<bool()> stopped, ClaimScope scope) {
  if (game.plain != nullptr) {
    return std::make_unique<PlainClaimChecker>(game, attacker, lookup, std::move(stopped), scope);
  }
  return std::make_unique<FiveClaimChecker>(game, attacker, lookup, options, std::move(stopped),
                                            scope);
}

FiveClaimChecker::FiveClaimChecker(const NaiveGame& game, Color attacker, const ProofLookup& lookup,
                                   const VerifyOptions& options, std::function<bool()> stopped,
                                   ClaimScope scope)
    : attacker_(attacker),
      defender_(opponent(attacker)),
      lookup_(lookup),
      options_(options),
      stopped_(std::move(stopped)),
      scope_(scope),
      symmetry_(game.size),
      board_(game) {}

int ClaimReport::distance_plies(int longest_reached) const {
  if (made_five) return 1;
  const int recorded = longest_reached > 0 ? longest_reached + more_plies : 0;
  return std::max(longest_leaf, recorded) + (attacker_moved ? 1 : 0) + (turn_goes_on ? 0 : 1);
}

ClaimReport FiveClaimChecker::check(const Claim& claim) {
  set_up(claim.position);
  moves_before_ = claim.moves;
  std::optional<std::int64_t> distance;
  if (claim.record) distance = claim.record->distance_plies;
  if (board_.is_over()) {
    add_hole("the game is over: a row that ends it is on the board");
  } else if (to_move_ == defender_) {
    refute_replies(distance);
  } else if (play_record_move(*claim.record)) {
    if (!report_.made_five) refute_replies(*distance - 1);
    take_back();
  }
  return finish();
}

std::optional<Win> FiveClaimChecker::short_win(const Position& position) {
  set_up(position);
  std::optional<Win> found;
  if (!board_.is_over()) {
    const VcfResult win =
        find_shortest_vcf(board_, attacker_, options_.vcf_max_nodes, options_.vcf_max_fours);
    if (win.answer == VcfResult::Answer::kWin) {
      found = Win{win.attacks.front(), win.distance_plies};
    }
  }
  (void)finish();
  return found;
}

ClaimReport FiveClaimChecker::reach(const Position& root) {
  set_up(root);
  moves_before_.clear();
  if (to_move_ == defender_) {
    std::optional<Reached> found = look_up();
    if (!found) found = reached(symmetry_.canonical(root));
    report_.reached.push_back(*std::move(found));
  } else if (board_.five_points(attacker_).count == 0) {
    Lines lines;
    if (std::optional<Reached> found = look_up()) {
      report_.reached.push_back(*std::move(found));
    } else {
      (void)win_by_fours(lines);
    }
  }
  return finish();
}

void FiveClaimChecker::set_up(const Position& position) {
  report_ = {};
  start_ = &position;
  to_move_ = position.to_move;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move point : position.stones(color)) board_.place(point, color);
  }
}

ClaimReport FiveClaimChecker::finish() {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move point : start_->stones(color)) board_.remove(point, color);
  }
  return std::move(report_);
}

void FiveClaimChecker::play(Move move) {
  if (move != kPass) board_.place(move, to_move_);
  to_move_ = opponent(to_move_);
  moves_.push_back(move);
}

void FiveClaimChecker::take_back() {
  to_move_ = opponent(to_move_);
  if (moves_.back() != kPass) board_.remove(moves_.back(), to_move_);
  moves_.pop_back();
}

// False, and a hole, for a move that may not be played.
bool FiveClaimChecker::play_record_move(const Win& record) {
  const Move move = record.move;
  if (move == kPass) {
    add_hole("the record's move is a pass");
  } else if (move < 0 || move >= board_.point_count()) {
    add_hole(fmt::format("the record's move {} is off the board", move));
  } else if (!board_.is_empty(move)) {
    add_hole(fmt::format("the record's move {} is on a stone", name(move)));
  } else if (!board_.allows(move, attacker_)) {
    add_hole(fmt::format("the record's move {} is a {} stone {} the centre", name(move),
                         board_.stone_count() == 0 ? "first" : "second",
                         board_.stone_count() == 0 ? "off" : "too near"));
  } else if (attacker_ == Color::kBlack && board_.is_foul(move)) {
    add_hole(fmt::format("the record's move {} is a foul", name(move)));
  } else {
    report_.made_five = board_.makes_five(move, attacker_);
    report_.attacker_moved = true;
    play(move);
    return true;
  }
  return false;
}

// Defender to move: meets every reply; all are tried even after a hole. `claimed_distance`: the
// plies that the proof of this position takes at most, if a record says so.
void FiveClaimChecker::refute_replies(std::optional<std::int64_t> claimed_distance) {
  ReplyCounts& counts = report_.counts;
  ++counts.defender_positions;
  if (board_.stone_count() == board_.point_count()) {
    add_hole("a draw: the board is full");
    return;
  }
  std::int64_t needed_distance = 0;
  Move longest_reply = kNoMove;
  Lines lines;
  const auto try_reply = [&](Move reply) {
    for (Line& line : lines) {
      if (!line.traced) line.trace = trace_vcf(board_, attacker_, line.attacks);
      line.traced = true;
    }
    if (const std::optional<int> same = met_as_without(reply, lines)) {
      if (!claimed_distance || 1 + *same <= *claimed_distance) {
        ++counts.replies_met_by_replay;
        needed_distance = std::max<std::int64_t>(needed_distance, 1 + *same);
        return;
      }
    }
    play(reply);
    const std::optional<int> found = meet_reply(reply, lines);
    if (found && claimed_distance) {
      std::int64_t distance = *found;
      if (1 + distance > *claimed_distance) {
        distance = shorter_distance(*found, *claimed_distance - 1);
      }
      if (1 + distance > needed_distance) {
        needed_distance = 1 + distance;
        longest_reply = reply;
      }
    }
    take_back();
  };
  if (options_.filter != nullptr) hashes_ = options_.filter->hashes_of(position_now());

  // What wins if the defender does nothing wins against most replies.
  if (board_.rules().has_passes && board_.stone_count() >= kNaiveStonesBeforePass) {
    ++counts.replies_tried;
    ++counts.passes_tried;
    try_reply(kPass);
  }
  bool has_reply = false;
  const bool defender_has_four = board_.five_points(defender_).count > 0;
  for (Move reply = 0; reply < board_.point_count(); ++reply) {
    if (stopped_() || is_done()) return;
    if (!board_.is_empty(reply) || !board_.allows(reply, defender_)) continue;
    ++counts.replies_tried;
    if (defender_has_four && board_.makes_five(reply, defender_)) {
      has_reply = true;
      moves_.push_back(reply);
      add_hole(fmt::format("the defender makes five with {}", name(reply)));
      moves_.pop_back();
    } else if (defender_ == Color::kBlack && board_.is_foul(reply)) {
      ++counts.foul_replies;
    } else {
      has_reply = true;
      try_reply(reply);
    }
  }
  const bool is_stuck = board_.rules().simple_fouls && !has_reply;
  if (is_stuck) {
    ++counts.replies_tried;
    ++counts.passes_tried;
    try_reply(kPass);
  }
  if (claimed_distance && needed_distance > *claimed_distance) {
    add_hole(
        fmt::format("the record's distance is too small: it leaves {} plies after its move, the "
                    "reply {} needs {} or more",
                    *claimed_distance, name(longest_reply), needed_distance));
  }
}

// The reply is on the board, the attacker to move: in how many plies he wins, if he does. `lines`
// are wins by fours to be tried before a search; a new one is added to them.
std::optional<int> FiveClaimChecker::meet_reply(Move reply, Lines& lines) {
  if (board_.five_points(attacker_).count > 0) {
    ++report_.counts.replies_met_by_five;
    return leaf(1);
  }
  std::optional<int> distance;
  if (scope_ == ClaimScope::kEnough && (distance = replay_one_of(lines))) return distance;
  if (may_have_record(reply)) {
    if (std::optional<Reached> found = look_up()) {
      report_.reached.push_back(*std::move(found));
      const std::optional<Win>& record = report_.reached.back().record;
      return record ? std::optional(record->distance_plies) : std::nullopt;
    }
  }
  if (scope_ == ClaimScope::kAll && (distance = replay_one_of(lines))) return distance;
  return win_by_fours(lines);
}

bool FiveClaimChecker::may_have_record(Move reply) const {
  return options_.filter == nullptr || options_.filter->may_know(hashes_, reply, defender_);
}

// In how many plies the attacker wins after a reply that takes no part in a line that wins without
// it. Nothing where records come first, or how long the line is has to be found out.
std::optional<int> FiveClaimChecker::met_as_without(Move reply, const Lines& lines) const {
  for (const Line& line : lines) {
    if (!line.trace || line.trace->distance_plies > report_.longest_leaf) continue;
    if (reply != kPass && line.trace->touched[static_cast<std::size_t>(reply)]) continue;
    if (scope_ == ClaimScope::kAll && may_have_record(reply)) break;
    return line.trace->distance_plies;
  }
  return std::nullopt;
}

std::optional<int> FiveClaimChecker::replay_one_of(Lines& lines) {
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    const std::optional<int> distance = replay_vcf(board_, attacker_, line->attacks);
    if (!distance) continue;
    ++report_.counts.replies_met_by_replay;
    std::rotate(lines.begin(), line, line + 1);
    return leaf(*distance);
  }
  return std::nullopt;
}

// Notes that the attacker, to move, wins by fours in so many plies or less. How many exactly is
// looked for only where it may make him the longest; the number found is returned.
int FiveClaimChecker::leaf(int distance) {
  if (distance <= report_.longest_leaf) return distance;
  if (const int fewer_fours = (distance - 1) / 2 - 1; fewer_fours > 0) {
    const VcfResult shorter =
        find_shortest_vcf(board_, attacker_, options_.vcf_max_nodes, fewer_fours);
    if (shorter.answer == VcfResult::Answer::kWin) distance = shorter.distance_plies;
  }
  report_.longest_leaf = std::max(report_.longest_leaf, distance);
  return distance;
}

std::optional<int> FiveClaimChecker::win_by_fours(Lines& lines) {
  VcfResult fours =
      find_shortest_vcf(board_, attacker_, options_.vcf_max_nodes, options_.vcf_max_fours);
  if (fours.answer == VcfResult::Answer::kOutOfNodes) {
    fours = find_vcf(board_, attacker_, options_.vcf_max_nodes, options_.vcf_max_fours);
  }
  if (fours.answer != VcfResult::Answer::kWin) {
    Reached hole = reached(symmetry_.canonical(position_now()));
    hole.fault = fours.answer == VcfResult::Answer::kNoWin
                     ? std::string("no record, and no win by continuous fours")
                     : fmt::format("no record, and no win by continuous fours found in {} nodes",
                                   options_.vcf_max_nodes);
    report_.reached.push_back(std::move(hole));
    return std::nullopt;
  }
  ++report_.counts.vcf_leaves;
  if (lines.size() == kLinesKept) lines.pop_back();
  lines.insert(lines.begin(), Line{.attacks = std::move(fours.attacks)});
  report_.longest_leaf = std::max(report_.longest_leaf, fours.distance_plies);
  return fours.distance_plies;
}

// Attacker to move, won with more plies than `most`: `most` if there may be a shorter win.
int FiveClaimChecker::shorter_distance(int distance, std::int64_t most) {
  if (most < 3) return distance;
  const int fours = static_cast<int>((most - 1) / 2);
  const VcfResult shorter = find_vcf(board_, attacker_, options_.vcf_max_nodes, fours);
  return shorter.answer == VcfResult::Answer::kNoWin ? distance : static_cast<int>(most);
}

std::optional<Reached> FiveClaimChecker::look_up() {
  const CanonicalImage canonical = symmetry_.canonical(position_now());
  const Result<std::optional<Win>> found = lookup_(canonical.position, attacker_);
  if (found.ok() && !found.value().has_value()) return std::nullopt;
  Reached position = reached(canonical);
  if (found.ok()) {
    position.record = found.value();
    Move& move = position.record->move;
    if (move >= 0 && move < board_.point_count()) {
      move = symmetry_.preimage(canonical.input_symmetry, move);
    }
  } else if (found.status().code() == StatusCode::kCorruption) {
    position.damaged = true;
    position.fault = "the record is damaged: " + found.status().message();
  } else {
    report_.failure = found.status();
  }
  return position;
}

Reached FiveClaimChecker::reached(const CanonicalImage& canonical) const {
  return {.moves = moves_,
          .key = std::string(color_name(attacker_)) + encode_position(canonical.position),
          .position = position_now(),
          .record = std::nullopt,
          .fault = {},
          .damaged = false};
}

Position FiveClaimChecker::position_now() const {
  Position position = *start_;
  for (const Move move : moves_) position = after_move(position, move);
  return position;
}

bool FiveClaimChecker::is_done() const {
  if (!report_.failure.ok()) return true;
  return scope_ == ClaimScope::kEnough &&
         (!report_.holes.empty() ||
          (!report_.reached.empty() && !report_.reached.back().record.has_value()));
}

std::string FiveClaimChecker::name(Move move) const { return format_move(move, board_.size()); }

void FiveClaimChecker::add_hole(std::string reason) {
  Hole hole{moves_before_, std::move(reason)};
  hole.moves.insert(hole.moves.end(), moves_.begin(), moves_.end());
  report_.holes.push_back(std::move(hole));
}

}  // namespace tengen::book
