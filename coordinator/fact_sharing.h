// Which facts and hints each worker has not been sent yet. Owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "coordinator/tree.h"
#include "solver/game/prover.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::coordinator {

struct SharingLimits {
  // Facts kept for workers that have not been sent them yet, those that will join among them; the
  // oldest go first. A fact that a worker misses costs work done twice.
  std::size_t most_waiting_facts = 200'000;
  // Facts sent, counted once for each receiver. When more are proven, those of the longest proofs
  // go out: they save most. Ten workers hardly come near it; a thousand would spend a gigabyte a
  // second on telling each other everything.
  double most_facts_per_second = 200'000;
};

// A waiting fact with its stones.
constexpr std::uint64_t kFactBytes = 256;

class FactSharing {
 public:
  using Clock = worker::Clock;

  FactSharing(const SharingLimits& limits, Clock::time_point now)
      : limits_(limits), credit_(limits.most_facts_per_second), last_credit_(now) {}

  // Facts for everyone but `origin`, as many as so many receivers may be sent by now; with
  // kNoWorker for all, and however many.
  void share(const std::vector<ProofRecord>& records, int origin, int receivers,
             Clock::time_point now);
  // Hints for everyone, instead of those of before.
  void suggest(std::vector<Hint> hints);

  // Gives the worker's messenger what the worker has not been given yet, hints first.
  using Messenger = std::function<void(const worker::Message&)>;
  void give_news(int worker, const Messenger& send);

  // About what the facts that wait for workers take.
  [[nodiscard]] std::uint64_t waiting_bytes() const { return facts_.size() * kFactBytes; }

 private:
  struct SharedFact {
    ProofRecord record;
    int origin = kNoWorker;
  };
  // How far a worker has been given facts, and which hints.
  struct Reader {
    std::uint64_t next_fact = 0;
    std::uint64_t hints = 0;
  };

  // How many of `wanted` facts may be sent at the moment.
  [[nodiscard]] std::size_t affordable(std::size_t wanted, int receivers, Clock::time_point now);
  void give_hints(Reader& reader, const Messenger& send) const;
  void give_facts(int worker, Reader& reader, const Messenger& send) const;

  const SharingLimits limits_;
  std::deque<SharedFact> facts_;  // the latest
  std::uint64_t first_fact_ = 0;  // number of facts_.front()
  double credit_;                 // sendings not made use of yet
  Clock::time_point last_credit_;
  std::vector<Hint> hints_;
  std::uint64_t hints_version_ = 0;
  std::map<int, Reader> readers_;  // by worker
};

}  // namespace tengen::coordinator
