#include "cluster/command/asked.h"

#include <fmt/format.h>

#include "book/query/openings.h"
#include "book/query/query.h"
#include "book/store/store_files.h"
#include "cluster/command/usage.h"
#include "solver/base/text.h"

namespace tengen::cluster {
namespace {

Result<const Game*> game_of(const book::Store& store) {
  const Result<const Game*> game = find_game(store.rules(), store.size());
  if (game.ok()) return game;
  return Status(StatusCode::kIncompatible,
                fmt::format("book {}: {}", store.path(), game.status().message()));
}

// The name of an opening that the text begins with but for a slip, or nothing.
std::string opening_meant(std::string_view text) {
  constexpr std::size_t kLeastLetters = 4;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  std::string typed;
  for (const char c : text) {
    const char letter = lower(c);
    if (letter < 'a' || letter > 'z') break;
    typed += letter;
  }
  const bool whole = typed.size() == text.size() || text[typed.size()] == ' ';
  if (!whole || typed.size() < kLeastLetters) return {};
  std::vector<std::string> names;
  for (const book::Opening& opening : book::all_openings()) {
    names.emplace_back(opening.romaji);
    names.back().front() = lower(names.back().front());
  }
  std::string name = meant(typed, names);
  if (!name.empty()) name.front() = static_cast<char>(name.front() - 32);
  return name;
}

constexpr const char* kDefaultRules = "renju";

Status compare(const GameOptions& options, const book::Store& store) {
  const std::string rules = options.rules.empty() ? store.rules() : options.rules;
  const int size = options.size == 0 ? store.size() : options.size;
  if (rules == store.rules() && size == store.size()) return {};
  return {StatusCode::kIncompatible,
          fmt::format("book {0} is for {1} on {2}x{2}, not for {3} on {4}x{4}: give --rules {1} "
                      "--size {2}",
                      store.path(), store.rules(), store.size(), rules, size)};
}

// Null where there is none that can be read.
Result<std::unique_ptr<book::Store>> book_at(const std::string& path) {
  if (path.empty()) return std::unique_ptr<book::Store>();
  const Result<book::PathState> state = book::inspect_path(path);
  if (!state.ok()) return state.status();
  if (state.value() != book::PathState::kDatabase) return std::unique_ptr<book::Store>();
  return book::Store::open_read_only(path);
}

}  // namespace

Result<const Game*> asked_game(const GameOptions& options) {
  const std::string rules = options.rules.empty() ? kDefaultRules : options.rules;
  const Result<const Game*> game =
      find_game(rules, options.size == 0 ? usual_size(rules) : options.size);
  if (!game.ok()) return invalid_argument(game.status().message());
  return game;
}

Result<const Game*> asked_game(const GameOptions& options, const std::string& book) {
  const Result<const Game*> asked = asked_game(options);
  if (!asked.ok()) return asked;
  const Result<std::unique_ptr<book::Store>> found = book_at(book);
  if (!found.ok()) return found.status();
  if (found.value() == nullptr) return asked;
  if (Status status = compare(options, *found.value()); !status.ok()) return status;
  return game_of(*found.value());
}

Status check_game(const GameOptions& options, const std::string& book) {
  if (options.rules.empty() && options.size == 0) return {};
  const Result<std::unique_ptr<book::Store>> found = book_at(book);
  if (!found.ok() || found.value() == nullptr) return {};
  return compare(options, *found.value());
}

Status check_only_adds_stones(const Game& game, std::string_view what) {
  if (game.only_adds_stones()) return {};
  return {StatusCode::kIncompatible,
          fmt::format("{} not for {}: only for games whose moves add one stone each, in turns",
                      what, game.rules())};
}

Result<OpenBook> open_book(const std::string& path, const GameOptions& options) {
  Result<std::unique_ptr<book::Store>> store = book::Store::open_read_only(path);
  if (!store.ok()) return store.status();
  if (Status status = compare(options, *store.value()); !status.ok()) return status;
  const Result<const Game*> game = game_of(*store.value());
  if (!game.ok()) return game.status();
  return OpenBook{std::move(store).value(), game.value()};
}

Result<AskedPosition> parse_position(const Game& game, std::string_view text) {
  const Result<std::string> expanded = book::expand_opening(trimmed(text), game);
  if (!expanded.ok()) return expanded.status();
  Result<Position> position = game.parse(expanded.value());
  if (!position.ok()) {
    const std::string name = book::has_openings(game) ? opening_meant(trimmed(text)) : "";
    if (name.empty()) return position.status();
    return Status(position.status().code(),
                  fmt::format("{}: did you mean {}?", position.status().message(), name));
  }
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
