#include "coordinator/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

class VerifyingJudge final : public Judge {
 public:
  VerifyingJudge(Journal& journal, const book::NaiveGame& game, int threads)
      : journal_(journal),
        game_(game),
        settler_(
            game,
            [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
            threads) {}

  Result<book::Settlement> settle(std::span<const ProofRecord> records) override {
    settled_.clear();
    Result<book::Settlement> settlement = settler_.settle(records);
    if (!settlement.ok()) return settlement;
    for (const ProofRecord& record : settlement.value().records) {
      settled_[{encode_position(record.position), record.goal}] = {record.move,
                                                                   record.distance_plies};
    }
    return settlement;
  }

  Result<std::optional<Win>> value(const Position& position, Color goal) override {
    const Result<std::optional<int>> distance = settler_.value(position, goal);
    if (!distance.ok()) return distance.status();
    if (!distance.value()) return Found();
    if (position.to_move != goal) return Found(Win{kNoMove, *distance.value()});
    const Canonical canonical = canonicalize(position);
    Result<Found> found = look_up(canonical.position, goal);
    if (!found.ok()) return found;
    // Without a record it is a short win, which settling finds whatever move is claimed.
    if (!found.value()) {
      const ProofRecord claim{canonical.position, goal, any_point(canonical.position), 1,
                              RecordKind::kVcfLeaf};
      const Result<book::Settlement> win = settler_.settle(std::span(&claim, 1));
      if (!win.ok()) return win.status();
      CHECK(win.value().faults.empty());
      // Nobody stores records while an answer is judged, but for what the tree concludes: then it
      // is there now.
      if (win.value().records.empty()) return value(position, goal);
      found = Found(Win{win.value().records[0].move, *distance.value()});
    }
    Move& move = found.value()->move;
    move = canonical.canonical_from_input.inverse().apply(move, position.size);
    return found;
  }

  [[nodiscard]] bool allows(const Position& position, Move move) const override {
    if (game_.only_adds_stones()) return true;
    const std::vector<Move> legal = game_.legal_moves(position);
    return std::find(legal.begin(), legal.end(), move) != legal.end();
  }
  [[nodiscard]] bool attacker_may_pass() const override { return game_.passes_are_forced(); }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return game_.play(position, move);
  }

 private:
  using Found = std::optional<Win>;

  static Move any_point(const Position& position) {
    Move point = 0;
    while (!position.is_empty_point(point)) ++point;
    return point;
  }

  // By several threads while settling.
  Result<Found> look_up(const Position& canonical, Color goal) const {
    const auto settled = settled_.find({encode_position(canonical), goal});
    if (settled != settled_.end()) return Found(settled->second);
    const Result<std::optional<ProofRecord>> fact = journal_.fact(canonical, goal);
    if (!fact.ok()) return fact.status();
    if (!fact.value()) return Found();
    return Found(Win{fact.value()->move, fact.value()->distance_plies});
  }

  Journal& journal_;
  const book::NaiveGame game_;
  std::map<std::pair<std::string, Color>, Win> settled_;
  book::Settler settler_;
};

std::string claim_text(const Position& position, Color goal) {
  return fmt::format("{} wins {}", color_name(goal), format_position(position));
}

// Replaces what a worker says of a position by what the judge does. A disproof is a proof of the
// other side's win. Returns the claim that does not hold, "" when it does.
Result<std::string> check_verdict(Judge& judge, const Position& position, Color goal,
                                  Verdict verdict, Move& move, int& distance_plies) {
  if (verdict == Verdict::kUnknown) return std::string();
  const Color winner = verdict == Verdict::kProven ? goal : opponent(goal);
  const Result<std::optional<Win>> value = judge.value(position, winner);
  if (!value.ok()) return value.status();
  if (!value.value()) return claim_text(position, winner);
  move = value.value()->move;
  distance_plies = value.value()->distance_plies;
  return std::string();
}

}  // namespace

JudgeFactory verifying_judges(Journal& journal, const book::NaiveGame& game) {
  return [&journal, game](int threads) {
    return std::make_unique<VerifyingJudge>(journal, game, threads);
  };
}

bool fits(const SolveOutcome& outcome, const Position& position, Color goal,
          bool attacker_may_pass) {
  const auto is_move = [&, may_pass = position.to_move != goal || attacker_may_pass](Move move) {
    return move == kPass ? may_pass : position.is_empty_point(move);
  };
  return (outcome.best == kNoMove || is_move(outcome.best)) &&
         std::all_of(outcome.children.begin(), outcome.children.end(),
                     [&](const ChildOutcome& child) { return is_move(child.move); });
}

Result<std::string> check_answer(Judge& judge, const Position* position, Color goal,
                                 SolveOutcome& outcome) {
  if (position != nullptr && !fits(outcome, *position, goal, judge.attacker_may_pass())) {
    return "a move on a stone, in its answer about " + format_position(*position);
  }
  if (position != nullptr &&
      std::any_of(outcome.children.begin(), outcome.children.end(), [&](const ChildOutcome& child) {
        return !judge.allows(*position, child.move);
      })) {
    return "an illegal move, in its answer about " + format_position(*position);
  }
  Result<book::Settlement> settled = judge.settle(outcome.records);
  if (!settled.ok()) return settled.status();
  if (!settled.value().faults.empty()) return settled.value().faults.front().fault;
  outcome.records = std::move(settled.value().records);
  if (position == nullptr) {
    outcome.verdict = Verdict::kUnknown;
    outcome.children.clear();
    return std::string();
  }
  Result<std::string> fault =
      check_verdict(judge, *position, goal, outcome.verdict, outcome.best, outcome.distance_plies);
  // Of the attacker's moves none is decided but the one that proves the position.
  if (position->to_move == goal) {
    for (ChildOutcome& child : outcome.children) child.verdict = Verdict::kUnknown;
  }
  for (ChildOutcome& child : outcome.children) {
    if (!fault.ok() || !fault.value().empty()) return fault;
    // A reply that refutes is a win of the defender here.
    const bool refutes = child.verdict == Verdict::kDisproven;
    Move answer = kNoMove;
    fault = check_verdict(judge, refutes ? *position : judge.play(*position, child.move), goal,
                          child.verdict, answer, child.distance_plies);
  }
  return fault;
}

}  // namespace tengen::coordinator
