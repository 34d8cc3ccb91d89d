#include "coordinator/run_progress.h"

#include <algorithm>
#include <optional>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

constexpr double kHistoryStepSeconds = 10;
constexpr std::size_t kHistorySteps = 62;  // a little over ten minutes
// What rates are of: some jobs of a worker, which take four seconds each.
constexpr double kRateSeconds = 10;

}  // namespace

const Progress& RunProgress::measure(const SolveReport& totals, std::uint32_t attempt,
                                     const Position& asked) {
  last_ = pool_.now();
  const Node& root = tree_.node(tree_.root());
  progress_.seconds = seconds();
  const Then then = before(kRateSeconds);
  const double elapsed = std::max(progress_.seconds - then.seconds, kRateSeconds / 100);
  progress_.root_proof_number = root.proof_number;
  progress_.root_disproof_number = root.disproof_number;
  const Tree::MoveCounts moves = tree_.count_moves(tree_.root());
  progress_.children_proven = moves.proven;
  progress_.children_known = std::max(root_moves_known_, moves.known);
  const Symmetry asked_from_canonical = canonicalize(asked).canonical_from_input.inverse();
  progress_.attacker_to_move = root.attacker_to_move;
  const std::vector<Move> at_work = moves_at_work();
  progress_.nearest = nearest(at_work, asked);
  progress_.at_work.clear();
  for (const Move move : at_work) {
    progress_.at_work.push_back(
        format_move(asked_from_canonical.apply(move, asked.size), asked.size));
  }
  progress_.attempt = attempt + 1;
  progress_.jobs = totals.jobs;
  progress_.jobs_per_second = static_cast<double>(totals.jobs - then.jobs) / elapsed;
  progress_.nodes = totals.nodes;
  progress_.nodes_per_second = static_cast<double>(totals.nodes - then.nodes) / elapsed;
  progress_.busy_share = pool_.take_busy_share();
  progress_.live_workers = pool_.live_count();
  progress_.records = totals.records;
  progress_.tree_nodes = tree_.size();
  progress_.memory_bytes = tree_.bytes() + pool_.waiting_fact_bytes();
  if (history_.empty() || progress_.seconds - history_.back().seconds >= kHistoryStepSeconds) {
    history_.push_back(
        {progress_.seconds, progress_.children_proven, progress_.jobs, progress_.nodes});
    if (history_.size() > kHistorySteps) history_.pop_front();
  }
  return progress_;
}

std::vector<Move> RunProgress::moves_at_work() const {
  const Node& root = tree_.node(tree_.root());
  std::vector<Move> moves;
  for (const WorkerView& worker : pool_.workers()) {
    std::optional<NodeId> id;
    if (worker.position) id = tree_.find(*worker.position);
    // Up to a child of the root, by one of the ways.
    while (id && *id != tree_.root()) {
      const std::vector<NodeId>& parents = tree_.node(*id).parents;
      const bool is_child = std::ranges::count(parents, tree_.root()) > 0;
      if (is_child) break;
      id = parents.empty() ? std::nullopt : std::optional(parents.front());
    }
    if (!id || *id == tree_.root()) continue;
    const auto edge = std::ranges::find(root.children, *id, &Edge::child);
    if (edge == root.children.end()) continue;
    if (std::ranges::find(moves, edge->move) == moves.end()) moves.push_back(edge->move);
  }
  return moves;
}

std::optional<MoveProgress> RunProgress::nearest(const std::vector<Move>& at_work,
                                                 const Position& asked) const {
  std::optional<MoveProgress> best;
  // Of the attacker's moves at `parent`, to which `before` leads from the asked position.
  const auto look_at = [&](const Node& parent, const Position& position,
                           const std::string& before) {
    const Symmetry frame = canonicalize(position).canonical_from_input.inverse();
    for (const Edge& edge : parent.children) {
      if (tree_.node(edge.child).solved()) continue;
      const Tree::MoveCounts replies = tree_.count_moves(edge.child);
      if (replies.known == 0 || (best && replies.proven <= best->replies_proven)) continue;
      const Move move = frame.apply(edge.move, position.size);
      best = {before + format_move(move, position.size), replies.proven, replies.known};
    }
  };
  const Node& root = tree_.node(tree_.root());
  if (root.attacker_to_move) {
    look_at(root, asked, {});
    return best;
  }
  const Symmetry asked_from_canonical = canonicalize(asked).canonical_from_input.inverse();
  for (const Edge& edge : root.children) {
    const Node& child = tree_.node(edge.child);
    if (child.solved() || std::ranges::find(at_work, edge.move) == at_work.end()) continue;
    const Move reply = asked_from_canonical.apply(edge.move, asked.size);
    look_at(child, tree_.game().play(asked, reply), format_move(reply, asked.size) + ' ');
  }
  return best;
}

RunProgress::Then RunProgress::before(double seconds_ago) const {
  Then last;
  // What an earlier run has proven is not of this one.
  if (!history_.empty()) last.moves = history_.front().moves;
  for (const Then& then : history_) {
    if (then.seconds <= progress_.seconds - seconds_ago) last = then;
  }
  return last;
}

void RunProgress::add_to(RunStatus& status, const Position& asked) const {
  status.progress = progress_;
  status.progress.seconds = seconds();
  status.proven_last_minute = progress_.children_proven - before(60).moves;
  status.proven_last_ten_minutes = progress_.children_proven - before(600).moves;
  const Symmetry asked_from_canonical = canonicalize(asked).canonical_from_input.inverse();
  const Node& root = tree_.node(tree_.root());
  const auto add = [&](Move move, Verdict verdict, std::uint32_t proof, std::uint32_t disproof,
                       double seconds) {
    status.moves.push_back(
        {asked_from_canonical.apply(move, root.position.size), verdict, proof, disproof, seconds});
  };
  for (const Edge& edge : root.children) {
    const Node& child = tree_.node(edge.child);
    add(edge.move, child.verdict, child.proof_number, child.disproof_number, child.seconds_below);
  }
  for (const ProvenReply& reply : root.proven_replies) {
    add(reply.move, Verdict::kProven, 0, kInfiniteNumber, 0);
  }
}

}  // namespace tengen::coordinator
