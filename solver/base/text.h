// Small things about text.
#pragma once

#include <string_view>

namespace tengen {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

// Without the white space around it; a view into `text`.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

}  // namespace tengen
