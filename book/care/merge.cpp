#include "book/care/merge.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "book/care/claim_pool.h"
#include "book/care/proof_reader.h"
#include "book/exchange/hint_import.h"

namespace tengen::book {
namespace {

constexpr std::size_t kRecordsPerCommit = 4096;
constexpr std::uint64_t kCommitsPerSync = 16;

class Merge {
 public:
  Merge(Store& target, const Store& other, const MergeOptions& options)
      : target_(target), other_(other), options_(options) {}

  Result<MergeProgress> run() {
    if (other_.rules() != target_.rules() || other_.size() != target_.size()) {
      return Status(StatusCode::kIncompatible,
                    fmt::format("book {} is for {} on {}x{}, book {} for {} on {}x{}",
                                target_.path(), target_.rules(), target_.size(), target_.size(),
                                other_.path(), other_.rules(), other_.size(), other_.size()));
    }
    Status status = options_.verify ? verify() : Status();
    if (status.ok()) status = add();
    if (status.ok()) status = add_hints();
    if (!status.ok()) return status;
    return progress_;
  }

 private:
  using Known = Result<std::optional<StoredProof>>;

  // Whether the target has nothing as good.
  Result<bool> is_new(const KeyedProof& entry) const {
    const Known known = target_.find_exact(entry.key.position, entry.key.goal);
    if (!known.ok()) return known.status();
    return !known.value() || known.value()->distance_plies > entry.proof.distance_plies;
  }

  static ProofRecord record_of(const KeyedProof& entry) {
    return {.position = entry.key.position,
            .goal = entry.key.goal,
            .move = entry.proof.move,
            .distance_plies = entry.proof.distance_plies,
            .kind = entry.proof.kind};
  }

  // What both books together say: the shorter of two distances, as it will be.
  Result<std::optional<ProofMove>> look_up(const Position& canonical, Color goal) const {
    std::optional<ProofMove> found;
    for (const Store* store : {static_cast<const Store*>(&target_), &other_}) {
      const Known known = store->find_exact(canonical, goal);
      if (!known.ok()) return known.status();
      if (!known.value()) continue;
      if (found && found->distance_plies <= known.value()->distance_plies) continue;
      found = ProofMove{known.value()->move, known.value()->distance_plies};
    }
    return found;
  }

  Status verify() {
    ClaimPool pool(
        target_.size(),
        [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
        options_.threads);
    for (const Store* store : {static_cast<const Store*>(&target_), &other_}) {
      const Status status = store->scan_proofs([&](const BookKey& key, const StoredProof&) {
        pool.know(key.position, key.goal);
        return true;
      });
      if (!status.ok()) return status;
    }
    std::vector<ProofRecord> records;
    const auto check = [&]() -> Status {
      const Result<std::vector<ClaimFaults>> faults = pool.check(records);
      if (!faults.ok()) return faults.status();
      for (std::size_t i = 0; i < records.size(); ++i) {
        if (faults.value()[i].empty()) continue;
        return invalid_argument(fmt::format(
            "book {}: not proven: {}; nothing was added", other_.path(),
            claim_fault_text(records[i].position, records[i].goal, faults.value()[i].front())));
      }
      progress_.checked += records.size();
      records.clear();
      show();
      return {};
    };
    ProofReader reader(other_);
    while (true) {
      const Result<std::optional<KeyedProof>> entry = reader.next();
      if (!entry.ok()) return entry.status();
      if (!entry.value()) return check();
      const Result<bool> wanted = is_new(*entry.value());
      if (!wanted.ok()) return wanted.status();
      if (wanted.value()) records.push_back(record_of(*entry.value()));
      if (records.size() < ClaimPool::kRecordsAtOnce) continue;
      if (Status status = check(); !status.ok()) return status;
    }
  }

  Status add() {
    const Result<std::vector<Run>> runs = other_.runs();
    if (!runs.ok()) return runs.status();
    for (const Run& run : runs.value()) runs_of_other_[run.id] = run;
    ProofReader reader(other_);
    CommitBatch batch;
    while (true) {
      const Result<std::optional<KeyedProof>> entry = reader.next();
      if (!entry.ok()) return entry.status();
      if (entry.value()) {
        ++progress_.read;
        const Result<std::uint32_t> run = run_here(*entry.value());
        if (!run.ok()) return run.status();
        batch.proofs.push_back(record_of(*entry.value()));
        batch.runs.push_back(run.value());
      }
      if (entry.value() && batch.proofs.size() < kRecordsPerCommit) continue;
      if (Status status = commit(batch, !entry.value()); !status.ok()) return status;
      if (!entry.value()) return {};
    }
  }

  Status add_hints() {
    HintWriter writer(target_);
    Status written;
    const Status read = other_.scan_hints([&](const Hint& hint) {
      written = writer.add(hint);
      ++progress_.hints;
      return written.ok();
    });
    if (!read.ok()) return read;
    return written.ok() ? writer.finish() : written;
  }

  Status commit(CommitBatch& batch, bool last) {
    batch.sync = last || ++commits_ % kCommitsPerSync == 0;
    const Result<CommitCounts> counts = target_.commit(batch);
    if (!counts.ok()) {
      return {counts.status().code(),
              fmt::format("merging {}: {}", other_.path(), counts.status().message())};
    }
    progress_.counts.added += counts.value().added;
    progress_.counts.shortened += counts.value().shortened;
    progress_.counts.known += counts.value().known;
    batch = {};
    show();
    return {};
  }

  // The run's number in the target, where it is entered when its first record is to be added.
  Result<std::uint32_t> run_here(const KeyedProof& entry) {
    const std::uint32_t there = entry.proof.run;
    if (const auto known = runs_here_.find(there); known != runs_here_.end()) return known->second;
    const auto run = runs_of_other_.find(there);
    if (run == runs_of_other_.end()) return std::uint32_t{0};
    const Result<bool> wanted = is_new(entry);
    if (!wanted.ok()) return wanted.status();
    if (!wanted.value()) return std::uint32_t{0};
    const Result<std::uint32_t> adopted = target_.adopt_run(run->second);
    if (adopted.ok()) runs_here_[there] = adopted.value();
    return adopted;
  }

  void show() const {
    if (options_.progress) options_.progress(progress_);
  }

  Store& target_;
  const Store& other_;
  const MergeOptions& options_;
  MergeProgress progress_;
  std::map<std::uint32_t, Run> runs_of_other_;
  std::map<std::uint32_t, std::uint32_t> runs_here_;  // by the number in the other book
  std::uint64_t commits_ = 0;
};

}  // namespace

Result<MergeProgress> merge_book(Store& target, const Store& other, const MergeOptions& options) {
  return Merge(target, other, options).run();
}

}  // namespace tengen::book
