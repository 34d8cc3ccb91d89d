#include "coordinator/tree.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "solver/base/check.h"
#include "solver/game/short_wins.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

// What the allocator adds to a block, and a hash table to an entry.
constexpr std::size_t kBlockBytes = 16;
constexpr std::size_t kIndexEntryBytes = 96;

template <typename T>
std::size_t allocated(const std::vector<T>& list) {
  return list.capacity() == 0 ? 0 : list.capacity() * sizeof(T) + kBlockBytes;
}

}  // namespace

Tree::Tree(const Game& game, const Position& root, Color goal, Certifier certifier,
           std::uint64_t memory_bytes)
    : game_(game), goal_(goal), certifier_(std::move(certifier)), memory_bytes_(memory_bytes) {
  add(root);
}

std::optional<NodeId> Tree::find(const Position& position) const {
  const auto it = ids_.find(encode_position(position));
  if (it == ids_.end()) return std::nullopt;
  return it->second;
}

NodeId Tree::add(const Position& position) {
  const auto id = free_ids_.empty() ? static_cast<NodeId>(nodes_.size()) : free_ids_.back();
  const auto [it, inserted] = ids_.emplace(encode_position(position), id);
  if (!inserted) return it->second;
  if (free_ids_.empty()) {
    nodes_.emplace_back();
  } else {
    free_ids_.pop_back();
    nodes_[id] = Node();
  }
  Node& node = nodes_[id];
  node.position = position;
  node.attacker_to_move = position.to_move == goal_;
  measure(id);
  added_.push_back(id);
  return id;
}

void Tree::measure(NodeId id) {
  Node& node = nodes_[id];
  bytes_ -= node.bytes;
  node.bytes = sizeof(Node) + kIndexEntryBytes + kBlockBytes + node.position.stone_count() +
               allocated(node.position.black) + allocated(node.position.white) +
               allocated(node.children) + allocated(node.parents) + allocated(node.listed) +
               allocated(node.proven_replies);
  bytes_ += node.bytes;
}

std::vector<NodeId> Tree::apply(NodeId id, const SolveOutcome& outcome) {
  if (nodes_[id].solved()) return {};
  if (outcome.verdict == Verdict::kProven) {
    return set_proven(id, outcome.best, outcome.distance_plies);
  }
  if (outcome.verdict == Verdict::kDisproven) return set_disproven(id);
  std::vector<NodeId> dirty{id};
  if (!nodes_[id].attacker_to_move && !full()) {
    std::vector<ProvenReply>& replies = nodes_[id].proven_replies;
    for (const ChildOutcome& child : outcome.children) {
      if (child.verdict != Verdict::kProven) continue;
      const auto same = [&](const ProvenReply& reply) { return reply.move == child.move; };
      if (std::none_of(replies.begin(), replies.end(), same)) {
        replies.push_back({child.move, child.distance_plies});
      }
    }
  }
  if (nodes_[id].leaf()) {
    set_leaf(id, outcome);
    dirty.insert(dirty.end(), nodes_[id].parents.begin(), nodes_[id].parents.end());
  } else {
    merge_into_children(id, outcome, dirty);
  }
  return propagate(std::move(dirty));
}

void Tree::set_leaf(NodeId id, const SolveOutcome& outcome) {
  Node& node = nodes_[id];
  node.proof_number = open_number(outcome.proof_number);
  node.disproof_number = open_number(outcome.disproof_number);
  // A cancelled job, or no room: what was listed before still serves.
  if (outcome.children.empty() || full()) return;
  node.listed.clear();
  for (const ChildOutcome& child : outcome.children) {
    if (child.verdict == Verdict::kUnknown) node.listed.push_back(child);
  }
}

void Tree::merge_into_children(NodeId id, const SolveOutcome& outcome, std::vector<NodeId>& dirty) {
  for (const ChildOutcome& child : outcome.children) {
    const Position position = canonicalize(game_.play(nodes_[id].position, child.move)).position;
    const std::optional<NodeId> known = find(position);
    const bool is_child =
        known && std::any_of(nodes_[id].children.begin(), nodes_[id].children.end(),
                             [&](const Edge& edge) { return edge.child == *known; });
    if (!is_child) {
      // A new candidate of the attacker. The defender's replies were all listed the first time.
      if (child.verdict == Verdict::kUnknown && nodes_[id].attacker_to_move && !full()) {
        link(id, child.move, child, dirty);
      }
      continue;
    }
    Node& node = nodes_[*known];
    if (node.solved()) continue;
    if (child.verdict == Verdict::kProven) {
      mark_proven(*known, kNoMove, child.distance_plies);
    } else if (child.verdict == Verdict::kDisproven) {
      mark_disproven(*known);
    } else if (node.leaf() && node.jobs == 0) {
      node.proof_number = open_number(child.proof_number);
      node.disproof_number = open_number(child.disproof_number);
    } else {
      continue;
    }
    dirty.insert(dirty.end(), node.parents.begin(), node.parents.end());
  }
}

