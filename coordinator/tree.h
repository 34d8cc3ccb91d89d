// The coordinator's opening tree: a best-first proof-number DAG for one goal, keyed by canonical
// position. OR nodes have the attacker (the goal's side) to move, AND nodes the defender.
//
// Invariants, after every public call:
// * an unsolved inner node's numbers follow from its children; a leaf's come from its last job;
// * a leaf is locked while a job runs on it, an inner node iff all its live children are locked;
//   select_leaf() never enters a locked node, and no number is faked to that end;
// * a solved node stays solved;
// * a tree that is full takes no new nodes, listed moves or proven replies: it goes on with the
//   numbers and verdicts of the leaves it has until drop_solved() has made room.
// Positions never repeat, so there are no cycles: every edge leads to more of Game::progress().
// Owned by one thread; no MPI and no disk in here.
//
// Proof-number search after Allis, van der Meulen & van den Herik 1994; over-counting in the DAG is
// damped by WeakSum (solver/game/weak_sum.h).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/position.h"
#include "solver/game/prover.h"

namespace tengen::coordinator {

using NodeId = std::uint32_t;
constexpr int kNoWorker = -1;

// A defender's reply that a job has refuted with a certificate.
struct ProvenReply {
  Move move = kNoMove;
  int distance_plies = 0;  // of the position after the reply
  friend bool operator==(const ProvenReply&, const ProvenReply&) = default;
};

struct Edge {
  Move move = kNoMove;  // in the frame of the parent's canonical position
  NodeId child = 0;
};

struct Node {
  Position position;  // canonical
  bool attacker_to_move = false;
  Verdict verdict = Verdict::kUnknown;
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  Move best = kNoMove;     // OR, proven: the winning move
  int distance_plies = 0;  // when proven

  std::vector<Edge> children;  // empty: a leaf
  std::vector<NodeId> parents;
  // What the last job said of moves that are not proven; the children of a future expand().
  std::vector<ChildOutcome> listed;
  std::vector<ProvenReply> proven_replies;  // AND only; never among `children`

  bool locked = false;
  int running_jobs = 0;
  // The scheduler's memory of a node.
  double spent_seconds = 0;
  double seconds_below = 0;  // spent on the node and on all below it
  int jobs = 0;
  int last_worker = kNoWorker;
  bool gave_up = false;   // a prover came back unknown before its time
  std::size_t bytes = 0;  // as counted by Tree::bytes()

  [[nodiscard]] bool solved() const { return verdict != Verdict::kUnknown; }
  [[nodiscard]] bool leaf() const { return children.empty(); }
};

// How much a worker keeps to what it knows. At a node, a number that was last looked at by another
// worker counts so many times, and so does the time spent on a reply at the root.
struct Warmth {
  double inner = 1.25;
  double root = 1;
};

class Tree {
 public:
  // Says whether every legal reply of an AND node is answered, by rules and not by what a search
  // listed. Called once all children of the node are proven; on false the node becomes a leaf
  // again.
  using Certifier = std::function<bool(const Tree&, NodeId)>;

