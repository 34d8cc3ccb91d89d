// One thread's search of null windows: whether a position's score is more than a bound.
// solver.h is the interface for others.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "solver/reversi/geometry.h"
#include "solver/reversi/table.h"

namespace tengen::reversi {

// Positions that some thread is searching at the moment, so that others search something else first
// (Weill 1996, "The ABDADA distributed minimax-search algorithm", in the form of Tom Kerrigan's
// simplified ABDADA). A hint only: a lost mark costs time, not correctness.
class Busy {
 public:
  void enter(const Hash& hash) { slot(hash).store(hash.key, std::memory_order_relaxed); }
  void leave(const Hash& hash) {
    if (has(hash)) slot(hash).store(0, std::memory_order_relaxed);
  }
  [[nodiscard]] bool has(const Hash& hash) const {
    return slots_[hash.key & (kSlots - 1)].load(std::memory_order_relaxed) == hash.key;
  }

 private:
  static constexpr std::size_t kSlots = 4096;
  std::atomic<std::uint64_t>& slot(const Hash& hash) { return slots_[hash.key & (kSlots - 1)]; }
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
};

// What the threads of one solver share. The owner outlives the searches.
struct Shared {
  Shared(const Shape& shape, const Rules& how, std::size_t table_bytes)
      : geometry(shape), symmetries(shape), rules(how), table(table_bytes) {}

  const Geometry geometry;
  const Symmetries symmetries;
  const Rules rules;
  Table table;
  Busy busy;
  bool several_threads = false;
  std::atomic<bool> stop{false};  // the answer is known, or nobody wants it any more
};

// One thread's part. Not thread-safe but for nodes().
class Search {
 public:
  virtual ~Search() = default;
  struct Found {
    int score = 0;        // a bound: at most `bound` of the question, or more
    int move = kNoPoint;  // one that reaches the score, where it is more than the bound
  };
  // Whether the score for the side to move is more than `bound`: if so, the result's score is a
  // lower bound that is more; if not, an upper bound that is not. Meaningless after Shared::stop.
  virtual Found more_than(const Stones& stones, int bound) = 0;
  // After so many more nodes, or once `stop` says so, a question ends with Shared::stop set. 0 and
  // null: no limit. `stop` is polled every some thousand nodes and must outlive the questions.
  virtual void set_limits(std::uint64_t nodes, const std::function<bool()>* stop) = 0;
  // Positions visited by this thread so far, those with one empty point left not counted; up to
  // date to some thousands.
  [[nodiscard]] virtual std::uint64_t nodes() const = 0;
};

// The fastest that this processor can run.
std::unique_ptr<Search> make_search(Shared& shared);
// For any processor; for tests as well.
std::unique_ptr<Search> make_portable_search(Shared& shared);

}  // namespace tengen::reversi
