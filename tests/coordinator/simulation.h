// Workers and a journal in memory, for running a coordinator without MPI and without a disk.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/journal.h"
#include "solver/game/game.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::test {

// Rank 0's port. The workers behind it answer each job when the port is next asked for messages, in
// turns; each can be told to fall silent for good. The peak memory of each is its rank, in bytes.
class SimulatedWorkers : public worker::Port {
 public:
  SimulatedWorkers(const Game& game, int count);

  // One more worker, in the middle of a run. Returns its rank. Its process is its rank if nothing
  // else is said.
  int join(std::optional<int> process_id = std::nullopt);
  // Its connection ends at its nth job.
  void cut(int worker, int after_jobs);
  // From its nth job on the worker says nothing more.
  void silence(int worker, int after_jobs);
  // Called for each fact that any worker is sent.
  void watch_facts(std::function<void(const ProofRecord&)> watch) {
    watch_facts_ = std::move(watch);
  }
  // Its answers are what this says instead of what its prover finds; nothing: it is honest this
  // once.
  using Forgery = std::function<std::optional<SolveOutcome>(const worker::Job&)>;
  void forge(int worker, Forgery forgery) { forged_[worker] = std::move(forgery); }
  // Says it in the worker's name.
  void say(int rank, const worker::Message& message);

  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return static_cast<int>(workers_.size()) + 1; }
  void send(int rank, std::string bytes) override;
  std::optional<worker::Incoming> receive() override;
  [[nodiscard]] bool sends_done() override { return true; }
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int /*rank*/) const override { return 0; }

  [[nodiscard]] int jobs() const { return jobs_; }
  [[nodiscard]] std::size_t facts_received(int worker) const;
  // Before the worker's first job or later, in the order they came.
  [[nodiscard]] const std::vector<Hint>& hints_received(int worker) const;

 private:
  struct Worker {
    std::unique_ptr<Prover> prover;
    std::deque<worker::Job> jobs;
    int jobs_taken = 0;
    int silent_after = -1;
    int cut_after = -1;
    bool left = false;
    std::size_t facts = 0;
    std::vector<Hint> hints;
  };

  [[nodiscard]] static bool silent(const Worker& worker) {
    return worker.silent_after >= 0 && worker.jobs_taken >= worker.silent_after;
  }
  const Game& game_;
  std::map<int, Worker> workers_;
  std::map<int, Forgery> forged_;
  std::function<void(const ProofRecord&)> watch_facts_;
  std::deque<worker::Incoming> inbox_;
  int jobs_ = 0;
  int turns_ = 0;
};

// Facts may be asked for by several threads.
class MemoryJournal : public coordinator::Journal {
 public:
  std::map<std::pair<std::string, Color>, ProofRecord> facts;
  std::map<std::pair<std::string, Color>, std::string> tree;
  std::vector<Hint> hints;
  int commits = 0;
  // The commit with this number, from 1, fails.
  int fail_at_commit = 0;

  Result<std::optional<ProofRecord>> fact(const Position& canonical, Color goal) override;
  Status visit_facts(const std::function<bool(const ProofRecord&)>& visit) override;
  Status visit_hints(const std::function<bool(const Hint&)>& visit) override;
  // Of those in the position's own frame.
  Result<std::optional<Hint>> hint(const Position& position) override;
  Result<std::optional<std::string>> tree_entry(const Position& canonical, Color goal) override;
  Result<book::CommitCounts> commit(book::CommitBatch batch) override;

 private:
  std::mutex mutex_;  // of `facts`
};

}  // namespace tengen::test
