#include "book/care/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "book/care/claim_pool.h"
#include "book/store/database.h"
#include "book/store/record.h"
#include "book/store/store.h"
#include "book/verifier/naive_symmetry.h"

namespace tengen::book {
namespace {

// As Reached::key.
std::string key_of(const Position& canonical, Color goal) {
  return std::string(color_name(goal)) + encode_position(canonical);
}

}  // namespace

Result<std::optional<Win>> stored_move(const Store& store, const Position& canonical, Color goal) {
  const Result<std::optional<StoredProof>> found = store.find_exact(canonical, goal);
  if (!found.ok()) return found.status();
  if (!found.value()) return std::optional<Win>();
  return std::optional(Win{found.value()->move, found.value()->distance_plies});
}

class Settler::Impl {
 public:
  Impl(const NaiveGame& game, ProofLookup stored, int threads)
      : game_(game),
        symmetry_(game.size),
        stored_(std::move(stored)),
        pool_(
            game,
            [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
            threads, ClaimScope::kEnough) {}

  Result<Settlement> settle(std::span<const ProofRecord> records) {
    given_.clear();
    index_.clear();
    Settlement settlement;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const ProofRecord& record = records[i];
      if (Status fault = fault_of(record); !fault.ok()) {
        settlement.faults.push_back({i, fault.message()});
        continue;
      }
      const Result<std::optional<Win>> known = stored_(record.position, record.goal);
      if (!known.ok() && known.status().code() != StatusCode::kCorruption) return known.status();
      if (known.ok() && known.value()) continue;
      if (!index_.emplace(key_of(record.position, record.goal), given_.size()).second) continue;
      given_.push_back({i, record, {}});
      given_.back().record.distance_plies = kMaxDistancePlies;  // whatever it says: too long
    }
    std::vector<ProofRecord> unchecked;
    for (const Given& given : given_) unchecked.push_back(given.record);
    const Result<std::vector<PoolReport>> reports = pool_.reports(unchecked);
    if (!reports.ok()) return reports.status();

    for (const std::size_t i : children_first()) {
      Given& given = given_[i];
      given.fault = judge(given.record, reports.value()[i]);
      if (given.fault.empty()) {
        settlement.records.push_back(given.record);
      } else {
        settlement.faults.push_back({given.index, given.fault});
      }
    }
    given_.clear();
    index_.clear();
    return settlement;
  }

  Result<std::optional<int>> value(const Position& position, Color goal) {
    const CanonicalImage image = symmetry_.canonical(position);
    const bool attacker_to_move = position.to_move == goal;
    if (attacker_to_move) {
      const Result<std::optional<Win>> known = stored_(image.position, goal);
      if (!known.ok() && known.status().code() != StatusCode::kCorruption) return known.status();
      if (known.ok() && known.value()) return std::optional(known.value()->distance_plies);
    }
    // To the attacker a move that is none: a short win, or nothing.
    const ProofRecord asked{.position = image.position,
                            .goal = goal,
                            .move = kNoMove,
                            .distance_plies = kMaxDistancePlies,
                            .kind = RecordKind::kAllReplies};
    const Result<std::vector<PoolReport>> reports = pool_.reports(std::span(&asked, 1));
    if (!reports.ok()) return reports.status();
    ProofRecord found = asked;
    if (!judge(found, reports.value().front()).empty()) return std::optional<int>();
    return std::optional(found.distance_plies);
  }

 private:
  struct Given {
    std::size_t index = 0;
    ProofRecord record;
    std::string fault;
  };

  Status fault_of(ProofRecord record) const {
    record.distance_plies = 1;
    if (Status status = check_record(record); !status.ok()) return status;
    if (record.position.size != game_.size) {
      return invalid_argument("malformed record: of another board size");
    }
    if (record.move == kPass && !game_.passes_are_forced()) {
      return invalid_argument("malformed record: the winner passes, in a game where nobody has to");
    }
    return game_.check_pairs(record.position);
  }

  // Called while given_ does not change.
  Result<std::optional<Win>> look_up(const Position& canonical, Color goal) const {
    const auto given = index_.find(key_of(canonical, goal));
    if (given == index_.end()) return stored_(canonical, goal);
    return std::optional(Win{given_[given->second].record.move, 1});
  }

  // No record rests on one of less progress, nor on one of as much.
  [[nodiscard]] std::vector<std::size_t> children_first() const {
    std::vector<std::size_t> order(given_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rank = [this](std::size_t i) {
      const ProofRecord& record = given_[i].record;
      return std::pair(-game_.progress(record.position, record.goal), i);
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return order;
  }

  // Why the record does not hold; else nothing, and it has its distance. REQUIRES: those it may
  // rest on have been judged.
  [[nodiscard]] std::string judge(ProofRecord& record, const PoolReport& report) const {
    if (report.short_win) {
      record.move = report.short_win->move;
      record.distance_plies = report.short_win->distance_plies;
      record.kind = RecordKind::kVcfLeaf;
      return {};
    }
    const auto fault = [&](const Hole& hole) {
      return claim_fault_text(record.position, record.goal, hole);
    };
    if (!report.holes.empty()) return fault(report.holes.front());
    int longest = 0;
    for (const Reached& reached : report.reached) {
      if (!reached.record) return fault({reached.moves, reached.fault});
      const auto given = index_.find(reached.key);
      if (given == index_.end()) {
        longest = std::max(longest, reached.record->distance_plies);
        continue;
      }
      const Given& child = given_[given->second];
      if (!child.fault.empty()) {
        return fault({reached.moves, "rests on a record that does not hold"});
      }
      longest = std::max(longest, child.record.distance_plies);
    }
    record.distance_plies = report.distance_plies(longest);
    if (record.kind == RecordKind::kVcfLeaf) record.kind = RecordKind::kTree;
    return {};
  }

  const NaiveGame game_;
  const NaiveSymmetry symmetry_;
  const ProofLookup stored_;
  ClaimPool pool_;
  // Of the call going on.
  std::vector<Given> given_;
  std::unordered_map<std::string, std::size_t> index_;  // in given_, by key_of()
};

Settler::Settler(const NaiveGame& game, ProofLookup stored, int threads)
    : impl_(std::make_unique<Impl>(game, std::move(stored), threads)) {}
Settler::~Settler() = default;

Result<Settlement> Settler::settle(std::span<const ProofRecord> records) {
  return impl_->settle(records);
}

Result<std::optional<int>> Settler::value(const Position& position, Color goal) {
  return impl_->value(position, goal);
}

}  // namespace tengen::book
