#include "book/verifier/naive_rules.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "solver/game/position.h"
#include "tests/test_data.h"

namespace tengen::book {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
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
  const std::vector<TestRow> rows = read_test_data("forbidden_points.tsv");
  ASSERT_EQ(rows.size(), 10061u);
  for (const TestRow& row : rows) {
    NaiveBoard board(kNaiveRenju, setup(row.at("black") + "/" + row.at("white") + "/b"));
    ASSERT_EQ(foul_points(board), listed_points(row.at("forbidden"), ':')) << row.at("id");
  }
}

TEST(NaiveRules, EveryFoulListOfTheVariantDataOnBothBoardSizes) {
  const std::vector<TestRow> rows = read_test_data("renju_foul_lists.tsv");
  ASSERT_EQ(rows.size(), 226u);
  std::set<int> sizes;
  for (const TestRow& row : rows) {
    const Position position = from_diagram(split(row.at("position"), '/'));
    sizes.insert(position.size);
    NaiveBoard board(kNaiveRenju, position);
    ASSERT_EQ(foul_points(board), listed_points(row.at("black_fouls"), '=')) << row.at("position");
  }
  EXPECT_EQ(sizes, (std::set<int>{8, 15}));
}

TEST(NaiveRules, SixInARowIsFiveForWhiteAndAFoulForBlack) {
  NaiveBoard board(kNaiveRenju, setup("a1b1c1e1f1/a3b3c3e3f3/b"));
  EXPECT_FALSE(board.makes_five(point("d1"), Color::kBlack));
  EXPECT_TRUE(board.is_foul(point("d1")));
  EXPECT_TRUE(board.makes_five(point("d3"), Color::kWhite));
}

TEST(NaiveRules, FiveOverridesAnOverlineMadeByTheSameMove) {
  // d1 makes six along row 1 and exactly five along column d.
  NaiveBoard board(kNaiveRenju, setup("a1b1c1e1f1d2d3d4d5/-/b"));
  EXPECT_TRUE(board.makes_five(point("d1"), Color::kBlack));
  EXPECT_FALSE(board.is_foul(point("d1")));
}

TEST(NaiveRules, FivePointsAreCountedUpToTwo) {
  NaiveBoard none(kNaiveRenju, setup("h8i8j8/-/b"));
  EXPECT_EQ(none.five_points(Color::kBlack).count, 0);
  NaiveBoard one(kNaiveRenju, setup("h8i8j8k8/g8/b"));
  EXPECT_EQ(one.five_points(Color::kBlack).count, 1);
  EXPECT_EQ(one.five_points(Color::kBlack).first, point("l8"));
  EXPECT_EQ(one.five_points(Color::kWhite).count, 0);
  NaiveBoard straight(kNaiveRenju, setup("h8i8j8k8/-/b"));
  EXPECT_EQ(straight.five_points(Color::kBlack).count, 2);
  // Completing this four is an overline: no five point for Black.
  NaiveBoard overline(kNaiveRenju, setup("h8i8j8k8m8/g8/b"));
  EXPECT_EQ(overline.five_points(Color::kBlack).count, 0);
}

TEST(NaiveRules, FoulTestAndPlacingLeaveNoTrace) {
  const Position position = setup("e3g3h3k3c4e5h5d6k6e7h7i7d8g8h8i8j8i9i10/e8/b");
  NaiveBoard board(kNaiveRenju, position);
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
  NaiveBoard fresh(kNaiveRenju, position);
  EXPECT_EQ(foul_points(board), foul_points(fresh));
}

TEST(NaiveRules, AWonBoardIsSeen) {
  EXPECT_TRUE(NaiveBoard(kNaiveRenju, setup("a1b1c1d1e1/-/w")).is_over());
  EXPECT_TRUE(NaiveBoard(kNaiveRenju, setup("-/a1b2c3d4e5f6/b")).is_over());
  EXPECT_FALSE(NaiveBoard(kNaiveRenju, setup("a1b1c1d1f1/-/w")).is_over());
}

TEST(NaiveRules, OffBoardPointsPassesAndStonesAreNotEmpty) {
  NaiveBoard board(kNaiveRenju, setup("h8/-/w"));
  EXPECT_FALSE(board.is_empty(kPass));
  EXPECT_FALSE(board.is_empty(kNoMove));
  EXPECT_FALSE(board.is_empty(225));
  EXPECT_FALSE(board.is_empty(32767));
  EXPECT_FALSE(board.is_empty(point("h8")));
  EXPECT_TRUE(board.is_empty(point("o15")));
}

}  // namespace
}  // namespace tengen::book
