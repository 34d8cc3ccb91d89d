#include "book/exchange/mending.h"

#include <thread>
#include <utility>

#include "solver/base/check.h"

namespace tengen::book {

struct Mending::Thread {
  std::unique_ptr<Prover> prover;
  std::vector<ProofRecord> found;
  std::uint64_t nodes = 0;
};

Mending::Mending(const Game& game, int threads, std::uint64_t memory_bytes) : game_(game) {
  CHECK(threads >= 1);
  for (int i = 0; i < threads; ++i) {
    threads_.push_back(std::make_unique<Thread>());
    threads_.back()->prover = game.make_prover({.memory_bytes = memory_bytes});
  }
}

Mending::~Mending() = default;

void Mending::work(Thread& thread, std::span<const Task> tasks, std::size_t first) const {
  Prover& prover = *thread.prover;
  prover.learn(learned_);
  for (std::size_t i = first; i < tasks.size(); i += threads_.size()) {
    const auto& [record, nodes] = tasks[i];
    // With a stone elsewhere the position may be decided, or impossible.
    if (!game_.parse(format_position(record.position)).ok()) continue;
    const Hint hint{record.position, record.move, true};
    if (record.position.is_empty_point(record.move)) prover.take_hints(std::span(&hint, 1));
    SolveOutcome outcome =
        prover.solve(record.position, record.goal, {.nodes = nodes, .seconds = 0}, {});
    thread.nodes += outcome.nodes;
    for (ProofRecord& proven : outcome.records) {
      if (proven.goal == record.goal) thread.found.push_back(std::move(proven));
    }
  }
}

std::vector<ProofRecord> Mending::search(std::span<const Task> tasks) {
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < threads_.size(); ++i) {
      threads.emplace_back([this, tasks, i] { work(*threads_[i], tasks, i); });
    }
    work(*threads_[0], tasks, 0);
  }
  learned_.clear();
  std::vector<ProofRecord> found;
  for (const std::unique_ptr<Thread>& thread : threads_) {
    for (ProofRecord& record : thread->found) found.push_back(std::move(record));
    thread->found.clear();
    nodes_ += std::exchange(thread->nodes, 0);
  }
  return found;
}

}  // namespace tengen::book
