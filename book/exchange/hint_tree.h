// Turns a tree of moves, as the readers of files hand it over, into hints, for each position of the
// tree the moves that the tree has there, and into notes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "book/store/hint.h"
#include "book/store/note.h"
#include "solver/game/position.h"

namespace tengen::book {

// What a file says of a move.
enum class MoveLabel : std::uint8_t { kNone, kWins, kLoses };

// One node, in pre-order.
struct HintNode {
  int depth = 0;               // nodes before it on its path; at most one more than the last one's
  Move move = kNoMove;         // kNoMove: a node without a move
  std::optional<Color> mover;  // the side whose turn it is when not given
  MoveLabel label = MoveLabel::kNone;
  bool unclear = false;  // nothing below this node is to be used
  // Set up before anything else; replaces the position.
  std::optional<Position> position;
  // What is said of the position after the move, and of the move: that shows on its point before.
  Note note{};
  PointNote move_note{};
};

class HintTree {
 public:
  // `emit` gets each position once its subtree is done, in the file's frame, with 1 to
  // kMaxHintMoves moves, wins first.
  HintTree(int size, std::function<Status(HintedPosition)> emit);
  // Also hands out notes, in the file's frame and without a source: of a position once its subtree
  // is done, and again where a node without a move says more of it.
  void emit_notes(std::function<Status(NotedPosition)> emit) { emit_note_ = std::move(emit); }

  // Passes are gone through but not suggested, nor are moves that lose. What an unclear node says
  // is said of the position before it. Moves to occupied points
  // and what is below them are left out. Errors: those of `emit`.
  Status node(const HintNode& node);
  // Ends the tree; the next node begins another.
  Status finish();

  // The position of the last node's parent, for whoever sets up stones. REQUIRES: depth at most one
  // more than the last node's.
  [[nodiscard]] Position position_before(int depth);

  // Nodes left out with their subtrees, and nodes within these.
  [[nodiscard]] std::uint64_t skipped() const { return skipped_; }

 private:
  struct Level {
    bool usable = true;
    bool ready = false;  // position is that after the level's move
    Move move = kNoMove;
    std::optional<Color> mover;
    Position position;
    std::vector<HintedMove> moves;
    bool in_turn = true;  // made by the side whose turn it is in the position before
    bool noted = false;   // there are notes on the position or below it
    Note note;
  };
  Status close_note(std::size_t level);
  Status close_to(std::size_t levels);
  // The position after the node of that level.
  const Position& position_at(std::size_t level);

  std::function<Status(HintedPosition)> emit_;
  std::function<Status(NotedPosition)> emit_note_;
  std::vector<Level> levels_;  // [0] is the empty board, then the nodes of the path
  std::uint64_t skipped_ = 0;
};

}  // namespace tengen::book