void Tree::link(NodeId parent, Move move, const ChildOutcome& listed, std::vector<NodeId>& dirty) {
  const std::size_t before = size();
  const NodeId child = add(canonicalize(game_.play(nodes_[parent].position, move)).position);
  std::vector<Edge>& edges = nodes_[parent].children;
  if (std::any_of(edges.begin(), edges.end(), [&](const Edge& e) { return e.child == child; })) {
    return;  // two moves, one position
  }
  edges.push_back({move, child});
  nodes_[child].parents.push_back(parent);
  measure(child);
  if (size() != before) {
    nodes_[child].proof_number = open_number(listed.proof_number);
    nodes_[child].disproof_number = open_number(listed.disproof_number);
  }
  dirty.push_back(parent);
}

std::vector<NodeId> Tree::expand(NodeId id) {
  CHECK(!nodes_[id].solved() && nodes_[id].leaf() && !nodes_[id].listed.empty());
  std::vector<NodeId> dirty;
  const std::vector<ChildOutcome> listed = std::exchange(nodes_[id].listed, {});
  for (const ChildOutcome& child : listed) link(id, child.move, child, dirty);
  expanded_.push_back(id);
  return propagate(std::move(dirty));
}

void Tree::mark_proven(NodeId id, Move best, int distance_plies) {
  nodes_[id].best = best;
  nodes_[id].distance_plies = distance_plies;
  mark_solved(id, Verdict::kProven);
}

void Tree::mark_disproven(NodeId id) { mark_solved(id, Verdict::kDisproven); }

void Tree::mark_solved(NodeId id, Verdict verdict) {
  Node& node = nodes_[id];
  CHECK(node.verdict == Verdict::kUnknown || node.verdict == verdict);
  const bool proven = verdict == Verdict::kProven;
  node.verdict = verdict;
  node.proof_number = proven ? 0 : kInfiniteNumber;
  node.disproof_number = proven ? kInfiniteNumber : 0;
  node.locked = false;
  node.listed = {};
  node.proven_replies = {};
  measure(id);
  ++solved_since_drop_;
  newly_solved_.push_back(id);
}

std::vector<NodeId> Tree::set_proven(NodeId id, Move best, int distance_plies) {
  if (nodes_[id].solved()) return {};
  mark_proven(id, best, distance_plies);
  return propagate(nodes_[id].parents);
}

std::vector<NodeId> Tree::set_disproven(NodeId id) {
  if (nodes_[id].solved()) return {};
  mark_disproven(id);
  return propagate(nodes_[id].parents);
}

bool Tree::should_drop() const {
  constexpr std::size_t kSolvedShare = 64;
  return full() && solved_since_drop_ > size() / kSolvedShare;
}

void Tree::cut_children(NodeId id) {
  for (const Edge& edge : std::exchange(nodes_[id].children, {})) {
    std::erase(nodes_[edge.child].parents, id);
  }
}

std::vector<Tree::Dropped> Tree::drop_solved() {
  solved_since_drop_ = 0;
  std::vector<NodeId> orphans;
  const auto note_orphan = [&](NodeId id) {
    const Node& node = nodes_[id];
    if (id != root() && node.parents.empty() && node.running_jobs == 0 && node.bytes > 0) {
      orphans.push_back(id);
    }
  };
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (!nodes_[id].solved() || nodes_[id].bytes == 0) continue;  // 0: a free one
    cut_children(id);
    measure(id);
  }
  for (NodeId id = 0; id < nodes_.size(); ++id) note_orphan(id);
  std::vector<Dropped> dropped;
  while (!orphans.empty()) {
    const NodeId id = orphans.back();
    orphans.pop_back();
    const std::vector<Edge> children = nodes_[id].children;
    cut_children(id);
    for (const Edge& edge : children) note_orphan(edge.child);
    Node& node = nodes_[id];
    ids_.erase(encode_position(node.position));
    bytes_ -= node.bytes;
    dropped.push_back({id, std::move(node.position)});
    node = Node();
    node.verdict = Verdict::kDisproven;
    free_ids_.push_back(id);
  }
  return dropped;
}

void Tree::begin_again(NodeId id) {
  Node& node = nodes_[id];
  CHECK(!node.solved());
  collapse(id);
  node.proof_number = node.disproof_number = 1;
  node.spent_seconds = 0;
  node.jobs = 0;
  node.gave_up = false;
  node.last_worker = kNoWorker;
  std::vector<NodeId> changed = node.parents;
  changed.push_back(id);
  propagate(std::move(changed));
}

