#include "book/engine/main_line.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace tengen::book::engine {
namespace {

constexpr std::size_t kMostRuns = 64;
// What may stand between the points of a line.
constexpr std::string_view kBetween = " \t,;()[]<>{}->";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_digit(c) || is_letter(c); }
int column_of(char letter) { return (letter | 0x20) - 'a'; }

// The letters and digits at the head of `text`.
std::string_view first_word(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_word);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// A number of at most two digits and nothing else.
std::optional<int> small_number(std::string_view word) {
  int number = 0;
  const char* const end = word.data() + word.size();
  if (word.empty() || word.size() > 2 || !is_digit(word.front())) return std::nullopt;
  const auto [rest, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

}  // namespace

// "h8", or several at once: "h8i9g7".
bool MainLine::add_names(std::string_view word, Run& run) {
  std::vector<Numbers> points;
  while (!word.empty()) {
    const char letter = word.front();
    word.remove_prefix(1);
    const auto end = std::find_if_not(word.begin(), word.end(), is_digit);
    const auto digits = static_cast<std::size_t>(end - word.begin());
    const std::optional<int> number = small_number(word.substr(0, digits));
    if (!is_letter(letter) || !number || *number == 0) return false;
    points.push_back({column_of(letter), *number - 1});
    word.remove_prefix(digits);
  }
  run.points.insert(run.points.end(), points.begin(), points.end());
  return true;
}

void MainLine::keep(Run& run) {
  Run whole = std::exchange(run, Run());
  if (whole.points.size() < 2) return;  // "best 7,7" is no line
  const auto points = static_cast<std::size_t>(game_->size() * game_->size());
  whole.points.resize(std::min(whole.points.size(), points));
  runs_.push_back(std::move(whole));
  if (runs_.size() > kMostRuns) runs_.pop_front();
}

void MainLine::read(std::string_view text) {
  Run run;
  const auto of_kind = [&run, this](Kind kind) -> Run& {
    if (run.kind != kind) keep(run);
    run.kind = kind;
    return run;
  };
  bool at_start = true;  // no word has come since the last blank
  while (!text.empty()) {
    const std::string_view word = first_word(text);
    if (word.empty()) {
      const char c = text.front();
      text.remove_prefix(1);
      const std::string_view value = first_word(text);
      if (at_start && (c == '+' || c == '-') && !value.empty()) {  // "-120" or "+M5"
        text.remove_prefix(value.size());
        keep(run);
      } else if (kBetween.find(c) == std::string_view::npos) {
        keep(run);
      }
      at_start = c == ' ' || c == '\t';
      continue;
    }
    at_start = false;
    text.remove_prefix(word.size());
    const std::string_view second = text.starts_with(',') ? first_word(text.substr(1)) : "";
    const std::optional<int> second_number = small_number(second);
    const std::optional<int> first_number = small_number(word);
    if (first_number && second_number) {
      of_kind(kPairs).points.push_back({*first_number, *second_number});
      text.remove_prefix(1 + second.size());
    } else if (word.size() == 1 && is_letter(word.front()) && second_number) {
      of_kind(kNames).points.push_back({column_of(word.front()), *second_number - 1});
      text.remove_prefix(1 + second.size());
    } else if (!add_names(word, of_kind(kNames))) {
      keep(run);
    }
  }
  keep(run);
}

// Frames are in the order in which they are expected: pairs from the top, as the protocol has them,
// names from the bottom, as people write them.
Move MainLine::point_of(Numbers numbers, Kind kind, std::size_t frame) const {
  const bool row_first = frame >= 2;
  const bool from_bottom = (frame % 2 == 1) == (kind == kPairs);
  const int size = game_->size();
  const int column = row_first ? numbers.second : numbers.first;
  const int counted = row_first ? numbers.first : numbers.second;
  if (column < 0 || column >= size || counted < 0 || counted >= size) return kNoMove;
  const int row = from_bottom ? counted : size - 1 - counted;
  return static_cast<Move>(row * size + column);
}

std::vector<Move> MainLine::legal_part(const Run& run, std::size_t frame,
                                       const Position& position) const {
  std::vector<Move> line;
  Position current = position;
  for (const Numbers numbers : run.points) {
    const Move move = point_of(numbers, run.kind, frame);
    if (move == kNoMove || !current.is_empty_point(move)) break;
    const MoveEffect effect = game_->effect(current, move);
    if (effect == MoveEffect::kFoul) break;
    line.push_back(move);
    if (effect != MoveEffect::kContinues) break;
    current = game_->play(current, move);
  }
  return line;
}

std::vector<Move> MainLine::beginning_with(Move move, const Position& position) {
  std::vector<Move> best = {move};
  for (const Kind kind : {kPairs, kNames}) {
    const Run* found = nullptr;
    std::size_t found_frame = 0;
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
      const auto last = std::find_if(runs_.rbegin(), runs_.rend(), [&](const Run& run) {
        return run.kind == kind && point_of(run.points.front(), kind, frame) == move;
      });
      if (last == runs_.rend()) continue;
      int& agreed = agreed_[kind][frame];
      ++agreed;
      if (found == nullptr || agreed > agreed_[kind][found_frame]) {
        found = &*last;
        found_frame = frame;
      }
    }
    if (found == nullptr) continue;
    std::vector<Move> line = legal_part(*found, found_frame, position);
    if (line.size() > best.size()) best = std::move(line);
  }
  return best;
}

}  // namespace tengen::book::engine
