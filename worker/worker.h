// The worker's loop: take a job, let the prover search and certify, answer. One prover for the
// whole run, so that its tables stay warm from job to job.
#pragma once

#include <cstdint>
#include <string>

#include "solver/game/game.h"
#include "worker/port.h"

namespace tengen::wire {

constexpr int kCoordinatorRank = 0;

struct WorkerOptions {
  ProverOptions prover;
  double heartbeat_seconds = 0.2;
  // A coordinator that has been silent for so long is dead: the worker leaves by itself.
  double silence_seconds = 12;
};

enum class WorkerEnd {
  kStopped,   // the coordinator said so
  kFinished,  // the same, and MPI_Finalize is safe because no rank is missing
  kSilence,   // the coordinator has vanished
  kFault,     // the prover failed (out of memory): Bye named the reason
};

// Works until told to stop. Never throws. REQUIRES: called by the thread that owns `port`.
WorkerEnd run_worker(Port& port, const Game& game, const WorkerOptions& options);

}  // namespace tengen::wire
