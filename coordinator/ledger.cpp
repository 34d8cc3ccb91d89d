#include "coordinator/ledger.h"

#include <algorithm>
#include <utility>

#include "coordinator/derived_records.h"
#include "coordinator/tree_entry.h"

namespace tengen::coordinator {

Status Ledger::store(const std::vector<ProofRecord>& records, int origin) {
  if (records.empty()) return {};
  const Position& root = tree_.node(tree_.root()).position;
  book::CommitBatch batch;
  batch.proofs = records;
  batch.sync = std::any_of(records.begin(), records.end(),
                           [&](const ProofRecord& record) { return record.position == root; });
  return commit(std::move(batch), records, origin);
}

Status Ledger::store_checked(const std::vector<ProofRecord>& records) {
  if (records.empty()) return {};
  Result<book::Settlement> settled = judge_.settle(records);
  if (!settled.ok()) return settled.status();
  if (!settled.value().faults.empty()) {
    return {StatusCode::kCorruption, "what follows from the book's records does not hold: " +
                                         settled.value().faults.front().fault +
                                         "; `tengen repair` removes what is false"};
  }
  return store(settled.value().records, kNoWorker);
}

Status Ledger::store_other_win(const SolveOutcome& outcome) {
  const Position& root = tree_.node(tree_.root()).position;
  const Color other = opponent(tree_.goal());
  Result<std::optional<ProofRecord>> known = journal_.fact(root, other);
  if (!known.ok()) return known.status();
  if (known.value()) return {};
  const RecordKind kind = root.to_move == other ? RecordKind::kVcfLeaf : RecordKind::kAllReplies;
  return store_checked({{root, other, outcome.best, outcome.distance_plies, kind}});
}

Status Ledger::conclude(const std::vector<NodeId>& solved, std::optional<NodeId> asked) {
  const std::vector<NodeId> needless = tree_.needless_jobs(solved);
  std::vector<ProofRecord> derived;
  Status status = add_derived_records(tree_, journal_, solved, asked, derived);
  if (status.ok()) status = store_checked(derived);
  if (!status.ok()) return status;
  book::CommitBatch batch;
  batch.sync = tree_.node(tree_.root()).solved();
  if (tree_.should_drop()) drop(batch);
  add_tree_changes(solved, asked, batch);
  if (!batch.tree_puts.empty() || !batch.tree_deletes.empty()) {
    status = commit(std::move(batch), {}, kNoWorker);
    if (!status.ok()) return status;
  }
  cancel_jobs(needless);
  return {};
}

Status Ledger::commit(book::CommitBatch batch, const std::vector<ProofRecord>& records,
                      int origin) {
  Result<book::CommitCounts> counts = journal_.commit(std::move(batch));
  if (!counts.ok()) return counts.status();
  records_ += counts.value().added;
  for (const ProofRecord& record : records) known_wins_.know(record);
  pool_.share(records, origin);
  return {};
}

void Ledger::drop(book::CommitBatch& batch) {
  for (const Tree::Dropped& node : tree_.drop_solved()) {
    if (stored_nodes_.erase(node.id) > 0) {
      batch.tree_deletes.push_back({node.position, tree_.goal()});
    }
  }
}

Status Ledger::drop_solved() {
  book::CommitBatch batch;
  drop(batch);
  return commit(std::move(batch), {}, kNoWorker);
}

void Ledger::add_tree_changes(const std::vector<NodeId>& solved, std::optional<NodeId> asked,
                              book::CommitBatch& batch) {
  const auto key = [&](NodeId id) { return book::BookKey{tree_.node(id).position, tree_.goal()}; };
  if (tree_.node(tree_.root()).solved()) {
    for (const NodeId id : std::exchange(stored_nodes_, {})) batch.tree_deletes.push_back(key(id));
    return;
  }
  for (const NodeId id : solved) {
    if (stored_nodes_.erase(id) > 0) batch.tree_deletes.push_back(key(id));
  }
  std::vector<NodeId> changed = tree_.take_expanded();
  if (asked) changed.push_back(*asked);
  for (const NodeId id : changed) {
    if (tree_.node(id).solved()) continue;
    batch.tree_puts.push_back({key(id), encode_tree_node(state_of(tree_, id))});
    stored_nodes_.insert(id);
  }
}

void Ledger::cancel_jobs(const std::vector<NodeId>& nodes) {
  for (const NodeId id : nodes) {
    // Nobody's is a position that was set aside.
    if (const int worker = tree_.node(id).last_worker; worker != kNoWorker) pool_.cancel(worker);
  }
}

}  // namespace tengen::coordinator
