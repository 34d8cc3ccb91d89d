// Hints as text: "h9! i9", a move that is said to win with a mark.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "book/store/hint.h"
#include "tests/book/book_testing.h"

namespace tengen::book::hint_testing {

inline std::string text_of(const std::vector<HintedMove>& moves, int size = 15) {
  std::string text;
  for (const HintedMove& one : moves) {
    if (!text.empty()) text += ' ';
    text += format_move(one.move, size) + (one.wins ? "!" : "");
  }
  return text;
}

inline std::vector<HintedMove> moves(std::initializer_list<const char*> names) {
  std::vector<HintedMove> list;
  for (const std::string_view name : names) {
    const bool wins = name.ends_with('!');
    list.push_back({point(name.substr(0, name.size() - (wins ? 1 : 0))), wins});
  }
  return list;
}

}  // namespace tengen::book::hint_testing
