#include "solver/reversi/reversi_prover.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"
#include "solver/reversi/reader.h"
#include "solver/reversi/reversi_game.h"
#include "solver/reversi/solver.h"

namespace tengen::reversi {
namespace {

// Of a call: so that who checks them has something to do while the walk goes on.
constexpr std::size_t kMostRecords = 20'000;
constexpr std::uint64_t kRecordBytes = 512;
constexpr std::uint64_t kKnownBytes = 96;
// Below, a question is over before another thread has begun.
constexpr int kSeveralThreadsFrom = 20;
// To guess what a move is worth.
constexpr std::uint64_t kGuessNodes = 2'000;
constexpr std::uint32_t kGuess = 16;
constexpr std::uint32_t kLooksLost = 1'000'000;

struct StonesHash {
  std::size_t operator()(const Stones& stones) const { return hash_of(stones).key; }
};

class ReversiProver final : public Prover {
 public:
  ReversiProver(const Game& game, const Variant& variant, const ProverOptions& options)
      : size_(game.size()),
        variant_(variant),
        shape_(square(game.size())),
        symmetries_(shape_),
        solver_(shape_, {.anti = variant.anti},
                {.threads = options.in_turns ? 1 : options.threads,
                 .table_bytes = options.memory_bytes / 2}),
        reader_(shape_, variant),
        most_known_(options.memory_bytes / 4 / kKnownBytes),
        most_records_(
            std::clamp<std::size_t>(options.memory_bytes / 8 / kRecordBytes, 1, kMostRecords)) {}

  SolveOutcome solve(const tengen::Position& position, Color goal, const SolveLimits& limits,
                     const std::function<bool()>& stop) override {
    begin(limits, stop);
    outcome_ = {};
    const Stones stones = stones_of(position);
    const Color mover = position.to_move;
    const std::optional<Verdict> verdict = settle(stones, mover, goal);
    bool certified = false;
    if (verdict && *verdict != Verdict::kUnknown) {
      const Clock::time_point from = Clock::now();
      const Color winner = *verdict == Verdict::kProven ? goal : opponent(goal);
      goal_ = winner;
      Win win;
      certified = mover == winner ? attack(stones, win) : defend(stones, win);
      if (certified) {
        outcome_.verdict = *verdict;
        outcome_.best = mover == winner ? win.move : kNoMove;
        outcome_.distance_plies = win.distance_plies;
      }
      outcome_.certify_seconds = std::chrono::duration<double>(Clock::now() - from).count();
    }
    // A draw is nothing that others could help with.
    const bool drawn = verdict == Verdict::kUnknown;
    if (!certified && !drawn) list_moves(stones, mover, goal, verdict == Verdict::kProven);
    outcome_.nodes = outcome_.clock_nodes = outcome_.expansions = nodes();
    outcome_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    return std::move(outcome_);
  }

