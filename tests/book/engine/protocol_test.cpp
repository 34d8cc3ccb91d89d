#include "book/engine/protocol.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

TEST(EngineProtocol, PointsCountFromTheUpperLeftInBothOrders) {
  const auto column_row = parse_placed(" 2, 0 ", 15, Coordinates::kColumnRow);
  ASSERT_TRUE(column_row.ok());
  EXPECT_EQ(column_row.value().move, point("c15"));
  EXPECT_EQ(column_row.value().owner, Owner::kNone);
  const auto row_column = parse_placed("2,0,1", 15, Coordinates::kRowColumn);
  ASSERT_TRUE(row_column.ok());
  EXPECT_EQ(row_column.value().move, point("a13"));
  EXPECT_EQ(row_column.value().owner, Owner::kOwn);
}

TEST(EngineProtocol, WhatIsWrittenIsReadBack) {
  for (const Coordinates coordinates : {Coordinates::kColumnRow, Coordinates::kRowColumn}) {
    for (Move move = kPass; move < 225; ++move) {
      const auto read = parse_placed(format_point(move, 15, coordinates), 15, coordinates);
      ASSERT_TRUE(read.ok());
      EXPECT_EQ(read.value().move, move);
    }
  }
  EXPECT_EQ(format_point(point("c15"), 15, Coordinates::kColumnRow), "2,0");
  EXPECT_EQ(format_point(point("c15"), 15, Coordinates::kRowColumn), "0,2");
}

TEST(EngineProtocol, WhatIsNoPointIsRefused) {
  for (const char* text : {"", "7", "7,", ",7", "7,7,", "7,7,0", "7,7,4", "15,7", "7,15", "-1,7",
                           "-2,-2", "7;7", "7,7,1,2", "0x7,7", "7.0,7", "7 7",
                           "9223372036854775808,0", "-9223372036854775809,0", "h8"}) {
    EXPECT_FALSE(parse_placed(text, 15, Coordinates::kColumnRow).ok()) << text;
  }
}

TEST(EngineProtocol, CommandsAreReadWithoutRegardToCaseAndSpace) {
  const Command command = split_command("  info\ttimeout_turn  100 \r");
  EXPECT_EQ(command.word, "INFO");
  EXPECT_EQ(command.arguments, "timeout_turn  100");
  EXPECT_EQ(split_command(" \r\n").word, "");
  EXPECT_EQ(split_command("").arguments, "");
}

TEST(EngineProtocol, ForeignTextIsShownInOneShortLine) {
  EXPECT_EQ(shown("a\nb\x01\xff"), "a?b??");
  EXPECT_EQ(shown(std::string(1000, 'x')), std::string(60, 'x') + "...");
}

}  // namespace
}  // namespace tengen::book::engine
