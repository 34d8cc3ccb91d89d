#include "cluster/command.h"

#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <thread>

#include "book/openings.h"
#include "book/query.h"

namespace tengen::cluster {

void add_goal_option(CLI::App& command, std::optional<Color>& goal, const std::string& by_default) {
  command
      .add_option_function<std::string>(
          "--goal",
          [&goal](const std::string& text) {
            goal = text == "black" ? Color::kBlack : Color::kWhite;
          },
          "whose win: black or white; default: " + by_default)
      ->check(CLI::IsMember({"black", "white"}).description(""))
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

void add_book_option(CLI::App& command, std::string& book) {
  command.add_option("--book", book, "directory of the book")->required()->type_name("DIR");
}

double machine_memory_bytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void on_signals(std::initializer_list<int> signals, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (const int number : signals) sigaction(number, &action, nullptr);
}

int report(const Status& status) {
  std::cout.flush();
  std::cerr << "tengen: " << status.message() << '\n';
  switch (status.code()) {
    case StatusCode::kInvalidArgument:
    case StatusCode::kNotFound:
    case StatusCode::kUnavailable:
      return kExitBadInput;
    case StatusCode::kCorruption:
    case StatusCode::kIncompatible:
    case StatusCode::kIo:
      return kExitBadBook;
    case StatusCode::kOk:
      break;
  }
  check_failed("!status.ok()", __FILE__, __LINE__);
}

Result<OpenBook> open_book(const std::string& path) {
  Result<std::unique_ptr<book::Store>> store = book::Store::open_read_only(path);
  if (!store.ok()) return store.status();
  const Result<const Game*> game = find_game(store.value()->rules(), store.value()->size());
  if (!game.ok()) {
    return Status(StatusCode::kIncompatible, "book " + path + ": " + game.status().message());
  }
  return OpenBook{std::move(store).value(), game.value()};
}

std::string trimmed(const std::string& text) {
  constexpr const char* kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

Result<AskedPosition> parse_position(const Game& game, const std::string& text) {
  const Result<std::string> expanded = book::expand_opening(trimmed(text), game.size());
  if (!expanded.ok()) return expanded.status();
  Result<Position> position = game.parse(expanded.value());
  if (!position.ok()) return position.status();
  AskedPosition asked{std::move(position).value(), kNoMove};
  if (const Result<std::vector<Move>> moves = parse_move_list(expanded.value(), game.size());
      moves.ok()) {
    for (const Move move : moves.value()) {
      if (move != kPass) asked.last_move = move;
    }
  }
  return asked;
}

Color proven_goal(const book::Store& store, const Game& game, const Position& position,
                  std::optional<Color> asked) {
  if (asked.has_value()) return *asked;
  // What a damaged book cannot tell here, the command itself will report.
  const Result<book::QueryAnswer> answer = book::query(store, game, position);
  const bool white = answer.ok() && answer.value().result == book::GameResult::kWhiteWins;
  return white ? Color::kWhite : Color::kBlack;
}

}  // namespace tengen::cluster
