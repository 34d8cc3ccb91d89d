#include "book/care/claim_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "book/store/database.h"

namespace tengen::book {

struct ClaimPool::Goal {
  Goal(int size, ClaimScope scope) : filter(size) {
    if (scope == ClaimScope::kAll) options.filter = &filter;
  }
  RecordFilter filter;
  VerifyOptions options;
};

struct ClaimPool::Thread {
  std::vector<std::unique_ptr<ClaimChecker>> checkers;  // by colour
};

PoolReport ClaimPool::report_on(Thread& thread, const ProofRecord& record) const {
  ClaimChecker& checker = *thread.checkers[static_cast<std::size_t>(record.goal)];
  PoolReport report;
  if (record.position.to_move == record.goal) report.short_win = checker.short_win(record.position);
  if (report.short_win && scope_ == ClaimScope::kEnough) return report;
  static_cast<ClaimReport&>(report) =
      checker.check({.position = record.position,
                     .moves = {},
                     .record = Win{record.move, record.distance_plies},
                     .id = 0});
  return report;
}

std::string claim_fault_text(const Position& position, Color goal, const Hole& hole) {
  std::string text = key_text(BookKey{.position = position, .goal = goal});
  if (!hole.moves.empty()) text += ", after";
  for (const Move move : hole.moves) text += ' ' + format_move(move, position.size);
  return fmt::format("{}: {}", text, hole.reason);
}

ClaimFaults faults_of(const ClaimReport& report) {
  ClaimFaults faults = report.holes;
  for (const Reached& reached : report.reached) {
    if (!reached.record) faults.push_back({reached.moves, reached.fault});
  }
  return faults;
}

int exact_distance(const PoolReport& report) {
  if (report.short_win) return report.short_win->distance_plies;
  int longest = 0;
  for (const Reached& reached : report.reached) {
    longest = std::max(longest, reached.record->distance_plies);
  }
  return report.distance_plies(longest);
}

ClaimPool::ClaimPool(const NaiveGame& game, ProofLookup lookup, int threads, ClaimScope scope)
    : scope_(scope), lookup_(std::move(lookup)) {
  CHECK(threads >= 1);
  for (int color = 0; color < 2; ++color)
    goals_.push_back(std::make_unique<Goal>(game.size, scope));
  for (int i = 0; i < threads; ++i) {
    threads_.push_back(std::make_unique<Thread>());
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      threads_.back()->checkers.push_back(make_claim_checker(
          game, color, lookup_, goals_[static_cast<std::size_t>(color)]->options,
          [] { return false; }, scope));
    }
  }
}

ClaimPool::~ClaimPool() = default;

void ClaimPool::know(const Position& position, Color goal) {
  goals_[static_cast<std::size_t>(goal)]->filter.add(position);
}

Result<std::vector<PoolReport>> ClaimPool::reports(std::span<const ProofRecord> records) {
  std::vector<PoolReport> reports(records.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&](Thread& thread) {
    for (std::size_t i = next++; i < records.size() && !failed; i = next++) {
      try {
        reports[i] = report_on(thread, records[i]);
      } catch (const std::exception& error) {
        reports[i].failure = {StatusCode::kIo,
                              fmt::format("checking a record failed: {}", error.what())};
      }
      if (!reports[i].failure.ok()) failed = true;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(threads_.size(), records.size()); ++i) {
      threads.emplace_back([&work, &thread = *threads_[i]] { work(thread); });
    }
    work(*threads_[0]);
  }
  for (const PoolReport& report : reports) {
    if (!report.failure.ok()) return report.failure;
  }
  return reports;
}

Result<std::vector<ClaimFaults>> ClaimPool::check(std::span<const ProofRecord> records) {
  Result<std::vector<PoolReport>> found = reports(records);
  if (!found.ok()) return found.status();
  std::vector<ClaimFaults> faults;
  for (const PoolReport& report : found.value()) faults.push_back(faults_of(report));
  return faults;
}

}  // namespace tengen::book
