// How a run is going, for who asks in the middle of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "coordinator/progress.h"
#include "coordinator/run_events.h"
#include "coordinator/worker_pool.h"
#include "solver/game/position.h"
#include "solver/game/prover.h"

namespace tengen::coordinator {

// A move of the position that is being solved, in the asker's frame.
struct RootMove {
  Move move = kNoMove;
  Verdict verdict = Verdict::kUnknown;  // of the goal, after the move
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  double seconds = 0;  // of workers, spent on it and below
};

struct RunStatus {
  // Nothing between two positions.
  std::optional<Position> position;
  Color goal = Color::kBlack;
  Progress progress;
  std::vector<RootMove> moves;
  // Moves of the root that were proven in the last minute and the last ten.
  int proven_last_minute = 0;
  int proven_last_ten_minutes = 0;
  std::vector<SetAside> set_aside;
  std::vector<WorkerView> workers;
  FaultCounts faults;
};

// To three digits after the point, as numbers stand in status, log and answers.
[[nodiscard]] double rounded(double value);

// The fields of Progress, as they stand in status and log.
[[nodiscard]] nlohmann::ordered_json to_json(const Progress& progress);
[[nodiscard]] nlohmann::ordered_json to_json(const FaultCounts& faults);
// position, goal, progress, moves[{move,status,proof_number,disproof_number,seconds}],
// proven_last_minute, proven_last_ten_minutes, set_aside[{position,deaths}],
// workers[{rank,host,process_id,phase,jobs,nodes,busy_seconds,silent_seconds,position}],
// fault_counts{died,silent,failed,refused,returned}
[[nodiscard]] nlohmann::ordered_json to_json(const RunStatus& status);

}  // namespace tengen::coordinator
