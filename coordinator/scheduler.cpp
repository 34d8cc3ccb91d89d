#include "coordinator/scheduler.h"

#include <algorithm>
#include <cmath>

#include "solver/base/check.h"
#include "solver/base/luby.h"

namespace tengen::coordinator {
namespace {

// The attempts: with one searcher a core, and with all there are (see SolveLimits).
constexpr std::uint32_t kPatient = 1;

void append(std::vector<NodeId>& target, const std::vector<NodeId>& more) {
  target.insert(target.end(), more.begin(), more.end());
}

}  // namespace

std::optional<Assignment> Scheduler::next(const FreeWorker& free, std::vector<NodeId>& solved) {
  const NodeId root = tree_.root();
  if (tree_.node(root).solved()) return std::nullopt;
  const int worker = free.worker;
  if (opposite_due()) return start_opposite();
  if (anchor_due(worker)) {
    anchor_ = worker;
    return start(top_, worker);
  }
  if (!all_locked_) {
    if (const std::optional<NodeId> leaf = choose_leaf(worker, free.live_workers, solved)) {
      return start(*leaf, worker);
    }
    all_locked_ = true;
  }
  if (tree_.node(root).solved()) return std::nullopt;
  if (worker == anchor_ && !set_aside_.contains(top_)) return start(top_, worker);
  if (opposite_jobs_ == 0) return start_opposite();
  return std::nullopt;
}

bool Scheduler::opposite_due() const {
  return !opposite_running_ && !opposite_set_aside_ &&
         opposite_seconds_ + opposite_budget() <= policy_.opposite_share * total_seconds_;
}

bool Scheduler::anchor_due(int worker) const {
  if (set_aside_.contains(top_) || anchor_job_) return false;
  if (anchor_ != kNoWorker && anchor_ != worker) return false;
  if (anchor_tree_seconds_ < root_due_at_) return false;
  const bool stays = attempt_ == kPatient && tree_.node(top_).attacker_to_move;
  const double share = stays ? 1 : policy_.root_share;
  return anchor_root_seconds_ <= share * (anchor_root_seconds_ + anchor_tree_seconds_);
}

bool Scheduler::should_expand(const Node& node, int live_workers) const {
  if (node.listed.empty() || tree_.full()) return false;
  const double impatience =
      std::max(1.0, static_cast<double>(live_workers) / policy_.patient_workers);
  const double seconds =
      node.attacker_to_move ? policy_.expand_after_seconds : policy_.expand_defence_after_seconds;
  return node.gave_up || node.spent_seconds >= seconds / impatience;
}

bool Scheduler::wants_replies(NodeId id) const {
  const Node& node = tree_.node(id);
  return id == tree_.root() && !node.attacker_to_move && node.leaf() && node.listed.empty() &&
         node.spent_seconds >= policy_.list_replies_after_seconds;
}

double Scheduler::budget(double first_seconds, int earlier_jobs) const {
  constexpr int kMostDoublings = 20;
  return std::min(std::ldexp(first_seconds, std::min(earlier_jobs, kMostDoublings)),
                  policy_.longest_job_seconds);
}

double Scheduler::opposite_budget() const {
  return budget(policy_.first_job_seconds, opposite_jobs_);
}

Assignment Scheduler::start(NodeId node, int worker) {
  const double seconds = budget(policy_.first_job_seconds, tree_.node(node).jobs);
  const Assignment assignment{node, seconds, false, attempt_};
  tree_.start_job(node, worker);
  running_.push_back(node);
  if (node == top_ && worker == anchor_) anchor_job_ = node;
  return assignment;
}

Assignment Scheduler::start_opposite() {
  const Assignment assignment{tree_.root(), opposite_budget(), true, attempt_};
  opposite_running_ = true;
  ++opposite_jobs_;
  return assignment;
}

std::optional<NodeId> Scheduler::choose_leaf(int worker, int live_workers,
                                             std::vector<NodeId>& solved) {
  const Warmth warmth = live_workers < policy_.many_workers ? Warmth() : policy_.warmth_of_many;
  for (;;) {
    const Node& node = tree_.node(top_);
    if (node.solved()) return std::nullopt;
    // The top is in the anchor's hands; the others need its children.
    if (node.leaf() && !node.listed.empty() && !tree_.full()) {
      append(solved, tree_.expand(top_));
      continue;
    }
    const std::optional<NodeId> leaf = tree_.select_leaf(top_, worker, warmth);
    if (leaf && *leaf != top_) {
      if (!should_expand(tree_.node(*leaf), live_workers)) return leaf;
      append(solved, tree_.expand(*leaf));
    } else if (live_workers < 2 || !open_up_running_leaf(solved)) {
      return std::nullopt;
    }
  }
}

bool Scheduler::open_up_running_leaf(std::vector<NodeId>& solved) {
  if (tree_.full()) return false;
  for (const NodeId id : running_) {
    const Node& node = tree_.node(id);
    if (node.solved() || !node.leaf() || node.listed.empty() || !tree_.needed(id)) continue;
    append(solved, tree_.expand(id));
    return true;
  }
  return false;
}

std::uint64_t Scheduler::turns_at(NodeId top) const {
  const auto it = turns_.find(encode_position(tree_.node(top).position));
  return it == turns_.end() ? 0 : it->second;
}

double Scheduler::turn_length(int live_workers) const {
  const Node& top = tree_.node(top_);
  double replies = 1;
  if (!top.attacker_to_move) {
    const auto open =
        std::count_if(top.children.begin(), top.children.end(),
                      [&](const Edge& edge) { return !tree_.node(edge.child).solved(); });
    replies = std::max(1.0, static_cast<double>(open));
  }
  return policy_.turn_seconds * std::max(1, live_workers) * replies *
         static_cast<double>(luby(turns_at(top_) + 1));
}

void Scheduler::collect_tops(NodeId id, std::vector<NodeId>& tops) const {
  const Node& node = tree_.node(id);
  if (node.solved() || std::find(tops.begin(), tops.end(), id) != tops.end()) return;
  for (const Edge& edge : node.children) {
    const bool narrows = !node.attacker_to_move ||
                         (!tree_.node(edge.child).solved() && tree_.nearly_proven(edge.child));
    if (narrows) collect_tops(edge.child, tops);
  }
  // A defender's position has turns of its own while none of its replies is known.
  if (node.attacker_to_move || (id == tree_.root() && tops.empty())) tops.push_back(id);
}

// The one with the fewest turns; nothing when all was set aside.
std::optional<NodeId> Scheduler::next_top() const {
  std::vector<NodeId> tops;
  collect_tops(tree_.root(), tops);
  std::erase_if(tops, [&](NodeId id) { return set_aside_.contains(id); });
  const auto fewest = std::min_element(
      tops.begin(), tops.end(), [&](NodeId a, NodeId b) { return turns_at(a) < turns_at(b); });
  if (fewest == tops.end()) return std::nullopt;
  return *fewest;
}

bool Scheduler::next_turn_if_due(int live_workers) {
  if (tree_.node(tree_.root()).solved()) return false;
  const bool over = total_seconds_ - turn_began_at_ >= turn_length(live_workers);
  if (!over && tree_.needed(top_) && !set_aside_.contains(top_)) return false;
  const std::optional<NodeId> top = next_top();
  if (!top) return false;
  turn_began_at_ = total_seconds_;
  const std::uint64_t turns = ++turns_[encode_position(tree_.node(*top).position)];
  if (attempt_ == kPatient && *top == top_) return false;
  attempt_ = kPatient;
  top_ = *top;
  anchor_root_seconds_ = 0;
  anchor_tree_seconds_ = 0;
  root_due_at_ = 0;
  all_locked_ = false;
  if (turns == 1) tree_.begin_again(top_);
  return true;
}

void Scheduler::finished(int worker, const Assignment& assignment, double seconds,
                         bool handed_back) {
  end(worker, assignment, seconds);
  const bool gave_up = !handed_back && seconds < policy_.gave_up_share * assignment.seconds;
  if (assignment.opposite || assignment.attempt != attempt_ || !gave_up) return;
  tree_.note_giving_up(assignment.node);
  if (worker == anchor_ && assignment.node == top_) {
    root_due_at_ = anchor_tree_seconds_ + policy_.root_again_after_seconds;
  }
}

void Scheduler::lost(int worker, const std::optional<Assignment>& assignment) {
  if (assignment) end(worker, *assignment, 0);
  if (worker == anchor_) anchor_ = kNoWorker;
}

void Scheduler::set_aside(const Assignment& assignment) {
  if (assignment.opposite) {
    opposite_set_aside_ = true;
    return;
  }
  if (tree_.node(assignment.node).solved()) return;
  set_aside_.insert(assignment.node);
  // A job that never ends.
  if (assignment.node != tree_.root()) tree_.start_job(assignment.node, kNoWorker);
}

void Scheduler::end(int worker, const Assignment& assignment, double seconds) {
  all_locked_ = false;
  total_seconds_ += seconds;
  if (assignment.opposite) {
    opposite_running_ = false;
    opposite_seconds_ += seconds;
    return;
  }
  const auto it = std::find(running_.begin(), running_.end(), assignment.node);
  CHECK(it != running_.end());
  running_.erase(it);
  tree_.end_job(assignment.node, seconds);
  if (worker != anchor_) return;
  if (assignment.node == anchor_job_) {
    anchor_job_.reset();
    anchor_root_seconds_ += seconds;
  } else {
    anchor_tree_seconds_ += seconds;
  }
}

}  // namespace tengen::coordinator
