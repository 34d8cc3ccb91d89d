#include "book/query/query.h"

#include <algorithm>
#include <optional>

namespace tengen::book {
namespace {

GameResult win_of(Color color) {
  return color == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
}

// A winner and the plies it takes at most.
struct Decided {
  Color winner;
  Move move;
  int distance_plies;
};

// Whoever is known to win after `move`.
Result<std::optional<Decided>> decide(Evaluator& evaluator, const Position& position, Move move) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<Win>> win = evaluator.win_by(position, move, color);
    if (!win.ok()) return win.status();
    if (win.value()) {
      return std::optional<Decided>(
          {.winner = color, .move = move, .distance_plies = win.value()->distance_plies});
    }
  }
  return std::optional<Decided>();
}

// Whoever is known to win the position by what the book holds of the position itself.
Result<std::optional<Decided>> decide_here(Evaluator& evaluator, const Position& position) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<Win>> win = color == position.to_move
                                               ? evaluator.attacker_win(position, color)
                                               : evaluator.defender_loss(position, color);
    if (!win.ok()) return win.status();
    if (win.value()) {
      return std::optional<Decided>({.winner = color,
                                     .move = win.value()->move,
                                     .distance_plies = win.value()->distance_plies});
    }
  }
  return std::optional<Decided>();
}

Result<MoveAnswer> answer_move(Evaluator& evaluator, const Position& position, Move move,
                               Color goal) {
  MoveAnswer answer{.move = move};
  const MoveEffect effect = evaluator.game().effect(position, move);
  answer.foul = effect == MoveEffect::kFoul;
  if (effect == MoveEffect::kDraws) {
    answer.result = GameResult::kDraw;
  } else {
    const Result<std::optional<Decided>> decided = decide(evaluator, position, move);
    if (!decided.ok()) return decided.status();
    if (decided.value()) {
      answer.result = win_of(decided.value()->winner);
      answer.distance_plies = decided.value()->distance_plies;
    } else if (move == kPass) {
      const Result<bool> draws = evaluator.draws_by_pass(position);
      if (!draws.ok()) return draws.status();
      if (draws.value()) answer.result = GameResult::kDraw;
    }
  }
  answer.status = verdict_for(answer.result, goal);
  return answer;
}

std::vector<Move> all_moves(const Game& game, const Position& position) {
  std::vector<Move> moves = game.legal_moves(position);
  if (position.to_move == Color::kBlack) {
    const std::vector<Move> fouls = game.foul_points(position);
    const auto first_pass = std::find(moves.begin(), moves.end(), kPass);
    std::vector<Move> points;
    std::merge(moves.begin(), first_pass, fouls.begin(), fouls.end(), std::back_inserter(points));
    points.insert(points.end(), first_pass, moves.end());
    return points;
  }
  return moves;
}

// Every move of the position, of which `here` is known.
Result<std::vector<MoveAnswer>> answer_moves(Evaluator& evaluator, const Position& position,
                                             Color goal, const std::optional<Decided>& here) {
  std::vector<MoveAnswer> answers;
  for (const Move move : all_moves(evaluator.game(), position)) {
    Result<MoveAnswer> one = answer_move(evaluator, position, move, goal);
    if (!one.ok()) return one.status();
    // The record's own move wins, also where a hole hides it.
    const bool is_recorded_win = here && here->winner == position.to_move && here->move == move;
    if (is_recorded_win && one.value().result == GameResult::kUnknown) {
      one.value().result = win_of(position.to_move);
      one.value().status = verdict_for(one.value().result, goal);
      one.value().distance_plies = here->distance_plies;
    }
    answers.push_back(one.value());
  }
  return answers;
}

// Result, distance and best move from the moves and from what is known of the position itself.
void conclude(QueryAnswer& answer, const std::optional<Decided>& here) {
  const Color mover = answer.position.to_move;
  const GameResult mover_wins = win_of(mover);
  const MoveAnswer* shortest_win = nullptr;
  const MoveAnswer* longest_loss = nullptr;
  const MoveAnswer* draw = nullptr;
  bool all_known = true;
  for (const MoveAnswer& move : answer.moves) {
    if (move.result == mover_wins) {
      if (!shortest_win || move.distance_plies < shortest_win->distance_plies) shortest_win = &move;
    } else if (move.result == GameResult::kDraw) {
      if (!draw) draw = &move;
    } else if (move.result == GameResult::kUnknown) {
      all_known = false;
    } else if (!longest_loss || move.distance_plies > longest_loss->distance_plies) {
      longest_loss = &move;
    }
  }
  if (here && here->winner == mover) {
    // Also where another move is known to win sooner: positions before this one count on it.
    answer.result = mover_wins;
    answer.best = here->move;
    answer.distance_plies = here->distance_plies;
  } else if (shortest_win != nullptr) {
    answer.result = mover_wins;
    answer.best = shortest_win->move;
    answer.distance_plies = shortest_win->distance_plies;
  } else if (all_known && draw != nullptr) {
    answer.result = GameResult::kDraw;
    answer.best = draw->move;
  } else if (all_known && longest_loss != nullptr) {
    answer.result = win_of(opponent(mover));
    answer.best = longest_loss->move;
    answer.distance_plies = longest_loss->distance_plies;
  } else if (here) {
    // A record whose replies are not all met by the book.
    answer.result = win_of(here->winner);
    answer.distance_plies = here->distance_plies;
    answer.best = longest_loss != nullptr ? longest_loss->move : kNoMove;
  }
  answer.status = verdict_for(answer.result, answer.goal);
  // Whoever has a draw at hand does not lose, whatever the moves come to that nobody knows.
  if (answer.result == GameResult::kUnknown && draw != nullptr && answer.goal != mover) {
    answer.status = Verdict::kDisproven;
    answer.best = draw->move;
  }
}

}  // namespace