void Tree::restore_effort(NodeId id, double spent_seconds, int jobs) {
  nodes_[id].spent_seconds = spent_seconds;
  nodes_[id].jobs = jobs;
  add_effort(id, spent_seconds);
}

void Tree::add_effort(NodeId id, double seconds) {
  std::vector<NodeId> above{id};
  std::unordered_set<NodeId> seen{id};
  while (!above.empty()) {
    Node& node = nodes_[above.back()];
    above.pop_back();
    node.seconds_below += seconds;
    for (const NodeId parent : node.parents) {
      if (seen.insert(parent).second) above.push_back(parent);
    }
  }
}

void Tree::start_job(NodeId id, int worker) {
  Node& node = nodes_[id];
  ++node.running_jobs;
  ++node.jobs;
  node.last_worker = worker;
  propagate({id});
}

void Tree::end_job(NodeId id, double seconds) {
  Node& node = nodes_[id];
  CHECK(node.running_jobs > 0);
  --node.running_jobs;
  node.spent_seconds += seconds;
  add_effort(id, seconds);
  propagate({id});
}

Tree::MoveCounts Tree::count_moves(NodeId id) const {
  std::set<Move> known;
  std::set<Move> proven;
  for (const ProvenReply& reply : nodes_[id].proven_replies) proven.insert(reply.move);
  for (const Edge& edge : nodes_[id].children) {
    known.insert(edge.move);
    if (nodes_[edge.child].verdict == Verdict::kProven) proven.insert(edge.move);
  }
  known.insert(proven.begin(), proven.end());
  return {static_cast<int>(known.size()), static_cast<int>(proven.size())};
}

bool Tree::nearly_proven(NodeId id) const {
  constexpr int kLeastProven = 8;
  constexpr int kProvenForOneOpen = 2;
  const auto is_hard = [](int distance_plies) { return distance_plies > 2 * kReaderFours + 1; };
  int proven = 0;
  int open = 0;
  for (const ProvenReply& reply : nodes_[id].proven_replies) {
    if (is_hard(reply.distance_plies)) ++proven;
  }
  for (const Edge& edge : nodes_[id].children) {
    const Node& child = nodes_[edge.child];
    if (!child.solved()) ++open;
    if (child.solved() && is_hard(child.distance_plies)) ++proven;
  }
  return proven >= kLeastProven && proven >= kProvenForOneOpen * open;
}

std::optional<NodeId> Tree::select_leaf(NodeId from, int worker, const Warmth& warmth) const {
  NodeId id = from;
  if (nodes_[id].solved() || nodes_[id].locked) return std::nullopt;
  while (!nodes_[id].leaf()) {
    const Node& node = nodes_[id];
    std::optional<NodeId> chosen;
    double chosen_number = 0;
    for (const Edge& edge : node.children) {
      const Node& child = nodes_[edge.child];
      if (child.solved() || child.locked) continue;
      double number = node.attacker_to_move ? child.proof_number : child.disproof_number;
      const bool in_turns = id == root() && !node.attacker_to_move;
      if (in_turns) number = child.seconds_below;
      if (child.last_worker != worker) number *= in_turns ? warmth.root : warmth.inner;
      if (!chosen || number < chosen_number) {
        chosen = edge.child;
        chosen_number = number;
      }
    }
    CHECK(chosen);  // an unlocked inner node has an unlocked live child
    id = *chosen;
  }
  return id;
}

std::vector<NodeId> Tree::needless_jobs(const std::vector<NodeId>& solved) const {
  std::vector<NodeId> needless;
  std::vector<NodeId> open = solved;
  std::unordered_set<NodeId> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    if (node.running_jobs > 0 && !needed(open.back())) needless.push_back(open.back());
    open.pop_back();
    // Below a node that was solved before, this was done then.
    for (const Edge& edge : node.children) {
      if (!nodes_[edge.child].solved() && seen.insert(edge.child).second) {
        open.push_back(edge.child);
      }
    }
  }
  return needless;
}

bool Tree::needed(NodeId id) const {
  std::vector<NodeId> open{id};
  std::unordered_set<NodeId> seen{id};
  while (!open.empty()) {
    const NodeId current = open.back();
    open.pop_back();
    if (nodes_[current].solved()) continue;
    if (current == root()) return true;
    for (const NodeId parent : nodes_[current].parents) {
      if (seen.insert(parent).second) open.push_back(parent);
    }
  }
  return false;
}

}  // namespace tengen::coordinator
