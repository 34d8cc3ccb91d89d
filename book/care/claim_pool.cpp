#include "book/care/claim_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "book/database.h"
#include "book/naive_rules.h"

namespace tengen::book {

struct ClaimPool::Goal {
  explicit Goal(int size) : filter(size) { options.filter = &filter; }
  RecordFilter filter;
  VerifyOptions options;
};

struct ClaimPool::Thread {
  std::vector<std::unique_ptr<ClaimChecker>> checkers;  // by colour
};

std::string claim_fault_text(const Position& position, Color goal, const Hole& hole) {
  std::string text = key_text(BookKey{.position = position, .goal = goal});
  if (!hole.moves.empty()) text += ", after";
  for (const Move move : hole.moves) text += ' ' + format_move(move, position.size);
  return fmt::format("{}: {}", text, hole.reason);
}

ClaimPool::ClaimPool(int size, ProofLookup lookup, int threads) : lookup_(std::move(lookup)) {
  CHECK(threads >= 1);
  for (int color = 0; color < 2; ++color) goals_.push_back(std::make_unique<Goal>(size));
  for (int i = 0; i < threads; ++i) {
    threads_.push_back(std::make_unique<Thread>());
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      threads_.back()->checkers.push_back(std::make_unique<ClaimChecker>(
          size, color, lookup_, goals_[static_cast<int>(color)]->options, [] { return false; }));
    }
  }
}

ClaimPool::~ClaimPool() = default;

void ClaimPool::know(const Position& position, Color goal) {
  goals_[static_cast<std::size_t>(goal)]->filter.add(position);
}

ClaimFaults ClaimPool::check_one(Thread& thread, const ProofRecord& record, Status& failure) const {
  if (NaiveBoard(record.position).has_five_or_more()) {
    return {{{}, "the game is over: five or more stones in a row are on the board"}};
  }
  const Claim claim{.position = record.position,
                    .moves = {},
                    .record = ProofMove{record.move, record.distance_plies},
                    .id = 0};
  ClaimReport report = thread.checkers[static_cast<std::size_t>(record.goal)]->check(claim);
  failure = report.failure;
  for (Reached& reached : report.reached) {
    if (reached.record) continue;
    report.holes.push_back({std::move(reached.moves), std::move(reached.fault)});
  }
  return std::move(report.holes);
}

Result<std::vector<ClaimFaults>> ClaimPool::check(std::span<const ProofRecord> records) {
  std::vector<ClaimFaults> faults(records.size());
  std::vector<Status> failures(threads_.size());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto work = [&](std::size_t index) {
    Status& failure = failures[index];
    for (std::size_t i = next++; i < records.size() && !failed; i = next++) {
      try {
        faults[i] = check_one(*threads_[index], records[i], failure);
      } catch (const std::exception& error) {
        failure = {StatusCode::kIo, fmt::format("checking a record failed: {}", error.what())};
      }
      if (!failure.ok()) failed = true;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(threads_.size(), records.size()); ++i) {
      threads.emplace_back(work, i);
    }
    work(0);
  }
  for (Status& failure : failures) {
    if (!failure.ok()) return std::move(failure);
  }
  return faults;
}

}  // namespace tengen::book
