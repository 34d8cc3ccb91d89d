// Searches positions whose line in a certificate fails: often only the move was wrong, or a reply
// had not been possible. Where what a line rests on has been mended before it, little is left to
// find: of 30,000 lines that failed 95 in 100 needed 1,200 nodes each (solver/NOTES.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solver/game/game.h"

namespace tengen::book {

// Owned by one thread; searches with several.
class Mending {
 public:
  // `memory_bytes`: for each thread's tables. REQUIRES: threads >= 1; the game outlives it.
  Mending(const Game& game, int threads, std::uint64_t memory_bytes);
  ~Mending();

  // What holds: searches build upon it. REQUIRES: a canonical position.
  void learn(ProofRecord record) { learned_.push_back(std::move(record)); }

  struct Task {
    ProofRecord record;  // its move is tried first
    std::uint64_t nodes = 0;
  };
  // What was proven on the way, whether or not the positions are. Records rest on each other, on
  // what was learned and on what calls before have returned. The same for the same calls and number
  // of threads. What is no position of the game, or decided, is left out.
  std::vector<ProofRecord> search(std::span<const Task> tasks);

  // By all searches so far.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct Thread;
  void work(Thread& thread, std::span<const Task> tasks, std::size_t first) const;

  const Game& game_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<ProofRecord> learned_;  // since the last search
  std::uint64_t nodes_ = 0;
};

}  // namespace tengen::book
