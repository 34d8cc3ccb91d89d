// Moves that the guide tries first. Heuristic throughout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/game/position.h"

namespace tengen::renju {

class HintTable {
 public:
  static constexpr std::size_t kEntries = std::size_t{1} << 18;
  // Somebody's suggestions take half of the room at most, so that the search has the rest.
  static constexpr std::size_t kMostSuggestions = kEntries / 2;

  // What won, by the attacker's stones alone: what wins without a reply often wins with it (a cheap
  // form of Kawano's simulation, 1996).
  void note_win(std::uint64_t stones_key, Move move) {
    Entry& entry = entries_[stones_key % kEntries];
    if (!entry.suggested) entry = {stones_key, move, false, false};
  }

  // What somebody suggests in a position; stays. `wins`: somebody says so.
  void suggest(std::uint64_t position_key, Move move, bool wins) {
    if (suggestions_ >= kMostSuggestions) return;
    Entry& entry = entries_[position_key % kEntries];
    if (!entry.suggested) ++suggestions_;
    entry = {position_key, move, true, wins};
  }

  void forget_suggestions() {
    forget(true);
    suggestions_ = 0;
  }
  void forget_wins() { forget(false); }

  // The move said to win in that position; kNoMove if there is none.
  [[nodiscard]] Move suggested_win(std::uint64_t position_key) const {
    const Entry* const entry = suggestion(position_key);
    return entry != nullptr && entry->wins ? entry->move : kNoMove;
  }

  // The suggested move, else one that has won; kNoMove if there is none. What has won may be
  // occupied now.
  [[nodiscard]] Move find(std::uint64_t position_key, std::uint64_t stones_key) const {
    if (const Entry* const entry = suggestion(position_key)) return entry->move;
    // Without stones of the attacker's the key is that of an entry never set; its move is kNoMove.
    const Entry& entry = entries_[stones_key % kEntries];
    return entry.key == stones_key ? entry.move : kNoMove;
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Move move = kNoMove;
    bool suggested = false;
    bool wins = false;
  };

  void forget(bool suggested) {
    for (Entry& entry : entries_) {
      if (entry.suggested == suggested) entry = {};
    }
  }

  [[nodiscard]] const Entry* suggestion(std::uint64_t position_key) const {
    if (suggestions_ == 0) return nullptr;
    const Entry& entry = entries_[position_key % kEntries];
    return entry.suggested && entry.key == position_key ? &entry : nullptr;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kEntries);
  std::size_t suggestions_ = 0;
};

}  // namespace tengen::renju
