#include "book/exchange/proof_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "book/care/claim_pool.h"
#include "book/exchange/point_exchange.h"
#include "book/exchange/proof_records.h"
#include "book/store/hint.h"
#include "book/store/store_files.h"
#include "book/verifier/naive_rules.h"

namespace tengen::book {
namespace {

constexpr std::size_t kMostFaults = 100;
constexpr std::uint64_t kProgressLines = 4096;

class Import {
 public:
  explicit Import(const ProofImportOptions& options) : options_(options) {}

  Result<ProofImportReport> run(std::istream& in) {
    const auto start = std::chrono::steady_clock::now();
    // A book that exists is opened at once: what is wrong with it is known before the work is done.
    const Result<PathState> state = inspect_path(options_.book);
    if (!state.ok()) return state.status();
    Status status = read(in, state.value() == PathState::kDatabase);
    if (status.ok()) status = check();
    if (status.ok()) status = check_roots();
    if (status.ok() && !good_order_.empty()) status = open_book();
    if (status.ok() && store_ != nullptr) status = store();
    if (!status.ok()) return status;
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  Status read(std::istream& in, bool book_exists) {
    ProofText text(in);
    Result<ProofHead> head = text.head();
    if (!head.ok()) return in_file(head.status());
    head_ = std::move(head).value();
    if (options_.other_rules) head_.rules = options_.rules;
    const Result<NaiveGame> game = naive_game(head_.rules, head_.size);
    if (!game.ok()) {
      return in_file({game.status().code(), "line 2: " + game.status().message()});
    }
    game_ = game.value();
    const std::string& rules = options_.rules.empty() ? head_.rules : options_.rules;
    const int size = options_.size == 0 ? head_.size : options_.size;
    if (rules != head_.rules || size != head_.size) {
      return in_file({StatusCode::kIncompatible,
                      fmt::format("line 2: a certificate of {} on {}x{}, not of {} on {}x{}",
                                  head_.rules, head_.size, head_.size, rules, size, size)});
    }
    if (options_.as) {
      if (Status status = exchange_for(*options_.as); !status.ok()) return in_file(status);
    }
    report_.roots = head_.roots;
    if (book_exists) {
      if (Status opened = open_book(); !opened.ok()) return opened;
    }
    records_.emplace(game_);
    while (true) {
      Result<std::optional<ProofLine>> line = text.next();
      if (!line.ok()) return in_file(line.status());
      if (!line.value()) break;
      if (exchange_) {
        line.value()->position = exchange_->apply(line.value()->position);
        line.value()->move = exchange_->apply(line.value()->move);
      }
      if (++report_.lines > kMostProofLines) {
        return in_file(
            invalid_argument(fmt::format("line {}: more than {} lines of proof: export it in parts",
                                         line.value()->number, kMostProofLines)));
      }
      // Positions that were none of each other's images may become that: the first line counts.
      const Status added = records_->add(*line.value());
      if (!added.ok() && !exchange_) return in_file(added);
      if (report_.lines % kProgressLines == 0) show();
    }
    report_.records = records_->size();
    return {};
  }

  Status exchange_for(const Position& asked) {
    if (head_.roots.size() == 1) {
      exchange_ = PointExchange::between(head_.roots[0].position, asked);
    }
    if (!exchange_) {
      return invalid_argument(
          fmt::format("cannot be read as a proof of {}: that must differ in one stone from the one "
                      "position it is of",
                      format_position(asked)));
    }
    head_.roots[0].position = asked;
    return {};
  }

  // The lines were written of something else: whether they win is asked, not whether as soon.
  [[nodiscard]] bool borrowed() const { return exchange_.has_value() || options_.other_rules; }

  // From the records of most progress on, so that what a record rests on has been judged before it.
  Status check() {
    const std::size_t count = records_->size();
    proven_.assign(count, false);
    distances_.assign(count, 0);
    const auto lookup = [this](const Position& canonical,
                               Color goal) -> Result<std::optional<Win>> {
      const std::optional<std::size_t> found =
          canonical.to_move == goal ? records_->find(canonical) : std::nullopt;
      if (!found || !proven_[*found]) return std::optional<Win>();
      const ProofRecord record = records_->record(*found);
      return std::optional(
          Win{record.move, borrowed() ? int{distances_[*found]} : record.distance_plies});
    };
    pool_.emplace(game_, lookup, options_.threads);
    std::vector<std::pair<int, std::size_t>> order(count);
    for (std::size_t i = 0; i < count; ++i) {
      const ProofRecord record = records_->record(i);
      order[i] = {-game_.progress(record.position, record.goal), i};
      pool_->know(record.position, record.goal);
    }
    std::sort(order.begin(), order.end());
    std::vector<ProofRecord> some;
    for (std::size_t begin = 0; begin < count;) {
      std::size_t end = begin;
      some.clear();
      while (end < count && order[end].first == order[begin].first &&
             some.size() < ClaimPool::kRecordsAtOnce) {
        some.push_back(records_->record(order[end++].second));
        if (borrowed()) some.back().distance_plies = kMaxDistancePlies;
      }
      const Result<std::vector<PoolReport>> reports = pool_->reports(some);
      if (!reports.ok()) return reports.status();
      for (std::size_t i = 0; i < some.size(); ++i) {
        const std::size_t index = order[begin + i].second;
        const ClaimFaults faults = faults_of(reports.value()[i]);
        proven_[index] = faults.empty();
        if (!proven_[index]) {
          add_fault(index, some[i], faults.front());
          continue;
        }
        good_order_.push_back(index);
        if (Status status = measure(index, some[i], reports.value()[i]); !status.ok())
          return status;
      }
      if (report_.unproven > 0 && !options_.partial) return hole(report_.faults.front());
      report_.checked += some.size();
      begin = end;
      show();
    }
    return {};
  }

  // What the record is worth in the book: what is stored there stays.
  Status measure(std::size_t index, const ProofRecord& record, const PoolReport& report) {
    if (store_ != nullptr) {
      const auto known = store_->find_exact(record.position, record.goal);
      if (!known.ok()) return known.status();
      if (known.value()) {
        distances_[index] = static_cast<std::uint16_t>(known.value()->distance_plies);
        return {};
      }
    }
    if (report.short_win) short_wins_[index] = report.short_win->move;
    const int distance = report.short_win ? report.short_win->distance_plies : distance_of(report);
    distances_[index] = static_cast<std::uint16_t>(distance);
    return {};
  }

  // REQUIRES: the claim holds.
  [[nodiscard]] int distance_of(const PoolReport& report) const {
    int longest = 0;
    for (const Reached& reached : report.reached) {
      const std::size_t name = color_name(reached.position.to_move).size();
      const auto line = records_->find(std::string_view(reached.key).substr(name));
      longest = std::max<int>(longest, distances_[*line]);
    }
    return report.distance_plies(longest);
  }

  [[nodiscard]] ProofRecord record_to_store(std::size_t index) const {
    ProofRecord record = records_->record(index);
    record.distance_plies = distances_[index];
    const auto win = short_wins_.find(index);
    if (win != short_wins_.end()) {
      record.move = win->second;
      record.kind = RecordKind::kVcfLeaf;
    }
    return record;
  }

  void add_fault(std::size_t index, const ProofRecord& record, const Hole& fault) {
    ++report_.unproven;
    if (report_.faults.size() >= kMostFaults) return;
    report_.faults.push_back(fmt::format("line {}: {}", records_->line_number(index),
                                         claim_fault_text(record.position, record.goal, fault)));
  }

  [[nodiscard]] Status in_file(const Status& status) const {
    return {status.code(), fmt::format("{}: {}", options_.file, status.message())};
  }
  [[nodiscard]] Status hole(std::string_view fault) const {
    return in_file(
        invalid_argument(fmt::format("{}; the certificate has a hole, nothing is stored", fault)));
  }

  Status check_roots() {
    for (const ProofRoot& root : head_.roots) {
      const bool attacker_to_move = root.position.to_move == root.goal;
      std::string fault;
      if (attacker_to_move) {
        const auto found = records_->find(records_->canonical(root.position).position);
        if (!found) fault = fmt::format("{}: no line", format_position(root.position));
        report_.roots_proven.push_back(found && proven_[*found]);
      } else {
        const Result<std::vector<PoolReport>> reports =
            pool_->reports(std::vector{root_record(root, kMaxDistancePlies)});
        if (!reports.ok()) return reports.status();
        const PoolReport& report = reports.value().front();
        if (const ClaimFaults faults = faults_of(report); !faults.empty()) {
          fault = claim_fault_text(root.position, root.goal, faults.front());
        } else {
          // With a record the book answers for it without looking at all replies.
          root_records_.push_back(root_record(root, distance_of(report)));
        }
        report_.roots_proven.push_back(fault.empty());
      }
      if (!fault.empty() && !options_.partial) return hole("a position of the head, " + fault);
    }
    return {};
  }

  [[nodiscard]] ProofRecord root_record(const ProofRoot& root, int distance_plies) const {
    return {.position = records_->canonical(root.position).position,
            .goal = root.goal,
            .move = kNoMove,
            .distance_plies = distance_plies,
            .kind = RecordKind::kAllReplies};
  }

  Status open_book() {
    if (store_ != nullptr) return {};
    Result<std::unique_ptr<Store>> store =
        Store::open_for_writing(options_.book, head_.rules, head_.size);
    if (!store.ok()) return store.status();
    store_ = std::move(store).value();
    return {};
  }

  // What is new goes into the book, once it is certain that nothing contradicts it.
  Status store() {
    std::vector<std::size_t> fresh;
    for (const std::size_t index : good_order_) {
      const Result<bool> is_new = check_new(record_to_store(index));
      if (!is_new.ok()) return is_new.status();
      if (is_new.value()) {
        fresh.push_back(index);
      } else {
        ++report_.counts.known;
      }
    }
    std::vector<ProofRecord> fresh_roots;
    for (const ProofRecord& record : root_records_) {
      const Result<bool> is_new = check_new(record);
      if (!is_new.ok()) return is_new.status();
      if (is_new.value()) fresh_roots.push_back(record);
    }
    for (std::size_t begin = 0; begin < fresh.size(); begin += options_.records_per_commit) {
      std::vector<ProofRecord> some;
      for (const std::size_t index : std::span(fresh).subspan(
               begin, std::min(options_.records_per_commit, fresh.size() - begin))) {
        some.push_back(record_to_store(index));
      }
      if (Status status = commit(std::move(some)); !status.ok()) return status;
      show();
    }
    if (Status status = fresh_roots.empty() ? Status() : commit(std::move(fresh_roots));
        !status.ok()) {
      return status;
    }
    return borrowed() ? add_hints() : Status();
  }

  // What does not hold for the other position may still be the move to try first.
  Status add_hints() {
    std::vector<HintedPosition> hints;
    for (std::size_t index = 0; index < proven_.size(); ++index) {
      if (proven_[index]) continue;
      ProofRecord record = records_->record(index);
      if (!record.position.is_empty_point(record.move)) continue;
      hints.push_back({std::move(record.position), {{.move = record.move, .wins = true}}});
    }
    if (hints.empty()) return {};
    const Result<AddedHints> added = store_->add_hints(hints);
    return added.ok() ? Status() : added.status();
  }

  // Whether the book has no such record; kCorruption when it says the contrary.
  Result<bool> check_new(const ProofRecord& record) {
    const auto against = store_->find_exact(record.position, opponent(record.goal));
    if (!against.ok()) return against.status();
    if (against.value()) {
      CommitBatch batch;  // for the store's words
      batch.proofs = {record};
      const Status refused = store_->commit(batch).status();
      return Status(refused.code(), refused.message() + "; nothing is stored");
    }
    const auto known = store_->find_exact(record.position, record.goal);
    if (!known.ok()) return known.status();
    return !known.value();
  }

  Status commit(std::vector<ProofRecord> records) {
    if (run_ == 0) {
      const Result<std::uint32_t> run = store_->begin_run(options_.source);
      if (!run.ok()) return run.status();
      run_ = run.value();
    }
    CommitBatch batch;
    batch.run = run_;
    batch.proofs = std::move(records);
    batch.sync = false;  // closing the book does that
    const Result<CommitCounts> counts = store_->commit(batch);
    if (!counts.ok()) return counts.status();
    report_.stored += counts.value().added;
    report_.counts.added += counts.value().added;
    report_.counts.known += counts.value().known;
    return {};
  }

  void show() const {
    if (options_.progress) options_.progress(report_);
  }

  const ProofImportOptions& options_;
  ProofImportReport report_;
  ProofHead head_;
  NaiveGame game_;
  std::optional<PointExchange> exchange_;
  std::optional<ProofRecords> records_;
  std::vector<char> proven_;             // by record; only written between checks
  std::vector<std::size_t> good_order_;  // the proven ones, those of most progress first
  // Of the proven ones, by record: what they are worth in the book, once it has them all.
  std::vector<std::uint16_t> distances_;
  std::unordered_map<std::size_t, Move> short_wins_;  // of positions with one: its first move
  std::vector<ProofRecord> root_records_;             // of the asked positions that have no line
  std::optional<ClaimPool> pool_;
  std::unique_ptr<Store> store_;
  std::uint32_t run_ = 0;
};

}  // namespace

Result<ProofImportReport> import_proof(std::istream& in, const ProofImportOptions& options) {
  return Import(options).run(in);
}

}  // namespace tengen::book
