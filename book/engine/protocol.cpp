#include "book/engine/protocol.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "solver/base/text.h"

namespace tengen::book::engine {
namespace {

constexpr std::size_t kShownCharacters = 60;

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

Status bad_text(std::string_view text, std::string_view why) {
  std::string message = "'";
  message += shown(trimmed(text));
  message += "' ";
  message += why;
  return invalid_argument(std::move(message));
}

}  // namespace

Command split_command(std::string_view line) {
  const std::string_view text = trimmed(line);
  const std::size_t end = std::min(text.find_first_of(kWhiteSpace), text.size());
  Command command;
  for (const char c : text.substr(0, end)) command.word += capital(c);
  command.arguments = trimmed(text.substr(end));
  return command;
}

std::vector<std::int64_t> rule_numbers(std::string_view rules) {
  if (rules == "renju") return {kGomocupRenju, kYixinRenju};
  if (rules == "freestyle") return {0};
  if (rules == "gomoku") return {1};
  return {};
}

Result<Placed> parse_placed(std::string_view text, int size, Coordinates coordinates) {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
  for (std::string_view rest = text; count < numbers.size() + 1;) {
    const std::size_t comma = rest.find(',');
    const std::optional<std::int64_t> number = number_of(trimmed(rest.substr(0, comma)));
    if (!number || count == numbers.size()) return bad_text(text, "is no point: X,Y is one");
    numbers[count++] = *number;
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (count < 2) return bad_text(text, "is no point: X,Y is one");
  Placed placed;
  if (count == 3) {
    if (numbers[2] < 1 || numbers[2] > 3) {
      return bad_text(text, "names no owner: 1 is the engine, 2 its opponent");
    }
    placed.owner = static_cast<Owner>(numbers[2]);
  }
  const bool by_row = coordinates == Coordinates::kRowColumn;
  const std::int64_t column = numbers[by_row ? 1 : 0];
  const std::int64_t from_top = numbers[by_row ? 0 : 1];
  if (column == -1 && from_top == -1) {
    placed.move = kPass;
    return placed;
  }
  if (column < 0 || column >= size || from_top < 0 || from_top >= size) {
    return bad_text(text, "is off the board: 0 to " + std::to_string(size - 1));
  }
  placed.move = static_cast<Move>((size - 1 - from_top) * size + column);
  return placed;
}

Result<std::int64_t> parse_number(std::string_view text) {
  const std::optional<std::int64_t> number = number_of(trimmed(text));
  if (!number) return bad_text(text, "is no number");
  return *number;
}

Pair pair_of(Move point, int size, Coordinates coordinates) {
  const int column = point % size;
  const int from_top = size - 1 - point / size;
  return coordinates == Coordinates::kRowColumn ? Pair{from_top, column} : Pair{column, from_top};
}

std::string format_point(Move move, int size, Coordinates coordinates) {
  if (move == kPass) return "-1,-1";
  const Pair pair = pair_of(move, size, coordinates);
  return std::to_string(pair.first) + "," + std::to_string(pair.second);
}

std::string shown(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, kShownCharacters)) {
    result += c >= ' ' && c <= '~' ? c : '?';
  }
  if (text.size() > kShownCharacters) result += "...";
  return result;
}

}  // namespace tengen::book::engine
