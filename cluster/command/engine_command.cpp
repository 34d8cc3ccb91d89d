// `tengen engine`: the book and the solver behind a board's engine protocol.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "book/engine/loop.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"

namespace tengen::cluster {
namespace {

using book::engine::Coordinates;

struct Options {
  std::string book;
  GameOptions game;
  double memory_gib = 0.25;
  std::string coordinates;
};

int run_engine(const Options& options) {
  const Result<const Game*> game = asked_game(options.game, options.book);
  if (!game.ok()) return report(game.status());
  if (Status status = check_only_adds_stones(*game.value(), "engine protocols are"); !status.ok()) {
    return report(status);
  }
  book::engine::SessionOptions session_options;
  session_options.memory_bytes = static_cast<std::uint64_t>(options.memory_gib * kGiB);
  if (!options.coordinates.empty()) {
    session_options.coordinates =
        options.coordinates == "gomocup" ? Coordinates::kColumnRow : Coordinates::kRowColumn;
  }
  book::engine::Session session(*game.value(), session_options,
                                [](std::string_view line) { std::cout << line << '\n'; });
  if (!options.book.empty()) {
    if (const Status opened = session.open_book(options.book); !opened.ok()) {
      std::cout << "ERROR " << opened.message() << std::endl;  // where a board's user may see it
      return report(opened);
    }
  }
  book::engine::run(session, std::cin, std::cout);
  return kExitAnswered;
}

}  // namespace

void add_engine_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("engine", "speaks the Gomocup and Yixin protocols: for boards");
  add_book_option(*command, options->book)->required(false);
  add_game_options(*command, options->game);
  const double least = static_cast<double>(kLeastMemoryBytes) / kGiB;
  add_memory_option(*command, "--memory", options->memory_gib, "for the search; default: 0.25")
      ->check(CLI::Range(least, machine_memory_bytes() / kGiB).description(""));
  command
      ->add_option("--coordinates", options->coordinates,
                   "of points as X,Y: gomocup (column, row) or yixin (row, column);\n"
                   "default: yixin once the board has said YXSHOWINFO")
      ->check(CLI::IsMember({"gomocup", "yixin"}).description(""))
      ->option_text("NAME");
  command->footer(
      "Reads commands on standard input and answers on standard output until END or its end.\n"
      "Plays one game on one board (--rules, --size): what is proven in the book first, else by a "
      "search.\n"
      "Example: printf 'START 15\\nBEGIN\\n' | tengen engine --book my.book");
  command->callback([options, &action] { action = [options] { return run_engine(*options); }; });
}

}  // namespace tengen::cluster
