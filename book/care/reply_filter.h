// Which of a position's moves may lead to a position with a record (record_filter.h): asked for
// every move, so in games whose moves only add stones none is played for it.
#pragma once

#include "book/verifier/record_filter.h"
#include "solver/game/game.h"

namespace tengen::book {

// Refers to what it is made of, for as long as one position is looked at.
class ReplyFilter {
 public:
  ReplyFilter(const RecordFilter& filter, const Game& game, const Position& position)
      : filter_(filter), game_(game), position_(position), hashes_(filter.hashes_of(position)) {}

  // REQUIRES: a legal move.
  [[nodiscard]] bool may_know_after(Move move) const {
    if (game_.only_adds_stones()) return filter_.may_know(hashes_, move, position_.to_move);
    const RecordFilter::Hashes after = filter_.hashes_of(game_.play(position_, move));
    return filter_.may_know(after, kPass, position_.to_move);
  }
  // The same of the position itself.
  [[nodiscard]] bool may_know() const {
    return filter_.may_know(hashes_, kPass, position_.to_move);
  }

 private:
  const RecordFilter& filter_;
  const Game& game_;
  const Position& position_;
  const RecordFilter::Hashes hashes_;
};

}  // namespace tengen::book
