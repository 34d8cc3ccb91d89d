// Who says what is true of what workers say: code that shares no rules, no board and no search with
// them. Nothing is stored, shared or built upon before a judge has said so.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "book/care/settle.h"
#include "coordinator/journal.h"
#include "solver/base/status.h"
#include "solver/game/prover.h"

namespace tengen::coordinator {

// Used by one thread at a time.
class Judge {
 public:
  virtual ~Judge() = default;
  // Which of the records hold, by each other and by what is stored, each with the distance that
  // follows from what it rests on, whatever it claims. Errors: the store's.
  virtual Result<book::Settlement> settle(std::span<const ProofRecord> records) = 0;
  // The winner's move (kNoMove where the defender is to move) and the plies to the win, if `goal`
  // wins by stored records, by those that were settled last, or by a short win. Errors: the
  // store's.
  virtual Result<std::optional<Win>> value(const Position& position, Color goal) = 0;
  // Whether an answer may speak of that move, an empty point or kPass, and the position after it,
  // by the judge's own reading of the rules. In games whose moves only add stones it may: what
  // follows from an illegal move is no part of a proof. REQUIRES of play(): allows().
  [[nodiscard]] virtual bool allows(const Position& position, Move move) const = 0;
  [[nodiscard]] virtual Position play(const Position& position, Move move) const = 0;
  // Whether the winner of a proof may have to pass (Game::passes_are_forced()).
  [[nodiscard]] virtual bool attacker_may_pass() const { return false; }
};

// A judge that checks on so many threads. REQUIRES: threads >= 1.
using JudgeFactory = std::function<std::unique_ptr<Judge>(int threads)>;

// The book's separate verifier. The journal must outlive them and be readable by any number of
// threads.
[[nodiscard]] JudgeFactory verifying_judges(Journal& journal, const book::NaiveGame& game);

// Whether the moves of an answer are moves of the position that was asked: points without a stone,
// and passes, those of the attacker only where the game has them.
[[nodiscard]] bool fits(const SolveOutcome& outcome, const Position& position, Color goal,
                        bool attacker_may_pass);

// Holds an answer about `position` (of which nothing is known when it is null: then the records
// alone count) against the judge. Afterwards the outcome's records are settled, children before
// parents, and every verdict in it is the judge's, with its move and distance. Returns what was
// claimed and does not hold, one line; "" when all does. Errors: the store's.
Result<std::string> check_answer(Judge& judge, const Position* position, Color goal,
                                 SolveOutcome& outcome);

}  // namespace tengen::coordinator
