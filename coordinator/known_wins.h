// What the book already shows of a position that has no record of its own: a move of the attacker
// after which every reply is answered by records and short wins. Answers of others, imported
// certificates and positions that transpose leave such gaps.
#pragma once

#include <optional>
#include <vector>

#include "book/verifier/record_filter.h"
#include "coordinator/judge.h"
#include "solver/game/game.h"

namespace tengen::coordinator {

// Owned by one thread.
class KnownWins {
 public:
  // Remembers `most_records`, the first ones. Game and judge must outlive it.
  KnownWins(const Game& game, Judge& judge, Color goal, std::size_t most_records);

  // A record that is stored.
  void know(const ProofRecord& record);

  // The records that are missing for `goal` to win the position by what is stored, children before
  // parents and not settled yet; none when that does not prove it. Moves of which no reply at all
  // has a record are not looked at: a prover finds those at once, if they win. Errors: the store's.
  // REQUIRES: not decided, and no record of its own.
  Result<std::vector<ProofRecord>> missing_records(const Position& canonical);

 private:
  Result<std::optional<ProofRecord>> defence(const Position& position);

  const Game& game_;
  Judge& judge_;
  const Color goal_;
  std::size_t records_left_;
  book::RecordFilter filter_;
};

}  // namespace tengen::coordinator
