// `tengen export`: the certificate of a proof as text.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "book/export.h"
#include "cluster/command.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string position;
  std::string book;
  std::optional<Color> goal;
  std::string format = "proof";
  std::string output = "-";
};

int report_export(const Status& status) {
  const int exit_status = report(status);
  return status.code() == StatusCode::kNotFound ? kExitUnknown : exit_status;
}

// Writes to a file beside `path` first, so that a certificate under that name is always whole.
// Devices and pipes are written to directly.
int export_to_file(const std::string& path,
                   const std::function<Result<book::ExportCounts>(std::ostream&)>& write) {
  std::error_code error;
  const bool special =
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  const std::string part = special ? path : path + ".part";
  std::ofstream out(part, std::ios::binary);
  if (!out) return report(invalid_argument(path + ": cannot be opened for writing"));
  const Result<book::ExportCounts> counts = write(out);
  out.close();
  if (special) return counts.ok() ? kExitAnswered : report_export(counts.status());
  if (!counts.ok() || !out) {
    std::filesystem::remove(part, error);
    return report_export(counts.ok() ? Status(StatusCode::kIo, path + ": cannot be written")
                                     : counts.status());
  }
  std::filesystem::rename(part, path, error);
  if (error) return report({StatusCode::kIo, path + ": " + error.message()});
  return kExitAnswered;
}

int run_export(const Options& options) {
  const Result<OpenBook> book = open_book(options.book);
  if (!book.ok()) return report(book.status());
  const book::Store& store = *book.value().store;
  const Game& game = *book.value().game;
  const Result<AskedPosition> asked = parse_position(game, options.position);
  if (!asked.ok()) return report(asked.status());
  const Position& position = asked.value().position;
  const Color goal = proven_goal(store, game, position, options.goal);
  const auto write = [&](std::ostream& out) {
    return book::export_proof(store, game, position, goal, out);
  };
  if (options.output != "-") return export_to_file(options.output, write);
  const Result<book::ExportCounts> counts = write(std::cout);
  return counts.ok() ? kExitAnswered : report_export(counts.status());
}

}  // namespace

void add_export_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("export", "the certificate of a proof as text");
  command->add_option("POSITION", options->position, "the proven position")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  add_goal_option(*command, options->goal, "as the book says");
  command->add_option("--format", options->format, "proof (the default)")
      ->check(CLI::IsMember({"proof"}).description(""))
      ->option_text("NAME");
  command->add_option("-o,--output", options->output, "default: stdout")->type_name("FILE");
  command->footer(
      "One line for each position with the attacker to move, down to short wins by fours:\n"
      "  BLACK/WHITE/SIDE <tab> MOVE <tab> DISTANCE       (lines with # are comments)\n"
      "Example: tengen export \"D4 h7\" --book my.book --format proof -o d4h7.proof");
  command->callback([options, &action] { action = [options] { return run_export(*options); }; });
}

}  // namespace tengen::cluster
