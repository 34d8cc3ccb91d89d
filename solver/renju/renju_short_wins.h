// Wins by few fours, as a reader of proofs finds them again.
#pragma once

#include <cstdint>
#include <memory>

#include "solver/game/short_wins.h"
#include "solver/renju/board.h"
#include "solver/renju/rules.h"
#include "solver/renju/vcf.h"

namespace tengen::renju {

// Fours played to find one again, which must not fail in any orientation, nor where a line was
// replayed after another reply: the limit is the verifier's and in practice none. In 20,238
// positions the longest search of all lines took 14,064 fours.
constexpr std::uint64_t kShortVcfNodes = 500'000;

// False where it is certain that there is no VCF, however long: no plain search is needed then.
bool may_have_vcf(VcfSolver& vcf, Board& board, Color attacker);

std::unique_ptr<ShortWins> make_short_wins(Rules rules, int size);

}  // namespace tengen::renju
