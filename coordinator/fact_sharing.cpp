#include "coordinator/fact_sharing.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace tengen::coordinator {
namespace {

constexpr std::size_t kMostInMessage = 2000;

}  // namespace

void FactSharing::share(const std::vector<ProofRecord>& records, int origin, int receivers,
                        Clock::time_point now) {
  const std::size_t count =
      origin == kNoWorker ? records.size() : affordable(records.size(), receivers, now);
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
  for (; facts_.size() > limits_.most_waiting_facts; ++first_fact_) facts_.pop_front();
}

std::size_t FactSharing::affordable(std::size_t wanted, int receivers, Clock::time_point now) {
  const std::chrono::duration<double> elapsed = now - std::exchange(last_credit_, now);
  credit_ = std::min(credit_ + limits_.most_facts_per_second * elapsed.count(),
                     limits_.most_facts_per_second);
  const double each = std::max(1, receivers);
  const std::size_t count = std::min(wanted, static_cast<std::size_t>(credit_ / each));
  credit_ -= each * static_cast<double>(count);
  return count;
}

void FactSharing::suggest(std::vector<Hint> hints) {
  hints_ = std::move(hints);
  ++hints_version_;
}

void FactSharing::give_news(int worker, const Messenger& send) {
  Reader& reader = readers_[worker];
  give_hints(reader, send);
  give_facts(worker, reader, send);
}

void FactSharing::give_hints(Reader& reader, const Messenger& send) const {
  if (std::exchange(reader.hints, hints_version_) == hints_version_) return;
  for (std::size_t begin = 0; begin < hints_.size(); begin += kMostInMessage) {
    const auto first = hints_.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::size_t count = std::min(kMostInMessage, hints_.size() - begin);
    send(worker::Hints{begin == 0, {first, first + static_cast<std::ptrdiff_t>(count)}});
  }
}

void FactSharing::give_facts(int worker, Reader& reader, const Messenger& send) const {
  const std::uint64_t end = first_fact_ + facts_.size();
  worker::Facts batch;
  for (std::uint64_t number = std::max(reader.next_fact, first_fact_); number < end; ++number) {
    const SharedFact& fact = facts_[static_cast<std::size_t>(number - first_fact_)];
    if (fact.origin != worker) batch.records.push_back(fact.record);
    if (batch.records.size() == kMostInMessage) send(std::exchange(batch, {}));
  }
  if (!batch.records.empty()) send(batch);
  reader.next_fact = end;
}

}  // namespace tengen::coordinator
