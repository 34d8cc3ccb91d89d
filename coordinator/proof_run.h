// The proof of one position: the dispatch loop over tree, scheduler, workers and journal. Used by
// Coordinator only.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "coordinator/coordinator.h"
#include "coordinator/known_wins.h"

namespace tengen::coordinator {

class ProofRun {
 public:
  ProofRun(WorkerPool& pool, CheckQueue& checks, Judge& judge, const Game& game, Journal& journal,
           const std::atomic<bool>& stop, const CoordinatorOptions& options, const Watcher& watcher,
           const Position& position, Color goal, double seconds);

  Result<SolveReport> execute();
  // Without what the pool knows. May be asked for while the pool is polled.
  [[nodiscard]] RunStatus status() const;

 private:
  using Clock = wire::Clock;

  // Facts and tree of earlier runs.
  Status resume();
  Status restore_node(NodeId id, std::vector<NodeId>& open);
  // What the book says of nodes that are new in the tree.
  Status look_up_new_nodes();
  Status look_up(NodeId id);
  Status teach_facts();
  Status teach_hints();
  // Whether the position can come from the asked one: all its stones are there in some symmetric
  // form.
  [[nodiscard]] bool can_follow(const Position& position) const;
  // Takes in what the workers said; `heard` tells whether there was anything.
  Status take_events(bool& heard);
  Status take_answer(CheckedAnswer& answer);
  // A worker that has claimed what does not hold, and all it has said that was not taken yet.
  void shut_out(const CheckedAnswer& answer);
  [[nodiscard]] Color goal_of(const PoolEvent& event) const;
  // The other side's win at the root, which was checked.
  Status store_other_win(const SolveOutcome& outcome);
  // Commits settled records, then lets the workers know.
  Status store(std::vector<ProofRecord> records, int origin);
  // Has them checked first.
  Status store_checked(const std::vector<ProofRecord>& records);
  // Stores what follows from these nodes being solved, and the tree's changes.
  Status conclude(const std::vector<NodeId>& solved, std::optional<NodeId> asked);
  Status commit(book::CommitBatch batch, const std::vector<ProofRecord>& records, int origin);
  void add_tree_changes(const std::vector<NodeId>& solved, std::optional<NodeId> asked,
                        book::CommitBatch& batch);
  // The worker of this job has died.
  void note_death(const Assignment& assignment);
  Status next_turn_if_due();
  // Makes room in the tree; what is dropped goes from the journal too.
  void drop_from_tree(book::CommitBatch& batch);
  Status hand_out();
  [[nodiscard]] double within_limit(double job_seconds) const;
  // Everything that is left was set aside.
  [[nodiscard]] bool stuck() const;
  void cancel_jobs(const std::vector<NodeId>& nodes);
  // Ends all jobs, waiting shortly for what they have proven.
  Status drain();
  void show_progress();
  [[nodiscard]] int proven_since(double seconds_ago) const;
  Result<SolveReport> report();
  [[nodiscard]] bool certify_replies(const Tree& tree, NodeId id) const;
  [[nodiscard]] bool time_is_up() const;

  WorkerPool& pool_;
  CheckQueue& checks_;
  Judge& judge_;
  const Game& game_;
  Journal& journal_;
  const std::atomic<bool>& stop_;
  const CoordinatorOptions& options_;
  const Watcher& watcher_;
  const Position asked_position_;
  const std::vector<Position> asked_images_;  // under the eight symmetries
  const Color goal_;
  const double seconds_limit_;
  const Clock::time_point begin_;
  Tree tree_;
  Scheduler scheduler_;
  KnownWins known_wins_;
  std::unordered_set<NodeId> stored_nodes_;  // have an entry in the journal's tree
  // Of the root, from its last answer: how many moves are known, and how many proven.
  int root_children_known_ = 0;
  SolveReport totals_;
  Clock::time_point last_progress_ = begin_;
  Progress progress_;
  // Deaths on a job in a row, by node and side asked for; those set aside.
  std::map<std::pair<NodeId, bool>, int> deaths_;
  // How many of the root's moves were proven when, about every ten seconds.
  struct Proven {
    double seconds = 0;
    int moves = 0;
  };
  std::deque<Proven> proven_history_;
  const Traffic traffic_before_;
  const double cpu_seconds_before_;
  const double check_seconds_before_;
};

}  // namespace tengen::coordinator
