#include "solver/renju/renju_prover.h"

#include <algorithm>
#include <chrono>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"
#include "solver/renju/certify.h"
#include "solver/renju/crew.h"
#include "solver/renju/guide.h"
#include "solver/renju/replies.h"
#include "solver/renju/style.h"

namespace tengen::renju {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;
// Nodes given to each open reply in the first round; doubled each round.
constexpr std::uint64_t kFirstRoundNodes = 20'000;
// The guide starts again with another style after so many nodes, times the slice's length.
constexpr std::uint64_t kSliceNodes = 200'000;

// Nodes for the first proof by hints; doubled each time. A position without a hint gets one part in
// so many.
constexpr std::uint64_t kFirstHintNodes = 100'000;
constexpr int kMostHintRounds = 10;
constexpr std::uint64_t kPositionsWithoutHint = 50;

// What the guide takes beside its tables: moves that have won and the lists of its path.
constexpr std::uint64_t kGuideFixedBytes = std::uint64_t{7} << 20;
// Of the rest, one part in so many is for certifying.
constexpr std::uint64_t kCertifierShare = 6;
// And of all one for hints, 16 bytes for each of the eight images of one, and as much kept free.
constexpr std::uint64_t kHintShare = 32;

std::uint64_t certifier_bytes(std::uint64_t memory_bytes) {
  CHECK(memory_bytes >= kLeastMemoryBytes);
  return (memory_bytes - kGuideFixedBytes) / kCertifierShare;
}

std::uint64_t guide_bytes(std::uint64_t memory_bytes) {
  return memory_bytes - kGuideFixedBytes - certifier_bytes(memory_bytes) -
         memory_bytes / kHintShare;
}

// All of a crew's own together is at most one part in so many of a prover's memory.
constexpr std::uint64_t kCrewShare = 8;
// Tables of a guide of that many bytes would be the crew's; it has no table of proofs.
std::uint64_t crew_bytes(const ProverOptions& options) { return options.memory_bytes / 2; }

// What there is room for.
int searchers_within(const ProverOptions& options) {
  CHECK(options.threads >= 1 && options.searchers >= options.threads);
  const std::uint64_t most = options.memory_bytes / kCrewShare / kGuideFixedBytes;
  return static_cast<int>(std::min(static_cast<std::uint64_t>(options.searchers), 1 + most));
}

// What is left for the prover's own thread.
std::uint64_t leader_bytes(const ProverOptions& options) {
  const auto members = static_cast<std::uint64_t>(searchers_within(options) - 1);
  if (members == 0) return options.memory_bytes;
  return options.memory_bytes - members * kGuideFixedBytes - Guide::vcf_bytes(crew_bytes(options));
}

class RenjuProver final : public Prover {
 public:
  RenjuProver(Rules rules, int size, const ProverOptions& options)
      : rules_(rules),
        size_(size),
        guide_(rules, guide_bytes(leader_bytes(options))),
        certifier_(guide_, size, certifier_bytes(leader_bytes(options))),
        threads_(options.threads),
        searchers_(searchers_within(options)),
        crew_(searchers_ - 1, threads_, guide_, certifier_, crew_bytes(options), options.in_turns),
        restarts_(options.variant),
        variant_(options.variant) {
    guide_.give_room_for_suggestions(leader_bytes(options) / kHintShare);
  }

  SolveOutcome solve(const Position& position, Color goal, const SolveLimits& limits,
                     const std::function<bool()>& stop) override {
    CHECK(position.size == size_);
    const Clock::time_point start = Clock::now();
    const std::uint64_t clock_end =
        clock_nodes() + (limits.clock_nodes > 0 ? limits.clock_nodes : kUnlimited);
    const std::function<bool()> should_stop = [&] {
      return certifier_.full() || clock_nodes() >= clock_end ||
             (limits.seconds > 0 && seconds_since(start) >= limits.seconds) || (stop && stop());
    };
    nodes_end_ = spent() + (limits.nodes > 0 ? limits.nodes : kUnlimited);
    certify_seconds_ = 0;
    hint_rounds_ = 0;
    begin_attempt(limits.attempt);
    return spending([&](SolveOutcome& outcome) {
      Board board(position, rules_);
      if (position.to_move == goal) {
        solve_attack(board, goal, should_stop, outcome);
      } else {
        solve_defence(position, board, goal, should_stop, outcome);
      }
      outcome.records = certifier_.take_records();
      outcome.certify_seconds = certify_seconds_;
    });
  }

