#include "book/exchange/hint_tree.h"

#include <algorithm>
#include <utility>

namespace tengen::book {
namespace {

// Nobody has more moves in a position; a file that repeats them takes no more memory.
constexpr std::size_t kMaxMoves = kMaxBoardSize * kMaxBoardSize;

}  // namespace

HintTree::HintTree(int size, std::function<Status(HintedPosition)> emit) : emit_(std::move(emit)) {
  levels_.resize(1);
  levels_[0].ready = true;
  levels_[0].position.size = size;
}

const Position& HintTree::position_at(std::size_t level) {
  Level& here = levels_[level];
  if (here.ready) return here.position;
  here.position = position_at(level - 1);
  if (here.mover) here.position.to_move = *here.mover;
  if (here.move != kNoMove) here.position = after_move(here.position, here.move);
  here.ready = true;
  return here.position;
}

Position HintTree::position_before(int depth) {
  const auto parent = static_cast<std::size_t>(depth);
  CHECK(parent < levels_.size());
  return levels_[parent].usable ? position_at(parent) : levels_[0].position;
}

Status HintTree::node(const HintNode& node) {
  const auto parent = static_cast<std::size_t>(node.depth);
  CHECK(parent < levels_.size());
  if (Status status = close_to(parent + 1); !status.ok()) return status;
  Level level;
  level.move = node.move;
  level.mover = node.mover;
  level.usable = levels_[parent].usable && !node.unclear;
  if (node.unclear) merge_note(levels_[parent].note, node.note);
  if (node.position) {
    level.position = *node.position;
    level.ready = true;
    level.in_turn = false;
  } else if (node.move == kPass && node.mover) {
    level.in_turn = level.usable && *node.mover == position_at(parent).to_move;
  } else if (level.usable && node.move >= 0) {
    const Position& before = position_at(parent);
    if (!before.is_empty_point(node.move)) {
      level.usable = false;
    } else {
      level.in_turn = !node.mover || *node.mover == before.to_move;
      if (!node.move_note.label.empty() || node.move_note.mark != PointMark::kNone) {
        PointNote of_move = node.move_note;
        of_move.point = node.move;
        merge_note(levels_[parent].note, {.points = {std::move(of_move)}});
      }
    }
    if (level.usable && level.in_turn && node.label != MoveLabel::kLoses &&
        levels_[parent].moves.size() < kMaxMoves) {
      levels_[parent].moves.push_back({.move = node.move, .wins = node.label == MoveLabel::kWins});
    }
  }
  if (level.usable && node.note.says_something()) merge_note(level.note, node.note);
  if (!level.usable) ++skipped_;
  levels_.push_back(std::move(level));
  return {};
}

Status HintTree::finish() {
  if (Status status = close_to(1); !status.ok()) return status;
  if (Status status = close_note(0); !status.ok()) return status;
  HintedPosition hint{.position = levels_[0].position, .moves = merge_hints(levels_[0].moves, {})};
  levels_[0].moves.clear();
  return hint.moves.empty() ? Status() : emit_(std::move(hint));
}

// Hands out what is said of the level's position, of which the one before takes note.
Status HintTree::close_note(std::size_t level) {
  Level& here = levels_[level];
  here.noted = here.noted || here.note.says_something() || !here.note.leads_to.empty();
  if (!here.usable || !here.noted || !emit_note_) return {};
  if (level > 0 && here.in_turn) {
    Level& before = levels_[level - 1];
    before.noted = true;
    if (here.move != kNoMove) merge_note(before.note, {.leads_to = {here.move}});
  }
  Note note = std::exchange(here.note, {});
  here.noted = false;
  if (!note.says_something() && note.leads_to.empty()) return {};
  return emit_note_({.position = position_at(level), .notes = {std::move(note)}});
}

Status HintTree::close_to(std::size_t levels) {
  while (levels_.size() > levels) {
    const std::size_t last = levels_.size() - 1;
    HintedPosition hint{.position = {}, .moves = merge_hints(levels_[last].moves, {})};
    if (!hint.moves.empty()) {
      hint.position = position_at(last);
      if (Status status = emit_(std::move(hint)); !status.ok()) return status;
    }
    if (Status status = close_note(last); !status.ok()) return status;
    levels_.pop_back();
  }
  return {};
}

}  // namespace tengen::book
