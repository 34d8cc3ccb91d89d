// `tengen repair`: removes what is false from a book and sets its distances right.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/care/repair.h"
#include "book/query/answer_json.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string book;
  GameOptions game;
  bool dry_run = false;
  int threads = default_threads();
  bool json = false;
};

ordered_json to_json(const book::RepairReport& done, bool dry_run) {
  ordered_json removals = ordered_json::array();
  for (const book::RemovedRecord& removed : done.removals) {
    removals.push_back({{"position", format_position(removed.key.position)},
                        {"goal", color_name(removed.key.goal)},
                        {"fault", removed.fault}});
  }
  ordered_json opened = ordered_json::array();
  for (const book::BookKey& key : done.opened) {
    opened.push_back({{"position", format_position(key.position)}, {"goal", color_name(key.goal)}});
  }
  return {{"book", done.path},
          {"rules", done.rules},
          {"size", done.size},
          {"dry_run", dry_run},
          {"records", done.records},
          {"checked", done.checked},
          {"damaged", done.damaged},
          {"removed", done.removed},
          {"corrected", done.corrected},
          {"tree_deleted", done.tree_deleted},
          {"opened_total", done.opened_total},
          {"opened", std::move(opened)},
          {"removals", std::move(removals)},
          {"seconds", done.seconds}};
}

void print(const book::RepairReport& done, bool dry_run) {
  for (const book::RemovedRecord& removed : done.removals) {
    std::cout << "removed: " << removed.fault << '\n';
  }
  if (done.removed > done.removals.size()) {
    std::cout << "... and " << done.removed - done.removals.size() << " more\n";
  }
  for (const book::BookKey& key : done.opened) {
    std::cout << "open again: " << format_position(key.position) << ", goal "
              << color_name(key.goal) << '\n';
  }
  if (done.opened_total > done.opened.size()) {
    std::cout << "... and " << done.opened_total - done.opened.size() << " more\n";
  }
  std::cout << fmt::format(
      "{}: {}: {} records checked; {} removed, {} unreadable entries removed, {} corrected{}; "
      "{:.2f} s\n",
      dry_run            ? "would repair"
      : done.was_right() ? "right"
                         : "repaired",
      done.path, done.checked, done.removed, done.damaged, done.corrected,
      done.tree_deleted ? ", the unfinished tree deleted" : "", done.seconds);
}

int run_repair(const Options& options) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  ProgressLine line;
  book::RepairOptions repair_options;
  repair_options.threads = options.threads;
  repair_options.dry_run = options.dry_run;
  repair_options.progress = [&line](const book::RepairReport& so_far) {
    line([&] {
      return fmt::format("{} of {} records checked, {} removed, {} corrected", so_far.checked,
                         so_far.records, so_far.removed, so_far.corrected);
    });
  };
  const Result<book::RepairReport> done = book::repair_book(options.book, repair_options);
  if (!done.ok()) return report(done.status());
  if (options.json) {
    std::cout << book::json_text(to_json(done.value(), options.dry_run)) << '\n';
  } else {
    print(done.value(), options.dry_run);
  }
  const bool is_right = !options.dry_run || done.value().was_right();
  return is_right ? kExitAnswered : kExitUnknown;
}

}  // namespace

void add_repair_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("repair", "remove what is false from a book and set its distances right");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_flag("--dry-run", options->dry_run, "only say what would be done");
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Checks every record against all legal replies. Removes those that fail, what rests on\n"
      "them, and what cannot be read; then also the unfinished tree of solve, which begins anew.\n"
      "Names what is open again. Interrupted, it may be run again and goes on. Damaged files\n"
      "are no matter for it: restore a backup. Back up first what you may want to look at.\n"
      "Exit status: 0 the book is right now (--dry-run: as it is), 1 --dry-run: it is not,\n"
      "2 bad input, 3 the files are damaged.\n"
      "Example: tengen repair --book my.book --dry-run");
  command->callback([options, &action] { action = [options] { return run_repair(*options); }; });
}

}  // namespace tengen::cluster