  void learn(std::span<const ProofRecord> facts) override { certifier_.learn(facts); }

  void take_hints(std::span<const Hint> hints) override {
    for (const Hint& hint : hints) {
      const Position& position = hint.position;
      CHECK(position.size == size_);
      Board board(position, rules_);
      if (!board.is_empty(hint.move) || !board.is_legal(hint.move, position.to_move)) continue;
      for (int i = 0; i < kSymmetryCount; ++i) {
        const Symmetry image(i);
        guide_.suggest(image.apply(position), image.apply(hint.move, size_), hint.wins);
      }
    }
  }

  void forget_hints() override { guide_.forget_suggestions(); }

 private:
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  // The outcome of `work`, with the time and nodes it took.
  template <typename Work>
  SolveOutcome spending(Work work) {
    const Clock::time_point start = Clock::now();
    const std::uint64_t nodes_before = spent();
    const std::uint64_t clock_before = clock_nodes();
    const std::uint64_t fours_before = guide_.vcf().nodes();
    SolveOutcome outcome;
    work(outcome);
    outcome.nodes = spent() - nodes_before;
    outcome.clock_nodes = clock_nodes() - clock_before;
    outcome.expansions = outcome.nodes - (guide_.vcf().nodes() - fours_before);
    outcome.seconds = seconds_since(start);
    return outcome;
  }

  void begin_attempt(std::uint32_t attempt) {
    if (attempt == attempt_) return;
    attempt_ = attempt;
    guide_.forget_open();
    // Of two provers neither begins with a style that the other had before.
    restarts_ = RestartSchedule(variant_ + 2 * std::size_t{attempt});
    slice_end_ = 0;
  }

  [[nodiscard]] std::uint64_t nodes_left() const { return left_until(nodes_end_); }

  // By all searchers.
  [[nodiscard]] std::uint64_t spent() const { return guide_.nodes() + crew_.nodes(); }
  // Of this thread, each as often as searchers share its core.
  [[nodiscard]] std::uint64_t clock_nodes() const {
    return clock_nodes_ + (guide_.nodes() - shared_since_) * static_cast<std::uint64_t>(share_);
  }
  // From now on.
  void share_core(int searchers) {
    clock_nodes_ = clock_nodes();
    shared_since_ = guide_.nodes();
    share_ = searchers;
  }
  // Others spend meanwhile.
  [[nodiscard]] std::uint64_t left_until(std::uint64_t end) const {
    const std::uint64_t now = spent();
    return now < end ? end - now : 0;
  }

  // Step 3. Searches the guide in slices and changes its style between them; a slice that proves or
  // disproves ends early. Disproven means with all moves tried: before that the guide is widened.
  // The longer a slice, the more searchers share it: short ones have one for each core.
  Numbers guided_search(Board& board, Color goal, std::uint64_t end,
                        const std::function<bool()>& stop) {
    Numbers numbers;
    while (spent() < end && !stop()) {
      if (spent() >= slice_end_) {
        const Slice slice = restarts_.next();
        guide_.restart(slice.style);
        slice_end_ = spent() + kSliceNodes * slice.length;
        const int least = std::min(threads_, searchers_);
        const auto most = static_cast<std::uint64_t>(attempt_ == 0 ? least : searchers_);
        slice_searchers_ = std::max(least, static_cast<int>(std::min(slice.length, most)));
      }
      const auto searchers = static_cast<std::uint64_t>(slice_searchers_);
      const std::uint64_t left = std::max<std::uint64_t>(1, left_until(std::min(end, slice_end_)));
      crew_.search(slice_searchers_ - 1);
      share_core((slice_searchers_ + threads_ - 1) / threads_);
      const auto stop_in_turns = [&] {
        crew_.take_turns();
        return stop();
      };
      numbers = guide_.search(board, goal, goal, (left + searchers - 1) / searchers, stop_in_turns);
      share_core(1);
      crew_.sleep();
      if (numbers.proven() || (numbers.disproven() && !guide_.widen())) return numbers;
    }
    return numbers.disproven() ? Numbers() : numbers;
  }

