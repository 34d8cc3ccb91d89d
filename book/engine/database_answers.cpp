#include "book/engine/database_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iomanip>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "book/store/foreign_text.h"

namespace tengen::book::engine {
namespace {

constexpr int kMateValue = 30000;
constexpr int kUpperBound = 1;
constexpr int kLowerBound = 2;
constexpr int kExact = 3;
constexpr int kNoLabel = -1;

// Boards read a line at a time, into buffers of their own.
constexpr std::size_t kMostText = 2000;

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

std::string_view sign(PointMark mark) {
  switch (mark) {
    case PointMark::kNone:
      return "";
    case PointMark::kCross:
      return "×";
    case PointMark::kTriangle:
      return "△";
    case PointMark::kSquare:
      return "□";
    case PointMark::kCircle:
      return "○";
  }
  check_failed("a mark", __FILE__, __LINE__);
}

// What imported files have on the points of a position.
struct Words {
  explicit Words(const QueryAnswer& answer) {
    for (const Note& note : answer.notes) {
      leads_to.insert(note.leads_to.begin(), note.leads_to.end());
      for (const PointNote& one : note.points) {
        texts.emplace(one.point, one.label.empty() ? std::string(sign(one.mark)) : one.label);
      }
    }
  }

  std::map<Move, std::string> texts;  // of the first source that has one
  std::set<Move> leads_to;
};

// Of several lines one.
std::string in_one_line(std::string_view lines) {
  std::string text;
  for (const char c : lines) text += c == '\n' ? std::string(" / ") : std::string(1, c);
  return clean_text(text, kMostText, Lines::kOne);
}

}  // namespace

std::vector<std::string> database_children(const QueryAnswer& answer, Coordinates coordinates) {
  std::vector<std::string> lines;
  const Words words(answer);
  for (const MoveAnswer& move : answer.moves) {
    if (move.move == kPass) continue;
    std::optional<Row> row;
    if (!move.foul) {
      row = row_of(move.result, opponent(answer.position.to_move), move.distance_plies - 1);
    }
    const bool leads_on = words.leads_to.contains(move.move);
    const auto text = words.texts.find(move.move);
    if (!row && !leads_on && text == words.texts.end()) continue;
    const Pair pair = pair_of(move.move, answer.position.size, coordinates);
    const std::string known =
        row ? fmt::format("{} {} {} {}", packed(row->text), row->value, row->depth, row->bound)
            : fmt::format("{} 0 0 0", kNoLabel);
    lines.push_back(fmt::format("DATABASE {} {} {} {} {}", pair.first, pair.second, known,
                                leads_on ? 1 : 0,
                                text == words.texts.end() ? std::string() : text->second));
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
  std::string text = answer_in_words(answer);
  const std::string notes = notes_text(answer.notes, answer.position.size);
  if (!text.empty() && !notes.empty()) text += '\n';
  text += notes;
  std::ostringstream quoted;
  quoted << "DATABASE TEXT " << std::quoted(in_one_line(text));
  return quoted.str();
}

}  // namespace tengen::book::engine
