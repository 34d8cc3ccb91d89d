#include "cluster/command/render.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace tengen::cluster {
namespace {

char mark_of(const book::MoveAnswer& answer, Move best) {
  if (answer.move == best) return '*';
  if (answer.foul) return 'f';
  if (answer.status == Verdict::kProven) return '+';
  return answer.status == Verdict::kDisproven ? '-' : '.';
}

// A row of the board, by codes of the 256 colours that terminals have in common.
std::string on_wood(const std::string& row, BoardLook look) {
  std::string text = "\x1b[48;5;180m";
  for (const char c : row) {
    const bool stone = c == 'x' || c == 'o';
    const char* const colour = c == 'x'               ? "38;5;16"
                               : c == 'o'             ? "38;5;231;1"
                               : c == '(' || c == ')' ? "38;5;124"
                               : c == '*'             ? "38;5;124;1"
                               : c == '+'             ? "38;5;22;1"
                               : c == '-'             ? "38;5;88"
                               : c == 'f'             ? "38;5;160;1"
                                                      : "38;5;137";
    if (c == ' ') {
      text += c;
    } else {
      text += fmt::format("\x1b[{}m", colour);
      if (stone && look.discs)
        text += "\xE2\x97\x8F";
      else
        text += c;
      text += "\x1b[22m";
    }
  }
  return text + "\x1b[0m";
}

std::string verdict_text(const book::QueryAnswer& answer) {
  const int size = answer.position.size;
  switch (answer.result) {
    case book::GameResult::kBlackWins:
    case book::GameResult::kWhiteWins: {
      const bool black = answer.result == book::GameResult::kBlackWins;
      const Color winner = black ? Color::kBlack : Color::kWhite;
      std::string text =
          fmt::format("{} in at most {} plies", goal_text(winner), answer.distance_plies);
      if (answer.best == kNoMove) return text;
      return text + (winner == answer.position.to_move ? ", by " : "; longest is ") +
             format_move(answer.best, size);
    }
    case book::GameResult::kDraw:
      return "A draw";
    case book::GameResult::kUnknown:
      break;
  }
  if (answer.status == Verdict::kDisproven) {
    return fmt::format("Not: {}; {} draws", goal_text(answer.goal), format_move(answer.best, size));
  }
  return "Unknown";
}

// Hints and notes, which are no facts.
std::string words_of_others(const book::QueryAnswer& answer) {
  const int size = answer.position.size;
  std::string text;
  for (const book::HintedMove& one : answer.hints) {
    text += fmt::format("{}{}{}", text.empty() ? "Hints of imported files: " : " ",
                        format_move(one.move, size), one.wins ? "!" : "");
  }
  if (!text.empty()) text += "  (! said to win)\n";
  if (book::says_something(answer.notes)) {
    text += "Notes, in the words of their files:\n" + book::notes_text(answer.notes, size) + '\n';
  }
  std::vector<Move> leads;
  for (const book::Note& note : answer.notes) {
    for (const Move move : note.leads_to) {
      if (std::find(leads.begin(), leads.end(), move) == leads.end()) leads.push_back(move);
    }
  }
  if (!leads.empty()) text += fmt::format("More notes behind: {}\n", moves_text(leads, size));
  return text;
}

std::string opening_text(const book::OpeningReport& stats) {
  std::string result(book::result_name(stats.result));
  if (stats.distance_plies > 0) result += fmt::format(" ({} plies)", stats.distance_plies);
  return fmt::format("  {:<4}{:<11}{:<24} 4th moves: {} black wins, {} white wins of {}\n",
                     stats.opening.code, stats.opening.romaji, result, stats.fourth_black_wins,
                     stats.fourth_white_wins, stats.fourth_moves);
}

}  // namespace

