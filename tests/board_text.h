// Positions drawn as text, for tests that a reader can check by eye: one line per row, top row
// first (row 15 on the real board), x black, o white, . empty. Blanks are ignored. A fixture of any
// other shape fails the test that uses it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "solver/game/position.h"

namespace tengen {

inline Position board_text(std::string_view text, Color to_move = Color::kBlack) {
  std::vector<std::string> rows(1);
  for (const char c : text) {
    if (c == '\n') {
      rows.emplace_back();
    } else if (c != ' ') {
      rows.back() += c;
    }
  }
  std::erase(rows, "");
  Position position{
      .size = static_cast<int>(rows.size()), .black = {}, .white = {}, .to_move = to_move};
  for (std::size_t from_bottom = 0; from_bottom < rows.size(); ++from_bottom) {
    const std::string& row = rows[rows.size() - 1 - from_bottom];
    EXPECT_EQ(row.size(), rows.size()) << "row " << from_bottom + 1 << " of the fixture: " << row;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const auto point = static_cast<Move>(from_bottom * rows.size() + column);
      if (row[column] == 'x') position.black.push_back(point);
      if (row[column] == 'o') position.white.push_back(point);
      EXPECT_NE(std::string_view("xo.").find(row[column]), std::string_view::npos) << row;
    }
  }
  return position;
}

}  // namespace tengen
