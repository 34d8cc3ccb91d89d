#include "solver/renju/certify.h"

#include <algorithm>
#include <array>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"
#include "solver/renju/renju_short_wins.h"

namespace tengen::renju {
namespace {

// What one position may cost to repair when a reply turns up that the guide had not answered.
constexpr std::uint64_t kRepairNodes = 30'000;
constexpr int kRepairs = 8;
constexpr std::uint64_t kVcfNodes = 4'000;
// Of a record that take_records() hands out: with the stones of both sides, each allocated.
constexpr std::uint64_t kRecordBytes = 256;

CertifiedWin by_fours(const VcfLine& line) { return {line.first(), line.distance_plies()}; }

// REQUIRES: the attacker is to move, and the distance is that of a proof.
Fact fact_of(Move move, int distance_plies, const Position& position) {
  CHECK(is_possible_distance(position, position.to_move, distance_plies));
  return {move, static_cast<std::int16_t>(distance_plies)};
}

// REQUIRES: a fact of the canonical position.
CertifiedWin by_fact(const Fact& fact, const Canonical& canonical) {
  const Symmetry input_from_canonical = canonical.canonical_from_input.inverse();
  return {input_from_canonical.apply(fact.move, canonical.position.size), fact.distance_plies};
}

}  // namespace

// A quarter of the memory is for the records on their way out.
Certifier::Certifier(Guide& guide, int board_size, std::uint64_t memory_bytes)
    : guide_(guide),
      board_size_(board_size),
      most_records_(memory_bytes / 4 / kRecordBytes),
      facts_(std::make_shared<FactStore>(memory_bytes / 4 * 3)) {}

Certifier::Certifier(Guide& guide, const Certifier& first, int index, int count)
    : guide_(guide),
      board_size_(first.board_size_),
      most_records_(first.most_records_),
      facts_(first.facts_),
      index_(index),
      count_(count) {
  CHECK(0 < index && index < count);
}

bool Certifier::out_of_budget() {
  if (!stopped_ && (guide_.nodes() >= stop_at_ || full() || (*stop_ && (*stop_)()))) {
    stopped_ = true;
  }
  return stopped_;
}

bool Certifier::short_win(Board& board, Color attacker, VcfLine& line) {
  return may_have_vcf(guide_.vcf(), board, attacker) &&
         guide_.vcf().solve_plain(board, attacker, kCertifyVcfNodes, kReaderFours, line);
}

CertifiedWin Certifier::certify(Board& board, Color attacker, Source source, std::uint64_t nodes,
                                const std::function<bool()>& stop) {
  stop_at_ = guide_.nodes() + nodes;
  stop_ = &stop;
  stopped_ = false;
  return attack(board, attacker, source);
}

CertifiedWin Certifier::certify_by_hints(Board& board, Color attacker, std::uint64_t nodes,
                                         std::uint64_t nodes_without_hint,
                                         const std::function<bool()>& stop) {
  nodes_without_hint_ = nodes_without_hint;
  given_up_.clear();
  return certify(board, attacker, Source::kHints, nodes, stop);
}

// Step 4.
CertifiedWin Certifier::attack(Board& board, Color attacker, Source source) {
  VcfLine line;
  const bool has_vcf = guide_.vcf().solve(board, attacker, kVcfNodes, line);
  const Move vcf_move = has_vcf ? line.first() : kNoMove;
  if (has_vcf && guide_.vcf().solve_plain(board, attacker, kCertifyVcfNodes, kReaderFours, line)) {
    return by_fours(line);
  }
  const Canonical canonical = canonicalize(board.to_position(attacker));
  const std::string key = encode_position(canonical.position);
  if (const std::optional<Fact> fact = facts_->find(key)) return by_fact(*fact, canonical);
  if (source != Source::kGuide) return attack_by_hint(board, attacker, source, canonical, key);

  const std::uint64_t repair_until = guide_.nodes() + kRepairNodes;
  for (int attempt = 0; attempt < kRepairs && !out_of_budget(); ++attempt) {
    Move move = vcf_move;
    if (move == kNoMove || attempt > 0) {
      std::optional<ProofEntry> entry = guide_.find(board, attacker, attacker);
      if (!entry || entry->proof_number != 0) {
        if (guide_.nodes() >= repair_until) return {};
        const Numbers numbers = guide_.search(
            board, attacker, attacker, std::min(repair_until, stop_at_) - guide_.nodes(), *stop_);
        if (!numbers.proven()) return {};
        entry = guide_.find(board, attacker, attacker);
      }
      if (!entry) return {};
      move = entry->move;
    }
    if (move < 0 || !board.is_empty(move) || !board.is_legal(move, attacker)) return {};
    const CertifiedWin win = try_move(board, attacker, source, move, canonical, key);
    if (win.proven() || stopped_) return win;
    guide_.refresh(board, attacker);
  }
  return {};
}

CertifiedWin Certifier::attack_by_hint(Board& board, Color attacker, Source source,
                                       const Canonical& canonical, const std::string& key) {
  if (out_of_budget() || given_up_.contains(board.hash(attacker))) return {};
  const Move hint = guide_.suggested_win(board, attacker);
  // Tables are asked by hashes: that the move fits this position is seen on the board alone.
  if (hint != kNoMove && board.is_empty(hint) && board.is_legal(hint, attacker)) {
    const CertifiedWin win = try_move(board, attacker, source, hint, canonical, key);
    if (win.proven() || out_of_budget()) return win;
  }
  if (source == Source::kHintsAlone) return {};
  const CertifiedWin win = attack_without_hint(board, attacker);
  if (!win.proven()) given_up_.insert(board.hash(attacker));
  return win;
}

CertifiedWin Certifier::attack_without_hint(Board& board, Color attacker) {
  const std::uint64_t nodes = std::min(nodes_without_hint_, stop_at_ - guide_.nodes());
  if (!guide_.search(board, attacker, attacker, nodes, *stop_).proven()) return {};
  return attack(board, attacker, Source::kGuide);
}

// Proven when the move wins against every reply, which is then recorded. REQUIRES: it is legal.
CertifiedWin Certifier::try_move(Board& board, Color attacker, Source source, Move move,
                                 const Canonical& canonical, const std::string& key) {
  board.make(move, attacker);
  const int after = defence(board, attacker, source);
  board.unmake(move, attacker);
  if (after == 0) return {};
  // What a reader finds again needs no record; here, once for each record, the look is cheap.
  VcfLine line;
  if (short_win(board, attacker, line)) return by_fours(line);
  const Move canonical_move = canonical.canonical_from_input.apply(move, board.size());
  const Fact fact = fact_of(canonical_move, after + 1, canonical.position);
  // Meanwhile it may have been taken over.
  const std::optional<Fact> known = facts_->find(key);
  if (known && known->distance_plies <= fact.distance_plies) return by_fact(*known, canonical);
  if (!facts_->add(key, fact, true)) {
    no_room_ = stopped_ = true;
    return {};
  }
  return {move, fact.distance_plies};
}

int Certifier::defence(Board& board, Color attacker, Source source) {
  const Color defender = opponent(attacker);
  if (!board.five_points(defender).empty()) return 0;
  const PointSet fives = board.five_points(attacker);
  if (!fives.empty()) {
    // Whatever else the defender plays (or passes), the five is made: his stone elsewhere can
    // neither take the point nor lengthen the row.
    if (fives.has_several() || !board.is_legal(fives.first(), defender)) return 2;
    const int after = answer(board, attacker, source, fives.first(), nullptr);
    return after == 0 ? 0 : std::max(after + 1, 2);
  }
  VcfLine pass_line;
  const bool has_line = short_win(board, attacker, pass_line);

  // The replies that are likeliest to hold come first, so that a wrong move costs little.
  PointSet first = board.four_points(defender);
  if (has_line) first |= vcf_zone(board, attacker, pass_line);
  first &= board.empty_points();
  PointSet rest = board.empty_points();
  first.for_each([&](Move reply) { rest.erase(reply); });
  int longest = 0;
  bool any = false;
  bool held = false;
  std::array<Move, kMaxPoints + 1> replies;
  std::size_t count = 0;
  const auto list = [&](Move reply) { replies[count++] = reply; };
  first.for_each(list);
  rest.for_each(list);
  if (board.may_pass() || board.must_pass(defender)) list(kPass);
  arrange(std::span(replies).first(count));
  Source reply_source = source == Source::kGuide ? Source::kGuide : Source::kHints;
  for (const Move reply : std::span(replies).first(count)) {
    // Hints answer the others all the same: what is proven of them is kept.
    if (held && source == Source::kGuide) break;
    if (reply != kPass && !board.is_legal(reply, defender)) continue;
    any = true;
    const int after = answer(board, attacker, reply_source, reply, has_line ? &pass_line : nullptr);
    if (after == 0) {
      held = true;
      reply_source = Source::kHintsAlone;
    }
    longest = std::max(longest, after);
  }
  if (held || (!any && board.empty_points().empty())) return 0;
  return longest + 1;
}

// The others begin elsewhere, every second one goes backwards: they meet what the first has done.
void Certifier::arrange(std::span<Move> replies) const {
  if (index_ == 0) return;
  const std::size_t start =
      replies.size() * static_cast<std::size_t>(index_ / 2 * 2) / static_cast<std::size_t>(count_);
  std::rotate(replies.begin(), replies.begin() + static_cast<std::ptrdiff_t>(start), replies.end());
  if (index_ % 2 == 1) std::reverse(replies.begin(), replies.end());
}

// The distance from the position after `reply`, or 0 when the reply holds so far; then the guide is
// told. REQUIRES: the reply is legal.
int Certifier::answer(Board& board, Color attacker, Source source, Move reply,
                      const VcfLine* pass_line) {
  const Color defender = opponent(attacker);
  if (reply != kPass) board.make(reply, defender);
  int distance = 0;
  VcfLine played;
  if (pass_line != nullptr && VcfSolver::replay(board, attacker, *pass_line, &played)) {
    distance = played.distance_plies();
  } else {
    distance = attack(board, attacker, source).distance_plies;
  }
  Numbers numbers;
  if (distance == 0) {
    const std::optional<ProofEntry> entry = guide_.find(board, attacker, attacker);
    // A belief that could not be certified within its budget counts as open and cheap.
    if (entry && entry->proof_number != 0) {
      numbers = {entry->proof_number, entry->disproof_number};
    }
  }
  if (reply != kPass) board.unmake(reply, defender);
  if (distance == 0 && source == Source::kGuide) guide_.add_reply(board, attacker, reply, numbers);
  return distance;
}

void Certifier::learn(std::span<const ProofRecord> records) {
  for (const ProofRecord& record : records) {
    if (record.kind == RecordKind::kAllReplies) continue;
    const Position& position = record.position;
    if (position.to_move != record.goal ||
        !is_possible_distance(position, record.goal, record.distance_plies)) {
      continue;
    }
    const std::string key = encode_position(position);
    const Fact fact = fact_of(record.move, record.distance_plies, position);
    if (facts_->find(key) || !facts_->add(key, fact, false)) continue;
    for (int i = 0; i < kSymmetryCount; ++i) {
      const Symmetry image(i);
      guide_.believe(image.apply(position), record.goal, image.apply(record.move, position.size));
    }
  }
}

std::vector<ProofRecord> Certifier::take_records() {
  std::vector<ProofRecord> taken;
  taken.reserve(facts_->fresh());
  facts_->take_fresh([&](std::string_view key, Fact fact) {
    Position position = decode_position(key, board_size_).value();
    const Color goal = position.to_move;
    taken.push_back({std::move(position), goal, fact.move, fact.distance_plies, RecordKind::kTree});
  });
  no_room_ = false;
  return taken;
}

}  // namespace tengen::renju
