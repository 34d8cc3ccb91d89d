#include "solver/reversi/variant.h"

#include <charconv>
#include <string>

namespace tengen::reversi {
namespace {

constexpr std::string_view kName = "reversi";

bool take(std::string_view& text, std::string_view part) {
  if (!text.starts_with(part)) return false;
  text.remove_prefix(part.size());
  return true;
}

// A whole number written in the one usual way.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || std::to_string(number) != text) return std::nullopt;
  return number;
}

}  // namespace

bool names_reversi(std::string_view id) {
  if (!take(id, kName)) return false;
  return id.empty() || id.front() == '-' || id.front() == ':';
}

std::optional<Variant> variant_of(std::string_view id, int size) {
  Variant variant;
  if (!take(id, kName)) return std::nullopt;
  if (take(id, "-parallel")) variant.start = Start::kParallelHorizontal;
  variant.anti = take(id, "-anti");
  if (id.empty()) return variant;
  if (!take(id, ":")) return std::nullopt;
  variant.black_needs = number_in(id);
  // Below the first and above the last every game ends the same way.
  const int most = size * size;
  if (!variant.black_needs || *variant.black_needs <= -most || *variant.black_needs > most) {
    return std::nullopt;
  }
  return variant;
}

}  // namespace tengen::reversi
