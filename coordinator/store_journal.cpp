#include "coordinator/store_journal.h"

namespace tengen::coordinator {
namespace {

constexpr std::chrono::seconds kSyncInterval{1};

ProofRecord to_record(const Position& position, Color goal, const book::StoredProof& proof) {
  return {position, goal, proof.move, proof.distance_plies, proof.kind};
}

}  // namespace

Result<std::optional<ProofRecord>> StoreJournal::fact(const Position& canonical, Color goal) {
  Result<std::optional<book::StoredProof>> found = store_.find_exact(canonical, goal);
  if (!found.ok()) return found.status();
  if (!found.value()) return std::optional<ProofRecord>();
  return std::optional(to_record(canonical, goal, *found.value()));
}

Status StoreJournal::visit_facts(const std::function<bool(const ProofRecord&)>& visit) {
  return store_.scan_proofs([&](const book::BookKey& key, const book::StoredProof& proof) {
    return visit(to_record(key.position, key.goal, proof));
  });
}

Status StoreJournal::visit_hints(const std::function<bool(const Hint&)>& visit) {
  return store_.scan_hints([&](const book::HintedPosition& hint) {
    return visit({hint.position, hint.moves.front().move, hint.moves.front().wins});
  });
}

Result<std::optional<Hint>> StoreJournal::hint(const Position& position) {
  const Result<std::vector<book::HintedMove>> found = store_.hints(position);
  if (!found.ok()) return found.status();
  if (found.value().empty()) return std::optional<Hint>();
  const book::HintedMove& best = found.value().front();
  return std::optional(Hint{position, best.move, best.wins});
}

Result<std::optional<std::string>> StoreJournal::tree_entry(const Position& canonical, Color goal) {
  return store_.tree_entry(canonical, goal);
}

Result<book::CommitCounts> StoreJournal::commit(book::CommitBatch batch) {
  const auto now = std::chrono::steady_clock::now();
  batch.run = run_;
  batch.sync = batch.sync || now - last_sync_ >= kSyncInterval;
  if (batch.sync) last_sync_ = now;
  return store_.commit(batch);
}

}  // namespace tengen::coordinator
