// `tengen report`: the state of the 26 openings.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <vector>

#include "book/report/report.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/render.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string book;
  GameOptions game;
  std::string output = "-";
  bool html = false;
  bool json = false;
  bool quick = false;
};

std::string result_text(const book::OpeningReport& opening) {
  if (opening.result == book::GameResult::kUnknown) return "open";
  const bool black = opening.result == book::GameResult::kBlackWins;
  return fmt::format("{} in at most {}", goal_text(black ? Color::kBlack : Color::kWhite),
                     opening.distance_plies);
}

std::string diagram(const Game& game, const book::OpeningReport& opening) {
  std::map<Move, char> marks;
  for (const book::MoveAnswer& reply : opening.replies) {
    marks[reply.move] = reply.result == book::GameResult::kBlackWins ? '+' : '-';
  }
  const Result<Position> position = game.parse(opening.opening.moves);
  CHECK(position.ok());
  return fmt::format("{} {} - {}\n", opening.opening.code, opening.opening.romaji,
                     result_text(opening)) +
         board_text(position.value(), kNoMove, marks);
}

// Two texts of equally many lines, one beside the other.
std::string side_by_side(const std::string& left, const std::string& right) {
  constexpr int kWidth = 40;
  std::istringstream lefts(left);
  std::istringstream rights(right);
  std::string text;
  std::string a;
  std::string b;
  while (std::getline(lefts, a)) {
    if (!std::getline(rights, b)) b.clear();
    text += b.empty() ? a + '\n' : fmt::format("{:<{}}{}\n", a, kWidth, b);
  }
  return text;
}

bool has_something(const book::OpeningReport& opening) {
  return opening.result != book::GameResult::kUnknown || !opening.replies.empty();
}

std::vector<const book::OpeningReport*> those_with_something(const book::Report& report) {
  std::vector<const book::OpeningReport*> shown;
  for (const book::OpeningReport& opening : report.openings) {
    if (has_something(opening)) shown.push_back(&opening);
  }
  return shown;
}

std::string report_text(const Game& game, const book::Report& report) {
  std::string text =
      fmt::format("book {}, {} {}x{}, {:.1f} MB\n\n", report.path, report.rules, report.size,
                  report.size, static_cast<double>(report.bytes_on_disk) / 1e6);
  text +=
      fmt::format("{:<5}{:<11}{:<19}{:<25}{:>5}{:>5}{:>5}{}\n", "", "", "", "fourth moves:", "+",
                  "-", "open", report.records.empty() ? "" : "    records");
  for (std::size_t i = 0; i < report.openings.size(); ++i) {
    const book::OpeningReport& one = report.openings[i];
    if (!has_something(one)) continue;
    text += fmt::format("{:<5}{:<11}{:<19}{:<25}{:>5}{:>5}{:>5}", one.opening.code,
                        one.opening.romaji, one.opening.english, result_text(one),
                        one.fourth_black_wins, one.fourth_white_wins, one.open());
    if (!report.records.empty()) {
      text += fmt::format("{:>11}", report.records[i].black + report.records[i].white);
    }
    text += '\n';
  }
  const std::vector<const book::OpeningReport*> shown = those_with_something(report);
  if (shown.size() < report.openings.size()) {
    text += fmt::format("Nothing is proven of {}{} openings.\n", shown.empty() ? "" : "the other ",
                        report.openings.size() - shown.size());
  }
  text += "\nDistances are in plies. Fourth moves by which Black wins +, White wins -, open '.'.\n";
  if (!report.records.empty()) {
    text += "A record counts for each opening whose stones its position holds.\n";
  }
  for (std::size_t i = 0; i < shown.size(); i += 2) {
    const std::string right = i + 1 < shown.size() ? diagram(game, *shown[i + 1]) : std::string();
    text += '\n' + side_by_side(diagram(game, *shown[i]), right);
  }
  return text;
}

// Writes beside `path` first, so that a page under that name is always whole.
Status write_file(const std::string& path, const std::string& text) {
  std::error_code error;
  const bool special =
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  const std::string part = special ? path : path + ".part";
  std::ofstream out(part, std::ios::binary);
  if (!out) return invalid_argument(path + ": cannot be opened for writing");
  out << text;
  out.close();
  if (!out) {
    if (!special) std::filesystem::remove(part, error);
    return {StatusCode::kIo, path + ": cannot be written"};
  }
  if (!special) std::filesystem::rename(part, path, error);
  return error ? Status(StatusCode::kIo, path + ": " + error.message()) : Status();
}

int run_report(const Options& options) {
  const Result<OpenBook> book = open_book(options.book, options.game);
  if (!book.ok()) return report(book.status());
  const book::Store& store = *book.value().store;
  const Game& game = *book.value().game;
  if (!book::has_openings(game)) {
    return report(invalid_argument(options.book +
                                   ": the 26 openings are of renju on 15x15, this book is not"));
  }
  Result<book::Report> made = book::make_report(store, game);
  if (!made.ok()) return report(made.status());
  if (!options.quick) {
    const Status status = book::count_opening_records(store, made.value());
    if (!status.ok()) return report(status);
  }
  const std::string text = options.json   ? book::to_json(made.value()).dump() + '\n'
                           : options.html ? book::to_html(made.value())
                                          : report_text(game, made.value());
  if (options.output == "-") {
    std::cout << text;
    return kExitAnswered;
  }
  const Status status = write_file(options.output, text);
  return status.ok() ? kExitAnswered : report(status);
}

}  // namespace

void add_report_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("report", "what is proven of the 26 openings");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  CLI::Option* const html = command->add_flag("--html", options->html, "a page for a browser");
  command->add_flag("--json", options->json, "one JSON object")->excludes(html);
  command->add_flag("--quick", options->quick, "without the counts of records (a full scan)");
  command->add_option("-o,--output", options->output, "default: stdout")->type_name("FILE");
  command->footer("Example: tengen report --book my.book --html -o openings.html");
  command->callback([options, &action] { action = [options] { return run_report(*options); }; });
}

}  // namespace tengen::cluster
