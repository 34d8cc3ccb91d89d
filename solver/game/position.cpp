#include "solver/game/position.h"

#include <algorithm>
#include <optional>

namespace tengen {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_separator(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with_pass(std::string_view text) {
  constexpr std::string_view kWord = "pass";
  return text.size() >= kWord.size() &&
         std::equal(kWord.begin(), kWord.end(), text.begin(),
                    [](char expected, char c) { return expected == lower(c); });
}

std::string board_name(int size) { return std::to_string(size) + "x" + std::to_string(size); }

void check_size(int size) { CHECK(size >= kMinBoardSize && size <= kMaxBoardSize); }

bool is_on_board(Move move, int size) { return move >= 0 && move < size * size; }

// Hostile text can be long and unprintable; a message shows a readable beginning of it.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kShown)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kShown ? "...'" : "'");
}

// Length of the point or pass at the start of `text`, which is not empty. Takes all digits that
// follow a letter, so that a message names "h123" and not "h12".
std::size_t token_length(std::string_view text) {
  if (starts_with_pass(text)) return 4;
  std::size_t length = 1;
  while (length < text.size() && is_digit(text[length])) ++length;
  if (length > 1) return length;
  while (length < text.size() && !is_separator(text[length])) ++length;
  return length;
}

// Of the first byte of an encoded position.
constexpr unsigned kHasPairs = 0x80;

std::size_t point_width(int size) { return size <= 15 ? 1 : 2; }

void append_number(std::string& bytes, int number, std::size_t width) {
  bytes += static_cast<char>(number & 0xff);
  if (width == 2) bytes += static_cast<char>(number >> 8);
}

int read_number(std::string_view bytes, std::size_t offset, std::size_t width) {
  int number = static_cast<unsigned char>(bytes[offset]);
  if (width == 2) number |= static_cast<unsigned char>(bytes[offset + 1]) << 8;
  return number;
}

bool is_disjoint(const std::vector<Move>& a, const std::vector<Move>& b) {
  auto in_a = a.begin();
  auto in_b = b.begin();
  while (in_a != a.end() && in_b != b.end()) {
    if (*in_a == *in_b) return false;
    ++(*in_a < *in_b ? in_a : in_b);
  }
  return true;
}

Result<std::vector<Move>> parse_stones(std::string_view part, int size, std::string_view setup) {
  if (part == "-") return std::vector<Move>{};
  if (part.empty()) {
    return invalid_argument("set-up " + quoted(setup) + ": write '-' for a colour without stones");
  }
  Result<std::vector<Move>> stones = parse_move_list(part, size);
  if (!stones.ok()) return stones;
  std::vector<Move> sorted = std::move(stones).value();
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && sorted.front() == kPass) {
    return invalid_argument("set-up " + quoted(setup) + ": a pass is not a stone");
  }
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  if (repeated != sorted.end()) {
    return invalid_argument("set-up " + quoted(setup) + ": " + format_move(*repeated, size) +
                            " is repeated");
  }
  return sorted;
}

// "1:2" behind the side to move.
Result<std::array<std::uint8_t, 2>> parse_pairs(std::string_view text, std::string_view setup) {
  if (text.size() != 3 || !is_digit(text[0]) || text[1] != ':' || !is_digit(text[2])) {
    return invalid_argument("set-up " + quoted(setup) +
                            ": behind the side to move come the pairs that Black and White have "
                            "taken, such as 1:2, not " +
                            quoted(text));
  }
  const std::array<std::uint8_t, 2> pairs = {static_cast<std::uint8_t>(text[0] - '0'),
                                             static_cast<std::uint8_t>(text[2] - '0')};
  if (std::max(pairs[0], pairs[1]) >= kPairsToWin) {
    return invalid_argument("set-up " + quoted(setup) + " is already decided: five pairs win");
  }
  return pairs;
}

}  // namespace

std::string_view color_name(Color color) { return color == Color::kBlack ? "black" : "white"; }

bool Position::is_empty_point(Move point) const {
  return is_on_board(point, size) && !std::binary_search(black.begin(), black.end(), point) &&
         !std::binary_search(white.begin(), white.end(), point);
}

Position after_move(const Position& position, Move move) {
  CHECK(move == kPass || position.is_empty_point(move));
  Position next = position;
  if (move != kPass) {
    std::vector<Move>& own = position.to_move == Color::kBlack ? next.black : next.white;
    own.insert(std::upper_bound(own.begin(), own.end(), move), move);
  }
  next.to_move = opponent(position.to_move);
  next.after_pass = false;
  return next;
}

std::string format_move(Move move, int size) {
  check_size(size);
  if (move == kPass) return "pass";
  CHECK(is_on_board(move, size));
  return static_cast<char>('a' + move % size) + std::to_string(move / size + 1);
}

std::string format_position(const Position& position) {
  std::string text;
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move stone : position.stones(color)) text += format_move(stone, position.size);
    if (position.stones(color).empty()) text += '-';
    text += '/';
  }
  text += position.to_move == Color::kBlack ? 'b' : 'w';
  if (position.has_pairs()) {
    text += '/' + std::to_string(position.pairs[0]) + ':' + std::to_string(position.pairs[1]);
  }
  return position.after_pass ? text + "/pass" : text;
}

