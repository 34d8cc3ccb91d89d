#include "solver/renju/guide.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "solver/base/check.h"
#include "solver/game/weak_sum.h"

namespace tengen::renju {
namespace {

// Fours allowed to one VCF: of the attacker at every position, of the defender as a quick
// refutation.
constexpr std::uint64_t kAttackVcfNodes = 500;
constexpr std::uint64_t kDefenceVcfNodes = 100;
// Quiet moves tried at each attacker-to-move position before the first widening.
constexpr int kQuietMoves = 16;
// Where so many nodes were spent there are some more, and again each time this doubles: a winning
// move may look like nothing (I7 j6 f8, I7 g9 j7 are not among the sixteen).
constexpr std::uint32_t kNodesToWiden = 16'000'000;
constexpr int kMoreMoves = 4;
// From so many nodes on quiet moves that threaten to win by fours are tried, whatever their shapes.
constexpr std::uint32_t kNodesToFukumi = 30'000;
constexpr std::uint64_t kPollNodes = 1024;
// How much worse a move looks that another member of the team is below, in halves of its number. At
// the defender's positions all replies need an answer, so that members should spread there.
constexpr std::uint32_t kAttackHalves = 1;
constexpr std::uint32_t kDefenceHalves = 4;

constexpr Numbers kProven{0, kInfiniteNumber};
constexpr Numbers kDisproven{kInfiniteNumber, 0};

// What the nodes spent below a defender's position add to its proof number. The effort of proofs is
// heavy-tailed: what has long been open is likely to stay so, however near a proof its leaves look,
// and other moves must get their turn. A logarithm, so that it never outweighs the estimates.
std::uint32_t impatience(std::uint64_t nodes) {
  constexpr double kNodesForOne = 1000;
  return static_cast<std::uint32_t>(std::log2(1 + static_cast<double>(nodes) / kNodesForOne));
}

std::uint32_t with_epsilon(std::uint32_t second) {
  return saturated(std::uint64_t{second} + second / 4 + 1);
}

}  // namespace

std::uint64_t Guide::shared_bytes(std::uint64_t memory_bytes) {
  return Team::kBytes + memory_bytes / 8 * 7;
}

Guide::Guide(Rules rules, std::uint64_t memory_bytes, std::span<std::byte> shared)
    : rules_(rules),
      own_(shared.empty() ? shared_bytes(memory_bytes) / sizeof(Line) : 0),
      shared_(shared.empty() ? std::as_writable_bytes(std::span(own_)) : shared),
      memory_(shared_),
      team_(memory_.team),
      table_(memory_.table),
      vcf_(vcf_bytes(memory_bytes) / 16),
      generation_(team_.next_generation()) {
  child_lists_.resize(2 * kMaxPoints + 8);
  reset_width();
}

Numbers Guide::known(std::uint64_t key, Numbers otherwise) const {
  return table_.known(key, generation_, otherwise);
}

// Numbers of another generation are forgotten; the move and the replies to answer are kept.
void Guide::load(std::uint64_t key, ProofEntry& entry) const {
  if (const auto found = table_.find(key)) entry = *found;
  entry.key = key;
  if (entry.proof_number != 0 && entry.generation != generation_) {
    entry.proof_number = 1;
    entry.disproof_number = 1;
  }
}

bool Guide::out_of_budget() {
  if (stopped_ || path_.unwinding()) return true;
  const std::uint64_t now = nodes();
  if (now >= stop_at_) {
    stopped_ = true;
  } else if (now >= next_poll_) {
    next_poll_ = now + kPollNodes;
    if (helping_ != 0 && team_.task_id() != helping_) stopped_ = true;
    if (stop_ != nullptr && *stop_ && (*stop_)()) stopped_ = true;
    if (team_.joined()) {
      path_.look_for_ended_step([this](std::uint64_t key) { return known(key, {1, 1}); });
    }
  }
  return stopped_ || path_.unwinding();
}

std::vector<Guide::Child>& Guide::child_list() {
  CHECK(depth_ < child_lists_.size());
  std::vector<Child>& list = child_lists_[depth_];
  list.clear();
  return list;
}

void Guide::store(ProofEntry& entry, Numbers numbers, std::uint64_t work) {
  entry.proof_number = numbers.proof;
  entry.disproof_number = numbers.disproof;
  entry.work = saturated(std::uint64_t{entry.work} + work);
  entry.generation = generation_;
  table_.store(entry);
}

void Guide::prove(ProofEntry& entry, Move move, const PointSet& zone) {
  entry.move = move;
  entry.zone = zone;
  entry.replies_known = 0;
  store(entry, kProven, 1);
}

Numbers Guide::search(Board& board, Color attacker, Color to_move, std::uint64_t nodes_allowed,
                      const std::function<bool()>& stop) {
  // Who helps has no say in what others do.
  if (helping_ != 0 || certifying_) {
    return search_from(board, attacker, to_move, nodes_allowed, stop);
  }
  if (table_.crowded()) {
    table_.grow([&stop] {
      if (stop) (void)stop();
    });
  }
  team_.begin_task(task_of(board, attacker, to_move));
  const Numbers numbers = search_from(board, attacker, to_move, nodes_allowed, stop);
  team_.end_task();
  return numbers;
}

TeamTask Guide::task_of(const Board& board, Color attacker, Color to_move) const {
  return {.position = board.to_position(to_move),
          .attacker = attacker,
          .generation = generation_,
          .style = static_cast<std::uint32_t>(style_),
          .quiet_moves = quiet_moves_,
          .table_buckets = table_.buckets()};
}

Numbers Guide::search_from(Board& board, Color attacker, Color to_move, std::uint64_t nodes_allowed,
                           const std::function<bool()>& stop) {
  stop_at_ = nodes() + nodes_allowed;
  stop_ = &stop;
  next_poll_ = nodes();
  stopped_ = false;
  const std::uint64_t key = key_of(board, attacker, to_move);
  const Thresholds no_limit{kInfiniteNumber, kInfiniteNumber};
  EvaluatedBoard played(board);
  if (to_move == attacker) {
    search_attack(played, attacker, no_limit);
  } else {
    search_defence(played, attacker, no_limit);
  }
  stop_ = nullptr;
  return known(key, {1, 1});
}

// Step 3.1.
void Guide::search_attack(EvaluatedBoard& played, Color attacker, Thresholds limit) {
  Board& board = played.board();
  ++nodes_;
  const std::uint64_t start = nodes();
  const std::uint64_t key = key_of(board, attacker, attacker);
  ProofEntry entry;
  load(key, entry);
  if (entry.proof_number == 0) return;
  std::vector<Child>& children = child_list();
  expand_attack(played, attacker, entry, children);
  if (entry.proof_number == 0) return;
  const bool blocks_five = !board.five_points(opponent(attacker)).empty();
  enter(key, limit);
  for (;;) {
    const Choice choice = choose(children, &Numbers::proof, limit.proof, kAttackHalves);
    WeakSum disproof = WeakSum::of_moves();
    for (const Child& child : children) disproof.add(child.numbers.disproof);
    const Numbers now{choice.number, disproof.total()};
    if (!children.empty()) entry.move = children[choice.best].move;
    if (now.proven()) {
      const Child& winner = children[choice.best];
      PointSet zone;
      if (const auto after = table_.find(winner.key)) zone = after->zone;
      zone.insert(winner.move);
      // A forced block says nothing of what wins without the defender's four.
      if (!blocks_five) hints_.note_win(board.stones_hash(attacker), winner.move);
      entry.work = saturated(entry.work + (nodes() - start));
      prove(entry, winner.move, zone);
      break;
    }
    if (now.disproven() || now.proof >= limit.proof || now.disproof >= limit.disproof ||
        out_of_budget()) {
      store_open(entry, now.disproven() ? kDisproven : now, nodes() - start);
      break;
    }
    search_child(
        played, attacker, attacker, children[choice.best],
        {std::min(limit.proof, with_epsilon(choice.second)), disproof.allowance(limit.disproof)},
        children);
  }
  leave();
}

void Guide::expand_attack(EvaluatedBoard& played, Color attacker, ProofEntry& entry,
                          std::vector<Child>& children) {
  Board& board = played.board();
  if (!board.five_points(attacker).empty()) {
    prove(entry, board.five_points(attacker).first(), board.five_points(attacker));
    return;
  }
  if (board.five_points(opponent(attacker)).has_several()) return;
  VcfLine line;
  if (vcf_.solve(board, attacker, kAttackVcfNodes, line)) {
    prove(entry, line.first(), vcf_zone(board, attacker, line));
    return;
  }
  Move hint = hints_.find(entry.key, board.stones_hash(attacker));
  if (hint != kNoMove && !board.is_empty(hint)) hint = kNoMove;
  const int more_moves = kMoreMoves * static_cast<int>(std::bit_width(entry.work / kNodesToWiden));
  add_attack_candidates(played, attacker,
                        {table_, generation_, vcf_, logits_, style(), quiet_moves_, more_moves,
                         entry.work >= kNodesToFukumi, hint},
                        children);
}

// Step 3.2.
void Guide::search_defence(EvaluatedBoard& played, Color attacker, Thresholds limit) {
  Board& board = played.board();
  ++nodes_;
  const Color defender = opponent(attacker);
  const std::uint64_t start = nodes();
  const std::uint64_t key = key_of(board, attacker, defender);
  ProofEntry entry;
  load(key, entry);
  if (entry.proof_number == 0) return;
  if (!board.five_points(defender).empty()) {
    store(entry, kDisproven, 1);
    return;
  }
  const PointSet fives = board.five_points(attacker);
  if (!fives.empty()) {
    if (fives.has_several() || !board.is_legal(fives.first(), defender)) {
      prove(entry, kNoMove, fives);
      return;
    }
    entry.zone = fives;
    search_replies(played, attacker, limit, entry);
    return;
  }
  if (entry.replies_known == 0) {
    VcfLine line;
    if (!board.four_points(defender).empty() &&
        vcf_.solve(board, defender, kDefenceVcfNodes, line)) {
      store(entry, kDisproven, 1);
      return;
    }
    // The null move. A quiet move must first be shown to win after a pass.
    const std::uint64_t pass_key = key_of(board, attacker, attacker);
    Numbers after_pass = known(pass_key, {1, 1});
    if (!after_pass.proven()) {
      ++depth_;
      const std::uint32_t allowed =
          limit.proof > style().quiet_cost ? limit.proof - style().quiet_cost : std::uint32_t{1};
      search_attack(played, attacker, {allowed, limit.disproof});
      --depth_;
      after_pass = known(pass_key, {1, 1});
    }
    if (after_pass.disproven() && board.is_nearly_full() && board.may_have_zugzwang()) {
      entry.zone = board.empty_points();
      entry.replies_known = 1;
      evaluate_replies(played, attacker, entry.zone);
      search_replies(played, attacker, limit, entry);
      return;
    }
    if (!after_pass.proven()) {
      const Numbers numbers =
          after_pass.disproven()
              ? kDisproven
              : Numbers{saturated(std::uint64_t{after_pass.proof} + style().quiet_cost),
                        after_pass.disproof};
      store_open(entry, numbers, nodes() - start);
      return;
    }
    const std::optional<ProofEntry> pass = table_.find(pass_key);
    if (!pass) return;  // others have put something else in its place
    entry.zone |= (pass->zone | board.four_points(defender)) & board.empty_points();
    // A win that is not all fours leaves the defender time: a three of his must be answered.
    if (!vcf_.solve(board, attacker, kAttackVcfNodes, line)) {
      entry.zone |= board.three_points(defender);
    }
    entry.replies_known = 1;
    evaluate_replies(played, attacker, entry.zone);
  }
  search_replies(played, attacker, limit, entry);
}

void Guide::evaluate_replies(EvaluatedBoard& played, Color attacker, const PointSet& replies) {
  Board& board = played.board();
  const Color defender = opponent(attacker);
  replies.for_each([&](Move reply) {
    vcf_.prefetch(board.hash_after(reply, defender));
    table_.prefetch(key_after(board, attacker, reply, defender));
  });
  replies.for_each([&](Move reply) {
    if (!board.is_legal(reply, defender)) return;
    const std::uint64_t key = key_after(board, attacker, reply, defender);
    if (table_.find(key)) return;
    ++nodes_;
    played.make(reply, defender);
    ProofEntry entry;
    entry.key = key;
    VcfLine line;
    if (vcf_.solve(board, attacker, kAttackVcfNodes, line)) {
      prove(entry, line.first(), vcf_zone(board, attacker, line));
    } else {
      const bool hinted = hints_.suggested_win(key) != kNoMove;
      store(entry,
            hinted ? Numbers{1, 1}
                   : estimated_numbers(played.sums(), attacker, true, style().proof_scale),
            1);
    }
    played.unmake(reply, defender);
  });
}

void Guide::search_replies(EvaluatedBoard& played, Color attacker, Thresholds limit,
                           ProofEntry& entry) {
  Board& board = played.board();
  const Color defender = opponent(attacker);
  const std::uint64_t start = nodes();
  std::vector<Child>& children = child_list();
  PointSet proven_zone = entry.zone;
  entry.zone.for_each([&](Move reply) {
    if (!board.is_empty(reply) || !board.is_legal(reply, defender)) return;
    const std::uint64_t key = key_after(board, attacker, reply, defender);
    children.push_back({reply, known(key, {1, 1}), key});
  });
  enter(entry.key, limit);
  for (;;) {
    const Choice choice = choose(children, &Numbers::disproof, limit.disproof, kDefenceHalves);
    WeakSum proof = WeakSum::of_replies();
    for (const Child& child : children) proof.add(child.numbers.proof);
    const std::uint32_t extra = impatience(entry.work + (nodes() - start));
    const Numbers now{proof.total() == 0 ? 0 : saturated(std::uint64_t{proof.total()} + extra),
                      choice.number};
    if (now.proven()) {
      for (const Child& child : children) {
        if (const auto after = table_.find(child.key)) proven_zone |= after->zone;
      }
      entry.work = saturated(entry.work + (nodes() - start));
      prove(entry, kNoMove, proven_zone & board.empty_points());
      break;
    }
    if (now.disproven() || now.proof >= limit.proof || now.disproof >= limit.disproof ||
        out_of_budget()) {
      store_open(entry, now.disproven() ? kDisproven : now, nodes() - start);
      break;
    }
    const std::uint32_t replies_limit =
        limit.proof < kInfiniteNumber ? limit.proof - extra : limit.proof;
    search_child(
        played, attacker, defender, children[choice.best],
        {proof.allowance(replies_limit), std::min(limit.disproof, with_epsilon(choice.second))},
        children);
  }
  leave();
}

// Step 3.4.
bool Guide::widen() {
  if (quiet_moves_ >= kMaxPoints) return false;
  quiet_moves_ *= 4;
  generation_ = team_.next_generation();
  return true;
}

void Guide::restart(std::size_t style) {
  style_ = style % kStyles.size();
  generation_ = team_.next_generation();
}

void Guide::forget_open() {
  table_.forget_open();
  hints_.forget_wins();
}

void Guide::reset_width() { quiet_moves_ = kQuietMoves; }

}  // namespace tengen::renju
