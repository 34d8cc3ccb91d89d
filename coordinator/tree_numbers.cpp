// How the numbers, locks and verdicts of the tree's inner nodes follow from their children.
#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "coordinator/tree.h"
#include "solver/game/weak_sum.h"

namespace tengen::coordinator {

bool Tree::recompute(NodeId id) {
  Node& node = nodes_[id];
  if (node.solved()) return false;
  const auto seen_by_parents = [&] {
    return std::tuple(node.verdict, node.proof_number, node.disproof_number, node.locked);
  };
  const auto before = seen_by_parents();
  if (node.leaf()) {
    node.locked = node.running_jobs > 0;
    return seen_by_parents() != before;
  }
  const bool has_numbers = node.attacker_to_move ? recompute_or(id) : recompute_and(id);
  if (has_numbers && !node.solved()) {
    node.locked = std::all_of(node.children.begin(), node.children.end(), [&](const Edge& edge) {
      return nodes_[edge.child].solved() || nodes_[edge.child].locked;
    });
  }
  return seen_by_parents() != before;
}

// Returns false when the node has become a leaf again.
bool Tree::recompute_or(NodeId id) {
  Node& node = nodes_[id];
  std::uint64_t smallest_proof = kInfiniteNumber;
  WeakSum disproof = WeakSum::of_moves();
  bool live = false;
  const Edge* winning = nullptr;
  for (const Edge& edge : node.children) {
    const Node& child = nodes_[edge.child];
    if (child.verdict == Verdict::kProven &&
        (winning == nullptr || child.distance_plies < nodes_[winning->child].distance_plies)) {
      winning = &edge;
    }
    if (child.solved()) continue;
    live = true;
    smallest_proof = std::min<std::uint64_t>(smallest_proof, child.proof_number);
    disproof.add(child.disproof_number);
  }
  if (winning != nullptr) {
    mark_proven(id, winning->move, nodes_[winning->child].distance_plies + 1);
    return true;
  }
  if (!live) {
    collapse(id);
    return false;
  }
  node.proof_number = open_number(smallest_proof);
  // One more than the listed moves: those that nobody has listed yet.
  node.disproof_number = open_number(disproof.total() + std::uint64_t{1});
  return true;
}

bool Tree::recompute_and(NodeId id) {
  Node& node = nodes_[id];
  WeakSum proof = WeakSum::of_all_replies();
  std::uint32_t smallest_disproof = kInfiniteNumber;
  bool live = false;
  int distance_plies = 0;
  for (const Edge& edge : node.children) {
    const Node& child = nodes_[edge.child];
    if (child.verdict == Verdict::kDisproven) {
      mark_disproven(id);
      return true;
    }
    distance_plies = std::max(distance_plies, child.distance_plies);
    if (child.solved()) continue;
    live = true;
    proof.add(child.proof_number);
    smallest_disproof = std::min(smallest_disproof, child.disproof_number);
  }
  if (!live) {
    for (const ProvenReply& reply : node.proven_replies) {
      distance_plies = std::max(distance_plies, reply.distance_plies);
    }
    if (certifier_(*this, id)) {
      mark_proven(id, kNoMove, distance_plies + 1);
      return true;
    }
    collapse(id);
    return false;
  }
  node.proof_number = open_number(proof.total());
  node.disproof_number = open_number(smallest_disproof);
  return true;
}

// All that was listed is settled and the node is not: it is asked again. Its children go, what is
// proven of them stays.
void Tree::collapse(NodeId id) {
  Node& node = nodes_[id];
  for (const Edge& edge : node.children) {
    Node& child = nodes_[edge.child];
    std::erase(child.parents, id);
    if (!node.attacker_to_move && child.verdict == Verdict::kProven) {
      node.proven_replies.push_back({edge.move, child.distance_plies});
    }
  }
  node.children.clear();
  node.listed.clear();
  node.proof_number = open_number(std::uint64_t{node.proof_number} * 2);
  node.locked = node.running_jobs > 0;
}

std::vector<NodeId> Tree::propagate(std::vector<NodeId> dirty) {
  // Deepest first, so that each node is recomputed once, after all its children.
  std::priority_queue<std::pair<std::size_t, NodeId>> queue;
  std::unordered_set<NodeId> queued;
  const auto push = [&](NodeId id) {
    if (queued.insert(id).second) queue.emplace(game_.progress(nodes_[id].position, goal_), id);
  };
  for (const NodeId id : dirty) push(id);
  while (!queue.empty()) {
    const NodeId id = queue.top().second;
    queue.pop();
    queued.erase(id);
    measure(id);
    if (!recompute(id)) continue;
    for (const NodeId parent : nodes_[id].parents) push(parent);
  }
  return std::exchange(newly_solved_, {});
}

}  // namespace tengen::coordinator
