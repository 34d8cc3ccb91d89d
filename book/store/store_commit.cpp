// Store::commit() and Store::amend().
#include <map>

#include "book/store/store_state.h"

namespace tengen::book {
namespace {

std::string claim_text(Color goal, RecordKind kind, Move move, int distance_plies, int size) {
  return fmt::format("{} wins in {} plies{}", color_name(goal), distance_plies,
                     kind == RecordKind::kAllReplies
                         ? std::string(" against every reply")
                         : fmt::format(" by {}", format_move(move, size)));
}

}  // namespace

Result<CommitCounts> Store::commit(const CommitBatch& batch) {
  CHECK(state_->extent.has_value());
  CHECK(batch.runs.empty() || batch.runs.size() == batch.proofs.size());
  CommitCounts counts;
  const auto run_of = [&batch](const ProofRecord* record) {
    return batch.runs.empty() ? batch.run
                              : batch.runs[static_cast<std::size_t>(record - batch.proofs.data())];
  };
  // Proofs of this batch by key; two of them may be about one position.
  std::map<std::string, const ProofRecord*> pending;
  const auto find_claim = [&](const BookKey& key) -> Result<std::optional<StoredProof>> {
    const auto in_batch = pending.find(encode_key(state_->rules, key.position, key.goal));
    if (in_batch == pending.end()) return state_->find(key);
    const ProofRecord& record = *in_batch->second;
    return std::optional<StoredProof>({.kind = record.kind,
                                       .move = record.move,
                                       .distance_plies = record.distance_plies,
                                       .run = run_of(&record)});
  };
  for (const ProofRecord& record : batch.proofs) {
    const Status checked = check_record(record);
    if (!checked.ok()) return in_book(checked, path());
    if (record.position.size != size()) {
      return invalid_argument(fmt::format("book {}: a record of another board size", path()));
    }
    const Result<std::optional<StoredProof>> against =
        find_claim({.position = record.position, .goal = opponent(record.goal)});
    if (!against.ok()) return against.status();
    if (against.value()) {
      const StoredProof& other = *against.value();
      return Status(
          StatusCode::kCorruption,
          fmt::format(
              "book {}: contradiction at {}: {} (stored by run {}), but now {} (run {})", path(),
              format_position(record.position),
              claim_text(opponent(record.goal), other.kind, other.move, other.distance_plies,
                         size()),
              other.run,
              claim_text(record.goal, record.kind, record.move, record.distance_plies, size()),
              run_of(&record)));
    }
    const Result<std::optional<StoredProof>> same =
        find_claim({.position = record.position, .goal = record.goal});
    if (!same.ok()) return same.status();
    if (same.value()) {
      ++counts.known;
      continue;
    }
    ++counts.added;
    pending[encode_key(state_->rules, record.position, record.goal)] = &record;
  }

  rocksdb::WriteBatch writes;
  rocksdb::Status status;
  const auto tree_key = [&](const BookKey& key) {
    CHECK(key.position.size == size());
    return encode_key(state_->rules, key.position, key.goal);
  };
  for (const auto& [key, record] : pending) {
    if (status.ok()) {
      status =
          writes.Put(state_->family(kProofsFamily), key, encode_value(*record, run_of(record)));
    }
  }
  for (const BookKey& key : batch.tree_deletes) {
    if (status.ok()) status = writes.Delete(state_->family(kTreeFamily), tree_key(key));
  }
  for (const TreeEntry& entry : batch.tree_puts) {
    if (status.ok()) {
      status = writes.Put(state_->family(kTreeFamily), tree_key(entry.key), entry.bytes);
    }
  }
  for (const auto& [name, value] : batch.notes) {
    if (status.ok()) {
      status = writes.Put(state_->family(kMetaFamily), fmt::format("{}{}", kMetaNotePrefix, name),
                          value);
    }
  }
  if (!status.ok()) return state_->error(status);
  if (writes.Count() == 0) return counts;
  if (Status written = state_->write(writes, batch.sync); !written.ok()) return written;
  return counts;
}

Status Store::amend(const Amendment& amendment) {
  CHECK(state_->extent.has_value());
  rocksdb::WriteBatch writes;
  rocksdb::Status status;
  for (const std::string& key : amendment.deleted) {
    if (status.ok()) status = writes.Delete(state_->family(kProofsFamily), key);
  }
  for (const auto& [record, run] : amendment.replaced) {
    if (Status checked = check_record(record); !checked.ok()) return in_book(checked, path());
    CHECK(record.position.size == size());
    if (status.ok()) {
      status = writes.Put(state_->family(kProofsFamily),
                          encode_key(state_->rules, record.position, record.goal),
                          encode_value(record, run));
    }
  }
  if (status.ok() && amendment.clear_tree) status = state_->delete_tree(writes);
  if (!status.ok()) return state_->error(status);
  return writes.Count() == 0 ? Status() : state_->write(writes, false);
}

}  // namespace tengen::book
