#include "solver/renju/attack_candidates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

namespace tengen::renju {
namespace {

// Fours allowed to the look for a win after a pass, of the defender's and of the attacker's.
constexpr std::uint64_t kThreatVcfNodes = 100;
// So many quiet moves are asked whether they are fukumi, and so many of those that are get tried.
constexpr std::size_t kFukumiAsked = 64;
constexpr std::size_t kFukumiMoves = 8;
// Proof numbers of unsearched fours, which leave one reply: those that build something, and others.
constexpr std::uint32_t kFourProof = 3;
constexpr std::uint32_t kIdleFourProof = 6;
// Shape scores (board.h): a four that builds, and the least a quiet move must build.
constexpr int kBuildingFour = 110;
constexpr int kQuietShape = 12;

// Both are 0 where nobody has searched it.
Numbers numbers_of(const CandidateContext& context, std::uint64_t key) {
  return context.table.known(key, context.generation, {0, 0});
}
bool searched(Numbers numbers) { return numbers.proof != 0 || numbers.disproof != 0; }

// Has the memory near that add_estimated() reads.
void prefetch(const Board& board, Color attacker, const CandidateContext& context, Move move) {
  const std::uint64_t key = key_after(board, attacker, move, attacker);
  context.table.prefetch(key);
  context.logits.prefetch(key);
}

float logit_after(const EvaluatedBoard& played, Color attacker, const CandidateContext& context,
                  Move move, std::uint64_t key) {
  if (const float* const known = context.logits.find(key)) return *known;
  const float logit = win_logit(played.sums_after(move, attacker), attacker, false);
  context.logits.store(key, logit);
  return logit;
}

void add_estimated(const EvaluatedBoard& played, Color attacker, const CandidateContext& context,
                   Move move, std::uint32_t extra, std::vector<GuideMove>& moves) {
  const std::uint64_t key = key_after(played.board(), attacker, move, attacker);
  Numbers numbers = numbers_of(context, key);
  if (!searched(numbers)) {
    numbers = estimated_numbers(logit_after(played, attacker, context, move, key),
                                context.style.proof_scale);
    numbers.proof = move == context.hint ? 1 : numbers.proof + extra;
  }
  moves.push_back({move, numbers, key});
}

// A quiet move after which the attacker, were it his turn again, would win by fours. What was
// searched before is one too, so that no move drops out.
bool is_fukumi(Board& board, Color attacker, const CandidateContext& context, Move move) {
  if (searched(numbers_of(context, key_after(board, attacker, move, attacker)))) return true;
  board.make(move, attacker);
  VcfLine line;
  const bool wins = context.vcf.solve(board, attacker, kThreatVcfNodes, line);
  board.unmake(move, attacker);
  return wins;
}

void add_quiet_moves(EvaluatedBoard& played, Color attacker, const CandidateContext& context,
                     const PointSet& within, bool urgent, std::vector<GuideMove>& moves) {
  Board& board = played.board();
  const Color defender = opponent(attacker);
  // Best first, and lower points first among equals: score and point in one number.
  constexpr std::int32_t kMoveRoom = std::bit_ceil(static_cast<std::uint32_t>(kMaxPoints));
  const auto move_in = [](std::int32_t scored_move) {
    return static_cast<Move>(kMoveRoom - 1 - scored_move % kMoveRoom);
  };
  std::array<std::int32_t, kMaxPoints> scored;
  std::size_t count = 0;
  const bool all = board.is_nearly_full();
  const int least = urgent || all ? 0 : kQuietShape;
  within.for_each([&](Move move) {
    const int own = board.shape_score(attacker, move);
    if (own < least && move != context.hint) return;
    if ((board.flags(attacker, move) & (kMakesFour | kMakesThree | kMayBeFoul)) != 0) return;
    const int score =
        move == context.hint ? 1'000'000 : 2 * own + board.shape_score(defender, move);
    scored[count++] = score * kMoveRoom + (kMoveRoom - 1 - move);
  });
  const std::size_t kept =
      all ? count : std::min(count, static_cast<std::size_t>(context.quiet_moves));
  const auto end = scored.begin() + static_cast<std::ptrdiff_t>(kept);
  std::partial_sort(scored.begin(), end, scored.begin() + static_cast<std::ptrdiff_t>(count),
                    std::greater<>());
  std::array<Move, kMaxPoints> quiet;
  for (std::size_t i = 0; i < kept; ++i) {
    quiet[i] = move_in(scored[i]);
    prefetch(board, attacker, context, quiet[i]);
  }
  for (std::size_t i = 0; i < kept; ++i) {
    add_estimated(played, attacker, context, quiet[i], context.style.quiet_proof, moves);
  }
  if (context.more_moves == 0 && !context.fukumi) return;
  std::vector<std::pair<float, Move>> others;
  for (std::size_t i = kept; i < count; ++i) {
    const Move move = move_in(scored[i]);
    const std::uint64_t key = key_after(board, attacker, move, attacker);
    others.emplace_back(-logit_after(played, attacker, context, move, key), move);
  }
  std::sort(others.begin(), others.end());
  const std::size_t more = static_cast<std::size_t>(context.more_moves);
  const std::size_t asked = context.fukumi ? kFukumiAsked : 0;
  std::size_t fukumi = 0;
  for (std::size_t i = 0; i < std::min(others.size(), std::max(more, asked)); ++i) {
    const Move move = others[i].second;
    if (i >= more) {
      if (fukumi == kFukumiMoves) break;
      if (!is_fukumi(board, attacker, context, move)) continue;
      ++fukumi;
    }
    add_estimated(played, attacker, context, move, context.style.quiet_proof, moves);
  }
}

}  // namespace

void add_attack_candidates(EvaluatedBoard& played, Color attacker, const CandidateContext& context,
                           std::vector<GuideMove>& moves) {
  Board& board = played.board();
  const Color defender = opponent(attacker);
  const PointSet& threats = board.five_points(defender);
  const auto add = [&](Move move, std::uint32_t proof) {
    const std::uint64_t key = key_after(board, attacker, move, attacker);
    moves.push_back({move, context.table.known(key, context.generation, {proof, 1}), key});
  };
  if (!threats.empty()) {
    const Move block = threats.first();
    if (board.is_legal(block, attacker)) add(block, 1);
    return;
  }
  // Where the defender would win by fours after a pass, only fours and points of that win can help;
  // unless it ends on a foul, which a stone elsewhere may cure.
  PointSet useful = board.empty_points();
  if (board.is_restricted()) {
    board.empty_points().for_each([&](Move move) {
      if (!board.is_legal(move, attacker)) useful.erase(move);
    });
  }
  bool urgent = false;
  VcfLine line;
  if (!board.is_nearly_full() && !board.four_points(defender).empty() &&
      context.vcf.solve(board, defender, kThreatVcfNodes, line)) {
    if (line.ends.has_several() || attacker == Color::kWhite) {
      useful = vcf_zone(board, defender, line);
      urgent = true;
    }
  }
  board.four_points(attacker).for_each([&](Move move) {
    if (!board.is_legal(move, attacker)) return;
    const bool builds = board.shape_score(attacker, move) >= kBuildingFour;
    add(move, move == context.hint ? 1 : builds ? kFourProof : kIdleFourProof);
  });
  const PointSet threes = board.three_points(attacker) & useful;
  threes.for_each([&](Move move) { prefetch(board, attacker, context, move); });
  threes.for_each([&](Move move) {
    if ((board.flags(attacker, move) & kMakesFour) != 0 || !board.is_legal(move, attacker)) return;
    add_estimated(played, attacker, context, move, 0, moves);
  });
  add_quiet_moves(played, attacker, context, useful, urgent, moves);
}

}  // namespace tengen::renju
