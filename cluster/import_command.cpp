// `tengen import`: files of other programs as hints, certificates as proofs.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/exchange/hint_import.h"
#include "book/store/hint_writer.h"
#include "cluster/command.h"
#include "cluster/progress_line.h"
#include "cluster/proof_import.h"

namespace tengen::cluster {
namespace {

struct Options : ProofImportArguments {
  std::string format;
};

// Shows how far a file has been read.
book::HintProgress progress_on(ProgressLine& line, const char* doing) {
  return [&line, doing](std::uint64_t nodes) {
    line([doing, nodes] { return fmt::format("{}: {} nodes", doing, nodes); });
  };
}

// The whole file is read before anything is written. Interrupted, it leaves some of the hints.
int import_hints(const Options& options, book::HintFormat format) {
  const Result<const Game*> game = asked_game(options.game, options.book);
  if (!game.ok()) return report(game.status());
  const std::string rules(game.value()->rules());
  const int size = game.value()->size();
  {
    ProgressLine line;
    const auto ignore = [](const book::Hint&) { return Status(); };
    const Result<book::HintFileCounts> checked =
        book::read_hints(options.file, format, rules, size, ignore, progress_on(line, "checking"));
    if (!checked.ok()) return report(checked.status());
  }
  const Result<std::unique_ptr<book::Store>> store =
      book::Store::open_for_writing(options.book, rules, size);
  if (!store.ok()) return report(store.status());
  book::HintWriter writer(*store.value());
  ProgressLine line;
  const Result<book::HintFileCounts> counts = book::read_hints(
      options.file, format, rules, size,
      [&writer](const book::Hint& hint) { return writer.add(hint); },
      progress_on(line, "importing"));
  if (!counts.ok()) return report(counts.status());
  if (const Status status = writer.finish(); !status.ok()) return report(status);
  const book::HintFileCounts& read = counts.value();
  if (!read.complete) {
    std::cerr << "tengen: " << options.file
              << " ends before its tree does: a saved position, or a file cut off\n";
  }
  if (options.json) {
    const nlohmann::ordered_json object = {
        {"file", options.file},    {"format", options.format},    {"nodes", read.nodes},
        {"skipped", read.skipped}, {"positions", read.positions}, {"complete", read.complete}};
    std::cout << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  } else {
    std::cout << read.nodes << " nodes read, " << read.skipped << " of no use; hints for "
              << read.positions << " positions\n";
  }
  return kExitAnswered;
}

int run_import(const Options& options) {
  const std::optional<book::HintFormat> format = book::hint_format(options.format);
  if (format && !options.as.empty()) {
    return report(
        invalid_argument("--as is for certificates: hints are for the positions they name"));
  }
  return format ? import_hints(options, *format) : import_proof(options);
}

}  // namespace

void add_import_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  options->threads = default_threads();
  CLI::App* const command =
      app.add_subcommand("import", "take a certificate, or hints of other programs, into a book");
  command->add_option("FILE", options->file, "the file; for proof, -: stdin")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_option("--format", options->format, "proof, lib, sgf or yxdb")
      ->required()
      ->check(CLI::IsMember({"proof", "lib", "sgf", "yxdb"}).description(""))
      ->option_text("NAME");
  add_threads_option(*command, options->threads);
  command->add_flag("--partial", options->partial,
                    "of a certificate, store what is proven although other lines are not");
  command
      ->add_option("--as", options->as,
                   "read a certificate as one of this position, which differs in one stone,\n"
                   "and store what is proven then")
      ->type_name("POSITION");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Every line of a certificate (proof) is checked against all legal replies before the\n"
      "first is stored. The file may be compressed by xz.\n"
      "All other formats give hints: moves that the file suggests in its positions. They\n"
      "prove nothing; `tengen solve` on that book tries them first.\n"
      "Example: tengen import d4h7.proof --format proof --book my.book\n"
      "         tengen import my_analysis.lib --format lib --book my.book");
  command->callback([options, &action] { action = [options] { return run_import(*options); }; });
}

}  // namespace tengen::cluster
