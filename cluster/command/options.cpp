#include "cluster/command/options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <thread>

namespace tengen::cluster {
namespace {

constexpr const char* kBookVariable = "TENGEN_BOOK";

}  // namespace

double machine_memory_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void add_goal_option(CLI::App& command, std::optional<Color>& goal, const std::string& by_default) {
  command
      .add_option_function<std::string>(
          "--goal",
          [&goal](const std::string& text) {
            goal = text == "black" ? Color::kBlack : Color::kWhite;
          },
          "whose win: black or white; default: " + by_default)
      ->transform(CLI::IsMember({"black", "white"}, CLI::ignore_case).description(""))
      ->option_text("COLOR");
}

void add_threads_option(CLI::App& command, int& threads) {
  command.add_option("--threads", threads, "threads; default: the cores")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
}

int default_threads() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

CLI::Option* add_book_option(CLI::App& command, std::string& book) {
  return command.add_option("--book", book, "directory of the book; default: $TENGEN_BOOK")
      ->required()
      ->envname(kBookVariable)
      ->option_text("DIR");
}

CLI::Option* add_time_option(CLI::App& command, const std::string& name, double& seconds,
                             const std::string& text) {
  const std::map<std::string, double> units = {
      {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  return command.add_option(name, seconds, text)
      ->transform(CLI::AsNumberWithUnit(units).description(""))
      ->option_text("TIME");
}

CLI::Option* add_memory_option(CLI::App& command, const std::string& name, double& gib,
                               const std::string& text) {
  std::map<std::string, double> units;
  double unit = 1.0 / (1024 * 1024);
  for (const std::string letter : {"k", "m", "g", "t"}) {
    for (const char* const ending : {"", "b", "ib"}) units[letter + ending] = unit;
    unit *= 1024;
  }
  return command.add_option(name, gib, text)
      ->transform(CLI::AsNumberWithUnit(units).description(""))
      ->option_text("GIB");
}

void add_game_options(CLI::App& command, GameOptions& game) {
  command
      .add_option("--rules", game.rules,
                  "the game: renju, freestyle, gomoku, gomoku-pro,\nrenju-simple, pente, ninuki, "
                  "connect6 or "
                  "reversi (-parallel, -anti,\n:S: Black needs a score of S);\ndefault: the "
                  "book's, else renju")
      ->type_name("ID");
  command
      .add_option(
          "--size", game.size,
          "points of a side; default: the book's, else 15; of reversi 8, of renju-simple 19")
      ->check(CLI::Range(kMinBoardSize, kMaxBoardSize).description(""))
      ->type_name("N");
}

}  // namespace tengen::cluster
