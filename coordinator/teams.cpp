// Who works together.
#include <utility>

#include "coordinator/worker_pool.h"
#include "solver/base/check.h"

namespace tengen::coordinator {

void WorkerPool::join_team(int rank) {
  leave_team(rank);
  if (state(rank).shared.bytes == 0) return;
  const auto [first, alone] = teams_of_one_.try_emplace(state(rank).host, rank);
  if (alone) return;
  state(rank).first_of_team = first->second;
  state(first->second).second_of_team = rank;
  teams_of_one_.erase(first);
}

// The other member stays as a team of one.
void WorkerPool::leave_team(int rank) {
  WorkerState& worker = state(rank);
  const auto alone = teams_of_one_.find(worker.host);
  if (alone != teams_of_one_.end() && alone->second == rank) teams_of_one_.erase(alone);
  const int first = std::exchange(worker.first_of_team, kNoWorker);
  const int second = std::exchange(worker.second_of_team, kNoWorker);
  if (first != kNoWorker) {
    state(first).second_of_team = kNoWorker;
    teams_of_one_.try_emplace(state(first).host, first);
  }
  if (second != kNoWorker) {
    state(second).first_of_team = kNoWorker;
    if (state(second).assignment.help) cancel(second);
    teams_of_one_.try_emplace(state(second).host, second);
  }
}

int WorkerPool::whom_to_help(int worker) const {
  const int first = state(worker).first_of_team;
  return first != kNoWorker && state(first).phase == Phase::kBusy ? first : kNoWorker;
}

void WorkerPool::give_help(int worker, double seconds) {
  const int first = whom_to_help(worker);
  CHECK(first != kNoWorker);
  Assignment assignment = state(first).assignment;
  assignment.help = true;
  assignment.seconds = seconds;
  // Of hints it makes no use there, and facts are known to whom it helps.
  start_job(worker,
            {0,
             state(first).position,
             Color::kBlack,
             {.seconds = seconds, .attempt = assignment.attempt},
             state(first).shared},
            assignment);
}

}  // namespace tengen::coordinator
