#include "book/verifier/naive_vcf.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace tengen::book {
namespace {

struct Four {
  enum class Effect {
    kNone,    // no four, or not allowed, or the defender makes five first
    kWins,    // a four that cannot be met
    kForces,  // a four with one answer, `answer`
  };
  Effect effect = Effect::kNone;
  Move answer = kNoMove;
};

// Makes an attacking move and says what it does; one that is no four is taken back. REQUIRES: the
// attacker cannot make five now. ENSURES: nor can he after a four and its one answer.
Four play_four(NaiveBoard& board, Color attacker, Move move) {
  if (!board.is_empty(move)) return {};
  const Color defender = opponent(attacker);
  const FivePoints threat = board.five_points(defender);
  if (threat.count >= 2 || (threat.count == 1 && threat.first != move)) return {};
  if (attacker == Color::kBlack && board.is_foul(move)) return {};

  // From here on the defender has no five: his only one, if any, is where the move goes.
  board.place(move, attacker);
  const FivePoints fives = board.five_points(attacker);
  if (fives.count == 0) {
    board.remove(move, attacker);
    return {};
  }
  const bool wins = fives.count >= 2 || (defender == Color::kBlack && board.is_foul(fives.first));
  return {wins ? Four::Effect::kWins : Four::Effect::kForces, fives.first};
}

class Search {
 public:
  Search(NaiveBoard& board, Color attacker, std::int64_t max_nodes)
      : board_(board), attacker_(attacker), max_nodes_(max_nodes) {}

  VcfResult run(int max_fours) {
    VcfResult result;
    if (wins_at_once(result)) return result;
    // Deeper and deeper: short wins are found without a detour through long spite fours. With half
    // of the effort gone, straight to the end: a long line may be easy to find all the same.
    nodes_limit_ = max_nodes_ / 2;
    for (int fours = std::min(1, max_fours);;) {
      depth_cut_ = false;
      if (wins(fours)) {
        result.answer = VcfResult::Answer::kWin;
        result.distance_plies = distance_plies_;
        break;
      }
      const bool interrupted = nodes_ >= nodes_limit_;
      if (interrupted && nodes_limit_ == max_nodes_) {
        result.answer = VcfResult::Answer::kOutOfNodes;
        break;
      }
      if (interrupted) {
        nodes_limit_ = max_nodes_;
        fours = max_fours;
        continue;
      }
      if (!depth_cut_ || fours == max_fours) break;
      fours = std::min(fours < 4 ? fours + 1 : fours * 3 / 2, max_fours);
    }
    result.attacks = std::move(line_);
    result.nodes = nodes_;
    return result;
  }

  VcfResult run_shortest(int max_fours) {
    VcfResult result;
    if (wins_at_once(result)) return result;
    nodes_limit_ = std::numeric_limits<std::int64_t>::max();
    for (int fours = 1; fours <= max_fours; ++fours) {
      if (nodes_ >= max_nodes_) {
        result.answer = VcfResult::Answer::kOutOfNodes;
        break;
      }
      depth_cut_ = false;
      if (wins(fours)) {
        result.answer = VcfResult::Answer::kWin;
        result.distance_plies = distance_plies_;
        break;
      }
      if (!depth_cut_) break;
    }
    result.attacks = std::move(line_);
    result.nodes = nodes_;
    return result;
  }

 private:
  bool wins_at_once(VcfResult& result) const {
    const FivePoints fives = board_.five_points(attacker_);
    if (fives.count == 0) return false;
    result.answer = VcfResult::Answer::kWin;
    result.attacks = {fives.first};
    result.distance_plies = 1;
    return true;
  }

