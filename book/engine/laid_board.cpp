#include "book/engine/laid_board.h"

#include <algorithm>
#include <utility>

namespace tengen::book::engine {
namespace {

Position empty_position(const Game& game) {
  Position position;
  position.size = game.size();
  return position;
}

std::string name_of(Color color) { return color == Color::kBlack ? "Black" : "White"; }

}  // namespace

LaidBoard::LaidBoard(const Game& game) : game_(&game), position_(empty_position(game)) {}

Status LaidBoard::set_up(const std::vector<LaidStone>& stones, Color to_move) {
  Position position = empty_position(*game_);
  for (const LaidStone& stone : stones) {
    if (stone.move == kPass) continue;
    if (!position.is_empty_point(stone.move)) {
      return invalid_argument(format_move(stone.move, position.size) + " is taken twice");
    }
    position.to_move = stone.color;
    position = after_move(position, stone.move);
  }
  position.to_move = to_move;
  position_ = std::move(position);
  stones_ = stones;
  const Result<Position> checked = game_->parse(format_position(position_));
  end_ = checked.ok() ? "" : checked.status().message();
  position_.after_pass = !stones_.empty() && stones_.back().move == kPass;
  return {};
}

Status LaidBoard::play(Move move) {
  if (!end_.empty()) return invalid_argument("the game is over: " + end_);
  const std::string name = format_move(move, position_.size);
  const Color mover = position_.to_move;
  if (move == kPass) {
    const std::vector<Move> legal = game_->legal_moves(position_);
    if (std::find(legal.begin(), legal.end(), kPass) == legal.end()) {
      return invalid_argument("a pass is not allowed here");
    }
    if (position_.after_pass) end_ = "two passes make a draw";
  } else {
    if (!position_.is_empty_point(move)) return invalid_argument(name + " is occupied");
    switch (game_->effect(position_, move)) {
      case MoveEffect::kWins:
        end_ = name_of(mover) + " has won by " + name;
        break;
      case MoveEffect::kLoses:
        end_ = name_of(mover) + " has lost by " + name;
        break;
      case MoveEffect::kFoul:
        end_ = name + " is a foul of " + name_of(mover) + ", who has lost";
        break;
      case MoveEffect::kDraws:
        end_ = "the board is full";
        break;
      case MoveEffect::kContinues:
        break;
    }
  }
  stones_.push_back({move, mover});
  position_ = game_->play(position_, move);
  position_.after_pass = move == kPass;
  return {};
}

Status LaidBoard::take_back(Move move) {
  if (stones_.empty()) return invalid_argument("the board is empty");
  const LaidStone last = stones_.back();
  if (last.move != move) {
    return invalid_argument(format_move(move, position_.size) + " is not the last move, " +
                            format_move(last.move, position_.size) + " is");
  }
  std::vector<LaidStone> stones = stones_;
  stones.pop_back();
  return set_up(stones, last.color);
}

}  // namespace tengen::book::engine
