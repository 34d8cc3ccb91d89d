#include "book/exchange/proof_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "book/exchange/line_check.h"
#include "book/exchange/mending.h"
#include "book/exchange/point_exchange.h"
#include "book/exchange/proof_records.h"
#include "book/store/hint.h"
#include "book/store/store_files.h"
#include "book/verifier/naive_rules.h"

namespace tengen::book {
namespace {

constexpr std::size_t kMostFaults = 100;
constexpr std::uint64_t kProgressLines = 4096;
// The first search of a line that fails, and how many times as much the next one may take.
constexpr std::uint64_t kFirstMendNodes = 20'000;
constexpr std::uint64_t kMoreMendNodes = 8;

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
    if (status.ok() && !lines_->good_lines().empty()) status = open_book();
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

  Status check() {
    const auto known_distance = [this](const Position& canonical,
                                       Color goal) -> Result<std::optional<int>> {
      if (store_ == nullptr) return std::optional<int>();
      const auto known = store_->find_exact(canonical, goal);
      if (!known.ok()) return known.status();
      return known.value() ? std::optional<int>(known.value()->distance_plies) : std::nullopt;
    };
    lines_.emplace(game_, *records_, borrowed(), options_.threads, known_distance);
    std::vector<std::size_t> open = lines_->order();
    for (std::uint64_t nodes = std::min(options_.mend_nodes, kFirstMendNodes);;
         nodes = std::min(nodes * kMoreMendNodes, options_.mend_nodes)) {
      if (Status status = check(open, nodes); !status.ok()) return status;
      if (Status status = check_roots(); !status.ok()) return status;
      if (open.empty() || nodes == options_.mend_nodes || all_roots_proven()) break;
    }
    report_.unproven = open.size();
    return {};
  }

  // Leaves in `open` what does not hold after a search of so many nodes.
  Status check(std::vector<std::size_t>& open, std::uint64_t mend_nodes) {
    std::vector<std::size_t> failed;
    report_.faults.clear();
    for (std::span<const std::size_t> left(open); !left.empty();) {
      const std::span<const std::size_t> some = left.first(lines_->batch_size(left));
      left = left.subspan(some.size());
      const auto failures = lines_->check(some);
      if (!failures.ok()) return failures.status();
      if (Status status = mend(failures.value(), mend_nodes); !status.ok()) return status;
      for (const LineCheck::Failure& failure : failures.value()) {
        if (lines_->holds(failure.line)) continue;
        failed.push_back(failure.line);
        add_fault(failure);
      }
      if (!failed.empty() && !options_.partial) return hole(report_.faults.front());
      report_.checked = std::max<std::uint64_t>(report_.checked, open.size() - left.size());
      show();
    }
    open = std::move(failed);
    return {};
  }

  // Not what fails for another line that fails, before that had its turn with more nodes.
  Status mend(std::span<const LineCheck::Failure> failures, std::uint64_t nodes) {
    if (nodes == 0 || !borrowed()) return {};
    if (!mending_) {
      Result<const Game*> game = find_game(head_.rules, head_.size);
      if (!game.ok()) return game.status();
      mending_.emplace(*game.value(), options_.threads, options_.mend_memory_bytes);
    }
    for (; learned_ < lines_->good_lines().size(); ++learned_) {
      mending_->learn(lines_->record_to_store(lines_->good_lines()[learned_]));
    }
    std::vector<Mending::Task> tasks;
    for (const LineCheck::Failure& failure : failures) {
      const std::uint64_t for_this = failure.inherited ? nodes / kMoreMendNodes : nodes;
      if (for_this >= kFirstMendNodes || !failure.inherited) {
        tasks.push_back({lines_->record(failure.line), for_this});
      }
    }
    if (tasks.empty()) return {};
    if (Status status = lines_->take(mending_->search(tasks)); !status.ok()) return status;
    for (const Mending::Task& task : tasks) {
      report_.mended += lines_->holds(*records_->find(task.record.position)) ? 1 : 0;
    }
    report_.mend_nodes = mending_->nodes();
    return {};
  }

  void add_fault(const LineCheck::Failure& failure) {
    if (report_.faults.size() >= kMostFaults) return;
    const ProofRecord record = records_->record(failure.line);
    report_.faults.push_back(
        fmt::format("line {}: {}", records_->line_number(failure.line),
                    claim_fault_text(record.position, record.goal, failure.fault)));
  }

  [[nodiscard]] Status in_file(const Status& status) const {
    return {status.code(), fmt::format("{}: {}", options_.file, status.message())};
  }
  [[nodiscard]] Status hole(std::string_view fault) const {
    return in_file(
        invalid_argument(fmt::format("{}; the certificate has a hole, nothing is stored", fault)));
  }

  Status check_roots() {
    report_.roots_proven.clear();
    root_records_.clear();
    for (const ProofRoot& root : head_.roots) {
      const bool attacker_to_move = root.position.to_move == root.goal;
      std::string fault;
      if (attacker_to_move) {
        const auto found = records_->find(records_->canonical(root.position).position);
        if (!found) fault = fmt::format("{}: no line", format_position(root.position));
        report_.roots_proven.push_back(found && lines_->holds(*found));
      } else {
        const Result<PoolReport> report = lines_->report_on(root_record(root, kMaxDistancePlies));
        if (!report.ok()) return report.status();
        if (const ClaimFaults faults = faults_of(report.value()); !faults.empty()) {
          fault = claim_fault_text(root.position, root.goal, faults.front());
        } else {
          // With a record the book answers for it without looking at all replies.
          root_records_.push_back(root_record(root, lines_->distance_of(report.value())));
        }
        report_.roots_proven.push_back(fault.empty());
      }
      if (!fault.empty() && !options_.partial) return hole("a position of the head, " + fault);
    }
    return {};
  }

  [[nodiscard]] bool all_roots_proven() const {
    return std::all_of(report_.roots_proven.begin(), report_.roots_proven.end(),
                       [](bool proven) { return proven; });
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
    for (const std::size_t index : lines_->good_lines()) {
      const Result<bool> is_new = check_new(lines_->record_to_store(index));
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
        some.push_back(lines_->record_to_store(index));
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
    for (std::size_t index = 0; index < records_->size(); ++index) {
      if (lines_->holds(index)) continue;
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
  std::optional<LineCheck> lines_;
  std::optional<Mending> mending_;
  std::size_t learned_ = 0;                // so many of the good lines has it been told
  std::vector<ProofRecord> root_records_;  // of the asked positions that have no line
  std::unique_ptr<Store> store_;
  std::uint32_t run_ = 0;
};

}  // namespace

Result<ProofImportReport> import_proof(std::istream& in, const ProofImportOptions& options) {
  return Import(options).run(in);
}

}  // namespace tengen::book
