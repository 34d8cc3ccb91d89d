#include "book/naive_rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<std::vector<std::string>> read_rows(const std::string& file) {
  std::ifstream in(std::string(TENGEN_TEST_DATA) + "/" + file);
  EXPECT_TRUE(in.good()) << file;
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);  // header
  while (std::getline(in, line)) rows.push_back(split(line, '\t'));
  return rows;
}

std::set<std::string> foul_points(NaiveBoard& board) {
  std::set<std::string> points;
  for (Move point = 0; point < board.point_count(); ++point) {
    if (board.is_empty(point) && board.is_foul(point)) {
      points.insert(format_move(point, board.size()));
    }
  }
  return points;
}

// "i3:44,f5:33" or "c5=4-4" or "-": the points before the mark.
std::set<std::string> listed_points(const std::string& list, char mark) {
  std::set<std::string> points;
  if (list == "-") return points;
  for (const std::string& item : split(list, ',')) points.insert(item.substr(0, item.find(mark)));
  return points;
}

// Rows top first, 'X' black, 'O' white, '.' empty.
Position from_diagram(const std::vector<std::string>& rows) {
  Position position;
  position.size = static_cast<int>(rows.size());
  for (int row = 0; row < position.size; ++row) {
    const std::string& text = rows[rows.size() - 1 - static_cast<std::size_t>(row)];
    for (int column = 0; column < position.size; ++column) {
      const auto point = static_cast<Move>(row * position.size + column);
      const char mark = text[static_cast<std::size_t>(column)];
      if (mark == 'X') position.black.push_back(point);
      if (mark == 'O') position.white.push_back(point);
    }
  }
  return position;
}

Position setup(const std::string& text) {
  const Result<Position> position = parse_setup(text, 15);
  EXPECT_TRUE(position.ok()) << text;
  return position.value();
}

Move point(const std::string& text) { return parse_move(text, 15).value(); }

TEST(NaiveRules, EveryFoulListOfTheForbiddenPointData) {
  const auto rows = read_rows("forbidden_points.tsv");
  ASSERT_EQ(rows.size(), 10061u);
  for (const auto& row : rows) {
    NaiveBoard board(setup(row[2] + "/" + row[3] + "/b"));
    ASSERT_EQ(foul_points(board), listed_points(row[4], ':')) << row[0];
  }
}

TEST(NaiveRules, EveryFoulListOfTheVariantDataOnBothBoardSizes) {
  const auto rows = read_rows("renju_foul_lists.tsv");
  ASSERT_EQ(rows.size(), 226u);
  std::set<int> sizes;
  for (const auto& row : rows) {
    const Position position = from_diagram(split(row[2], '/'));
    sizes.insert(position.size);
    NaiveBoard board(position);
    ASSERT_EQ(foul_points(board), listed_points(row[3], '=')) << row[2];
  }
  EXPECT_EQ(sizes, (std::set<int>{8, 15}));
}

TEST(NaiveRules, SixInARowIsFiveForWhiteAndAFoulForBlack) {
  NaiveBoard board(setup("a1b1c1e1f1/a3b3c3e3f3/b"));
  EXPECT_FALSE(board.makes_five(point("d1"), Color::kBlack));
  EXPECT_TRUE(board.is_foul(point("d1")));
  EXPECT_TRUE(board.makes_five(point("d3"), Color::kWhite));
}

TEST(NaiveRules, FiveOverridesAnOverlineMadeByTheSameMove) {
  // d1 makes six along row 1 and exactly five along column d.
  NaiveBoard board(setup("a1b1c1e1f1d2d3d4d5/-/b"));
  EXPECT_TRUE(board.makes_five(point("d1"), Color::kBlack));
  EXPECT_FALSE(board.is_foul(point("d1")));
}

TEST(NaiveRules, FivePointsAreCountedUpToTwo) {
  NaiveBoard none(setup("h8i8j8/-/b"));
  EXPECT_EQ(none.five_points(Color::kBlack).count, 0);
  NaiveBoard one(setup("h8i8j8k8/g8/b"));
  EXPECT_EQ(one.five_points(Color::kBlack).count, 1);
  EXPECT_EQ(one.five_points(Color::kBlack).first, point("l8"));
  EXPECT_EQ(one.five_points(Color::kWhite).count, 0);
  NaiveBoard straight(setup("h8i8j8k8/-/b"));
  EXPECT_EQ(straight.five_points(Color::kBlack).count, 2);
  // Completing this four is an overline: no five point for Black.
  NaiveBoard overline(setup("h8i8j8k8m8/g8/b"));
  EXPECT_EQ(overline.five_points(Color::kBlack).count, 0);
}

TEST(NaiveRules, FoulTestAndPlacingLeaveNoTrace) {
  const Position position = setup("e3g3h3k3c4e5h5d6k6e7h7i7d8g8h8i8j8i9i10/e8/b");
  NaiveBoard board(position);
  const std::uint64_t hash = board.hash();
  for (Move move = 0; move < board.point_count(); ++move) {
    if (!board.is_empty(move)) continue;
    static_cast<void>(board.is_foul(move));
    EXPECT_TRUE(board.is_empty(move));
    board.place(move, Color::kWhite);
    EXPECT_NE(board.hash(), hash);
    board.remove(move, Color::kWhite);
  }
  EXPECT_EQ(board.hash(), hash);
  NaiveBoard fresh(position);
  EXPECT_EQ(foul_points(board), foul_points(fresh));
}

TEST(NaiveRules, AWonBoardIsSeen) {
  EXPECT_TRUE(NaiveBoard(setup("a1b1c1d1e1/-/w")).has_five_or_more());
  EXPECT_TRUE(NaiveBoard(setup("-/a1b2c3d4e5f6/b")).has_five_or_more());
  EXPECT_FALSE(NaiveBoard(setup("a1b1c1d1f1/-/w")).has_five_or_more());
}

TEST(NaiveRules, OffBoardPointsPassesAndStonesAreNotEmpty) {
  NaiveBoard board(setup("h8/-/w"));
  EXPECT_FALSE(board.is_empty(kPass));
  EXPECT_FALSE(board.is_empty(kNoMove));
  EXPECT_FALSE(board.is_empty(225));
  EXPECT_FALSE(board.is_empty(32767));
  EXPECT_FALSE(board.is_empty(point("h8")));
  EXPECT_TRUE(board.is_empty(point("o15")));
}

}  // namespace
}  // namespace tengen::book
