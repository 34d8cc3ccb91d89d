// `tengen compact`: rewrites a book's tables without what has been replaced.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <future>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/store/store_files.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string book;
  GameOptions game;
  bool json = false;
};

// The book's rules and size are its own, so it is read before it is opened for writing.
Result<std::unique_ptr<book::Store>> open(const std::string& path) {
  const Result<std::unique_ptr<book::Store>> read = book::Store::open_read_only(path);
  if (!read.ok()) return read.status();
  return book::Store::open_for_writing(path, read.value()->rules(), read.value()->size());
}

int run_compact(const Options& options) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  const Result<std::uint64_t> before = book::directory_bytes(options.book);
  Result<std::unique_ptr<book::Store>> store = open(options.book);
  if (!store.ok()) return report(store.status());
  if (!before.ok()) return report(before.status());
  const auto start = std::chrono::steady_clock::now();
  std::future<Status> compacting =
      std::async(std::launch::async, [&store] { return store.value()->compact(); });
  {
    ProgressLine line;
    while (compacting.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
      line([&] {
        const Result<std::uint64_t> now = book::directory_bytes(options.book);
        return fmt::format("{:.1f} MB on the disk",
                           static_cast<double>(now.ok() ? now.value() : 0) / 1e6);
      });
    }
  }
  if (Status status = compacting.get(); !status.ok()) return report(status);
  store.value().reset();  // removes what the new tables have replaced
  const Result<std::uint64_t> after = book::directory_bytes(options.book);
  if (!after.ok()) return report(after.status());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (options.json) {
    const nlohmann::ordered_json object = {{"book", options.book},
                                           {"bytes_before", before.value()},
                                           {"bytes", after.value()},
                                           {"seconds", seconds}};
    std::cout << object.dump() << '\n';
  } else {
    std::cout << fmt::format("{}: {} bytes before, {} after, {:.2f} s\n", options.book,
                             before.value(), after.value(), seconds);
  }
  return kExitAnswered;
}

}  // namespace

void add_compact_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("compact", "rewrite a book without what has been replaced");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Needs free space for a second copy of the book. May be interrupted at any moment.\n"
      "Example: tengen compact --book my.book");
  command->callback([options, &action] { action = [options] { return run_compact(*options); }; });
}

}  // namespace tengen::cluster
