// The line of play that an engine expects, as far as its messages tell it. There is no common form:
// "Bestline H8 I9", "pv h8i9", "BESTLINE: [H,8] [I,9]" and "INFO BESTLINE 7,7 8,6" are all in use.
// Nor is there a common way to name points: Rapfi's H1 is at the top of its board, others' at the
// bottom, and some give the row first. So what counts are points in a row, and the way to read them
// is the one in which they begin with the engine's move, now and in earlier answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "solver/game/game.h"

namespace tengen::book::engine {

// Of one engine, owned by one thread.
class MainLine {
 public:
  // The game must outlive the object.
  explicit MainLine(const Game& game) : game_(&game) {}

  // Forgets what was read: a new position is searched.
  void clear() { runs_.clear(); }
  // Any text that the engine has written; any bytes.
  void read(std::string_view text);
  // The last line read that begins with `move`, cut before the first move that is not legal and
  // behind the one that ends the game; the move alone where there is no such line. A guess: moves
  // are legal, no more is certain.
  // REQUIRES: move is an empty point and no foul; the position is not decided.
  [[nodiscard]] std::vector<Move> beginning_with(Move move, const Position& position);

 private:
  // How a run of points is written: "7,7" or "H8".
  enum Kind : std::uint8_t { kPairs, kNames, kKinds };
  // What its two numbers are: a column and a row, or a row and a column; rows from the top or from
  // the bottom.
  static constexpr std::size_t kFrames = 4;

  struct Numbers {
    int first;
    int second;
  };
  struct Run {
    Kind kind = kPairs;
    std::vector<Numbers> points;
  };

  static bool add_names(std::string_view word, Run& run);
  void keep(Run& run);
  [[nodiscard]] Move point_of(Numbers numbers, Kind kind, std::size_t frame) const;
  [[nodiscard]] std::vector<Move> legal_part(const Run& run, std::size_t frame,
                                             const Position& position) const;

  const Game* game_;
  std::deque<Run> runs_;                                      // the last ones of two points or more
  std::array<std::array<int, kFrames>, kKinds> agreed_ = {};  // answers a frame would have met
};

}  // namespace tengen::book::engine
