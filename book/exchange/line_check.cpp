#include "book/exchange/line_check.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "book/store/record.h"
#include "solver/base/check.h"

namespace tengen::book {

LineCheck::LineCheck(const NaiveGame& game, ProofRecords& records, bool borrowed, int threads,
                     KnownDistance known_distance)
    : game_(game),
      records_(records),
      borrowed_(borrowed),
      known_distance_(std::move(known_distance)),
      holds_(records.size(), 0),
      distances_(records.size(), 0),
      pool_(
          game, [this](const Position& canonical, Color goal) { return look_up(canonical, goal); },
          threads) {
  for (std::size_t line = 0; line < records.size(); ++line) {
    const ProofRecord record = records.record(line);
    pool_.know(record.position, record.goal);
  }
}

int LineCheck::progress(std::size_t line) const {
  const ProofRecord record = records_.record(line);
  return game_.progress(record.position, record.goal);
}

std::vector<std::size_t> LineCheck::order() const {
  std::vector<int> progress_of(records_.size());
  for (std::size_t line = 0; line < progress_of.size(); ++line) progress_of[line] = progress(line);
  std::vector<std::size_t> lines(records_.size());
  std::iota(lines.begin(), lines.end(), std::size_t{0});
  std::stable_sort(lines.begin(), lines.end(),
                   [&](std::size_t a, std::size_t b) { return progress_of[a] > progress_of[b]; });
  return lines;
}

std::size_t LineCheck::batch_size(std::span<const std::size_t> lines) const {
  const std::span<const std::size_t> most =
      lines.first(std::min(lines.size(), ClaimPool::kRecordsAtOnce));
  if (most.empty()) return 0;
  const auto end = std::find_if(
      most.begin(), most.end(),
      [&, first = progress(most[0])](std::size_t line) { return progress(line) != first; });
  return static_cast<std::size_t>(end - most.begin());
}

Result<std::optional<Win>> LineCheck::look_up(const Position& canonical, Color goal) const {
  const std::optional<std::size_t> line =
      canonical.to_move == goal ? records_.find(canonical) : std::nullopt;
  if (!line || !holds(*line)) return std::optional<Win>();
  const ProofRecord record = records_.record(*line);
  return std::optional(
      Win{record.move, borrowed_ ? int{distances_[*line]} : record.distance_plies});
}

ProofRecord LineCheck::record(std::size_t line) const {
  ProofRecord record = records_.record(line);
  if (borrowed_) record.distance_plies = kMaxDistancePlies;
  return record;
}

Result<std::vector<LineCheck::Failure>> LineCheck::check(std::span<const std::size_t> lines) {
  std::vector<ProofRecord> claims;
  for (const std::size_t line : lines) claims.push_back(record(line));
  const Result<std::vector<PoolReport>> reports = pool_.reports(claims);
  if (!reports.ok()) return reports.status();
  std::vector<Failure> failures;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const ClaimFaults faults = faults_of(reports.value()[i]);
    // Where something else was won by a longer way, fours may win at once.
    const bool won_at_once = borrowed_ && reports.value()[i].short_win;
    if (!faults.empty() && !won_at_once) {
      failures.push_back({lines[i], faults.front(), inherits(claims[i].position, faults)});
    } else if (Status status = note_holding(lines[i], claims[i], reports.value()[i]);
               !status.ok()) {
      return status;
    }
  }
  return failures;
}

bool LineCheck::inherits(const Position& position, const ClaimFaults& faults) const {
  return std::any_of(faults.begin(), faults.end(), [&](const Hole& fault) {
    Position reached = position;
    for (const Move move : fault.moves) {
      if (move != kPass && !reached.is_empty_point(move)) return false;
      reached = game_.play(reached, move);
    }
    return fault.moves.size() > 1 && records_.find(records_.canonical(reached).position);
  });
}

Status LineCheck::take(std::vector<ProofRecord> records) {
  std::stable_sort(records.begin(), records.end(),
                   [this](const ProofRecord& a, const ProofRecord& b) {
                     return game_.progress(a.position, a.goal) > game_.progress(b.position, b.goal);
                   });
  std::vector<std::size_t> lines;
  std::unordered_set<std::size_t> taken;
  for (const ProofRecord& record : records) {
    if (record.position.to_move != record.goal) continue;
    const std::optional<std::size_t> known = records_.find(record.position);
    if (known && (holds(*known) || taken.contains(*known))) continue;
    const std::size_t line = records_.put(record);
    if (line == holds_.size()) {
      holds_.push_back(0);
      distances_.push_back(0);
      pool_.know(records_.record(line).position, record.goal);
    }
    lines.push_back(line);
    taken.insert(line);
  }
  for (std::span<const std::size_t> left = lines; !left.empty();) {
    const std::span<const std::size_t> batch = left.first(batch_size(left));
    if (const auto failures = check(batch); !failures.ok()) return failures.status();
    left = left.subspan(batch.size());
  }
  return {};
}

Result<PoolReport> LineCheck::report_on(const ProofRecord& record) {
  Result<std::vector<PoolReport>> reports = pool_.reports(std::span(&record, 1));
  if (!reports.ok()) return reports.status();
  return std::move(reports.value().front());
}

// What is stored in the book stays.
Status LineCheck::note_holding(std::size_t line, const ProofRecord& record,
                               const PoolReport& report) {
  const Result<std::optional<int>> known = known_distance_(record.position, record.goal);
  if (!known.ok()) return known.status();
  if (report.short_win) short_wins_[line] = report.short_win->move;
  const int distance = known.value()      ? *known.value()
                       : report.short_win ? report.short_win->distance_plies
                                          : distance_of(report);
  distances_[line] = static_cast<std::uint16_t>(distance);
  holds_[line] = 1;
  good_lines_.push_back(line);
  return {};
}

int LineCheck::distance_of(const PoolReport& report) const {
  int longest = 0;
  for (const Reached& reached : report.reached) {
    const std::size_t name = color_name(reached.position.to_move).size();
    const auto line = records_.find(std::string_view(reached.key).substr(name));
    CHECK(line);
    longest = std::max<int>(longest, distances_[*line]);
  }
  return report.distance_plies(longest);
}

ProofRecord LineCheck::record_to_store(std::size_t line) const {
  CHECK(holds(line));
  ProofRecord record = records_.record(line);
  record.distance_plies = distances_[line];
  const auto win = short_wins_.find(line);
  if (win != short_wins_.end()) {
    record.move = win->second;
    record.kind = RecordKind::kVcfLeaf;
  }
  return record;
}

}  // namespace tengen::book
