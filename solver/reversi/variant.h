// Which Reversi a rule-set id names: the start, what stones count, and who has won. Ids are
// "reversi", then "-parallel" for the other start, "-anti" where fewer stones are better, and ":S"
// for a threshold, in this order: "reversi-parallel-anti:-4".
#pragma once

#include <optional>
#include <string_view>

#include "solver/game/position.h"
#include "solver/reversi/board.h"

namespace tengen::reversi {

struct Variant {
  Start start = Start::kStandard;
  bool anti = false;
  // Black has won with a score of at least this, White else: nobody draws. Without it more than
  // nothing wins, and nothing is a draw.
  std::optional<int> black_needs = {};

  // What that side's score has to be for its win.
  [[nodiscard]] int needs(Color side) const {
    if (!black_needs) return 1;
    return side == Color::kBlack ? *black_needs : 1 - *black_needs;
  }
  [[nodiscard]] bool has_draws() const { return !black_needs; }
};

// Whether an id is of this family, as written or not.
[[nodiscard]] bool names_reversi(std::string_view id);
// Nothing where the id is not written as above, or where no score of that board is near the
// threshold.
[[nodiscard]] std::optional<Variant> variant_of(std::string_view id, int size);

}  // namespace tengen::reversi
