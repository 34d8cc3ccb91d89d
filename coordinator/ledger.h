// What of a run goes into the book, and in which order: certified records first, then what follows
// from them, then the changed entries of the tree. Workers hear of a fact only once it is stored.
// Killing anything in between loses at most running jobs. Used by one run, by its thread.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "coordinator/journal.h"
#include "coordinator/judge.h"
#include "coordinator/known_wins.h"
#include "coordinator/tree.h"
#include "coordinator/worker_pool.h"

namespace tengen::coordinator {

class Ledger {
 public:
  // All must outlive it.
  Ledger(Tree& tree, Journal& journal, Judge& judge, KnownWins& known_wins, WorkerPool& pool)
      : tree_(tree), journal_(journal), judge_(judge), known_wins_(known_wins), pool_(pool) {}

  // Stores settled records and tells everyone but `origin`.
  Status store(const std::vector<ProofRecord>& records, int origin);
  // Has them checked first; what does not hold is kCorruption, for nothing but checked records has
  // led to them.
  Status store_checked(const std::vector<ProofRecord>& records);
  // The other side's win at the root, by an answer that was checked.
  Status store_other_win(const SolveOutcome& outcome);

  // Stores what follows from these nodes being solved, and the tree's changes; ends jobs that are
  // needless now. `asked` is the node that a job's answer was about, if one was.
  Status conclude(const std::vector<NodeId>& solved, std::optional<NodeId> asked);
  // Makes room in the tree; what is dropped goes from the book's tree too.
  Status drop_solved();
  // The node's entry is in the book's tree, from an earlier run.
  void note_stored(NodeId id) { stored_nodes_.insert(id); }

  // Added to the book.
  [[nodiscard]] std::uint64_t records() const { return records_; }

 private:
  Status commit(book::CommitBatch batch, const std::vector<ProofRecord>& records, int origin);
  void drop(book::CommitBatch& batch);
  void add_tree_changes(const std::vector<NodeId>& solved, std::optional<NodeId> asked,
                        book::CommitBatch& batch);
  void cancel_jobs(const std::vector<NodeId>& nodes);

  Tree& tree_;
  Journal& journal_;
  Judge& judge_;
  KnownWins& known_wins_;
  WorkerPool& pool_;
  std::unordered_set<NodeId> stored_nodes_;  // have an entry in the book's tree
  std::uint64_t records_ = 0;
};

}  // namespace tengen::coordinator
