// A prover for renju, and what its records prove.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solver/base/check.h"
#include "solver/game/game.h"
#include "tests/solver/renju/certificate_check.h"

namespace tengen::prover_testing {

inline const Game& renju_game(int size = 15) {
  const Result<const Game*> game = find_game("renju", size);
  CHECK(game.ok());
  return *game.value();
}

inline std::unique_ptr<Prover> make_prover(unsigned variant = 0, const Game& game = renju_game()) {
  return game.make_prover({.memory_bytes = 16 << 20, .variant = variant});
}

inline SolveOutcome solve(Prover& prover, const Position& position, Color goal,
                          std::uint64_t nodes) {
  return prover.solve(position, goal, {.nodes = nodes, .seconds = 0, .attempt = 0}, {});
}

// Empty when the records prove the position; else where they do not.
inline std::string hole_in(const std::vector<ProofRecord>& records, const Position& position,
                           Color goal, const Game& game = renju_game()) {
  CertificateCheck check(game, goal);
  check.add(records);
  return check.wins(position) ? "" : check.hole();
}

constexpr std::uint64_t kEnough = 1'000'000;

}  // namespace tengen::prover_testing
