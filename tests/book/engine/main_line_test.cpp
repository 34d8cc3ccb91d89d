// Main lines as engines write them, and text that is none.
#include "book/engine/main_line.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tengen::book::engine {
namespace {

class EngineMainLine : public ::testing::Test {
 protected:
  static const Game& game() { return *find_game("renju", 15).value(); }

  // The line read last that begins with `move`, White to move after h8 where nothing else is said.
  std::string line(std::string_view move, std::string_view position = "h8") {
    const Result<Position> at = game().parse(position);
    CHECK(at.ok());
    std::string text;
    for (const Move point : line_.beginning_with(parse_move(move, 15).value(), at.value())) {
      text += format_move(point, 15);
    }
    return text;
  }
  // As line(), of this text alone.
  std::string line_in(std::string_view text, std::string_view move,
                      std::string_view position = "h8") {
    line_.clear();
    line_.read(text);
    return line(move, position);
  }

  MainLine line_{game()};
};

TEST_F(EngineMainLine, IsReadInAllStyles) {
  for (const char* text : {"MESSAGE Bestline I9 G7 J10", "MESSAGE Bestline: [I,9] [G,7] [J,10]",
                           "MESSAGE depth 12-26 ev 141 n 3M n/ms 812 tm 1250 pv i9 g7 j10",
                           "MESSAGE Depth 12-26 | Eval +M5 | Time 1250ms | I9 G7 J10",
                           "MESSAGE BV i9g7j10 end", "MESSAGE PV: i9-g7-j10", "DEBUG i9, g7, j10",
                           "i9 -> g7 -> j10", "(1) -47 | 9-7 | I9 G7 J10", "ev -M4 i9 g7 j10",
                           "INFO BESTLINE 8,6 6,8 9,5", "MESSAGE bestLine: [8,6] [6,8] [9,5]",
                           "MESSAGE pv (8,6);(6,8);(9,5)", "MESSAGE pv 8,6,6,8,9,5"}) {
    EXPECT_EQ(line_in(text, "i9"), "i9g7j10") << text;
  }
}

TEST_F(EngineMainLine, IsTheLastOneThatBeginsWithTheMove) {
  line_.read("MESSAGE (1) 55 | 9-7 | i9 g7 j10");
  line_.read("MESSAGE (2) 50 | 9-7 | h9 g9 g10");
  line_.read("MESSAGE (1) 55 | 10-7 | i9 j10 g7 f6");
  line_.read("MESSAGE (2) 50 | 10-7 | h9 g9");
  line_.read("MESSAGE REALTIME BEST 8,6");
  line_.read("MESSAGE Speed 2M | Depth 10-7 | Eval 55 | Node 3M | Time 1s");
  EXPECT_EQ(line("i9"), "i9j10g7f6");
  EXPECT_EQ(line("h9"), "h9g9");
  EXPECT_EQ(line("a1"), "a1");
  line_.clear();
  EXPECT_EQ(line("i9"), "i9");
}

TEST_F(EngineMainLine, IsCutWhereItIsNotLegal) {
  EXPECT_EQ(line_in("i9 j10 h8 a1", "i9"), "i9j10");       // taken before the line
  EXPECT_EQ(line_in("i9 j10 i9 a1", "i9"), "i9j10");       // taken by the line
  EXPECT_EQ(line_in("i9 j10 p3 a1", "i9"), "i9j10");       // off the board
  EXPECT_EQ(line_in("i9 j10 a99 a1", "i9"), "i9j10");      // off the board
  EXPECT_EQ(line_in("i9 j10 pass a1", "i9"), "i9j10");     // no point
  EXPECT_EQ(line_in("8,6 9,5 -1,-1 7,0", "i9"), "i9j10");  // a pass
  // Black's three-three on h6 ends a line, for White it does not.
  EXPECT_EQ(line_in("a3 h6 a5", "a3", "h8h7j6k6m1/a1a2o1o15/w"), "a3");
  EXPECT_EQ(line_in("h6 a3 a5", "h6", "h8h7j6k6m1/a1a2o1o15/w"), "h6a3a5");
  // Nothing comes after a five.
  EXPECT_EQ(line_in("d8 h10 a5", "d8", "h8i8j8a1o1/d9d10d11d12/w"), "d8");
  EXPECT_EQ(line_in("a5 k8 d8 l8", "a5", "h8i8j8a1o1/d9d10d11d12/w"), "a5k8d8");
}

// Rapfi's names count rows from the top of the board it is told of.
TEST_F(EngineMainLine, IsReadInTheFrameThatAgreesWithTheMove) {
  EXPECT_EQ(line_in("Bestline I7 G9 J6", "i9"), "i9g7j10");     // rows from the top
  EXPECT_EQ(line_in("INFO BESTLINE 8,8 6,6", "i9"), "i9g7");    // rows from the bottom
  EXPECT_EQ(line_in("INFO BESTLINE 5,8 6,3", "i10"), "i10d9");  // the row first
  EXPECT_EQ(line_in("Bestline J9 D3", "i10"), "i10c4");
  EXPECT_EQ(line_in("Bestline A2 D3", "i10"), "i10");
}

TEST_F(EngineMainLine, OfTwoFramesTheOneOfEarlierAnswersIsTaken) {
  EXPECT_EQ(line_in("Bestline G8 G7", "g8"), "g8g7");
  EXPECT_EQ(line_in("Bestline I7 G9", "i9"), "i9g7");
  EXPECT_EQ(line_in("Bestline I6 G9", "i10"), "i10g7");
  EXPECT_EQ(line_in("Bestline G8 G7", "g8"), "g8g9");
}

TEST_F(EngineMainLine, OtherTextIsNoLine) {
  for (const char* text : {"",       "i9",           "MESSAGE best i9", "i9 | g7",
                           "i9=g7",  "i9: g7",       "i9 best g7",      "i9g7x",
                           "i9 g",   "8,6 g7",       "8,6|6,8",         "8, 6 6, 8",
                           "+i9 g7", "-i9 g7",       "i0 g7",           "i9999999999 g7",
                           "i9/g7",  "8,,6 6,8",     "008,006 6,8",     "a,b c,d",
                           ",",      "[,] [8,] [,6]"}) {
    EXPECT_EQ(line_in(text, "i9"), "i9") << text;
  }
}

TEST_F(EngineMainLine, AnyBytesAreRead) {
  std::mt19937 random(5);
  constexpr std::string_view kLikely = "abcHIO0123456789,,, -+[]()|\xff";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    const std::size_t length = random() % 300;
    while (text.size() < length) {
      text += random() % 20 == 0 ? static_cast<char>(random()) : kLikely[random() % kLikely.size()];
    }
    line_.read(text);
    if (i % 100 == 99) {
      EXPECT_EQ(line("i9").substr(0, 2), "i9");
    }
  }
}

}  // namespace
}  // namespace tengen::book::engine
