#include "book/query/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr int kPerFamily = 13;

constexpr std::array<Opening, 2 * kPerFamily> kOpenings = {{
    {"D1", "Kansei", "cold star", "寒星", "h8h9h10"},
    {"D2", "Keigetsu", "valley moon", "渓月", "h8h9i10"},
    {"D3", "Sosei", "sparse star", "疎星", "h8h9j10"},
    {"D4", "Kagetsu", "flower moon", "花月", "h8h9i9"},
    {"D5", "Zangetsu", "lingering moon", "残月", "h8h9j9"},
    {"D6", "Ugetsu", "rain moon", "雨月", "h8h9i8"},
    {"D7", "Kinsei", "gold star (Venus)", "金星", "h8h9j8"},
    {"D8", "Shogetsu", "pine moon", "松月", "h8h9h7"},
    {"D9", "Kyugetsu", "hill moon", "丘月", "h8h9i7"},
    {"D10", "Shingetsu", "new moon", "新月", "h8h9j7"},
    {"D11", "Zuisei", "lucky star", "瑞星", "h8h9h6"},
    {"D12", "Sangetsu", "mountain moon", "山月", "h8h9i6"},
    {"D13", "Yusei", "wandering star", "遊星", "h8h9j6"},
    {"I1", "Chosei", "long star", "長星", "h8i9j10"},
    {"I2", "Kyogetsu", "gorge moon", "峡月", "h8i9j9"},
    {"I3", "Kosei", "fixed star", "恒星", "h8i9j8"},
    {"I4", "Suigetsu", "water moon", "水月", "h8i9j7"},
    {"I5", "Ryusei", "shooting star", "流星", "h8i9j6"},
    {"I6", "Ungetsu", "cloud moon", "雲月", "h8i9i8"},
    {"I7", "Hogetsu", "bay moon", "浦月", "h8i9i7"},
    {"I8", "Rangetsu", "storm moon", "嵐月", "h8i9i6"},
    {"I9", "Gingetsu", "silver moon", "銀月", "h8i9h7"},
    {"I10", "Myojo", "bright star", "明星", "h8i9h6"},
    {"I11", "Shagetsu", "slanting moon", "斜月", "h8i9g7"},
    {"I12", "Meigetsu", "famed moon", "名月", "h8i9g6"},
    {"I13", "Suisei", "comet", "彗星", "h8i9f6"},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_family(char c) { return c == 'D' || c == 'd' || c == 'I' || c == 'i'; }
bool is_separator(char c) { return c == ' ' || c == ',' || c == '\t'; }

// The text of a code at the start of `text`: a family letter before or after digits. Empty when
// there is none.
std::string_view leading_code(std::string_view text) {
  std::size_t length = 0;
  const auto take_digits = [&] {
    const std::size_t start = length;
    while (length < text.size() && is_digit(text[length])) ++length;
    return length > start;
  };
  const auto take_family = [&] {
    if (length >= text.size() || !is_family(text[length])) return false;
    ++length;
    return true;
  };
  if (take_family() ? take_digits() : take_digits() && take_family()) return text.substr(0, length);
  return {};
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The opening whose name the text begins with, and how long that is.
std::pair<const Opening*, std::size_t> leading_name(std::string_view text) {
  for (const Opening& opening : kOpenings) {
    for (const std::string_view name : {opening.romaji, opening.kanji}) {
      const bool begins =
          text.size() >= name.size() &&
          std::equal(name.begin(), name.end(), text.begin(),
                     [](char ours, char theirs) { return lower(ours) == lower(theirs); });
      if (!begins) continue;
      // "花月h7", but no other word that begins like a name.
      if (name == opening.kanji || text.size() == name.size() || is_separator(text[name.size()]))
        return {&opening, name.size()};
    }
  }
  return {nullptr, 0};
}

// Game records as others write them: "1. h8 h9 2. i9" and "h8-h9-i9" without numbers and dashes.
std::string without_numbering(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    const bool begins_word = i == 0 || is_separator(text[i - 1]) || text[i - 1] == '-';
    if (end > i && end < text.size() && text[end] == '.' && begins_word) {
      while (end < text.size() && text[end] == '.') ++end;  // "1..." before White's move
      plain += ' ';
      i = end - 1;
      continue;
    }
    plain += text[i] == '-' ? ' ' : text[i];
  }
  return plain;
}

Canonical canonical_of(const Opening& opening) {
  const Result<std::vector<Move>> moves = parse_move_list(opening.moves, kOpeningBoardSize);
  CHECK(moves.ok());
  Position position{.size = kOpeningBoardSize, .black = {}, .white = {}, .to_move = Color::kBlack};
  for (const Move move : moves.value()) position = after_move(position, move);
  return canonicalize(position);
}

}  // namespace

bool has_openings(const Game& game) {
  return game.rules() == "renju" && game.size() == kOpeningBoardSize;
}

std::span<const Opening> all_openings() { return kOpenings; }

const Opening* find_opening(std::string_view code) {
  if (code.empty() || leading_code(code) != code) return nullptr;
  const bool letter_first = is_family(code.front());
  const char letter = letter_first ? code.front() : code.back();
  const std::string_view digits = letter_first ? code.substr(1) : code.substr(0, code.size() - 1);
  if (digits.size() > 2 || digits.front() == '0') return nullptr;
  int number = 0;
  for (const char digit : digits) number = number * 10 + (digit - '0');
  if (number < 1 || number > kPerFamily) return nullptr;
  const bool direct = letter == 'D' || letter == 'd';
  return &kOpenings[static_cast<std::size_t>((direct ? 0 : kPerFamily) + number - 1)];
}

Result<std::string> expand_opening(std::string_view text, int size) {
  if (text.find('/') != std::string_view::npos) return std::string(text);
  const std::string plain = without_numbering(text);
  if (size != kOpeningBoardSize) return plain;
  std::string_view rest = plain;
  while (!rest.empty() && is_separator(rest.front())) rest.remove_prefix(1);
  if (const auto [named, length] = leading_name(rest); named != nullptr) {
    return fmt::format("{} {}", named->moves, rest.substr(length));
  }
  const std::string_view code = leading_code(rest);
  if (code.empty()) return plain;
  const Opening* const opening = find_opening(code);
  if (opening == nullptr) {
    return invalid_argument(fmt::format(
        "no opening {}: the codes are D1..D13 and I1..I13, also written 1D..13D and 1I..13I",
        code.substr(0, 20)));
  }
  rest.remove_prefix(code.size());
  std::string expanded(opening->moves);
  if (!rest.empty() && !is_separator(rest.front())) expanded += ' ';
  return expanded.append(rest);
}

Result<std::string> expand_opening(std::string_view text, const Game& game) {
  return expand_opening(text, has_openings(game) ? game.size() : 0);
}

const Opening* classify_opening(const Position& position) {
  if (position.size != kOpeningBoardSize || position.black.size() != 2 ||
      position.white.size() != 1 || position.to_move != Color::kWhite) {
    return nullptr;
  }
  static const auto forms = [] {
    std::array<Position, kOpenings.size()> positions;
    std::transform(kOpenings.begin(), kOpenings.end(), positions.begin(),
                   [](const Opening& opening) { return canonical_of(opening).position; });
    return positions;
  }();
  const auto found = std::find(forms.begin(), forms.end(), canonicalize(position).position);
  return found == forms.end() ? nullptr
                              : &kOpenings[static_cast<std::size_t>(found - forms.begin())];
}

}  // namespace tengen::book
