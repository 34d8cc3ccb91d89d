#include "tests/coordinator/simulation.h"

#include <algorithm>

namespace tengen::test {
namespace {

constexpr std::uint64_t kProverBytes = std::uint64_t{32} << 20;

}  // namespace

SimulatedWorkers::SimulatedWorkers(const Game& game, int count) : game_(game) {
  for (int i = 0; i < count; ++i) join();
}

int SimulatedWorkers::join(std::optional<int> process_id) {
  const int rank = size();
  workers_[rank].prover = game_.make_prover({.memory_bytes = kProverBytes});
  say(rank, worker::Hello{"", "simulated", process_id.value_or(rank), std::string(game_.rules()),
                          game_.size()});
  return rank;
}

void SimulatedWorkers::cut(int worker, int after_jobs) {
  workers_.at(worker).cut_after = after_jobs;
}

void SimulatedWorkers::silence(int worker, int after_jobs) {
  workers_.at(worker).silent_after = after_jobs;
}

void SimulatedWorkers::send(int rank, std::string bytes) {
  Worker& worker = workers_.at(rank);
  worker::Message message = worker::decode(bytes).value();
  if (silent(worker) || worker.left) return;
  if (auto* job = std::get_if<worker::Job>(&message)) {
    ++jobs_;
    if (worker.jobs_taken++ == worker.cut_after) {
      worker.left = true;
      inbox_.push_back({rank, "", true});
      return;
    }
    worker.jobs.push_back(*job);
  } else if (auto* facts = std::get_if<worker::Facts>(&message)) {
    worker.facts += facts->records.size();
    if (watch_facts_) std::for_each(facts->records.begin(), facts->records.end(), watch_facts_);
    worker.prover->learn(facts->records);
  } else if (auto* hints = std::get_if<worker::Hints>(&message)) {
    if (hints->first) worker.hints.clear();
    worker.hints.insert(worker.hints.end(), hints->hints.begin(), hints->hints.end());
  } else if (std::holds_alternative<worker::Stop>(message)) {
    worker.left = true;
    say(rank, worker::Bye{});
  }
}

std::optional<worker::Incoming> SimulatedWorkers::receive() {
  if (inbox_.empty() && ++turns_ % 2 == 0) return std::nullopt;
  if (inbox_.empty()) {
    for (auto& [rank, worker] : workers_) {
      if (silent(worker) || worker.left) continue;
      if (worker.jobs.empty()) {
        say(rank, worker::Heartbeat{});
        continue;
      }
      const worker::Job job = worker.jobs.front();
      worker.jobs.pop_front();
      std::optional<SolveOutcome> outcome;
      if (const auto it = forged_.find(rank); it != forged_.end()) outcome = it->second(job);
      if (!outcome) {
        outcome = worker.prover->solve(job.position, job.goal, job.limits, [] { return false; });
      }
      worker::Answer answer{job.id, *std::move(outcome)};
      answer.peak_memory_bytes = static_cast<std::uint64_t>(rank);
      say(rank, answer);
    }
  }
  if (inbox_.empty()) return std::nullopt;
  worker::Incoming incoming = std::move(inbox_.front());
  inbox_.pop_front();
  return incoming;
}

std::size_t SimulatedWorkers::facts_received(int worker) const { return workers_.at(worker).facts; }

const std::vector<Hint>& SimulatedWorkers::hints_received(int worker) const {
  return workers_.at(worker).hints;
}

void SimulatedWorkers::say(int rank, const worker::Message& message) {
  inbox_.push_back({rank, worker::encode(message)});
}

Result<std::optional<ProofRecord>> MemoryJournal::fact(const Position& canonical, Color goal) {
  const std::lock_guard lock(mutex_);
  const auto it = facts.find({encode_position(canonical), goal});
  if (it == facts.end()) return std::optional<ProofRecord>();
  return std::optional(it->second);
}

Status MemoryJournal::visit_facts(const std::function<bool(const ProofRecord&)>& visit) {
  for (const auto& [key, record] : facts) {
    if (!visit(record)) break;
  }
  return {};
}

Status MemoryJournal::visit_hints(const std::function<bool(const Hint&)>& visit) {
  for (const Hint& hint : hints) {
    if (!visit(hint)) break;
  }
  return {};
}

Result<std::optional<Hint>> MemoryJournal::hint(const Position& position) {
  const auto found = std::ranges::find(hints, position, &Hint::position);
  return found == hints.end() ? std::nullopt : std::optional(*found);
}

Result<std::optional<std::string>> MemoryJournal::tree_entry(const Position& canonical,
                                                             Color goal) {
  const auto it = tree.find({encode_position(canonical), goal});
  if (it == tree.end()) return std::optional<std::string>();
  return std::optional(it->second);
}

Result<book::CommitCounts> MemoryJournal::commit(book::CommitBatch batch) {
  const std::lock_guard lock(mutex_);
  if (++commits == fail_at_commit) return Status(StatusCode::kIo, "the disk is full");
  for (const ProofRecord& record : batch.proofs) {
    if (facts.contains({encode_position(record.position), opponent(record.goal)})) {
      return Status(StatusCode::kCorruption, "a contradiction");
    }
  }
  book::CommitCounts counts;
  for (const ProofRecord& record : batch.proofs) {
    counts.added += facts.insert({{encode_position(record.position), record.goal}, record}).second;
  }
  for (const book::TreeEntry& entry : batch.tree_puts) {
    tree[{encode_position(entry.key.position), entry.key.goal}] = entry.bytes;
  }
  for (const book::BookKey& key : batch.tree_deletes) {
    tree.erase({encode_position(key.position), key.goal});
  }
  return counts;
}

}  // namespace tengen::test
