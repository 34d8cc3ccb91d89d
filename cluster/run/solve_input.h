// What `tengen solve` was asked to do: its options, checked, and its positions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/run/solve_command.h"
#include "solver/game/game.h"

namespace tengen::cluster {

[[nodiscard]] int default_threads(int workers);

// Errors: kInvalidArgument, naming the option.
Status check_numbers(const SolveOptions& options);
Status check_threads(int threads);
// A prover of so many cores has more searchers than that; of 0 it has one. REQUIRES: threads >= 0.
void set_threads(int threads, ProverOptions& prover);
// Whether --memory, or what there is without it, is enough for so many workers.
Status check_memory(const SolveOptions& options, int workers);

// How --memory is shared.
[[nodiscard]] std::uint64_t memory_of_coordinator(const SolveOptions& options, int workers);
// REQUIRES: workers > 0
[[nodiscard]] std::uint64_t memory_per_worker(const SolveOptions& options, int workers);

struct NamedPosition {
  std::string text;  // as typed
  Position position;
};

// Arguments first, then the file, skipping empty lines and those that start with '#'. Errors name
// the file's line.
Result<std::vector<NamedPosition>> read_positions(const Game& game, const SolveOptions& options);

}  // namespace tengen::cluster