  // Step 2. What hints cost is at most as much again as the search without them: wrong ones cannot
  // cost more than half of the time.
  CertifiedWin prove_by_hints(Board& board, Color goal, std::uint64_t end,
                              const std::function<bool()>& stop) {
    if (hint_nodes_ > 0 || spent() >= end) return {};
    const std::uint64_t begin = spent();
    const std::uint64_t allowed = kFirstHintNodes << hint_rounds_;
    const CertifiedWin win = certifier_.certify_by_hints(
        board, goal, std::min(allowed, end - begin), allowed / kPositionsWithoutHint, stop);
    hint_nodes_ = spent() - begin;
    if (hint_rounds_ < kMostHintRounds) ++hint_rounds_;
    return win;
  }

  // Steps 2 to 4: guide and certifier in turn until the attacker's win is certified or `nodes` are
  // spent.
  CertifiedWin prove(Board& board, Color goal, std::uint64_t nodes,
                     const std::function<bool()>& stop) {
    const std::uint64_t end = spent() + std::min(nodes, nodes_left());
    guide_.reset_width();
    while (spent() < end && !stop()) {
      std::uint64_t search_end = end;
      if (guide_.suggested_win(board, goal) != kNoMove) {
        const CertifiedWin win = prove_by_hints(board, goal, end, stop);
        if (win.proven()) return win;
        search_end = std::min(end, spent() + hint_nodes_ + kFirstRoundNodes);
      }
      const std::uint64_t search_begin = spent();
      const Numbers numbers = guided_search(board, goal, search_end, stop);
      hint_nodes_ -= std::min(hint_nodes_, spent() - search_begin);
      if (numbers.disproven()) break;
      if (!numbers.proven()) continue;
      const Clock::time_point before = Clock::now();
      crew_.certify();
      guide_.begin_certifying(board, goal);
      const CertifiedWin win = certifier_.certify_attack(board, goal, left_until(end), stop);
      guide_.end_certifying();
      crew_.sleep();
      certify_seconds_ += seconds_since(before);
      if (win.proven()) return win;
    }
    return {};
  }

  void solve_attack(Board& board, Color goal, const std::function<bool()>& stop,
                    SolveOutcome& outcome) {
    VcfLine line;  // step 1
    const CertifiedWin win = certifier_.short_win(board, goal, line)
                                 ? CertifiedWin{line.first(), line.distance_plies()}
                                 : prove(board, goal, kUnlimited, stop);
    if (win.proven()) {
      outcome.verdict = Verdict::kProven;
      outcome.best = win.move;
      outcome.distance_plies = win.distance_plies;
      outcome.proof_number = 0;
      outcome.disproof_number = kInfiniteNumber;
      outcome.children.push_back(
          {outcome.best, Verdict::kProven, 0, kInfiniteNumber, outcome.distance_plies - 1});
      return;
    }
    for (const GuideMove& move : guide_.candidates(board, goal)) {
      // What the guide believes is no verdict: numbers that say "decided" are bent to "nearly".
      outcome.children.push_back({move.move, Verdict::kUnknown, open_number(move.numbers.proof),
                                  open_number(move.numbers.disproof), 0});
    }
    std::uint32_t disproof = 1;
    outcome.proof_number = kInfiniteNumber - 1;
    for (const ChildOutcome& child : outcome.children) {
      outcome.proof_number = std::min(outcome.proof_number, child.proof_number);
      disproof = std::max(disproof, child.disproof_number);
    }
    outcome.disproof_number = disproof;
    if (!outcome.children.empty()) outcome.best = outcome.children.front().move;
  }

