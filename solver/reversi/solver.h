// Exact scores of Reversi positions: whether a position's score is at least a number, and, by
// asking that, the score itself. All threads search the same question on one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "solver/reversi/search.h"

namespace tengen::reversi {

struct SolverOptions {
  int threads = 1;  // with one, the same questions in the same order take the same nodes
  std::size_t table_bytes = std::size_t{64} << 20;
};

// One question at a time. What it learns stays in the table for the next.
class Solver {
 public:
  Solver(const Shape& shape, const Rules& rules, const SolverOptions& options = {});

  struct Answer {
    bool holds = false;
    int bound = 0;         // the score is at least this where it holds, else at most this
    int move = kNoPoint;   // where it holds and the side to move has a move: one that shows it
    bool gave_up = false;  // a limit came first: the rest means nothing
  };
  // What one question may take. Below 14 empty points no limit is looked at.
  struct Limits {
    std::uint64_t nodes = 0;                      // of all threads together; 0: no limit
    const std::function<bool()>* stop = nullptr;  // polled by the thread that asks; may be null
    bool one_thread = false;                      // only the one that asks
  };
  // Whether the score for the side to move is at least `score`. REQUIRES: stones on the shape.
  Answer at_least(const Stones& stones, int score) { return at_least(stones, score, {}); }
  Answer at_least(const Stones& stones, int score, const Limits& limits);
  // The score for the side to move. A right `guess` saves questions; `told`, if given, hears each
  // answer on the way.
  int score(const Stones& stones, int guess = 0,
            const std::function<void(int asked, const Answer&)>& told = {});

  // Of all threads together. May be called from any thread.
  [[nodiscard]] std::uint64_t nodes() const;
  void forget() { shared_.table.clear(); }

 private:
  Shared shared_;
  std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace tengen::reversi
