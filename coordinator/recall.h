// What the book knows from before comes into a run: facts and hints for the workers, the tree of an
// earlier run, and wins of nodes that are new in the tree. Used by one run, by its thread.
#pragma once

#include <cstddef>
#include <vector>

#include "coordinator/journal.h"
#include "coordinator/known_wins.h"
#include "coordinator/ledger.h"
#include "coordinator/tree.h"
#include "coordinator/worker_pool.h"

namespace tengen::coordinator {

class Recall {
 public:
  // All references must outlive it. At most so many facts are told to the workers.
  Recall(const Game& game, const Position& asked, Tree& tree, Journal& journal,
         KnownWins& known_wins, Ledger& ledger, WorkerPool& pool, std::size_t most_facts);

  // Once, before anything else. Errors: the journal's; kCorruption for a tree that cannot be.
  Status begin();
  // What the book says of nodes that were added to the tree since the last call.
  Status look_up_new_nodes();

  // Given to the workers.
  [[nodiscard]] std::size_t hints() const { return hints_; }

 private:
  Status teach_facts();
  Status teach_hints();
  Status restore_node(NodeId id, std::vector<NodeId>& open);
  Status look_up(NodeId id);
  // False only for what cannot come from the asked position. Where moves only add stones, all of
  // its stones must be there in some symmetric form.
  [[nodiscard]] bool can_follow(const Position& position) const;

  const Game& game_;
  const std::vector<Position> asked_images_;  // under the eight symmetries
  Tree& tree_;
  Journal& journal_;
  KnownWins& known_wins_;
  Ledger& ledger_;
  WorkerPool& pool_;
  const std::size_t most_facts_;
  std::size_t hints_ = 0;
};

}  // namespace tengen::coordinator
