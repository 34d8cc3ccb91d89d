// Proves who wins a Reversi position: alpha-beta says who does (solver.h), and a walk from there
// writes the records, with a move of the winner against every reply, down to what a reader of the
// proof finds again (reader.h). A draw is proven for nobody: thresholds settle it (variant.h).
#pragma once

#include <memory>

#include "solver/game/game.h"
#include "solver/reversi/variant.h"

namespace tengen::reversi {

// REQUIRES: `game` is of that variant, and outlives the prover.
std::unique_ptr<Prover> make_prover(const Game& game, const Variant& variant,
                                    const ProverOptions& options);

}  // namespace tengen::reversi
