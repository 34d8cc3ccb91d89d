// Wins so short that no proof stores them: whoever reads it finds them again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/game/position.h"
#include "solver/game/win.h"

namespace tengen {

// They have at most so many fours in a row before the five.
constexpr int kReaderFours = 5;
// As many fours may whoever reads a proof have to play to find one again, when he looks by depth:
// for a win by no four, then by one, and so on, points in their order.
constexpr std::uint64_t kReaderNodes = 20'000;

// Finds them, without a search for longer ones. Owned by one thread; takes some MiB, kept between
// calls, on which no answer depends.
class ShortWins {
 public:
  virtual ~ShortWins() = default;

  // A short win of `goal`, who is to move, with the fewest fours. REQUIRES: the position came from
  // Game::parse() or a legal move and is not decided yet.
  virtual std::optional<Win> find(const Position& position, Color goal) = 0;

  // Of these replies of the other side, who is to move: whether `goal` has a short win then that a
  // reader finds within kReaderNodes. REQUIRES: legal replies that do not end the game.
  virtual std::vector<bool> readers_win(const Position& position, Color goal,
                                        std::span<const Move> replies) = 0;

  // What a reader has to search, as certificates say it.
  [[nodiscard]] virtual std::string readers_search() const;
};

}  // namespace tengen