  // The game outlives the tree, which stops growing when it takes `memory_bytes`, and exceeds them
  // by one node's children at most. REQUIRES: `root` is canonical and not decided.
  Tree(const Game& game, const Position& root, Color goal, Certifier certifier,
       std::uint64_t memory_bytes = kUnlimited);
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] NodeId root() const { return 0; }
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] Color goal() const { return goal_; }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  // Memory taken by the nodes and what they hold.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] bool full() const { return bytes_ >= memory_bytes_; }
  // The reference lives until the node is dropped.
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  // REQUIRES: `position` is canonical.
  [[nodiscard]] std::optional<NodeId> find(const Position& position) const;

  // Takes over what a job (or the stored tree) says of a node: numbers, listed moves, proven
  // replies, verdict. An inner node keeps its children and passes what is new on to them. Returns
  // the nodes that became solved by it, children before parents.
  std::vector<NodeId> apply(NodeId id, const SolveOutcome& outcome);

  // Makes the listed moves children. A listed position that is in the tree already is shared.
  // Returns the nodes that became solved. REQUIRES: an unsolved leaf with listed moves.
  std::vector<NodeId> expand(NodeId id);
  // Nodes that were expanded since the last call.
  std::vector<NodeId> take_expanded() { return std::exchange(expanded_, {}); }

  // Nodes that were added since the last call.
  std::vector<NodeId> take_added() { return std::exchange(added_, {}); }

  // A proof known from elsewhere (a fact). Returns the nodes that became solved, `id` first.
  std::vector<NodeId> set_proven(NodeId id, Move best, int distance_plies);
  std::vector<NodeId> set_disproven(NodeId id);

  // A node that is in the tree no more. Its id is given to another node later and until then
  // stands for a solved one.
  struct Dropped {
    NodeId id = 0;
    Position position;
  };
  // Whether the tree is full and enough was solved since the last drop_solved() to try it.
  [[nodiscard]] bool should_drop() const;
  // Drops all nodes that no path of unsolved nodes leads to, but for those with a running job.
  std::vector<Dropped> drop_solved();

  // Makes a leaf of the node that nobody has looked at; its proven replies stay, and what was below
  // it until it is dropped. REQUIRES: unsolved.
  void begin_again(NodeId id);

  // What an earlier run spent on the node.
  void restore_effort(NodeId id, double spent_seconds, int jobs);

  // A job starts or ends on the node.
  void start_job(NodeId id, int worker);
  void end_job(NodeId id, double seconds);
  void note_giving_up(NodeId id) { nodes_[id].gave_up = true; }

  // The most-proving leaf without a running job below `from`, or nothing when all are locked or
  // `from` is solved. Nodes this worker was last at are preferred, as far as `warmth` says. Where
  // the defender is to move at the root, each open reply gets its turn, the one on which least was
  // spent: all are asked for, and what is proven of one helps the others.
  [[nodiscard]] std::optional<NodeId> select_leaf(NodeId from, int worker,
                                                  const Warmth& warmth = {}) const;

  struct MoveCounts {
    int known = 0;
    int proven = 0;  // of them
  };
  // The node's moves, each counted once: a reply may be proven both by a job on the node and as a
  // child.
  [[nodiscard]] MoveCounts count_moves(NodeId id) const;

  // Whether most of the defender's replies that are hard to meet are proven to lose: twice as many
  // as are open, where those met by a few fours are not counted. REQUIRES: an unsolved AND node.
  [[nodiscard]] bool nearly_proven(NodeId id) const;

  // Nodes with a running job that these, newly solved, have made needless.
  [[nodiscard]] std::vector<NodeId> needless_jobs(const std::vector<NodeId>& solved) const;

  // Whether an unsolved path leads from the root to the node.
  [[nodiscard]] bool needed(NodeId id) const;

 private:
  NodeId add(const Position& position);
  // Adds to `seconds_below` of the node and of all above it.
  void add_effort(NodeId id, double seconds);
  void cut_children(NodeId id);
  void link(NodeId parent, Move move, const ChildOutcome& listed, std::vector<NodeId>& dirty);
  void merge_into_children(NodeId id, const SolveOutcome& outcome, std::vector<NodeId>& dirty);
  void set_leaf(NodeId id, const SolveOutcome& outcome);
  void mark_proven(NodeId id, Move best, int distance_plies);
  void mark_disproven(NodeId id);
  void mark_solved(NodeId id, Verdict verdict);
  // Recomputes one node; true when anything its parents look at has changed.
  bool recompute(NodeId id);
  bool recompute_or(NodeId id);
  bool recompute_and(NodeId id);
  void collapse(NodeId id);
  // Counts the node's memory anew.
  void measure(NodeId id);
  std::vector<NodeId> propagate(std::vector<NodeId> dirty);

  const Game& game_;
  Color goal_;
  Certifier certifier_;
  const std::uint64_t memory_bytes_;
  std::uint64_t bytes_ = 0;
  std::deque<Node> nodes_;
  std::unordered_map<std::string, NodeId> ids_;  // by encode_position()
  std::vector<NodeId> newly_solved_;
  std::vector<NodeId> expanded_;
  std::vector<NodeId> added_;
  std::size_t solved_since_drop_ = 0;
  std::vector<NodeId> free_ids_;
};

}  // namespace tengen::coordinator
