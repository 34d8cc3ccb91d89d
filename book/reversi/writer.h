// Writes certificates: the solver chooses the claimant's moves, the checker's own search says where
// a leaf is small enough.
#pragma once

#include <cstdint>
#include <functional>

#include "book/reversi/certificate.h"
#include "solver/reversi/solver.h"

namespace tengen::reversi {

struct WriterOptions {
  // A position of the claimant with at most this many empty points becomes a leaf if the checker's
  // search needs at most leaf_nodes there.
  int leaf_empty = 14;
  std::uint64_t leaf_nodes = 20'000;
  std::function<void(const Claim&)> progress = {};  // hears every hundred thousand moves
};

// The certificate that the position's score is `score`, or kInvalidArgument if it is not. The
// solver is one for the position's shape and rules, and best one that knows the score already.
Result<Certificate> write_certificate(const Position& position, const Rules& rules, int score,
                                      Solver& solver, const WriterOptions& options);

}  // namespace tengen::reversi