std::string_view result_name(GameResult result) {
  switch (result) {
    case GameResult::kBlackWins:
      return "black_wins";
    case GameResult::kWhiteWins:
      return "white_wins";
    case GameResult::kDraw:
      return "draw";
    case GameResult::kUnknown:
      break;
  }
  return "unknown";
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kProven:
      return "proven";
    case Verdict::kDisproven:
      return "disproven";
    case Verdict::kUnknown:
      break;
  }
  return "unknown";
}

Verdict verdict_for(GameResult result, Color goal) {
  if (result == GameResult::kUnknown) return Verdict::kUnknown;
  return result == win_of(goal) ? Verdict::kProven : Verdict::kDisproven;
}

Result<QueryAnswer> query(const Store& store, const Game& game, const Position& position,
                          Color goal) {
  Evaluator evaluator(store, game);
  QueryAnswer answer;
  answer.position = position;
  answer.rules = store.rules();
  answer.goal = goal;
  const Result<std::optional<Decided>> here = decide_here(evaluator, position);
  if (!here.ok()) return here.status();
  Result<std::vector<MoveAnswer>> moves = answer_moves(evaluator, position, goal, here.value());
  if (!moves.ok()) return moves.status();
  answer.moves = std::move(moves).value();
  conclude(answer, here.value());
  if (answer.result == win_of(opponent(position.to_move))) {
    const Result<std::optional<Win>> longest =
        evaluator.longest_reply(position, opponent(position.to_move));
    if (!longest.ok()) return longest.status();
    if (longest.value() && longest.value()->move != kNoMove) answer.best = longest.value()->move;
  }
  const bool won =
      answer.result == GameResult::kBlackWins || answer.result == GameResult::kWhiteWins;
  if (won && answer.best != kNoMove) {
    answer.line.push_back(answer.best);
    if (game.effect(position, answer.best) == MoveEffect::kContinues) {
      const Color winner = answer.result == GameResult::kBlackWins ? Color::kBlack : Color::kWhite;
      const Result<std::vector<Move>> rest =
          main_line(evaluator, game.play(position, answer.best), winner);
      if (!rest.ok()) return rest.status();
      answer.line.insert(answer.line.end(), rest.value().begin(), rest.value().end());
    }
  }
  if (Status status = add_words_of_others(store, answer); !status.ok()) return status;
  return answer;
}

Status add_words_of_others(const Store& store, QueryAnswer& answer) {
  Result<std::vector<HintedMove>> hints = store.hints(answer.position);
  if (!hints.ok()) return hints.status();
  Result<std::vector<Note>> notes = store.notes(answer.position);
  if (!notes.ok()) return notes.status();
  answer.hints = std::move(hints).value();
  answer.notes = std::move(notes).value();
  return {};
}

Result<std::vector<MoveAnswer>> query_moves(const Store& store, const Game& game,
                                            const Position& position, Color goal) {
  Evaluator evaluator(store, game);
  const Result<std::optional<Decided>> here = decide_here(evaluator, position);
  if (!here.ok()) return here.status();
  return answer_moves(evaluator, position, goal, here.value());
}

Result<std::vector<Move>> main_line(Evaluator& evaluator, const Position& position, Color winner) {
  const Game& game = evaluator.game();
  const auto max_plies = static_cast<std::size_t>(2 * position.size * position.size);
  std::vector<Move> line;
  Position current = position;
  while (line.size() < max_plies) {
    const Result<std::optional<Win>> win = current.to_move == winner
                                               ? evaluator.attacker_win(current, winner)
                                               : evaluator.longest_reply(current, winner);
    if (!win.ok()) return win.status();
    if (!win.value() || win.value()->move == kNoMove) break;
    const Move move = win.value()->move;
    line.push_back(move);
    if (game.effect(current, move) != MoveEffect::kContinues) break;
    current = game.play(current, move);
  }
  return line;
}

}  // namespace tengen::book
