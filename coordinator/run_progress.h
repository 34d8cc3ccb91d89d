// How a run is going, in numbers and over the last minutes. Used by one run, by its thread.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "coordinator/progress.h"
#include "coordinator/run_status.h"
#include "coordinator/tree.h"
#include "coordinator/worker_pool.h"

namespace tengen::coordinator {

struct SolveReport;

class RunProgress {
 public:
  // From now on. Tree and pool must outlive it.
  RunProgress(const Tree& tree, WorkerPool& pool)
      : tree_(tree), pool_(pool), begin_(pool.now()), last_(begin_) {}

  // Since the begin.
  [[nodiscard]] double seconds() const { return pool_.seconds_since(begin_); }
  // Since the last measure(), or the begin.
  [[nodiscard]] double seconds_since_measured() const { return pool_.seconds_since(last_); }
  // So many moves of the root are known by a job's answer; some need not be in the tree yet.
  void note_root_moves(int known) { root_moves_known_ = known; }

  // The figures of now, by what was done in all. `attempt` is the scheduler's, from 0; `asked` the
  // position in the asker's frame.
  const Progress& measure(const SolveReport& totals, std::uint32_t attempt, const Position& asked);

  // Adds the figures measured last, and the root's moves as they are, in the frame of the position
  // that was asked.
  void add_to(RunStatus& status, const Position& asked) const;

 private:
  // Moves of the root that a worker is on or below, in the frame of the root.
  [[nodiscard]] std::vector<Move> moves_at_work() const;
  // Progress::nearest; `at_work` as above.
  [[nodiscard]] std::optional<MoveProgress> nearest(const std::vector<Move>& at_work,
                                                    const Position& asked) const;

  // What was done when, about every ten seconds.
  struct Then {
    double seconds = 0;
    int moves = 0;  // of the root, proven
    std::uint64_t jobs = 0;
    std::uint64_t nodes = 0;
  };
  // The last that is so long ago; else the begin.
  [[nodiscard]] Then before(double seconds_ago) const;

  const Tree& tree_;
  WorkerPool& pool_;
  const worker::Clock::time_point begin_;
  worker::Clock::time_point last_;
  int root_moves_known_ = 0;
  Progress progress_;
  std::deque<Then> history_;
};

}  // namespace tengen::coordinator
