// `tengen fouls`: the foul points of positions, one position per line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <string_view>

#include "book/query/openings.h"
#include "book/store/record.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string file = "-";
  GameOptions game;
};

// Any arrangement of stones will do here: a set-up, with or without a side, is not held against the
// rules of the game.
Result<Position> parse_line(const Game& game, std::string_view line) {
  if (line.find_first_not_of(" \t") == std::string_view::npos) {
    return invalid_argument("empty; a position without stones is -/-/b");
  }
  const auto slashes = std::count(line.begin(), line.end(), '/');
  const PairsInText pairs =
      book::counts_pairs(game.rules()) ? PairsInText::kAllowed : PairsInText::kRefused;
  if (slashes == 1) return parse_setup(std::string(line) + "/b", game.size());
  if (slashes > 1) return parse_setup(line, game.size(), pairs);
  const Result<std::string> moves = book::expand_opening(line, game);
  if (!moves.ok()) return moves.status();
  return game.parse(moves.value());
}

std::string foul_text(const Game& game, const Position& position) {
  std::string text;
  for (const Move point : game.foul_points(position)) {
    if (!text.empty()) text += ' ';
    text += format_move(point, game.size());
  }
  return text.empty() ? "-" : text;
}

int run_fouls(const Options& options) {
  const Result<const Game*> game = asked_game(options.game);
  if (!game.ok()) return report(game.status());
  const bool from_stdin = options.file == "-";
  const std::string name = from_stdin ? "standard input" : options.file;
  std::ifstream file;
  if (!from_stdin) {
    file.open(options.file);
    if (!file) return report(invalid_argument(name + ": cannot be opened for reading"));
  }
  std::istream& in = from_stdin ? std::cin : file;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const Result<Position> position = parse_line(*game.value(), line);
    if (!position.ok()) {
      return report(invalid_argument(name + ", line " + std::to_string(number) + ": " +
                                     position.status().message()));
    }
    std::cout << foul_text(*game.value(), position.value()) << '\n';
  }
  if (in.bad()) return report({StatusCode::kIo, name + ": cannot be read"});
  return kExitAnswered;
}

}  // namespace

void add_fouls_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("fouls", "Black's foul points");
  command->add_option("FILE", options->file, "positions, one per line; default: stdin")
      ->type_name("");
  add_game_options(*command, options->game);
  command->footer(
      "Writes one line per position: the foul points in board order (a1, b1, ...), or -.\n"
      "A set-up may have any stones; its side may be left out (h8i9/h9h7).\n"
      "Example: echo g8h9i8h7/g7i9 | tengen fouls");
  command->callback([options, &action] { action = [options] { return run_fouls(*options); }; });
}

}  // namespace tengen::cluster
