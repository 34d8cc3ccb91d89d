// What a proof's run says of itself while it lasts.
#include <algorithm>

#include "coordinator/proof_run.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

constexpr double kHistoryStepSeconds = 10;
constexpr std::size_t kHistorySteps = 62;  // a little over ten minutes

}  // namespace

void ProofRun::show_progress() {
  const double elapsed = pool_.seconds_since(last_progress_);
  if (elapsed < options_.progress_seconds) return;
  last_progress_ = pool_.now();
  const Node& root = tree_.node(tree_.root());
  const Progress before = progress_;
  progress_.seconds = pool_.seconds_since(begin_);
  progress_.root_proof_number = root.proof_number;
  progress_.root_disproof_number = root.disproof_number;
  const Tree::MoveCounts moves = tree_.count_moves(tree_.root());
  progress_.children_proven = moves.proven;
  progress_.children_known = std::max(root_children_known_, moves.known);
  progress_.attempt = scheduler_.attempt() + 1;
  progress_.jobs = totals_.jobs;
  progress_.jobs_per_second = static_cast<double>(totals_.jobs - before.jobs) / elapsed;
  progress_.nodes = totals_.nodes;
  progress_.nodes_per_second = static_cast<double>(totals_.nodes - before.nodes) / elapsed;
  progress_.busy_share = pool_.take_busy_share();
  progress_.live_workers = pool_.live_count();
  progress_.records = totals_.records;
  progress_.tree_nodes = tree_.size();
  progress_.memory_bytes = tree_.bytes() + pool_.waiting_fact_bytes();
  if (proven_history_.empty() ||
      progress_.seconds - proven_history_.back().seconds >= kHistoryStepSeconds) {
    proven_history_.push_back({progress_.seconds, progress_.children_proven});
    if (proven_history_.size() > kHistorySteps) proven_history_.pop_front();
  }
  if (watcher_.progress) watcher_.progress(progress_);
}

int ProofRun::proven_since(double seconds_ago) const {
  int before = proven_history_.empty() ? 0 : proven_history_.front().moves;
  for (const Proven& then : proven_history_) {
    if (then.seconds <= progress_.seconds - seconds_ago) before = then.moves;
  }
  return progress_.children_proven - before;
}

RunStatus ProofRun::status() const {
  RunStatus status;
  status.position = asked_position_;
  status.goal = goal_;
  status.progress = progress_;
  status.progress.seconds = pool_.seconds_since(begin_);
  status.set_aside = totals_.set_aside;
  status.proven_last_minute = proven_since(60);
  status.proven_last_ten_minutes = proven_since(600);
  const Symmetry input_from_canonical =
      canonicalize(asked_position_).canonical_from_input.inverse();
  const Node& root = tree_.node(tree_.root());
  for (const Edge& edge : root.children) {
    const Node& child = tree_.node(edge.child);
    status.moves.push_back({input_from_canonical.apply(edge.move, root.position.size),
                            child.verdict, child.proof_number, child.disproof_number,
                            child.seconds_below});
  }
  for (const ProvenReply& reply : root.proven_replies) {
    status.moves.push_back({input_from_canonical.apply(reply.move, root.position.size),
                            Verdict::kProven, 0, kInfiniteNumber, 0});
  }
  return status;
}

}  // namespace tengen::coordinator