Result<Move> parse_move(std::string_view text, int size) {
  check_size(size);
  if (text.size() == 4 && starts_with_pass(text)) return kPass;
  const bool has_form = (text.size() == 2 || text.size() == 3) && lower(text[0]) >= 'a' &&
                        lower(text[0]) <= 'z' && text[1] >= '1' && text[1] <= '9' &&
                        (text.size() == 2 || is_digit(text[2]));
  if (!has_form) {
    return invalid_argument(quoted(text) + " is not a point (such as h8) or pass");
  }
  const int column = lower(text[0]) - 'a';
  const int row = (text.size() == 2 ? text[1] - '0' : (text[1] - '0') * 10 + text[2] - '0') - 1;
  if (column >= size || row >= size) {
    return invalid_argument(quoted(text) + " is off the " + board_name(size) + " board");
  }
  return static_cast<Move>(row * size + column);
}

Result<std::vector<Move>> parse_move_list(std::string_view text, int size) {
  std::vector<Move> moves;
  while (true) {
    while (!text.empty() && is_separator(text.front())) text.remove_prefix(1);
    if (text.empty()) return moves;
    const std::size_t length = token_length(text);
    const Result<Move> move = parse_move(text.substr(0, length), size);
    if (!move.ok()) return move.status();
    moves.push_back(move.value());
    text.remove_prefix(length);
  }
}

Result<Position> parse_setup(std::string_view text, int size, PairsInText pairs_in_text) {
  check_size(size);
  const std::size_t first = text.find('/');
  const std::size_t second = first == std::string_view::npos ? first : text.find('/', first + 1);
  if (second == std::string_view::npos) {
    return invalid_argument("set-up " + quoted(text) + " is not BLACK/WHITE/SIDE");
  }
  std::string_view side = text.substr(second + 1);
  const bool after_pass = side.size() >= 6 && side[side.size() - 5] == '/' &&
                          starts_with_pass(side.substr(side.size() - 4));
  if (after_pass) side.remove_suffix(5);
  std::array<std::uint8_t, 2> pairs{};
  if (pairs_in_text == PairsInText::kAllowed && side.size() > 1 && side[1] == '/') {
    const Result<std::array<std::uint8_t, 2>> parsed = parse_pairs(side.substr(2), text);
    if (!parsed.ok()) return parsed.status();
    pairs = parsed.value();
    side = side.substr(0, 1);
  }
  if (side.size() != 1 || (lower(side[0]) != 'b' && lower(side[0]) != 'w')) {
    return invalid_argument("set-up " + quoted(text) + ": the side to move is b or w, not " +
                            quoted(side));
  }
  Result<std::vector<Move>> black = parse_stones(text.substr(0, first), size, text);
  if (!black.ok()) return black.status();
  Result<std::vector<Move>> white =
      parse_stones(text.substr(first + 1, second - first - 1), size, text);
  if (!white.ok()) return white.status();
  Position position{.size = size,
                    .black = std::move(black).value(),
                    .white = std::move(white).value(),
                    .to_move = lower(side[0]) == 'b' ? Color::kBlack : Color::kWhite,
                    .after_pass = after_pass,
                    .pairs = pairs};
  for (const Move stone : position.black) {
    if (std::binary_search(position.white.begin(), position.white.end(), stone)) {
      return invalid_argument("set-up " + quoted(text) + ": " + format_move(stone, size) +
                              " is both black and white");
    }
  }
  return position;
}

std::string encode_position(const Position& position) {
  const std::size_t width = point_width(position.size);
  std::string bytes;
  bytes.reserve(1 + width * (1 + position.stone_count()));
  auto first = static_cast<unsigned>(position.to_move);
  if (position.has_pairs()) {
    const auto bits = [&](std::size_t i) { return std::min<unsigned>(position.pairs[i], 7); };
    first |= kHasPairs | bits(0) << 1 | bits(1) << 4;
  }
  bytes += static_cast<char>(first);
  append_number(bytes, static_cast<int>(position.black.size()), width);
  for (const Move stone : position.black) append_number(bytes, stone, width);
  for (const Move stone : position.white) append_number(bytes, stone, width);
  return bytes;
}

Result<Position> decode_position(std::string_view bytes, int size) {
  check_size(size);
  const std::size_t width = point_width(size);
  const auto damaged = [](const char* what) {
    return Status(StatusCode::kCorruption, std::string("damaged position bytes: ") + what);
  };
  if (bytes.size() < 1 + width || (bytes.size() - 1) % width != 0) return damaged("bad length");
  Position position;
  unsigned first = static_cast<unsigned char>(bytes[0]);
  if ((first & kHasPairs) != 0) {
    position.pairs = {static_cast<std::uint8_t>(first >> 1 & 7),
                      static_cast<std::uint8_t>(first >> 4 & 7)};
    if (!position.has_pairs() || std::max(position.pairs[0], position.pairs[1]) >= kPairsToWin) {
      return damaged("bad number of pairs");
    }
    first &= 1;
  }
  if (first > 1) return damaged("bad side to move");
  const std::size_t stones = (bytes.size() - 1) / width - 1;
  const auto black_count = static_cast<std::size_t>(read_number(bytes, 1, width));
  if (black_count > stones) return damaged("more black stones than bytes");

  position.size = size;
  position.to_move = static_cast<Color>(first);
  position.black.reserve(black_count);
  position.white.reserve(stones - black_count);
  for (std::size_t i = 0; i < stones; ++i) {
    const int point = read_number(bytes, 1 + width * (1 + i), width);
    if (point >= size * size) return damaged("a point off the board");
    std::vector<Move>& list = i < black_count ? position.black : position.white;
    if (!list.empty() && list.back() >= point) return damaged("points not ascending");
    list.push_back(static_cast<Move>(point));
  }
  if (!is_disjoint(position.black, position.white)) return damaged("two stones on a point");
  return position;
}

}  // namespace tengen