std::string board_text(const Position& position, Move last_move, const std::map<Move, char>& marks,
                       BoardLook look) {
  const int size = position.size;
  std::string text;
  for (int row = size - 1; row >= 0; --row) {
    // One character between two points, for the brackets around the last stone.
    std::string line(static_cast<std::size_t>(2 * size + 1), ' ');
    for (int column = 0; column < size; ++column) {
      const auto point = static_cast<Move>(row * size + column);
      const auto at = static_cast<std::size_t>(2 * column + 1);
      const auto has = [point](const std::vector<Move>& stones) {
        return std::binary_search(stones.begin(), stones.end(), point);
      };
      const auto mark = marks.find(point);
      line[at] = mark != marks.end() ? mark->second : '.';
      if (has(position.black)) line[at] = 'x';
      if (has(position.white)) line[at] = 'o';
      if (point == last_move) {
        line[at - 1] = '(';
        line[at + 1] = ')';
      }
    }
    if (look.colours) {
      line = on_wood(line, look);
    } else {
      line.erase(line.find_last_not_of(' ') + 1);
    }
    text += fmt::format("{:>3} {}\n", row + 1, line);
  }
  text += "    ";
  for (int column = 0; column < size; ++column) text += {' ', static_cast<char>('a' + column)};
  return text + '\n';
}

std::string moves_text(const std::vector<Move>& moves, int size) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    text += format_move(move, size);
  }
  return text;
}

std::string goal_text(Color goal) { return goal == Color::kBlack ? "Black wins" : "White wins"; }

std::string query_text(const book::QueryAnswer& answer, Move last_move, BoardLook look) {
  const Position& position = answer.position;
  std::map<Move, char> marks;
  int proven = 0;
  int disproven = 0;
  int unknown = 0;
  for (const book::MoveAnswer& move : answer.moves) {
    marks[move.move] = mark_of(move, answer.best);
    if (move.foul) continue;
    proven += move.status == Verdict::kProven ? 1 : 0;
    disproven += move.status == Verdict::kDisproven ? 1 : 0;
    unknown += move.status == Verdict::kUnknown ? 1 : 0;
  }
  std::string text =
      fmt::format("{}  ({} to move)\n\n", format_position(position), color_name(position.to_move));
  text += board_text(position, last_move, marks, look);
  text += fmt::format("\n{}.\n", verdict_text(answer));
  text += fmt::format(
      "Moves, for {}: {} proven (+), {} disproven (-), {} unknown (.);"
      " * best, f foul.\n",
      goal_text(answer.goal), proven, disproven, unknown);
  if (!answer.line.empty()) {
    text += fmt::format("Main line: {}\n", moves_text(answer.line, position.size));
  }
  return text + words_of_others(answer);
}

std::string stats_text(const book::BookStats& stats) {
  std::string text =
      fmt::format("book      {}\nrules     {} {}x{}, format {}, made by tengen {}\n", stats.path,
                  stats.rules, stats.size, stats.size, stats.format_version, stats.created_by);
  const auto records = [](const char* name, const book::RecordCounts& counts) {
    return fmt::format("{}{} ({} tree, {} short wins, {} all replies)\n", name, counts.total(),
                       counts.tree, counts.vcf_leaves, counts.all_replies);
  };
  text += records("black     ", stats.counts.black);
  text += records("white     ", stats.counts.white);
  text += fmt::format("tree      {} unfinished entries\n", stats.counts.tree_entries);
  if (stats.counts.hint_positions > 0) {
    text += fmt::format("hints     in {} positions, {} moves\n", stats.counts.hint_positions,
                        stats.counts.hint_moves);
  }
  if (stats.counts.noted_positions > 0) {
    text += fmt::format("notes     on {} positions\n", stats.counts.noted_positions);
  }
  text += fmt::format("disk      {:.1f} MB\n", static_cast<double>(stats.bytes_on_disk) / 1e6);
  for (const book::Run& run : stats.runs) {
    text += fmt::format("run {:<6}tengen {} on {}, {:%Y-%m-%d %H:%M:%S} UTC\n", run.id,
                        run.solver_version, run.host,
                        fmt::gmtime(static_cast<std::time_t>(run.started_unix_seconds)));
  }
  int untouched = 0;
  for (const book::OpeningReport& opening : stats.openings) {
    const bool known = opening.result != book::GameResult::kUnknown ||
                       opening.fourth_black_wins + opening.fourth_white_wins > 0;
    if (known) {
      text += opening_text(opening);
    } else {
      ++untouched;
    }
  }
  if (untouched > 0) text += fmt::format("openings of which nothing is proven: {}\n", untouched);
  return text;
}

}  // namespace tengen::cluster
