// Moves that the guide tries first. Heuristic throughout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/game/position.h"

namespace tengen::renju {

class HintTable {
 public:
  // Of what has won.
  static constexpr std::size_t kWins = std::size_t{1} << 18;

  // Somebody's suggestions have room of their own, so that the search keeps its own; it is taken
  // with the first of them. Without it there are none.
  void give_room(std::uint64_t suggestion_bytes) {
    suggestion_slots_ = suggestion_bytes / sizeof(Suggestion);
  }

  // What won, by the attacker's stones alone: what wins without a reply often wins with it (a cheap
  // form of Kawano's simulation, 1996).
  void note_win(std::uint64_t stones_key, Move move) {
    wins_[stones_key % kWins] = {stones_key, move};
  }

  // What somebody suggests in a position; the last one counts. `wins`: somebody says so. Half of
  // the room is kept free, so that a look ends soon; what comes then is dropped.
  void suggest(std::uint64_t position_key, Move move, bool wins) {
    if (2 * (count_ + 1) > suggestion_slots_) return;
    suggestions_.resize(suggestion_slots_);
    Suggestion& slot = suggestions_[slot_of(position_key)];
    if (slot.move == kNoMove) ++count_;
    slot = {position_key, move, wins};
  }

  void forget_suggestions() {
    suggestions_ = {};
    count_ = 0;
  }
  void forget_wins() { wins_.assign(kWins, {}); }

  // The move said to win in that position; kNoMove if there is none.
  [[nodiscard]] Move suggested_win(std::uint64_t position_key) const {
    const Suggestion found = suggestion(position_key);
    return found.wins ? found.move : kNoMove;
  }

  // The suggested move, else one that has won; kNoMove if there is none. What has won may be
  // occupied now.
  [[nodiscard]] Move find(std::uint64_t position_key, std::uint64_t stones_key) const {
    const Suggestion found = suggestion(position_key);
    if (found.move != kNoMove) return found.move;
    // Without stones of the attacker's the key is that of an entry never set; its move is kNoMove.
    const Winner& win = wins_[stones_key % kWins];
    return win.key == stones_key ? win.move : kNoMove;
  }

 private:
  struct Winner {
    std::uint64_t key = 0;
    Move move = kNoMove;
  };
  struct Suggestion {
    std::uint64_t key = 0;
    Move move = kNoMove;
    bool wins = false;
  };

  // Where that position is, or the free slot for it. REQUIRES: a slot is free.
  [[nodiscard]] std::size_t slot_of(std::uint64_t position_key) const {
    std::size_t slot = position_key % suggestions_.size();
    while (suggestions_[slot].move != kNoMove && suggestions_[slot].key != position_key) {
      slot = (slot + 1) % suggestions_.size();
    }
    return slot;
  }
  [[nodiscard]] Suggestion suggestion(std::uint64_t position_key) const {
    return count_ == 0 ? Suggestion() : suggestions_[slot_of(position_key)];
  }

  std::vector<Winner> wins_ = std::vector<Winner>(kWins);
  std::vector<Suggestion> suggestions_;
  std::size_t suggestion_slots_ = 0;
  std::size_t count_ = 0;
};

}  // namespace tengen::renju
