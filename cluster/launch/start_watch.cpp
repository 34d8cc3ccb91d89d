#include "cluster/launch/start_watch.h"

#include <algorithm>
#include <optional>

#include "cluster/launch/processes.h"

namespace tengen::cluster {

bool StartWatch::one_died(bool rank0_told, Clock::time_point now) {
  bool may_have_rank0 = rank0_told;
  for (const pid_t child : children_of(mpirun_)) {
    const std::optional<int> rank = mpi_rank_of(child);
    // One that is no rank yet may become rank 0.
    if (rank.value_or(0) == 0 && is_alive(child)) may_have_rank0 = true;
    if (rank && seen_.insert(child).second) last_came_ = now;
  }
  if (seen_.empty()) return false;
  const bool one_is_dead =
      std::any_of(seen_.begin(), seen_.end(), [](pid_t rank) { return !is_alive(rank); });
  const bool one_never_came =
      seen_.size() < static_cast<std::size_t>(ranks_) && now - last_came_ > kComeWithin;
  return one_is_dead || one_never_came || !may_have_rank0;
}

}  // namespace tengen::cluster
