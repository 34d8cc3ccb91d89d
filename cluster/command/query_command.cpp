// `tengen query`: what the book knows of a position.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "book/query/answer_json.h"
#include "book/query/query.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/render.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string position;
  std::string book;
  GameOptions game;
  std::optional<Color> goal;
  bool json = false;
};

int run_query(const Options& options) {
  const Result<OpenBook> book = open_book(options.book, options.game);
  if (!book.ok()) return report(book.status());
  const Game& game = *book.value().game;
  const Result<AskedPosition> asked = parse_position(game, options.position);
  if (!asked.ok()) return report(asked.status());
  const Result<book::QueryAnswer> answer = book::query(
      *book.value().store, game, asked.value().position, options.goal.value_or(Color::kBlack));
  if (!answer.ok()) return report(answer.status());
  if (options.json) {
    std::cout << book::to_json(answer.value()).dump() << '\n';
  } else {
    std::cout << query_text(answer.value(), asked.value().last_move, look_of_output());
  }
  return answer.value().status == Verdict::kUnknown ? kExitUnknown : kExitAnswered;
}

}  // namespace

void add_query_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("query", "verdict, best move and every move of a position");
  command->add_option("POSITION", options->position, "the position to look up")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  add_goal_option(*command, options->goal, "black");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer("Example: tengen query \"D4 h7\" --book my.book");
  command->callback([options, &action] { action = [options] { return run_query(*options); }; });
}

}  // namespace tengen::cluster
