// `tengen merge`: adds the records of other books.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "book/care/merge.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string book;
  GameOptions game;
  std::vector<std::string> others;
  bool verify = false;  // as always
  int threads = default_threads();
  bool json = false;
};

int run_merge(const Options& options) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  std::vector<std::unique_ptr<book::Store>> others;
  for (const std::string& path : options.others) {
    Result<std::unique_ptr<book::Store>> other = book::Store::open_read_only(path);
    if (!other.ok()) return report(other.status());
    others.push_back(std::move(other).value());
  }
  // A book that is not there yet is made, for what the others are for.
  const Result<std::unique_ptr<book::Store>> target =
      book::Store::open_for_writing(options.book, others.front()->rules(), others.front()->size());
  if (!target.ok()) return report(target.status());
  std::uint64_t refused = 0;
  nlohmann::ordered_json merged = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < others.size(); ++i) {
    ProgressLine line;
    book::MergeOptions merge_options;
    merge_options.threads = options.threads;
    merge_options.progress = [&](const book::MergeProgress& progress) {
      line([&] {
        return fmt::format("{}: {} checked, {} added, {} refused", options.others[i], progress.read,
                           progress.counts.added, progress.refused);
      });
    };
    const Result<book::MergeProgress> done =
        book::merge_book(*target.value(), *others[i], merge_options);
    if (!done.ok()) return report(done.status());
    const book::CommitCounts& counts = done.value().counts;
    if (options.json) {
      merged.push_back({{"book", options.others[i]},
                        {"records", done.value().read},
                        {"added", counts.added},
                        {"known", counts.known},
                        {"refused", done.value().refused},
                        {"fault", done.value().first_fault},
                        {"hint_positions", done.value().hint_positions},
                        {"noted_positions", done.value().noted_positions}});
    } else {
      const std::uint64_t hints = done.value().hint_positions;
      const std::uint64_t notes = done.value().noted_positions;
      std::cout << fmt::format("{}: {} records: {} added, {} known, {} refused{}{}\n",
                               options.others[i], done.value().read, counts.added, counts.known,
                               done.value().refused,
                               hints > 0 ? fmt::format("; hints in {} positions", hints) : "",
                               notes > 0 ? fmt::format("; notes on {} positions", notes) : "");
      if (done.value().refused > 0) {
        std::cout << "not proven: " << done.value().first_fault << '\n';
      }
    }
    refused += done.value().refused;
    others[i].reset();
  }
  if (options.json) {
    const nlohmann::ordered_json object = {{"book", options.book}, {"merged", std::move(merged)}};
    std::cout << object.dump() << '\n';
  }
  return refused == 0 ? kExitAnswered : kExitUnknown;
}

}  // namespace

void add_merge_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("merge", "add the records, hints and notes of other books to a book");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_option("OTHER", options->others, "the books to read")->required()->type_name("");
  command->add_flag("--verify", options->verify,
                    "changes nothing: every new record is checked always");
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Every new record is checked against all legal replies, whoever made it; of two proofs of\n"
      "a position the first stays. What is not proven is refused, with what rests on it. A\n"
      "contradiction ends the merge and is shown. Interrupted, it may be run again and goes on.\n"
      "Exit status: 0 all taken, 1 some refused, 2 bad input, 3 a contradiction or damage.\n"
      "Example: tengen merge --book my.book friend.book");
  command->callback([options, &action] { action = [options] { return run_merge(*options); }; });
}

}  // namespace tengen::cluster
