#include "book/care/merge.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "book/care/proof_reader.h"
#include "book/care/settle.h"
#include "book/store/hint_writer.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kCommitsPerSync = 16;

class Merge {
 public:
  Merge(const NaiveGame& game, Store& target, const Store& other, const MergeOptions& options)
      : game_(game),
        target_(target),
        other_(other),
        options_(options),
        settler_(
            game,
            [&target](const Position& canonical, Color goal) {
              return stored_move(target, canonical, goal);
            },
            options.threads) {}

  Result<MergeProgress> run() {
    if (other_.rules() != target_.rules() || other_.size() != target_.size()) {
      return Status(StatusCode::kIncompatible,
                    fmt::format("book {} is for {} on {}x{}, book {} for {} on {}x{}",
                                target_.path(), target_.rules(), target_.size(), target_.size(),
                                other_.path(), other_.rules(), other_.size(), other_.size()));
    }
    Status status = add_proofs();
    if (status.ok()) status = add_hints();
    if (status.ok()) status = add_notes();
    if (status.ok()) return progress_;
    const std::size_t added = progress_.counts.added;
    return Status(status.code(),
                  fmt::format("merging {}: {}; {}", other_.path(), status.message(),
                              added == 0 ? std::string("nothing of it was added")
                                         : fmt::format("{} records of it were added", added)));
  }

 private:
  Status add_proofs() {
    const Result<std::vector<Run>> runs = other_.runs();
    if (!runs.ok()) return runs.status();
    for (const Run& run : runs.value()) runs_of_other_[run.id] = run;
    LevelReader reader(other_, game_);
    while (true) {
      const Result<std::vector<KeyedProof>> entries = reader.next(options_.records_per_commit);
      if (!entries.ok()) return entries.status();
      if (Status status = add(entries.value()); !status.ok()) return status;
      if (entries.value().empty()) return {};
      show();
    }
  }

  Status add(const std::vector<KeyedProof>& entries) {
    std::vector<ProofRecord> records;
    for (const auto& [key, proof] : entries) {
      records.push_back({.position = key.position,
                         .goal = key.goal,
                         .move = proof.move,
                         .distance_plies = proof.distance_plies,
                         .kind = proof.kind});
    }
    Result<Settlement> settlement = settler_.settle(records);
    if (!settlement.ok()) return settlement.status();
    Settlement settled = std::move(settlement).value();
    const std::vector<UnsettledRecord>& faults = settled.faults;
    if (!faults.empty() && progress_.refused == 0) progress_.first_fault = faults.front().fault;
    progress_.refused += faults.size();
    CommitBatch batch;
    batch.proofs = std::move(settled.records);
    if (Status status = name_runs(entries, batch); !status.ok()) return status;
    batch.sync = entries.empty() || ++commits_ % kCommitsPerSync == 0;
    const std::size_t added = batch.proofs.size();
    const Result<CommitCounts> counts = target_.commit(batch);
    if (!counts.ok()) return counts.status();
    progress_.read += entries.size();
    progress_.counts.added += added;
    progress_.counts.known += entries.size() - added - faults.size();
    return {};
  }

  // The runs' numbers in the target, where each is entered when its first record is to be added.
  Status name_runs(const std::vector<KeyedProof>& entries, CommitBatch& batch) {
    std::map<std::string, std::uint32_t> runs;
    for (const auto& [key, proof] : entries) runs[key_of(key.position, key.goal)] = proof.run;
    for (const ProofRecord& record : batch.proofs) {
      const std::uint32_t there = runs.at(key_of(record.position, record.goal));
      const auto run = runs_of_other_.find(there);
      if (run != runs_of_other_.end() && !runs_here_.contains(there)) {
        const Result<std::uint32_t> adopted = target_.adopt_run(run->second);
        if (!adopted.ok()) return adopted.status();
        runs_here_[there] = adopted.value();
      }
      const auto here = runs_here_.find(there);
      batch.runs.push_back(here == runs_here_.end() ? 0 : here->second);
    }
    return {};
  }

  static std::string key_of(const Position& canonical, Color goal) {
    return encode_position(canonical) + static_cast<char>(goal);
  }

  Status add_hints() {
    HintWriter writer(target_);
    Status written;
    const Status read = other_.scan_hints([&](const HintedPosition& hint) {
      written = writer.add(hint);
      ++progress_.hint_positions;
      return written.ok();
    });
    if (!read.ok()) return read;
    return written.ok() ? writer.finish() : written;
  }

  Status add_notes() {
    NoteWriter writer(target_);
    Status written;
    const Status read = other_.scan_notes([&](const NotedPosition& noted) {
      written = writer.add(noted);
      progress_.noted_positions += says_something(noted.notes) ? 1 : 0;
      return written.ok();
    });
    if (!read.ok()) return read;
    return written.ok() ? writer.finish() : written;
  }

  void show() const {
    if (options_.progress) options_.progress(progress_);
  }

  const NaiveGame game_;
  Store& target_;
  const Store& other_;
  const MergeOptions& options_;
  Settler settler_;
  MergeProgress progress_;
  std::map<std::uint32_t, Run> runs_of_other_;
  std::map<std::uint32_t, std::uint32_t> runs_here_;  // by the number in the other book
  std::uint64_t commits_ = 0;
};

}  // namespace

Result<MergeProgress> merge_book(Store& target, const Store& other, const MergeOptions& options) {
  const Result<NaiveGame> game = naive_game(target.rules(), target.size());
  if (!game.ok()) return game.status();
  return Merge(game.value(), target, other, options).run();
}

}  // namespace tengen::book
