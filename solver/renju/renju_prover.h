// The Prover: guide (df-pn), certification, and the facts it has certified or learned. The steps
// that comments number are those of solver/README.md.
#pragma once

#include <memory>

#include "solver/game/prover.h"
#include "solver/renju/rules.h"

namespace tengen::renju {

std::unique_ptr<Prover> make_prover(Rules rules, int size, const ProverOptions& options);

}  // namespace tengen::renju