  void solve_defence(const Position& position, Board& board, Color goal,
                     const std::function<bool()>& stop, SolveOutcome& outcome) {
    if (board.empty_points().empty()) return;  // drawn: no reply is left, and none has lost
    const Color defender = opponent(goal);
    std::vector<Move> replies = distinct_replies(position, board);
    for (const Move reply : replies) {
      ChildOutcome child;
      child.move = reply;
      const bool holds = reply == kPass ? position.after_pass  // ends the game drawn
                                        : (board.flags(defender, reply) & kMakesFive) != 0;
      if (holds) {
        child.verdict = Verdict::kDisproven;
        child.proof_number = kInfiniteNumber;
        child.disproof_number = 0;
        outcome.verdict = Verdict::kDisproven;
      }
      outcome.children.push_back(child);
    }
    if (outcome.verdict == Verdict::kDisproven || outcome.children.empty()) {
      sum_up_replies(outcome);
      return;
    }
    if (!wins_after_pass(board, goal, stop, outcome)) return;
    // A pass goes first: what wins after it wins after most replies, and the guide remembers it.
    std::uint64_t round = kFirstRoundNodes;
    const bool four = !board.five_points(goal).empty();
    bool hopeless = false;
    for (bool open = true; open && !hopeless && !stop() && nodes_left() > 0; round *= 2) {
      open = false;
      for (ChildOutcome& child : outcome.children) {
        if (child.verdict != Verdict::kUnknown || stop() || nodes_left() == 0) continue;
        if (child.move != kPass) board.make(child.move, defender);
        int distance = 0;
        if (four && !board.five_points(goal).empty()) {
          distance = 1;
        } else {
          distance = prove(board, goal, round, stop).distance_plies;
        }
        if (distance > 0) {
          child = {child.move, Verdict::kProven, 0, kInfiniteNumber, distance};
        } else if (const std::optional<ProofEntry> entry = guide_.find(board, goal, goal)) {
          open = true;
          // One reply that no candidate answers is enough: more rounds would not prove the
          // position.
          hopeless |= entry->disproof_number == 0;
          child.proof_number = open_number(entry->proof_number);
          child.disproof_number = open_number(entry->disproof_number);
        } else {
          open = true;
        }
        if (child.move != kPass) board.unmake(child.move, defender);
      }
    }
    sum_up_replies(outcome);
  }

  // Where no win is believed after a pass, looking at other replies is a waste: the outcome then
  // has the pass's numbers and no children. Only where the pass is known not to lose are they
  // looked at: all others may be fouls.
  bool wins_after_pass(Board& board, Color goal, const std::function<bool()>& stop,
                       SolveOutcome& outcome) {
    Numbers numbers;
    if (const std::optional<ProofEntry> entry = guide_.find(board, goal, goal)) {
      numbers = {entry->proof_number, entry->disproof_number};
    }
    guide_.reset_width();
    if (!numbers.proven()) numbers = guided_search(board, goal, nodes_end_, stop);
    if (numbers.proven() || numbers.disproven()) return true;
    outcome.children.clear();
    outcome.proof_number = open_number(numbers.proof + guide_.style().quiet_cost);
    outcome.disproof_number = open_number(numbers.disproof);
    return false;
  }

  const Rules rules_;
  const int size_;
  Guide guide_;
  Certifier certifier_;
  const int threads_;
  const int searchers_;
  Crew crew_;
  int slice_searchers_ = 1;
  std::uint64_t clock_nodes_ = 0;  // until `shared_since_`
  std::uint64_t shared_since_ = 0;
  int share_ = 1;
  std::uint64_t nodes_end_ = 0;
  // Spent on hints and not yet on searching without them.
  std::uint64_t hint_nodes_ = 0;
  int hint_rounds_ = 0;  // since solve() began
  double certify_seconds_ = 0;
  // The current slice of guided_search(), kept between calls so that short jobs restart as rarely
  // as long ones.
  RestartSchedule restarts_;
  const unsigned variant_;
  std::uint32_t attempt_ = 0;
  std::uint64_t slice_end_ = 0;
};

}  // namespace

std::unique_ptr<Prover> make_prover(Rules rules, int size, const ProverOptions& options) {
  return std::make_unique<RenjuProver>(rules, size, options);
}

}  // namespace tengen::renju
