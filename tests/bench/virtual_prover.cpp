#include "tests/bench/virtual_prover.h"

#include <algorithm>
#include <cmath>

#include "solver/base/check.h"
#include "solver/game/defence_number.h"
#include "solver/game/symmetry.h"

namespace tengen::bench {
namespace {

constexpr std::uint32_t kEvenNumber = 1000;  // proof number times disproof number, of an estimate

}  // namespace

VirtualProver::Numbers VirtualProver::numbers(VirtualId id) const {
  if (const auto it = table_.find(id); it != table_.end()) return it->second;
  const double proof = std::pow(tree_.node(id).estimate, model_.number_power);
  const auto rounded = open_number(static_cast<std::uint64_t>(proof));
  return {rounded, open_number(kEvenNumber / rounded)};
}

VirtualProver::Numbers VirtualProver::combine(VirtualId id) {
  const VirtualTree::Node node = tree_.open(id);
  DefenceNumber defence;
  Numbers result{kInfiniteNumber, node.attacker_to_move ? 0 : kInfiniteNumber};
  std::uint32_t live = 0;
  for (VirtualId child = node.first_child; child < node.first_child + node.child_count; ++child) {
    const Numbers of_child = numbers(child);
    if (of_child.proof == 0) {
      if (node.attacker_to_move) return {0, kInfiniteNumber};
      continue;
    }
    ++live;
    if (node.attacker_to_move) {
      result.proof = std::min(result.proof, of_child.proof);
      result.disproof = std::max(result.disproof, of_child.disproof);
    } else {
      defence.add(of_child.proof);
      result.disproof = std::min(result.disproof, of_child.disproof);
    }
  }
  if (live == 0) return {0, kInfiniteNumber};
  if (node.attacker_to_move) return {result.proof, open_number(result.disproof + live)};
  return {defence.total(), result.disproof};
}

VirtualId VirtualProver::choose(VirtualId id) {
  const VirtualTree::Node& node = tree_.node(id);
  VirtualId chosen = id;
  std::uint32_t least = 0;
  for (VirtualId child = node.first_child; child < node.first_child + node.child_count; ++child) {
    const Numbers of_child = numbers(child);
    if (of_child.proof == 0) continue;
    const std::uint32_t number = node.attacker_to_move ? of_child.proof : of_child.disproof;
    if (chosen != id && number >= least) continue;
    chosen = child;
    least = number;
  }
  return chosen;
}

double VirtualProver::step(VirtualId id, std::vector<ProofRecord>& records) {
  std::vector<VirtualId> path{id};
  double seconds = 0;
  while (opened(path.back())) {
    const VirtualId next = choose(path.back());
    if (next == path.back()) break;  // all its moves are proven by facts
    path.push_back(next);
  }
  if (const VirtualId leaf = path.back(); !opened(leaf)) {
    seconds = model_.step_seconds * size_of(leaf).nodes;
    if (tree_.falls_at_once(leaf)) {
      table_[leaf] = {0, kInfiniteNumber};
      add_records(leaf, records);
      path.pop_back();
    }
  }
  for (; !path.empty(); path.pop_back()) {
    const VirtualId above = path.back();
    const Numbers result = combine(above);
    table_[above] = result;
    if (result.proof == 0) add_records(above, records);
  }
  return seconds;
}

int VirtualProver::distance(VirtualId id) const {
  const VirtualTree::Node& node = tree_.node(id);
  const int pairs = static_cast<int>(std::log2(node.steps + 1));
  return 2 * pairs + (node.attacker_to_move ? 11 : 12);
}

// One for the position itself; the others stand for those within the step, which nobody asks for.
void VirtualProver::add_records(VirtualId id, std::vector<ProofRecord>& records) {
  const Position position = tree_.position(id);
  const VirtualTree::Node& node = tree_.node(id);
  if (!node.attacker_to_move) {
    records.push_back({position, goal_, kNoMove, distance(id), RecordKind::kAllReplies});
    return;
  }
  std::vector<Move> empty;
  for (Move point = 0; point < position.size * position.size; ++point) {
    if (position.is_empty_point(point)) empty.push_back(point);
  }
  const auto pick = [&](std::uint64_t salt) {
    return empty[mix(node.hash ^ mix(salt)) % empty.size()];
  };
  Move best = pick(0);
  for (VirtualId child = node.first_child; child < node.first_child + node.child_count; ++child) {
    if (numbers(child).proof == 0) best = tree_.move(child);
  }
  records.push_back({position, goal_, best, distance(id), RecordKind::kTree});
  const double mean =
      model_.records_per_step > 0
          ? model_.records_per_step
          : recorded_.records_per_node() * model_.nodes_per_second * model_.step_seconds;
  CHECK(empty.size() > 8);  // else a line has filled the board, and there is no room for fillers
  const int fillers = static_cast<int>(mean * size_of(id).records);
  for (int i = 0; i < fillers; ++i) {
    Position inner = position;
    for (std::uint64_t plies = 0; plies < 2 + 2 * static_cast<std::uint64_t>(i % 4); ++plies) {
      std::uint64_t salt = 1000 * static_cast<std::uint64_t>(i + 1) + 100 * plies;
      while (!inner.is_empty_point(pick(salt))) ++salt;
      inner = after_move(inner, pick(salt));
    }
    records.push_back(
        {canonicalize(inner).position, goal_, kNoMove, distance(id), RecordKind::kVcfLeaf});
    ProofRecord& record = records.back();
    while (record.move == kNoMove || !record.position.is_empty_point(record.move)) {
      record.move = static_cast<Move>((record.move + 8) % (position.size * position.size));
    }
  }
}

void VirtualProver::learn(std::span<const ProofRecord> facts) {
  for (const ProofRecord& fact : facts) {
    if (fact.goal != goal_) continue;
    if (const auto id = tree_.find(fact.position)) table_[*id] = {0, kInfiniteNumber};
  }
}

void VirtualProver::list_moves(VirtualId id, const Position& position, SolveOutcome& outcome) {
  const VirtualTree::Node node = tree_.node(id);
  if (!opened(id) || node.child_count == 0) return;
  std::vector<Move> listed;
  for (VirtualId child = node.first_child; child < node.first_child + node.child_count; ++child) {
    const Numbers of_child = numbers(child);
    const Move move = tree_.move(child);
    listed.push_back(move);
    if (of_child.proof == 0) {
      outcome.children.push_back({move, Verdict::kProven, 0, kInfiniteNumber, distance(child)});
    } else {
      outcome.children.push_back({move, Verdict::kUnknown, of_child.proof, of_child.disproof, 0});
    }
  }
  if (node.attacker_to_move) return;
  // White has no fouls.
  for (Move reply = kPass; reply < position.size * position.size; ++reply) {
    if (reply != kPass && !position.is_empty_point(reply)) continue;
    if (std::find(listed.begin(), listed.end(), reply) != listed.end()) continue;
    outcome.children.push_back({reply, Verdict::kProven, 0, kInfiniteNumber, 9});
  }
}

SolveOutcome VirtualProver::solve(const Position& position, double seconds) {
  const std::optional<VirtualId> id = tree_.find(position);
  CHECK(id);
  SolveOutcome outcome;
  while (numbers(*id).proof != 0 && outcome.seconds < seconds) {
    outcome.seconds += step(*id, outcome.records);
  }
  const Numbers result = numbers(*id);
  outcome.nodes = static_cast<std::uint64_t>(outcome.seconds * model_.nodes_per_second);
  outcome.expansions = outcome.nodes / 9;
  list_moves(*id, position, outcome);
  outcome.proof_number = result.proof;
  outcome.disproof_number = result.disproof;
  if (result.proof == 0) {
    outcome.verdict = Verdict::kProven;
    outcome.distance_plies = distance(*id);
    for (const ChildOutcome& child : outcome.children) {
      if (tree_.node(*id).attacker_to_move && child.verdict == Verdict::kProven) {
        outcome.best = child.move;
      }
    }
    if (tree_.node(*id).attacker_to_move && outcome.best == kNoMove) {
      // One step, or a fact of another worker's: some move.
      for (Move point = 0; outcome.best == kNoMove; ++point) {
        if (position.is_empty_point(point)) outcome.best = point;
      }
    }
  }
  return outcome;
}

}  // namespace tengen::bench
