// The worker's loop: take a job, let the prover search and certify, answer. One prover for the
// whole run, so that its tables stay warm from job to job.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "worker/port.h"

namespace tengen::worker {

constexpr int kCoordinatorRank = 0;

// Moves to try first at a position and below. Takes what time it wants, and comes back soon after
// `stop` says so.
using Finder = std::function<std::vector<Hint>(const Position&, const std::function<bool()>& stop)>;

struct WorkerOptions {
  std::string build;  // of this program; the coordinator wants its own
  ProverOptions prover;
  double heartbeat_seconds = 0.2;
  // A coordinator that has been silent for so long is dead: the worker leaves by itself.
  double silence_seconds = 12;
  // Set by a signal handler: hand the job back and leave. May be null; must outlive the worker.
  const std::atomic<bool>* leave = nullptr;
  // Asked by the worker's thread, once about each position with the attacker to move that has
  // resisted a first attempt; its time is the job's. May be null.
  Finder finder = {};
};

enum class WorkerEnd {
  kStopped,  // the coordinator said so
  kRefused,  // the coordinator has no use for this worker
  kLeft,     // asked to by `leave`
  kSilence,  // the coordinator has vanished
  kFault,    // the prover failed (out of memory): Bye named it
};

struct WorkerReport {
  WorkerEnd end = WorkerEnd::kStopped;
  std::string reason;        // of a refusal or a fault, or what the coordinator sent; one line
  bool all_present = false;  // stopped: no rank is missing, so that MPI_Finalize will not hang
  bool may_resume = false;   // stopped: the run was interrupted and may be started again
};

// Works until told to stop. Never throws. A thread of its own ends the process when the calling
// thread has hung in a system or MPI call for three times options.silence_seconds. REQUIRES: called
// by the thread that owns `port`.
WorkerReport run_worker(Port& port, const Game& game, const WorkerOptions& options);

}  // namespace tengen::worker
