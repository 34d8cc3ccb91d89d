// `tengen import`: files of other programs as hints, certificates as proofs.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/exchange/hint_import.h"
#include "cluster/command.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string file;
  std::string book;
  std::string format;
  bool json = false;
};

// Says how far a long file has been read, at most once a second and only to a terminal.
class Progress {
 public:
  explicit Progress(const char* what) : what_(what) {}
  void operator()(std::uint64_t nodes) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - last_ < std::chrono::seconds(1)) return;
    last_ = now;
    shown_ = true;
    std::cerr << '\r' << what_ << ": " << nodes << " nodes   " << std::flush;
  }
  ~Progress() {
    if (shown_) std::cerr << '\n';
  }

 private:
  const char* const what_;
  const bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// The whole file is read before anything is written. Interrupted, it leaves some of the hints.
int import_hints(const Options& options, book::HintFormat format) {
  {
    Progress progress("checking");
    const auto ignore = [](const book::Hint&) { return Status(); };
    const Result<book::HintFileCounts> checked =
        book::read_hints(options.file, format, kRules, kBoardSize, ignore, std::ref(progress));
    if (!checked.ok()) return report(checked.status());
  }
  const Result<std::unique_ptr<book::Store>> store =
      book::Store::open_for_writing(options.book, kRules, kBoardSize);
  if (!store.ok()) return report(store.status());
  book::HintWriter writer(*store.value());
  Progress progress("importing");
  const Result<book::HintFileCounts> counts = book::read_hints(
      options.file, format, kRules, kBoardSize,
      [&writer](const book::Hint& hint) { return writer.add(hint); }, std::ref(progress));
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

int import_proof(const Options& options) {
  return report(invalid_argument(options.file + ": certificates cannot be imported yet"));
}

int run_import(const Options& options) {
  const std::optional<book::HintFormat> format = book::hint_format(options.format);
  return format ? import_hints(options, *format) : import_proof(options);
}

}  // namespace

void add_import_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("import", "files of other programs as hints");
  command->add_option("FILE", options->file, "the file")->required()->type_name("");
  add_book_option(*command, options->book);
  command->add_option("--format", options->format, "lib, sgf, yxdb or proof")
      ->required()
      ->check(CLI::IsMember({"lib", "sgf", "yxdb", "proof"}).description(""))
      ->option_text("NAME");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Hints are moves that the file suggests in its positions. They prove nothing, and\n"
      "`tengen solve` does not use them yet.\n"
      "Example: tengen import my_analysis.lib --format lib --book my.book");
  command->callback([options, &action] { action = [options] { return run_import(*options); }; });
}

}  // namespace tengen::cluster