  // Whether the attacker, to move and without a five at hand, wins with at most that many fours
  // before the five. On success line_ ends with his moves; otherwise it is left as it was.
  bool wins(int fours_left) {
    if (fours_left == 0) {
      depth_cut_ = true;
      return false;
    }
    const std::uint64_t key = board_.hash();
    const auto known = failed_.find(key);
    if (known != failed_.end()) {
      const Failure& failure = known->second;
      if (!failure.depth_cut) return false;
      if (failure.fours >= fours_left) {
        depth_cut_ = true;
        return false;
      }
    }
    const bool outer_cut = std::exchange(depth_cut_, false);
    std::vector<Move> candidates;
    board_.collect_four_candidates(attacker_, candidates);
    for (const Move move : candidates) {
      if (nodes_ >= nodes_limit_) return false;
      ++nodes_;
      const Four four = play_four(board_, attacker_, move);
      if (four.effect == Four::Effect::kNone) continue;
      line_.push_back(move);
      if (four.effect == Four::Effect::kWins) {
        board_.remove(move, attacker_);
        distance_plies_ = 2 * static_cast<int>(line_.size()) + 1;
        return true;
      }
      board_.place(four.answer, opponent(attacker_));
      const bool won = wins(fours_left - 1);
      board_.remove(four.answer, opponent(attacker_));
      board_.remove(move, attacker_);
      if (won) return true;
      line_.pop_back();
    }
    if (nodes_ < nodes_limit_) failed_[key] = {fours_left, depth_cut_};
    depth_cut_ = depth_cut_ || outer_cut;
    return false;
  }

  struct Failure {
    int fours = 0;           // no win with so many fours
    bool depth_cut = false;  // more fours might win
  };

  NaiveBoard& board_;
  Color attacker_;
  std::int64_t max_nodes_;
  std::int64_t nodes_limit_ = 0;
  std::int64_t nodes_ = 0;
  int distance_plies_ = 0;
  bool depth_cut_ = false;
  std::vector<Move> line_;
  std::unordered_map<std::uint64_t, Failure> failed_;
};

}  // namespace

VcfResult find_vcf(NaiveBoard& board, Color attacker, std::int64_t max_nodes, int max_fours) {
  return Search(board, attacker, max_nodes).run(max_fours);
}

VcfResult find_shortest_vcf(NaiveBoard& board, Color attacker, std::int64_t max_nodes,
                            int max_fours) {
  return Search(board, attacker, max_nodes).run_shortest(max_fours);
}

namespace {

// Plays the attacks with their forced answers, and takes all back. Calls before(attack) for each,
// and after(four) while it is on the board. In how many plies it wins, if it does.
template <typename Before, typename After>
std::optional<int> play_line(NaiveBoard& board, Color attacker, std::span<const Move> attacks,
                             const Before& before, const After& after) {
  const Color defender = opponent(attacker);
  std::vector<std::pair<Move, Move>> played;  // attack, forced answer
  std::optional<int> won;
  for (const Move attack : attacks) {
    before(attack);
    const Four four = play_four(board, attacker, attack);
    if (four.effect != Four::Effect::kNone) after(four);
    if (four.effect == Four::Effect::kWins) {
      board.remove(attack, attacker);
      won = 2 * static_cast<int>(played.size()) + 3;
    }
    if (four.effect != Four::Effect::kForces) break;
    board.place(four.answer, defender);
    played.emplace_back(attack, four.answer);
  }
  for (auto move = played.rbegin(); move != played.rend(); ++move) {
    board.remove(move->second, defender);
    board.remove(move->first, attacker);
  }
  return won;
}

}  // namespace

std::optional<int> replay_vcf(NaiveBoard& board, Color attacker, std::span<const Move> attacks) {
  if (board.five_points(attacker).count > 0) return 1;
  return play_line(
      board, attacker, attacks, [](Move) {}, [](const Four&) {});
}

std::optional<VcfTrace> trace_vcf(NaiveBoard& board, Color attacker,
                                  std::span<const Move> attacks) {
  if (board.five_points(attacker).count > 0) return std::nullopt;
  VcfTrace trace;
  bool fouls_matter = false;
  std::vector<Move> candidates;
  const auto touch_candidates = [&] {
    for (const Move point : candidates) trace.touched.set(static_cast<std::size_t>(point));
  };
  const std::optional<int> won = play_line(
      board, attacker, attacks,
      [&](Move attack) {
        board.collect_four_candidates(opponent(attacker), candidates);
        touch_candidates();
        trace.touched.set(static_cast<std::size_t>(attack));
        if (attacker == Color::kBlack && board.is_empty(attack)) {
          fouls_matter = fouls_matter || board.may_become_foul(attack);
        }
      },
      [&](const Four& four) {
        board.collect_five_candidates(attacker, candidates);
        touch_candidates();
        const bool wins = four.effect == Four::Effect::kWins;
        fouls_matter = fouls_matter || (wins && board.five_points(attacker).count < 2);
      });
  if (!won || fouls_matter) return std::nullopt;
  trace.distance_plies = *won;
  return trace;
}

}  // namespace tengen::book
