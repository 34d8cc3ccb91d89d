// `tengen stats`: what is in a book.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "book/query/answer_json.h"
#include "book/report/stats.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/render.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string book;
  GameOptions game;
  bool json = false;
};

int run_stats(const Options& options) {
  const Result<OpenBook> book = open_book(options.book, options.game);
  if (!book.ok()) return report(book.status());
  const Result<book::BookStats> stats =
      book::collect_stats(*book.value().store, *book.value().game);
  if (!stats.ok()) return report(stats.status());
  if (options.json) {
    std::cout << book::to_json(stats.value()).dump() << '\n';
  } else {
    std::cout << stats_text(stats.value());
  }
  return kExitAnswered;
}

}  // namespace

void add_stats_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("stats", "records, proven openings, rules and versions");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer("Example: tengen stats --book my.book");
  command->callback([options, &action] { action = [options] { return run_stats(*options); }; });
}

}  // namespace tengen::cluster
