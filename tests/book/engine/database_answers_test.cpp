// The bytes that Yixin-Board reads.
#include "book/engine/database_answers.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

QueryAnswer black_to_move() {
  QueryAnswer answer;
  answer.position = at("h8h9/i9/b");
  answer.result = GameResult::kBlackWins;
  answer.distance_plies = 35;
  answer.line = {point("g7"), point("f6")};
  answer.moves = {
      {.move = point("g7"), .result = GameResult::kBlackWins, .distance_plies = 35},
      {.move = point("a15"), .result = GameResult::kWhiteWins, .distance_plies = 8},
      {.move = point("b15"), .result = GameResult::kDraw},
      {.move = point("c15"), .result = GameResult::kUnknown},
      {.move = point("d15"), .result = GameResult::kWhiteWins, .distance_plies = 1, .foul = true},
      {.move = kPass, .result = GameResult::kWhiteWins, .distance_plies = 8}};
  return answer;
}

TEST(EngineDatabase, ChildrenHaveTheLabelOfTheirMoveAndTheValueOfTheReplier) {
  const std::vector<std::string> lines =
      database_children(black_to_move(), Coordinates::kColumnRow);
  // "w35" is 0x773335, "l8" 0x6c38.
  EXPECT_EQ(lines, (std::vector<std::string>{"DATABASE 6 8 7811893 -29966 34 1 0 ",
                                             "DATABASE 0 0 27704 29993 7 2 0 ",
                                             "DATABASE 1 0 100 0 0 3 0 "}));
  EXPECT_EQ(database_children(black_to_move(), Coordinates::kRowColumn).front(),
            "DATABASE 8 6 7811893 -29966 34 1 0 ");
}

TEST(EngineDatabase, ThePositionHasTheLabelOfTheMoveThatLedToIt) {
  QueryAnswer answer = black_to_move();
  EXPECT_EQ(database_one(answer), "DATABASE ONE 108 29965 35 2 l36");
  EXPECT_EQ(database_text(answer), "DATABASE TEXT \"Black wins in at most 35 plies: g7 f6\"");
  answer.position.to_move = Color::kWhite;
  EXPECT_EQ(database_one(answer), "DATABASE ONE 119 -29965 35 1 w36");
}

TEST(EngineDatabase, WhatIsNotKnownIsZerosAndAnEmptyText) {
  EXPECT_EQ(database_one({}), "DATABASE ONE 0 0 0 0");
  EXPECT_EQ(database_text({}), "DATABASE TEXT \"\"");
  EXPECT_TRUE(database_children({}, Coordinates::kColumnRow).empty());
}

QueryAnswer noted() {
  QueryAnswer answer = black_to_move();
  answer.notes = {{.source = "a.lib",
                   .name = "Kagetsu",
                   .comment = "He said \"no\".\n8,8 \\",
                   .points = {{.point = point("c15"), .label = "A"},
                              {.point = point("g7"), .mark = PointMark::kTriangle}},
                   .leads_to = {point("g7"), point("d15")}},
                  {.source = "b.lib", .points = {{.point = point("c15"), .label = "B"}}}};
  return answer;
}

TEST(EngineDatabase, ChildrenHaveTheLabelsOfImportedFiles) {
  EXPECT_EQ(
      database_children(noted(), Coordinates::kColumnRow),
      (std::vector<std::string>{"DATABASE 6 8 7811893 -29966 34 1 1 △",
                                "DATABASE 0 0 27704 29993 7 2 0 ", "DATABASE 1 0 100 0 0 3 0 ",
                                "DATABASE 2 0 -1 0 0 0 0 A", "DATABASE 3 0 -1 0 0 0 1 "}));
}

// A line of its own would be an answer of the engine: no text may begin one.
TEST(EngineDatabase, WordsOfOthersStandInOneQuotedLineWithTheirSource) {
  EXPECT_EQ(database_text(noted()),
            "DATABASE TEXT \"Black wins in at most 35 plies: g7 f6 / [a.lib] Kagetsu / "
            "[a.lib] He said \\\"no\\\". / 8,8 \\\\ / [a.lib] c15: A, g7: triangle / "
            "[b.lib] c15: B\"");
  QueryAnswer long_one;
  long_one.position = at("h8/-/w");
  long_one.notes = {{.source = "a", .comment = std::string(20000, 'x')}};
  EXPECT_LT(database_text(long_one).size(), 2100);
}

}  // namespace
}  // namespace tengen::book::engine
