// Fouls: every point of every fixture, and the cases of the rule one by one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/game/game.h"
#include "tests/board_text.h"
#include "tests/test_data.h"

namespace tengen {
namespace {

const Game& renju(int size) {
  const Result<const Game*> game = find_game("renju", size);
  CHECK(game.ok());
  return *game.value();
}

// "c3 e5", or "-".
std::string fouls_of(const Position& position) {
  std::string text;
  for (const Move point : renju(position.size).foul_points(position)) {
    if (!text.empty()) text += ' ';
    text += format_move(point, position.size);
  }
  return text.empty() ? "-" : text;
}

// "i3:44,f5:33" or "i3=4-4,f5=3-3" as fouls_of() writes points; the kinds are left out.
std::string points_of(const std::string& list, char kind_separator, int size) {
  if (list == "-") return list;
  std::vector<Move> points;
  std::istringstream in(list);
  for (std::string item; std::getline(in, item, ',');) {
    const Result<Move> point = parse_move(item.substr(0, item.find(kind_separator)), size);
    EXPECT_TRUE(point.ok()) << list;
    if (point.ok()) points.push_back(point.value());
  }
  std::sort(points.begin(), points.end());
  std::string text;
  for (const Move point : points) {
    if (!text.empty()) text += ' ';
    text += format_move(point, size);
  }
  return text;
}

// Rows joined by '/', top row first, X and O.
Position rows_position(std::string rows) {
  for (char& c : rows) c = c == '/' ? '\n' : c == 'X' ? 'x' : c == 'O' ? 'o' : c;
  return board_text(rows);
}

TEST(Foul, EveryForbiddenPointOfTheFixturesIsFoundAndNoOther) {
  const std::vector<TestRow> rows = read_test_data("forbidden_points.tsv");
  ASSERT_EQ(rows.size(), 10061u);
  for (const TestRow& row : rows) {
    const Result<Position> position =
        parse_setup(row.at("black") + "/" + row.at("white") + "/b", 15);
    ASSERT_TRUE(position.ok()) << row.at("id");
    EXPECT_EQ(fouls_of(position.value()), points_of(row.at("forbidden"), ':', 15))
        << row.at("id") << ' ' << format_position(position.value());
  }
}

TEST(Foul, TheSideToMoveDoesNotMatter) {
  const std::vector<TestRow> rows = read_test_data("forbidden_points.tsv");
  for (std::size_t i = 0; i < rows.size(); i += 50) {
    Position position =
        parse_setup(rows[i].at("black") + "/" + rows[i].at("white") + "/w", 15).value();
    EXPECT_EQ(fouls_of(position), points_of(rows[i].at("forbidden"), ':', 15));
  }
}

TEST(Foul, ListsOnBoardsOfEightAndFifteenAreExact) {
  const std::vector<TestRow> rows = read_test_data("renju_foul_lists.tsv");
  ASSERT_EQ(rows.size(), 226u);
  for (const TestRow& row : rows) {
    const Position position = rows_position(row.at("position"));
    EXPECT_EQ(fouls_of(position), points_of(row.at("black_fouls"), '=', position.size))
        << row.at("position");
  }
}

TEST(Foul, ListsOfPositionsWhereRuleSetsDisagreeAreExact) {
  int checked = 0;
  for (const TestRow& row : read_test_data("kinrow_multirule.tsv")) {
    if (row.at("k") != "5") continue;
    const Position position = rows_position(row.at("position"));
    EXPECT_EQ(fouls_of(position), points_of(row.at("black_fouls"), '=', position.size))
        << row.at("position");
    ++checked;
  }
  EXPECT_EQ(checked, 140);
}

TEST(Foul, TwoOpenThreesAreADoubleThree) {
  EXPECT_EQ(fouls_of(board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . . x x . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)")),
            "h8");
}

TEST(Foul, AThreeThatCanBecomeOnlyAClosedFourIsNoThree) {
  EXPECT_EQ(fouls_of(board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . o x x . . . . . . . .
      . . . . . . . x . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)")),
            "-");
}

TEST(Foul, TwoFoursOnOneLineAreADoubleFour) {
  EXPECT_EQ(fouls_of(board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . x . x . x . x . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)")),
            "h8");
}

TEST(Foul, SixInARowIsAFoulAndFiveIsNot) {
  const Position six = board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . x x x . x x . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)");
  EXPECT_EQ(fouls_of(six), "g8");
  EXPECT_EQ(renju(15).effect(six, parse_move("g8", 15).value()), MoveEffect::kFoul);
}

TEST(Foul, AFiveMadeByTheSameMoveOverridesEveryFoul) {
  // g8 makes a five along the row, an overline on the column and a three on a diagonal.
  const Position position = board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . x . . . . . . . .
      . . . . . . x . x . . . . . .
      . . . . . . x x . . . . . . .
      . . x x x x . . . . . . . . .
      . . . . . . x . . . . . . . .
      . . . . . . x . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)");
  const Move g8 = parse_move("g8", 15).value();
  EXPECT_EQ(renju(15).effect(position, g8), MoveEffect::kWins);
  const std::vector<Move> fouls = renju(15).foul_points(position);
  EXPECT_EQ(std::count(fouls.begin(), fouls.end(), g8), 0);
  // The five taken away, the overline counts.
  Position without = position;
  std::erase(without.black, parse_move("c8", 15).value());
  EXPECT_EQ(renju(15).effect(without, g8), MoveEffect::kFoul);
}

TEST(Foul, WhiteHasNone) {
  const Position position = board_text(R"(
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . o . . . . . . .
      . . . o o o . o o . . . . . .
      . . . . . . . o . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .)",
                                       Color::kWhite);
  EXPECT_EQ(fouls_of(position), "-");
  EXPECT_EQ(renju(15).effect(position, parse_move("g8", 15).value()), MoveEffect::kWins);
}

}  // namespace
}  // namespace tengen
