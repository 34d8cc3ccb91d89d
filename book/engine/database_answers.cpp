#include "book/engine/database_answers.h"

#include <fmt/format.h>

#include <optional>

namespace tengen::book::engine {
namespace {

constexpr int kMateValue = 30000;
constexpr int kUpperBound = 1;
constexpr int kLowerBound = 2;
constexpr int kExact = 3;

// What boards know of a position.
struct Row {
  char label;        // from the side that has just moved
  std::string text;  // of at most four characters
  int value;         // from the side to move
  int depth;
  int bound;
};

std::optional<Row> row_of(GameResult result, Color to_move, int plies) {
  switch (result) {
    case GameResult::kUnknown:
      return std::nullopt;
    case GameResult::kDraw:
      return Row{'d', "d", 0, 0, kExact};
    case GameResult::kBlackWins:
    case GameResult::kWhiteWins:
      break;
  }
  const Color winner = result == GameResult::kBlackWins ? Color::kBlack : Color::kWhite;
  const bool mover_wins = winner == to_move;
  const char label = mover_wins ? 'l' : 'w';
  const int value = kMateValue - plies;
  return Row{label, fmt::format("{}{}", label, plies + 1), mover_wins ? value : -value, plies,
             mover_wins ? kLowerBound : kUpperBound};
}

std::uint32_t packed(const std::string& text) {
  std::uint32_t bytes = 0;
  for (const char c : text) bytes = bytes << 8 | static_cast<unsigned char>(c);
  return bytes;
}

std::string winner_name(GameResult result) {
  return result == GameResult::kBlackWins ? "Black" : "White";
}

}  // namespace

std::vector<std::string> database_children(const QueryAnswer& answer, Coordinates coordinates) {
  std::vector<std::string> lines;
  for (const MoveAnswer& move : answer.moves) {
    if (move.move == kPass || move.foul) continue;
    const std::optional<Row> row =
        row_of(move.result, opponent(answer.position.to_move), move.distance_plies - 1);
    if (!row) continue;
    const Pair pair = pair_of(move.move, answer.position.size, coordinates);
    lines.push_back(fmt::format("DATABASE {} {} {} {} {} {} 0 ", pair.first, pair.second,
                                packed(row->text), row->value, row->depth, row->bound));
  }
  return lines;
}

std::string database_one(const QueryAnswer& answer) {
  const std::optional<Row> row =
      row_of(answer.result, answer.position.to_move, answer.distance_plies);
  if (!row) return "DATABASE ONE 0 0 0 0";
  return fmt::format("DATABASE ONE {} {} {} {} {}", static_cast<int>(row->label), row->value,
                     row->depth, row->bound, row->text);
}

std::string answer_in_words(const QueryAnswer& answer) {
  if (answer.result == GameResult::kUnknown) return "";
  if (answer.result == GameResult::kDraw) return "drawn";
  std::string words =
      fmt::format("{} wins in at most {} plies", winner_name(answer.result), answer.distance_plies);
  for (std::size_t i = 0; i < answer.line.size(); ++i) {
    words += (i == 0 ? ": " : " ") + format_move(answer.line[i], answer.position.size);
  }
  return words;
}

std::string database_text(const QueryAnswer& answer) {
  return "DATABASE TEXT \"" + answer_in_words(answer) + "\"";
}

}  // namespace tengen::book::engine
