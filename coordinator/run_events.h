// What happens in a run beside its progress, for whoever watches it: people, the run's log, tests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "coordinator/progress.h"
#include "solver/game/position.h"
#include "solver/game/prover.h"

namespace tengen::coordinator {

enum class WorkerChange {
  kJoined,    // said Hello and may be given jobs
  kLost,      // died, fell silent or failed
  kLeft,      // in order: it was told or asked to
  kReturned,  // heard again after it was lost
  kRefused,   // another version or other rules
};
[[nodiscard]] std::string_view change_name(WorkerChange change);

struct WorkerEvent {
  WorkerChange change = WorkerChange::kJoined;
  int rank = 0;
  std::string host;  // empty before its Hello
  std::int32_t process_id = 0;
  std::string why;  // of a loss or a refusal
};
// One line: "lost worker 3 on h1: silent for 8.2 s".
[[nodiscard]] std::string describe(const WorkerEvent& event);

// A job that was answered.
struct JobEvent {
  int rank = 0;
  Position position;  // canonical
  Color goal = Color::kBlack;
  double granted_seconds = 0;
  double seconds = 0;  // from handing it out to the answer
  SolveOutcome outcome;
  std::size_t answer_bytes = 0;
};

// A position on which workers died again and again. It gets no more jobs in this run.
struct SetAside {
  Position position;
  int deaths = 0;
};

// Each may be empty. Called by the coordinator's thread; must not take long.
struct Watcher {
  std::function<void(const Progress&)> progress;
  std::function<void(const WorkerEvent&)> worker;
  std::function<void(const SetAside&)> set_aside;
  std::function<void(const JobEvent&)> job;
};

}  // namespace tengen::coordinator