  void learn(std::span<const ProofRecord> facts) override {
    for (const ProofRecord& fact : facts) {
      if (fact.position.to_move != fact.goal || fact.position.size != size_) continue;
      know(fact.goal, stones_of(fact.position), {fact.move, fact.distance_plies});
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  void begin(const SolveLimits& limits, const std::function<bool()>& stop) {
    began_ = Clock::now();
    nodes_before_ = solver_.nodes() + reader_.nodes();
    most_nodes_ = limits.nodes;
    if (limits.clock_nodes != 0 && (most_nodes_ == 0 || limits.clock_nodes < most_nodes_)) {
      most_nodes_ = limits.clock_nodes;
    }
    const double seconds = limits.seconds;
    stop_ = [this, seconds, &stop] {
      return (stop && stop()) ||
             (seconds > 0 &&
              std::chrono::duration<double>(Clock::now() - began_).count() >= seconds);
    };
  }
  [[nodiscard]] std::uint64_t nodes() const {
    return solver_.nodes() + reader_.nodes() - nodes_before_;
  }
  [[nodiscard]] bool limit_reached() const {
    return (most_nodes_ != 0 && nodes() >= most_nodes_) ||
           outcome_.records.size() >= most_records_ || stop_();
  }
  [[nodiscard]] int empty_points(const Stones& stones) const {
    return count(shape_.points & ~(stones.mover | stones.other));
  }

  Solver::Answer ask(const Stones& stones, int score, std::uint64_t most_nodes = 0) {
    Solver::Limits limits{.nodes = most_nodes, .stop = &stop_};
    if (most_nodes_ != 0) {
      const std::uint64_t left = most_nodes_ - std::min(most_nodes_ - 1, nodes());
      limits.nodes = most_nodes == 0 ? left : std::min(most_nodes, left);
    }
    limits.one_thread = empty_points(stones) < kSeveralThreadsFrom;
    return solver_.at_least(stones, score, limits);
  }

  // Whether that side wins; nothing within the limits.
  std::optional<bool> wins(const Stones& stones, Color mover, Color side,
                           std::uint64_t most_nodes = 0) {
    const bool moves = mover == side;
    const int needs = variant_.needs(side);
    const Solver::Answer answer = ask(stones, moves ? needs : 1 - needs, most_nodes);
    if (answer.gave_up) return std::nullopt;
    return answer.holds == moves;
  }

  // kUnknown is a draw; nothing is an answer that did not come within the limits.
  std::optional<Verdict> settle(const Stones& stones, Color mover, Color goal) {
    const std::optional<bool> proven = wins(stones, mover, goal);
    if (!proven) return std::nullopt;
    if (*proven) return Verdict::kProven;
    const std::optional<bool> lost =
        variant_.has_draws() ? wins(stones, mover, opponent(goal)) : std::optional(true);
    if (!lost) return std::nullopt;
    return *lost ? Verdict::kDisproven : Verdict::kUnknown;
  }

  // Records of all that goal_'s win, to move, rests on come before its own. False when a limit
  // comes first. REQUIRES: goal_ wins, and the game is not over.
  bool attack(const Stones& stones, Win& win) {
    if (const std::optional<Win> known = find(stones)) {
      win = *known;
      return true;
    }
    if (limit_reached()) return false;
    const tengen::Position position = position_of(stones, goal_, size_);
    const Canonical canonical = canonicalize(position);
    if (reader_.may_search(stones)) {
      const Stones image = stones_of(canonical.position);
      if (const std::optional<ReaderWin> found = reader_.find(image, goal_, &stop_)) {
        const Move move = move_of(found->point, size_);
        know(goal_, image, {move, found->plies});
        win = {canonical.canonical_from_input.inverse().apply(move, size_), found->plies};
        return true;
      }
    }
    const Solver::Answer answer = ask(stones, variant_.needs(goal_));
    if (answer.gave_up || limit_reached()) return false;
    CHECK(answer.holds);
    const Stones next = after(shape_, stones, answer.move);
    Win rest;
    if (!is_over(shape_, next) && !defend(next, rest)) return false;
    win = {move_of(answer.move, size_), rest.distance_plies + 1};
    const Move move = canonical.canonical_from_input.apply(win.move, size_);
    know(goal_, stones_of(canonical.position), {move, win.distance_plies});
    outcome_.records.push_back(
        {canonical.position, goal_, move, win.distance_plies, RecordKind::kTree});
    return true;
  }

  // The same with the other side to move.
  bool defend(const Stones& stones, Win& win) {
    win = {kNoMove, 1};
    Bits moves = reversi::legal_moves(shape_, stones);
    const bool passes = moves == 0;
    for (bool more = true; more; more = moves != 0) {
      const int point = passes ? kNoPoint : std::countr_zero(moves);
      if (!passes) moves &= moves - 1;
      const Stones next = after(shape_, stones, point);
      if (is_over(shape_, next)) continue;  // and goal_ has won
      Win rest;
      if (!attack(next, rest)) return false;
      win.distance_plies = std::max(win.distance_plies, rest.distance_plies + 1);
    }
    return true;
  }

  // Facts of both goals by their stones, seen by the winner, who is to move.
  using Known = std::unordered_map<Stones, Win, StonesHash>;
  Known& known_of(Color goal) { return known_[static_cast<std::size_t>(goal)]; }
  void know(Color goal, const Stones& canonical, const Win& win) {
    if (known_[0].size() + known_[1].size() >= most_known_) {
      for (Known& all : known_) all.clear();
    }
    known_of(goal).insert_or_assign(canonical, win);
  }
  std::optional<Win> find(const Stones& stones) {
    const Canonical canonical = canonicalize(position_of(stones, goal_, size_));
    const auto found = known_of(goal_).find(stones_of(canonical.position));
    if (found == known_of(goal_).end()) return std::nullopt;
    const Win& win = found->second;
    return Win{canonical.canonical_from_input.inverse().apply(win.move, size_), win.distance_plies};
  }

  // What may be asked next. `is_won`: the goal wins, and only records are missing.
  void list_moves(const Stones& stones, Color mover, Color goal, bool is_won) {
    const bool attacks = mover == goal;
    goal_ = goal;
    Bits moves = reversi::legal_moves(shape_, stones);
    if (is_won && attacks && moves != 0) {
      const Solver::Answer answer = ask(stones, variant_.needs(goal), kGuessNodes);
      if (answer.holds && answer.move != kNoPoint) moves = bit(answer.move);
    }
    std::set<Stones> seen;
    for (bool more = true; more; more = moves != 0) {
      const int point = moves == 0 ? kNoPoint : std::countr_zero(moves);
      moves &= moves - 1;
      const Stones next = after(shape_, stones, point);
      if (is_over(shape_, next) || !seen.insert(symmetries_.canonical(next)).second) continue;
      outcome_.children.push_back(guess(next, opponent(mover), move_of(point, size_), is_won));
    }
    std::stable_sort(outcome_.children.begin(), outcome_.children.end(),
                     [attacks](const ChildOutcome& a, const ChildOutcome& b) {
                       return attacks ? a.proof_number < b.proof_number
                                      : a.disproof_number < b.disproof_number;
                     });
    sum_up(attacks);
  }

  ChildOutcome guess(const Stones& next, Color mover, Move move, bool is_won) {
    ChildOutcome child{.move = move};
    if (mover == goal_) {
      if (const std::optional<Win> known = find(next)) {
        child.verdict = Verdict::kProven;
        child.proof_number = 0;
        child.disproof_number = kInfiniteNumber;
        child.distance_plies = known->distance_plies;
        return child;
      }
    }
    const auto freedom = static_cast<std::uint32_t>(count(reversi::legal_moves(shape_, next)));
    child.proof_number = kGuess + (mover == goal_ ? 0 : freedom);
    child.disproof_number = kGuess + (mover == goal_ ? freedom : 0);
    const std::optional<bool> won =
        is_won ? std::optional(true) : wins(next, mover, goal_, kGuessNodes);
    if (won) (*won ? child.proof_number : child.disproof_number) = 1;
    if (won) (*won ? child.disproof_number : child.proof_number) = kLooksLost;
    return child;
  }

  void sum_up(bool attacks) {
    if (outcome_.children.empty()) return;
    std::uint64_t sum = 0;
    for (const ChildOutcome& child : outcome_.children) {
      sum += attacks ? child.disproof_number : child.proof_number;
    }
    const ChildOutcome& first = outcome_.children.front();
    outcome_.proof_number = open_number(attacks ? first.proof_number : sum);
    outcome_.disproof_number = open_number(attacks ? sum : first.disproof_number);
    if (attacks) outcome_.best = first.move;
  }

  const int size_;
  const Variant variant_;
  const Shape shape_;
  const Symmetries symmetries_;
  Solver solver_;
  Reader reader_;
  const std::size_t most_known_;
  const std::size_t most_records_;
  std::array<Known, 2> known_;

  // Of the call.
  Clock::time_point began_;
  std::uint64_t nodes_before_ = 0;
  std::uint64_t most_nodes_ = 0;
  std::function<bool()> stop_;
  Color goal_ = Color::kBlack;
  SolveOutcome outcome_;
};

}  // namespace

std::unique_ptr<Prover> make_prover(const Game& game, const Variant& variant,
                                    const ProverOptions& options) {
  return std::make_unique<ReversiProver>(game, variant, options);
}

}  // namespace tengen::reversi
