// Whether all ranks that mpirun starts on this host are there, until the run has begun. A rank that
// dies so early leaves the others in MPI_Init, where they wait for it, and mpirun with them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <set>

namespace tengen::cluster {

class StartWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // `ranks`: so many are children of mpirun, if that is known; else 0.
  StartWatch(pid_t mpirun, int ranks) : mpirun_(mpirun), ranks_(ranks) {}

  // Looks at mpirun's children. Whether a rank has died: one that was seen; or rank 0, which comes
  // first, unless `rank0_told`: it has told by itself that it came; or one that does not come
  // though all others have come kComeWithin ago.
  bool one_died(bool rank0_told, Clock::time_point now = Clock::now());
  static constexpr std::chrono::seconds kComeWithin{5};

 private:
  const pid_t mpirun_;
  const int ranks_;
  std::set<pid_t> seen_;
  Clock::time_point last_came_;
};

}  // namespace tengen::cluster
