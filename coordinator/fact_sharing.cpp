// How facts get from the worker that has proven them to the others, and hints to all.
#include <algorithm>
#include <functional>
#include <utility>

#include "coordinator/worker_pool.h"

namespace tengen::coordinator {
namespace {

constexpr std::size_t kMostInMessage = 2000;

}  // namespace

void WorkerPool::share(const std::vector<ProofRecord>& records, int origin) {
  const std::size_t count = origin == kNoWorker ? records.size() : affordable_facts(records.size());
  if (count == records.size()) {
    for (const ProofRecord& record : records) facts_.push_back({record, origin});
  } else if (count > 0) {
    std::vector<int> distances;
    for (const ProofRecord& record : records) distances.push_back(record.distance_plies);
    const auto last = distances.begin() + static_cast<std::ptrdiff_t>(count) - 1;
    std::nth_element(distances.begin(), last, distances.end(), std::greater<>());
    std::size_t left = count;
    for (const ProofRecord& record : records) {
      if (left == 0 || record.distance_plies < *last) continue;
      facts_.push_back({record, origin});
      --left;
    }
  }
  for (; facts_.size() > options_.most_waiting_facts; ++first_fact_) facts_.pop_front();
}

std::size_t WorkerPool::affordable_facts(std::size_t wanted) {
  const double earned =
      options_.most_facts_per_second * seconds_since(std::exchange(last_fact_credit_, now()));
  fact_credit_ = std::min(fact_credit_ + earned, options_.most_facts_per_second);
  const double receivers = std::max(1, live_count() - 1);
  const auto affordable = static_cast<std::size_t>(fact_credit_ / receivers);
  const std::size_t count = std::min(wanted, affordable);
  fact_credit_ -= receivers * static_cast<double>(count);
  return count;
}

void WorkerPool::send_facts(int rank) {
  WorkerState& worker = state(rank);
  wire::Facts batch;
  for (std::uint64_t number = std::max(worker.next_fact, first_fact_);
       number < first_fact_ + facts_.size(); ++number) {
    const SharedFact& fact = facts_[static_cast<std::size_t>(number - first_fact_)];
    if (fact.origin != rank) batch.records.push_back(fact.record);
    if (batch.records.size() == kMostInMessage) {
      send(rank, batch);
      batch.records.clear();
    }
  }
  if (!batch.records.empty()) send(rank, batch);
  worker.next_fact = first_fact_ + facts_.size();
}

void WorkerPool::suggest(std::vector<MoveHint> hints) {
  hints_ = std::move(hints);
  ++hints_version_;
}

void WorkerPool::send_hints(int rank) {
  if (std::exchange(state(rank).hints, hints_version_) == hints_version_) return;
  for (std::size_t begin = 0; begin < hints_.size(); begin += kMostInMessage) {
    const auto first = hints_.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::size_t count = std::min(kMostInMessage, hints_.size() - begin);
    send(rank, wire::Hints{begin == 0, {first, first + static_cast<std::ptrdiff_t>(count)}});
  }
}

}  // namespace tengen::coordinator
