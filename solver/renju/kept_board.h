// A board that goes from position to position. Building one costs as much as some thirty stones;
// who asks about many positions mostly asks about those a stone or two apart.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "solver/renju/board.h"

namespace tengen::renju {

// Owned by one thread.
class KeptBoard {
 public:
  KeptBoard(int size, Rules rules) : board_(size, rules) {}

  // The board of the position, until the next call; the caller undoes what it makes on it.
  // REQUIRES: position.size is the board's.
  Board& of(const Position& position) {
    CHECK(position.size == board_.size());
    const auto stays = [&](const std::pair<Move, Color>& stone) {
      const std::vector<Move>& stones = position.stones(stone.second);
      return std::binary_search(stones.begin(), stones.end(), stone.first);
    };
    const auto gone = std::find_if_not(stones_.begin(), stones_.end(), stays);
    const auto staying = static_cast<std::size_t>(gone - stones_.begin());
    while (stones_.size() > staying) {
      board_.unmake(stones_.back().first, stones_.back().second);
      stones_.pop_back();
    }
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (const Move point : position.stones(color)) {
        if (!board_.is_empty(point)) continue;
        board_.make(point, color);
        stones_.emplace_back(point, color);
      }
    }
    return board_;
  }

 private:
  Board board_;
  std::vector<std::pair<Move, Color>> stones_;  // on it, in the order in which they were made
};

}  // namespace tengen::renju
