// What the book knows of the moves of a position: the branches of a walk over a proof
// (proof_tree.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "book/exchange/proven_below.h"
#include "book/query/query.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

// How the attacker wins a position.
struct WinningAnswer {
  Move move = kNoMove;
  int distance_plies = 0;
  bool stored = false;  // by a record; else by a short win
};

struct Branch {
  Move move = kNoMove;
  GameResult result = GameResult::kUnknown;
  int distance_plies = 0;     // this move included; 0 unless somebody wins
  WinningAnswer answer = {};  // a defender's move that loses: how
  bool leads_on = false;      // open: whether the walk goes into it
};

struct Branches {
  std::vector<Branch> moves{};
  // One that should lose and to which the book has no answer; then `moves` mean nothing.
  std::optional<Move> unanswered{};
};

// Looks into one state of a book for one goal. Errors of all: the store's. One thread; store and
// game must outlive it.
class BranchFinder {
 public:
  BranchFinder(const Store& store, const Game& game, Color goal, bool stored_replies_only);

  [[nodiscard]] GameResult goal_wins() const;

  // By a record or a short win. REQUIRES: the attacker is to move.
  Result<std::optional<WinningAnswer>> answer_to(const Position& position);
  // The legal moves of a position and what follows each.
  Result<std::vector<MoveAnswer>> moves_of(const Position& position);
  // Of an attacker's position without a record: the shortest of the moves that win all the same.
  [[nodiscard]] std::optional<WinningAnswer> winning_move(
      const std::vector<MoveAnswer>& moves) const;

  // All replies in a position that the goal has won.
  Result<Branches> replies_in(const Position& position);
  // The moves in an open position of which something is known or that lead on; in the root, and
  // where replies are proven, all of a defender's. Sorted as by keep_wanted(). REQUIRES: the goal
  // is not proven by them; `moves` are those of moves_of().
  Result<Branches> open_moves(const Position& position, const std::vector<MoveAnswer>& moves,
                              const ProvenBelow& below, bool is_root);
  // Leaves out what is not asked for; the longest first, those with a record before others.
  void keep_wanted(std::vector<Branch>& branches) const;

 private:
  [[nodiscard]] Branch losing_reply(Move reply, const WinningAnswer& answer) const;

  const Store& store_;
  const Game& game_;
  std::unique_ptr<ShortWins> short_wins_;
  const Color goal_;
  const bool stored_replies_only_;
};

}  // namespace tengen::book
