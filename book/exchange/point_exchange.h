// Reads a certificate as one of another position: two points change places in all of its lines.
//
// Where the stones of two positions differ in one that has little part in the proof, most lines of
// the one hold for the other too (the idea of Kawano's simulation, 1996, for a whole proof). Which
// do is for a checker to say: nothing is believed here.
#pragma once

#include <optional>

#include "solver/game/position.h"

namespace tengen::book {

class PointExchange {
 public:
  // What turns `from` into `to`; nothing unless they differ in one stone alone. The same position
  // exchanges nothing.
  static std::optional<PointExchange> between(const Position& from, const Position& to);

  [[nodiscard]] Move apply(Move move) const {
    return move == first_ ? second_ : move == second_ ? first_ : move;
  }
  [[nodiscard]] Position apply(const Position& position) const;

 private:
  PointExchange(Move first, Move second) : first_(first), second_(second) {}

  Move first_;
  Move second_;
};

}  // namespace tengen::book
