#include "book/http/asked_game.h"

#include <algorithm>
#include <span>
#include <string>

namespace tengen::book {
namespace {

constexpr std::size_t kOpeningStones = 3;

GameResult win_of(Color color) {
  return color == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
}

Result<Position> play(const Game& game, std::span<const Move> moves) {
  std::string text;
  for (const Move move : moves) text += format_move(move, game.size()) + ' ';
  return game.parse(text);
}

// How the move ends the game; empty when it does not, or may not be played.
std::optional<GameResult> end_by(const Game& game, const Position& position, Move move,
                                 Move previous) {
  if (move == kPass) {
    if (previous != kPass) return std::nullopt;
    return GameResult::kDraw;  // the first of the two was allowed, hence this one is
  }
  if (!position.is_empty_point(move)) return std::nullopt;
  if (!game.only_adds_stones()) {
    const std::vector<Move> legal = game.legal_moves(position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return std::nullopt;
  }
  const MoveEffect effect = game.effect(position, move);
  if (effect == MoveEffect::kDraws) return GameResult::kDraw;
  const std::optional<Color> winner = winner_by(effect, position.to_move);
  return winner ? std::optional(win_of(*winner)) : std::nullopt;
}

Result<AskedGame> ended_list(const Game& game, std::vector<Move> moves, const Status& refused) {
  if (moves.empty()) return refused;
  const Move last = moves.back();
  const Move previous = moves.size() < 2 ? kNoMove : moves[moves.size() - 2];
  const Result<Position> before = play(game, std::span(moves).first(moves.size() - 1));
  if (!before.ok()) return refused;
  const std::optional<GameResult> end = end_by(game, before.value(), last, previous);
  if (!end) return refused;
  return AskedGame{.position = game.play(before.value(), last),
                   .history = std::move(moves),
                   .opening = nullptr,
                   .over = end};
}

// A set-up in which the side that has just moved stands with a five. Which stone was the last is
// not known: it is one that makes the five.
Result<AskedGame> ended_set_up(const Game& game, std::string_view text, const Status& refused) {
  Result<Position> parsed = parse_setup(text, game.size());
  if (!parsed.ok()) return refused;
  const Position& position = parsed.value();
  const Color mover = opponent(position.to_move);
  if (!game.only_adds_stones()) return refused;
  for (const Move stone : position.stones(mover)) {
    Position before = position;
    before.to_move = mover;
    std::erase(mover == Color::kBlack ? before.black : before.white, stone);
    if (game.effect(before, stone) == MoveEffect::kWins) {
      return AskedGame{
          .position = position, .history = {}, .opening = nullptr, .over = win_of(mover)};
    }
  }
  return refused;
}

const Opening* opening_of(const Game& game, const AskedGame& asked) {
  if (!has_openings(game)) return nullptr;
  if (asked.history.empty()) return classify_opening(asked.position);
  if (asked.history.size() < kOpeningStones) return nullptr;
  const Result<Position> first = play(game, std::span(asked.history).first(kOpeningStones));
  return first.ok() ? classify_opening(first.value()) : nullptr;
}

Result<AskedGame> parse_ended_or_not(const Game& game, std::string_view text) {
  Result<Position> position = game.parse(text);
  if (text.find('/') != std::string_view::npos) {
    if (!position.ok()) return ended_set_up(game, text, position.status());
    return AskedGame{.position = std::move(position).value(),
                     .history = {},
                     .opening = nullptr,
                     .over = std::nullopt};
  }
  Result<std::vector<Move>> moves = parse_move_list(text, game.size());
  if (!moves.ok()) return moves.status();
  if (!position.ok()) return ended_list(game, std::move(moves).value(), position.status());
  return AskedGame{.position = std::move(position).value(),
                   .history = std::move(moves).value(),
                   .opening = nullptr,
                   .over = std::nullopt};
}

}  // namespace

Result<AskedGame> parse_game(const Game& game, std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  const Result<std::string> expanded = expand_opening(text, game);
  if (!expanded.ok()) return expanded.status();
  Result<AskedGame> asked = parse_ended_or_not(game, expanded.value());
  if (asked.ok()) asked.value().opening = opening_of(game, asked.value());
  return asked;
}

}  // namespace tengen::book
