// `tengen backup` and `tengen restore`: generations of a book in a directory of their own.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/care/backup.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string target;
  std::string book;
  GameOptions game;
  std::uint32_t generation = 0;
  std::uint32_t keep = 0;
  bool verify = false;
  bool list = false;
  bool json = false;
};

double megabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

std::string text(const book::Generation& generation) {
  return fmt::format("generation {}: {:%Y-%m-%d %H:%M:%S} UTC, {} files, {:.1f} MB, {} {}x{}",
                     generation.id, fmt::gmtime(static_cast<std::time_t>(generation.unix_seconds)),
                     generation.files, megabytes(generation.bytes), generation.rules,
                     generation.size, generation.size);
}

ordered_json to_json(const book::Generation& generation) {
  return {{"generation", generation.id}, {"time", generation.unix_seconds},
          {"files", generation.files},   {"bytes", generation.bytes},
          {"rules", generation.rules},   {"size", generation.size}};
}

book::CopyProgress progress_on(ProgressLine& line) {
  return [&line](std::uint64_t bytes) {
    line([bytes] { return fmt::format("{:.0f} MB copied", megabytes(bytes)); });
  };
}

int run_list(const Options& options) {
  const Result<std::vector<book::Generation>> found = book::list_backups(options.target);
  if (!found.ok()) return report(found.status());
  ordered_json generations = ordered_json::array();
  for (const book::Generation& generation : found.value()) {
    if (options.verify) {
      const Status status = book::verify_backup(options.target, generation.id);
      if (!status.ok()) return report(status);
    }
    if (options.json) {
      generations.push_back(to_json(generation));
    } else {
      std::cout << text(generation) << (options.verify ? ", verified\n" : "\n");
    }
  }
  if (options.json) {
    const ordered_json object = {{"backup", options.target},
                                 {"generations", std::move(generations)}};
    std::cout << object.dump() << '\n';
  }
  return kExitAnswered;
}

int answer(const Options& options, const Result<book::Generation>& done) {
  if (!done.ok()) return report(done.status());
  if (options.json) {
    ordered_json object = {{"book", options.book}, {"backup", options.target}};
    object.update(to_json(done.value()));
    std::cout << object.dump() << '\n';
  } else {
    std::cout << text(done.value()) << '\n';
  }
  return kExitAnswered;
}

int run_backup(const Options& options) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  if (options.list) return run_list(options);
  if (options.book.empty()) return report(invalid_argument("--book is required, or --list"));
  ProgressLine line;
  return answer(options, book::back_up(options.book, options.target,
                                       {.keep = options.keep,
                                        .verify = options.verify,
                                        .progress = progress_on(line)}));
}

int run_restore(const Options& options) {
  ProgressLine line;
  return answer(options, book::restore_backup(options.target, options.generation, options.book,
                                              progress_on(line)));
}

}  // namespace

void add_backup_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("backup", "copy a book, only what is new each time");
  command->add_option("TARGET", options->target, "directory of the copies")
      ->required()
      ->type_name("");
  command->add_option("--book", options->book, "directory of the book")->type_name("DIR");
  add_game_options(*command, options->game);
  command->add_option("--keep", options->keep, "newest generations to keep; default: all")
      ->type_name("N");
  command->add_flag("--verify", options->verify, "read the copy again and compare checksums");
  command->add_flag("--list", options->list, "list the generations instead");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "The book may be written by a solve meanwhile. Interrupted, it leaves the older\n"
      "generations as they are, and may be run again.\n"
      "Example: tengen backup --book my.book /mnt/disk/my.backup --keep 7");
  command->callback([options, &action] { action = [options] { return run_backup(*options); }; });
}

void add_restore_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("restore", "make a book from a backup");
  command->add_option("TARGET", options->target, "directory of the copies")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  command->add_option("--generation", options->generation, "which; default: the newest")
      ->type_name("N");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Compares checksums as it copies. The book's directory must be missing or empty:\n"
      "nothing is overwritten.\n"
      "Example: tengen restore /mnt/disk/my.backup --book restored.book");
  command->callback([options, &action] { action = [options] { return run_restore(*options); }; });
}

}  // namespace tengen::cluster
