#include "book/care/repair.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "book/care/claim_pool.h"
#include "book/care/proof_reader.h"
#include "book/care/settle.h"
#include "book/store/record.h"

namespace tengen::book {
namespace {

// As Reached::key.
std::string key_of(const Position& canonical, Color goal) {
  return std::string(color_name(goal)) + encode_position(canonical);
}

class Repair {
 public:
  Repair(const NaiveGame& game, std::unique_ptr<Store> store, const RepairOptions& options)
      : store_(std::move(store)),
        options_(options),
        game_(game),
        rules_(rules_byte(store_->rules()).value()),
        pool_(
            game,
            [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
            options.threads) {
    report_.path = store_->path();
    report_.rules = store_->rules();
    report_.size = store_->size();
  }

  Result<RepairReport> run() {
    const auto start = std::chrono::steady_clock::now();
    Status status = read_runs();
    if (status.ok()) status = remove_unreadable();
    if (status.ok()) status = check_levels();
    if (!status.ok()) return status;
    name_opened();
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  Status read_runs() {
    const Result<std::vector<Run>> runs = store_->runs();
    if (!runs.ok()) return runs.status();
    for (const Run& run : runs.value()) runs_.insert(run.id);
    return {};
  }

  Status remove_unreadable() {
    Amendment amendment;
    const Status read =
        store_->scan_proof_bytes({}, [&](std::string_view key, std::string_view value) {
          const Result<BookKey> decoded = decode_key(key, rules_, store_->size());
          const bool readable = decoded.ok() && decode_value(value, decoded.value()).ok();
          if (readable) {
            pool_.know(decoded.value().position, decoded.value().goal);
            ++report_.records;
          } else {
            amendment.deleted.emplace_back(key);
            ++report_.damaged;
            if (decoded.ok()) gone_.push_back(decoded.value());
          }
          return true;
        });
    if (!read.ok()) return read;
    const Status tree = store_->scan_tree([](const TreeEntry&) { return true; });
    if (!tree.ok() && tree.code() != StatusCode::kCorruption) return tree;
    report_.tree_deleted = amendment.clear_tree = !tree.ok();
    return amend(std::move(amendment));
  }

  Status check_levels() {
    LevelReader reader(*store_, game_, LevelReader::Damaged::kIsPassedOver);
    while (true) {
      const Result<std::vector<KeyedProof>> entries = reader.next(options_.records_per_commit);
      if (!entries.ok()) return entries.status();
      if (entries.value().empty()) return {};
      if (Status status = check(entries.value()); !status.ok()) return status;
      if (options_.progress) options_.progress(report_);
    }
  }

  Status check(const std::vector<KeyedProof>& entries) {
    std::vector<ProofRecord> records;
    for (const auto& [key, proof] : entries) {
      records.push_back({.position = key.position,
                         .goal = key.goal,
                         .move = proof.move,
                         .distance_plies = kMaxDistancePlies,  // it will be found
                         .kind = proof.kind});
    }
    const Result<std::vector<PoolReport>> reports = pool_.reports(records);
    if (!reports.ok()) return reports.status();
    Amendment amendment;
    for (std::size_t i = 0; i < records.size(); ++i) {
      judge(std::move(records[i]), entries[i].proof, reports.value()[i], amendment);
    }
    report_.checked += records.size();
    return amend(std::move(amendment));
  }

  void judge(ProofRecord record, const StoredProof& stored, const PoolReport& report,
             Amendment& amendment) {
    const ClaimFaults faults = faults_of(report);
    if (!faults.empty() && !report.short_win) return remove(record, report, faults, amendment);
    record.distance_plies = exact_distance(report);
    const std::uint32_t run = stored.run == 0 || runs_.contains(stored.run) ? stored.run : 0;
    if (faults.empty() && record.distance_plies == stored.distance_plies && run == stored.run) {
      return;
    }
    if (report.short_win) {
      record.move = report.short_win->move;
      record.kind = RecordKind::kVcfLeaf;
    }
    ++report_.corrected;
    amendment.replaced.emplace_back(std::move(record), run);
  }

  void remove(const ProofRecord& record, const PoolReport& report, const ClaimFaults& faults,
              Amendment& amendment) {
    for (const Reached& reached : report.reached) {
      if (!reached.record) missed_.insert(reached.key);
    }
    ++report_.removed;
    if (report_.removals.size() < options_.max_listed) {
      report_.removals.push_back({{record.position, record.goal},
                                  claim_fault_text(record.position, record.goal, faults.front())});
    }
    gone_.push_back({record.position, record.goal});
    amendment.deleted.push_back(encode_key(rules_, record.position, record.goal));
  }

  // The tree may rest on what is deleted: it goes no later.
  Status amend(Amendment amendment) {
    if (!amendment.deleted.empty() && !tree_is_gone_) {
      const Result<bool> has = has_tree();
      if (!has.ok()) return has.status();
      report_.tree_deleted |= has.value();
      amendment.clear_tree = tree_is_gone_ = true;
    }
    if (!options_.dry_run) return store_->amend(amendment);
    for (const std::string& key : amendment.deleted) {
      if (const Result<BookKey> decoded = decode_key(key, rules_, store_->size()); decoded.ok()) {
        amended_[key_of(decoded.value().position, decoded.value().goal)] = std::nullopt;
      }
    }
    for (const auto& [record, run] : amendment.replaced) {
      amended_[key_of(record.position, record.goal)] = Win{record.move, record.distance_plies};
    }
    return {};
  }

  // An entry that cannot be read is one too.
  Result<bool> has_tree() const {
    bool found = false;
    const Status status = store_->scan_tree([&](const TreeEntry&) {
      found = true;
      return false;
    });
    if (!status.ok() && status.code() != StatusCode::kCorruption) return status;
    return found || !status.ok();
  }

  // The book as it is, or would be.
  Result<std::optional<Win>> look_up(const Position& canonical, Color goal) const {
    if (options_.dry_run) {
      const auto amended = amended_.find(key_of(canonical, goal));
      if (amended != amended_.end()) return amended->second;
    }
    return stored_move(*store_, canonical, goal);
  }

  void name_opened() {
    for (const BookKey& key : gone_) {
      if (!missed_.contains(key_of(key.position, key.goal))) report_.opened.push_back(key);
    }
    report_.opened_total = report_.opened.size();
    std::stable_sort(
        report_.opened.begin(), report_.opened.end(), [this](const BookKey& a, const BookKey& b) {
          return game_.progress(a.position, a.goal) < game_.progress(b.position, b.goal);
        });
    if (report_.opened.size() > options_.max_listed) report_.opened.resize(options_.max_listed);
  }

  const std::unique_ptr<Store> store_;
  const RepairOptions& options_;
  const NaiveGame game_;
  const std::uint8_t rules_;
  ClaimPool pool_;
  RepairReport report_;
  std::set<std::uint32_t> runs_;
  bool tree_is_gone_ = false;
  std::vector<BookKey> gone_;
  std::unordered_set<std::string> missed_;  // what removed records rest on in vain
  // Dry run: what would have changed; nothing for what would be gone.
  std::unordered_map<std::string, std::optional<Win>> amended_;
};

}  // namespace

Result<RepairReport> repair_book(const std::string& path, const RepairOptions& options) {
  Result<std::unique_ptr<Store>> store = Store::open_read_only(path);
  if (!store.ok()) return store.status();
  const Result<NaiveGame> game = naive_game(store.value()->rules(), store.value()->size());
  if (!game.ok()) return game.status();
  if (!options.dry_run) {
    const std::string rules = store.value()->rules();
    const int size = store.value()->size();
    store = Store::open_for_writing(path, rules, size);
    if (!store.ok()) return store.status();
  }
  return Repair(game.value(), std::move(store).value(), options).run();
}

}  // namespace tengen::book
