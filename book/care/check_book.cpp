#include "book/care/check_book.h"

#include <fmt/format.h>
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "book/care/claim_pool.h"
#include "book/care/settle.h"
#include "book/store/database.h"
#include "book/store/extent.h"

namespace tengen::book {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kProgressInterval = 1 << 14;  // entries between two progress calls

class Check {
 public:
  Check(const std::string& path, const CheckOptions& options) : path_(path), options_(options) {
    report_.path = path;
  }

  Result<CheckReport> run() {
    const auto start = std::chrono::steady_clock::now();
    Status status = check_all();
    if (!status.ok() && status.code() != StatusCode::kCorruption) return status;
    if (!status.ok()) damage(path_, status.message());
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  // kCorruption is a fault that ends the check.
  Status check_all() {
    // The lookups must not know less than the scan has seen, so the store is opened last.
    const Result<std::unique_ptr<Store>> first = Store::open_read_only(path_);
    Result<Database> database =
        first.ok() ? open_database_for_reading(path_) : Result<Database>(first.status());
    if (!database.ok()) {
      if (database.status().code() == StatusCode::kCorruption) check_loose_tables();
      return database.status();
    }
    Result<std::unique_ptr<Store>> store = Store::open_read_only(path_);
    if (!store.ok()) return store.status();
    database_.emplace(std::move(database).value());
    store_ = std::move(store).value();
    report_.rules = store_->rules();
    report_.size = store_->size();
    check_tables();
    check_runs();
    if (Status status = scan_tree(); !status.ok()) return status;
    if (Status status = scan_hints(); !status.ok()) return status;
    if (Status status = scan_notes(); !status.ok()) return status;
    if (Status status = scan_proofs(); !status.ok()) return status;
    check_numbers();
    return options_.closure ? check_closure() : Status();
  }

  void add(CheckFault fault) {
    ++(fault.kind == CheckFaultKind::kDamage ? report_.damages_total
       : fault.kind == CheckFaultKind::kHole ? report_.holes_total
                                             : report_.distances_total);
    if (report_.faults.size() < options_.max_faults) report_.faults.push_back(std::move(fault));
  }
  void damage(std::string where, std::string what) {
    add({std::move(where), std::move(what), CheckFaultKind::kDamage});
  }
  void show() const {
    if (options_.progress) options_.progress(report_);
  }

  void check_tables() {
    std::vector<rocksdb::LiveFileMetaData> tables;
    database_->db->GetLiveFilesMetaData(&tables);
    for (const rocksdb::LiveFileMetaData& table : tables) {
      check_table(
          path_ + table.name,
          fmt::format("{} ({}: from {} to {})", table.name.substr(1), table.column_family_name,
                      key_text(table.smallestkey), key_text(table.largestkey)));
    }
  }

  // Of a book that does not open.
  void check_loose_tables() {
    std::error_code error;
    std::set<std::string> names;
    for (fs::directory_iterator entry(path_, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      if (entry->path().extension() == ".sst") names.insert(entry->path().filename().string());
    }
    for (const std::string& name : names) check_table(path_ + "/" + name, name);
  }

  void check_table(const std::string& file, const std::string& name) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    // Whoever writes the book meanwhile may have replaced it; a missing one was noticed on opening.
    if (error == std::errc::no_such_file_or_directory) return;
    rocksdb::Options options;
    options.env = rocksdb::Env::Default();
    rocksdb::SstFileReader reader(options);
    rocksdb::Status status = reader.Open(file);
    if (status.ok()) status = reader.VerifyChecksum();
    ++report_.tables;
    if (!error) report_.table_bytes += bytes;
    if (!status.ok() && fs::exists(file, error)) damage(name, status.ToString());
    show();
  }

  void check_runs() {
    const Result<std::vector<Run>> runs = store_->runs();
    if (!runs.ok()) return damage("the table of runs", runs.status().message());
    for (const Run& run : runs.value()) runs_.insert(run.id);
    report_.runs = runs_.size();
  }

  // Every entry of a family as its bytes, whatever they are.
  Status scan(const std::string& family,
              const std::function<void(std::string_view, std::string_view)>& visit) {
    rocksdb::ReadOptions options;
    options.fill_cache = false;
    const std::unique_ptr<rocksdb::Iterator> entry(
        database_->db->NewIterator(options, database_->families.at(family)));
    std::uint64_t entries = 0;
    std::string last;
    for (entry->SeekToFirst(); entry->Valid(); entry->Next()) {
      visit(entry->key().ToStringView(), entry->value().ToStringView());
      last.assign(entry->key().data(), entry->key().size());
      if (++entries % kProgressInterval == 0) show();
    }
    Status status = from_rocksdb(entry->status(), path_, database_->db.get());
    if (status.ok() || status.code() != StatusCode::kCorruption) return status;
    damage(fmt::format("{}, behind {}", family, last.empty() ? "its begin" : key_text(last)),
           status.message());
    scan_ended_early_ = true;
    return {};
  }

  [[nodiscard]] std::uint8_t rules() const { return rules_byte(report_.rules).value(); }

  Status scan_tree() {
    return scan(kTreeFamily, [this](std::string_view key, std::string_view) {
      const Result<BookKey> decoded = decode_key(key, rules(), report_.size);
      if (!decoded.ok()) damage("tree, " + key_text(key), decoded.status().message());
      ++report_.counts.tree_entries;
    });
  }

  Status scan_hints() {
    if (!database_->families.contains(kHintsFamily)) return {};
    return scan(kHintsFamily, [this](std::string_view key, std::string_view value) {
      ++report_.counts.hint_positions;
      const Result<BookKey> decoded = decode_key(key, rules(), report_.size);
      if (!decoded.ok()) return damage("hints, " + key_text(key), decoded.status().message());
      const Result<std::vector<HintedMove>> moves = decode_hint(value, decoded.value().position);
      if (!moves.ok()) return damage("hints, " + key_text(key), moves.status().message());
      report_.counts.hint_moves += moves.value().size();
    });
  }

  Status scan_notes() {
    if (!database_->families.contains(kNotesFamily)) return {};
    return scan(kNotesFamily, [this](std::string_view key, std::string_view value) {
      const Result<BookKey> decoded = decode_key(key, rules(), report_.size);
      if (!decoded.ok()) return damage("notes, " + key_text(key), decoded.status().message());
      const Result<std::vector<Note>> notes = decode_notes(value, report_.size);
      if (!notes.ok()) return damage("notes, " + key_text(key), notes.status().message());
      report_.counts.noted_positions += says_something(notes.value()) ? 1 : 0;
    });
  }

  Status scan_proofs() {
    // Of the last record, for the two goals of a position stand side by side.
    std::optional<BookKey> last;
    return scan(kProofsFamily, [&, this](std::string_view key, std::string_view value) {
      ++entries_;
      const Result<BookKey> decoded = decode_key(key, rules(), report_.size);
      if (!decoded.ok()) return damage("proofs, " + key_text(key), decoded.status().message());
      if (last && last->position == decoded.value().position) {
        damage(key_text(decoded.value()), "contradiction: there is a proof for each goal");
      }
      last = decoded.value();
      const Result<StoredProof> proof = decode_value(value, decoded.value());
      if (!proof.ok()) return damage(key_text(decoded.value()), proof.status().message());
      const StoredProof& found = proof.value();
      if (found.run != 0 && !runs_.contains(found.run)) {
        damage(key_text(decoded.value()),
               fmt::format("run {} is not in the table of runs", found.run));
      }
      RecordCounts& counts =
          decoded.value().goal == Color::kBlack ? report_.counts.black : report_.counts.white;
      ++(found.kind == RecordKind::kTree      ? counts.tree
         : found.kind == RecordKind::kVcfLeaf ? counts.vcf_leaves
                                              : counts.all_replies);
      ++report_.claims_total;
    });
  }

  // There are as many records as the fullest level of tables says or more, for a level below the
  // first holds each but once, less what tombstones may have deleted; and no more than all entries.
  void check_numbers() {
    rocksdb::ColumnFamilyHandle* const proofs = database_->families.at(kProofsFamily);
    database_->db->GetIntProperty(proofs, "rocksdb.estimate-num-keys", &report_.estimated);
    std::uint64_t most = 0;
    database_->db->GetIntProperty(proofs, "rocksdb.num-entries-active-mem-table", &most);
    std::map<int, std::uint64_t> by_level;
    std::uint64_t least = 0;
    std::uint64_t deletions = 0;
    database_->db->GetIntProperty(proofs, "rocksdb.num-deletes-active-mem-table", &deletions);
    std::vector<rocksdb::LiveFileMetaData> tables;
    database_->db->GetLiveFilesMetaData(&tables);
    for (const rocksdb::LiveFileMetaData& table : tables) {
      if (table.column_family_name != kProofsFamily) continue;
      most += table.num_entries;
      deletions += table.num_deletions;
      const std::uint64_t level =
          table.level > 0 ? by_level[table.level] += table.num_entries : table.num_entries;
      least = std::max(least, level);
    }
    least -= std::min(least, 2 * deletions);
    if (scan_ended_early_ || (entries_ >= least && entries_ <= most)) return;
    damage("proofs", fmt::format("the scan found {} records, the tables say {} to {}", entries_,
                                 least, most));
  }

  Status check_closure() {
    const auto look_up = [this](const Position& canonical, Color goal) {
      return stored_move(*store_, canonical, goal);
    };
    const Result<NaiveGame> game = naive_game(report_.rules, report_.size);
    if (!game.ok()) return game.status();
    ClaimPool pool(game.value(), look_up, options_.threads);
    if (Status status = records([&](const ProofRecord& record) {
          pool.know(record.position, record.goal);
          return Status();
        });
        !status.ok()) {
      return status;
    }
    std::vector<ProofRecord> some;
    const auto check = [&]() -> Status {
      const Result<std::vector<PoolReport>> reports = pool.reports(some);
      if (!reports.ok()) return reports.status();
      for (std::size_t i = 0; i < some.size(); ++i) add_faults_of(some[i], reports.value()[i]);
      report_.claims_checked += some.size();
      some.clear();
      show();
      return {};
    };
    const Status status = records([&](const ProofRecord& record) {
      some.push_back(record);
      return some.size() < ClaimPool::kRecordsAtOnce ? Status() : check();
    });
    return status.ok() ? check() : status;
  }

  void add_faults_of(const ProofRecord& record, const PoolReport& report) {
    const std::string where = key_text(BookKey{.position = record.position, .goal = record.goal});
    const ClaimFaults holes = faults_of(report);
    for (const Hole& hole : holes) {
      std::string moves;
      for (const Move move : hole.moves) {
        moves += (moves.empty() ? "after " : " ") + format_move(move, report_.size);
      }
      add({where, moves.empty() ? hole.reason : moves + ": " + hole.reason, CheckFaultKind::kHole});
    }
    if (!holes.empty()) return;
    const int exact = exact_distance(report);
    if (record.distance_plies == exact) return;
    add({where,
         fmt::format("its distance is {}, by {} it is {}", record.distance_plies,
                     report.short_win ? "a win by fours" : "what it rests on", exact),
         CheckFaultKind::kDistance});
  }

  // All that can be read; what cannot has been named.
  Status records(const std::function<Status(const ProofRecord&)>& visit) {
    rocksdb::ReadOptions options;
    options.fill_cache = false;
    const std::unique_ptr<rocksdb::Iterator> entry(
        database_->db->NewIterator(options, database_->families.at(kProofsFamily)));
    for (entry->SeekToFirst(); entry->Valid(); entry->Next()) {
      const Result<BookKey> key = decode_key(entry->key().ToStringView(), rules(), report_.size);
      if (!key.ok()) continue;
      const Result<StoredProof> proof = decode_value(entry->value().ToStringView(), key.value());
      if (!proof.ok()) continue;
      const ProofRecord record{.position = key.value().position,
                               .goal = key.value().goal,
                               .move = proof.value().move,
                               .distance_plies = proof.value().distance_plies,
                               .kind = proof.value().kind};
      if (Status status = visit(record); !status.ok()) return status;
    }
    return {};
  }

  const std::string& path_;
  const CheckOptions& options_;
  CheckReport report_;
  std::optional<Database> database_;
  std::unique_ptr<Store> store_;
  std::set<std::uint32_t> runs_;
  std::uint64_t entries_ = 0;  // of proofs
  bool scan_ended_early_ = false;
};

}  // namespace

Result<CheckReport> check_book(const std::string& path, const CheckOptions& options) {
  return Check(path, options).run();
}

}  // namespace tengen::book
