// Which job a free worker gets, and how long it may take. All policy is in this one file pair.
//
// The policy, in order:
// 1. One worker, the anchor, gives the root (or whose turn it is, see 5.) a part of its
//    time, in jobs of doubling length: many positions are proven by one prover with warm tables,
//    and what the others prove reaches it as facts between its jobs. When the prover gives up
//    before its time, the anchor helps the others for a while.
// 2. A small share of all time asks for the other side's win at the root.
// 3. The others descend the tree to its most-proving unlocked leaf. A leaf is opened up once enough
//    was spent on it (a defender's only after a win following a pass is believed: before, its jobs
//    list no moves), or a worker has given up on it. Many workers keep to the parts of the tree
//    that they know.
// 4. With nothing unlocked left, a leaf in work whose moves are known is opened up for the others.
// Nothing is opened up while the tree has no room.
// 5. What is not proven after a while, the first attempt, is begun again from nothing but what is
//    proven, and then with all searchers that the provers have (renju/crew.h): most positions fall
//    sooner to few, the hard ones to many. From now on an attacker's position is searched from the
//    top, and nothing is forgotten any more. Where the defender is to move at the root, the open
//    replies have turns of lengths after Luby, each as if it were the root; where a move of the
//    attacker has most replies proven, those still open do, and so on below them, and the position
//    itself has. Who had the fewest turns is next.
//
// A leaf comes back to the worker it was with (see Tree::select_leaf), with twice the budget.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "coordinator/tree.h"

namespace tengen::coordinator {

struct Policy {
  double first_job_seconds = 0.25;
  double longest_job_seconds = 4;
  // A leaf is opened up when so much was spent on it; with more than `patient_workers` sooner, in
  // proportion: what is open lets no worker go to a move that hardly wins.
  double expand_after_seconds = 2;
  double expand_defence_after_seconds = 1;
  int patient_workers = 16;
  // A prover names no replies to a position where it finds no win after a pass: there is hardly one
  // after the others. Of the position asked for they are wanted all the same, after so long.
  double list_replies_after_seconds = 5;
  // The root's share of the anchor's time. More was slower where one prover alone does not get
  // through (D4 j9: at most 31 s of two workers with small shares, no proof in 40 s with the root
  // alone).
  double root_share = 0.25;
  // A prover that gave up on the root is asked again after so much work on the tree.
  double root_again_after_seconds = 10;
  // An unknown answer in less than this share of the time it had is a prover's giving up.
  double gave_up_share = 0.5;
  double opposite_share = 0.05;
  // The first attempt, and the shortest turn after it: seconds of all workers, where the defender
  // is to move for each open reply.
  double turn_seconds = 60;
  // With many workers a position's jobs would go from one to the other, and each would begin with a
  // cold table. Simulated, 8 workers prove 5 times as fast as one, and 1.3 times without this.
  Warmth warmth_of_many{4, 4};
  int many_workers = 3;
};

struct Assignment {
  NodeId node = 0;
  double seconds = 0;     // the job's limit
  bool opposite = false;  // ask for the other goal's win; only at the root
  std::uint32_t attempt = 0;
};

// Who asks for a job.
struct FreeWorker {
  int worker = kNoWorker;
  int live_workers = 1;  // this one among them
};

// Owned by one thread.
class Scheduler {
 public:
  // The tree must outlive the scheduler.
  Scheduler(Tree& tree, const Policy& policy) : tree_(tree), policy_(policy), top_(tree.root()) {}

  // A job for it, already marked as running, or nothing to do at the moment. Tree nodes solved by
  // opening up a leaf are appended to `solved`.
  std::optional<Assignment> next(const FreeWorker& free, std::vector<NodeId>& solved);

  // The job has ended with an answer, after `seconds`; or was handed back before its time.
  void finished(int worker, const Assignment& assignment, double seconds, bool handed_back = false);

  // The worker is lost, and the answer to its job (if it had one) with it.
  void lost(int worker, const std::optional<Assignment>& assignment);

  // Gives the turn to another position, or begins the second attempt, when it is time; true when it
  // did. No running job is needed then: what it says of the first attempt's numbers counts no more.
  bool next_turn_if_due(int live_workers);
  // The running attempt, from 0.
  [[nodiscard]] std::uint32_t attempt() const { return attempt_; }
  // Whether this is the root, the defender's, and no job has named its replies for long.
  [[nodiscard]] bool wants_replies(NodeId id) const;

  // Gives out such a job no more. A leaf that is set aside stays locked; others may still solve it
  // by what they prove elsewhere. REQUIRES: its job has ended.
  void set_aside(const Assignment& assignment);

 private:
  // Since the first attempt.
  [[nodiscard]] std::uint64_t turns_at(NodeId top) const;
  // Appends the positions at and below `id` that may have turns, the lowest first.
  void collect_tops(NodeId id, std::vector<NodeId>& tops) const;
  [[nodiscard]] double turn_length(int live_workers) const;
  [[nodiscard]] std::optional<NodeId> next_top() const;
  [[nodiscard]] bool opposite_due() const;
  [[nodiscard]] bool anchor_due(int worker) const;
  [[nodiscard]] bool should_expand(const Node& node, int live_workers) const;
  [[nodiscard]] double budget(double first_seconds, int earlier_jobs) const;
  [[nodiscard]] double opposite_budget() const;
  Assignment start(NodeId node, int worker);
  Assignment start_opposite();
  std::optional<NodeId> choose_leaf(int worker, int live_workers, std::vector<NodeId>& solved);
  void end(int worker, const Assignment& assignment, double seconds);
  bool open_up_running_leaf(std::vector<NodeId>& solved);

  Tree& tree_;
  const Policy policy_;
  int anchor_ = kNoWorker;
  std::optional<NodeId> anchor_job_;  // at the top
  double anchor_root_seconds_ = 0;
  double anchor_tree_seconds_ = 0;
  double root_due_at_ = 0;  // in anchor_tree_seconds_
  std::set<NodeId> set_aside_;
  bool opposite_set_aside_ = false;
  bool opposite_running_ = false;
  int opposite_jobs_ = 0;
  double opposite_seconds_ = 0;
  double total_seconds_ = 0;
  std::uint32_t attempt_ = 0;
  double turn_began_at_ = 0;  // in total_seconds_
  NodeId top_;                // whose turn it is: the root, or a position with a reply made
  // By the top's encode_position(), for nodes come and go.
  std::map<std::string, std::uint64_t> turns_;
  std::vector<NodeId> running_;
  bool all_locked_ = false;  // nothing was found below the root since a job ended last
};

}  // namespace tengen::coordinator
