// Chooses a move: what is known decides first; where nothing is known, the prover looks for a win
// of the side to move and for the wins that the opponent would have after each good-looking move.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "book/engine/knowledge.h"
#include "solver/game/game.h"

namespace tengen::book::engine {

// Who wins for certain, in at most so many plies from the position asked.
struct Claim {
  Color winner = Color::kBlack;
  int distance_plies = 0;
  bool searched = false;  // found by the search, not in the book or by a few fours
};

struct Choice {
  Move move = kNoMove;         // legal; kPass only where no point is legal
  std::optional<Claim> claim;  // of the position, when somebody wins for certain
  int avoided = 0;             // moves left out because they lose for certain
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// 0: no limit.
struct ThinkLimits {
  double seconds = 0;
  std::uint64_t nodes = 0;
};

// What a move looks best by rule alone: at hand at once, for a search that has found out nothing
// yet. REQUIRES: as Thinker::think().
[[nodiscard]] Choice first_choice(const Game& game, const Position& position);

// Owned by one thread.
class Thinker {
 public:
  // Both must outlive the thinker. REQUIRES: memory_bytes >= kLeastMemoryBytes.
  Thinker(const Game& game, Knowledge& knowledge, std::uint64_t memory_bytes);

  // Receives what would be chosen, whenever that may have changed.
  using Publish = std::function<void(const Choice&)>;

  // Comes back soon after `stop` says so or the time is over; at once where there is nothing to
  // choose. On a busy machine that may be late: see ThinkingThread. With limits.nodes alone it is
  // deterministic for equal sequences of calls. REQUIRES: position not decided; a legal move
  // exists.
  Choice think(const Position& position, const ThinkLimits& limits,
               const std::function<bool()>& stop, const Publish& publish = {});
  // Forgets what earlier searches have found.
  void clear();
  // For all that searches keep. REQUIRES: at least kLeastMemoryBytes.
  void set_memory(std::uint64_t bytes);

 private:
  struct Search;  // one call of think()

  bool decided_by_knowledge(Search& search);
  void search_moves(Search& search);
  bool find_own_win(Search& search, Prover& prover, std::uint64_t nodes);
  bool look_for_losses(Search& search, Prover& prover, std::uint64_t nodes);
  // What to play after what has been found out.
  Choice concluded(const Search& search);
  void publish(const Search& search);

  void make_prover();
  // Waits for the prover while there is time; null when that is over.
  Prover* prover(Search& search);

  const Game& game_;
  Knowledge& knowledge_;
  std::uint64_t memory_bytes_;
  // To fill the tables of a prover takes longer than a short move; it is made by another thread.
  std::future<std::unique_ptr<Prover>> making_;
  std::unique_ptr<Prover> prover_;  // null while it is made
};

}  // namespace tengen::book::engine
