#include "solver/game/position.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "solver/game/symmetry.h"

namespace tengen {
namespace {

Position setup(std::string_view text, int size = 15) {
  const Result<Position> position = parse_setup(text, size);
  EXPECT_TRUE(position.ok()) << text;
  return position.ok() ? position.value() : Position{};
}

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out += static_cast<char>(value);
  return out;
}

Position random_position(std::mt19937& random, int size) {
  Position position{.size = size, .black = {}, .white = {}, .to_move = Color::kBlack};
  const int density = static_cast<int>(random() % 9);
  for (Move point = 0; point < size * size; ++point) {
    const int roll = static_cast<int>(random() % 20);
    if (roll < density) position.black.push_back(point);
    if (roll >= 10 && roll < 10 + density) position.white.push_back(point);
  }
  if (random() % 2 == 0) position.to_move = Color::kWhite;
  return position;
}

TEST(Move, PointsCountFromTheLowerLeftCornerInBoardOrder) {
  EXPECT_EQ(parse_move("a1", 15).value(), 0);
  EXPECT_EQ(parse_move("b1", 15).value(), 1);
  EXPECT_EQ(parse_move("a2", 15).value(), 15);
  EXPECT_EQ(parse_move("h8", 15).value(), 112);
  EXPECT_EQ(parse_move("O15", 15).value(), 224);
  EXPECT_EQ(parse_move("s19", 19).value(), 360);
}

TEST(Move, TextOfEveryPointParsesBackOnEveryBoardSize) {
  for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
    for (Move point = 0; point < size * size; ++point) {
      EXPECT_EQ(parse_move(format_move(point, size), size).value(), point);
    }
    EXPECT_EQ(parse_move(format_move(kPass, size), size).value(), kPass);
  }
}

TEST(Move, BadTextIsRefusedAndNamed) {
  for (const char* text : {"", "h", "8", "h0", "h08", "h16", "p1", "z9", "h8 ", " h8", "h88",
                           "h100", "h-1", "pas", "passs", "8h", "hh8",
                           "\xc3\xa4"
                           "8"}) {
    const Result<Move> move = parse_move(text, 15);
    ASSERT_FALSE(move.ok()) << text;
    EXPECT_EQ(move.status().code(), StatusCode::kInvalidArgument);
  }
  EXPECT_NE(parse_move("p1", 15).status().message().find("'p1' is off the 15x15 board"),
            std::string::npos);
  EXPECT_TRUE(parse_move("p1", 16).ok());
}

TEST(MoveList, SpacesAndCommasAreOptional) {
  const std::vector<Move> expected = {112, kPass, 143};
  for (const char* text : {"h8passi10", "h8 pass i10", "H8,PASS,I10", "  h8,\tpass  i10\n"}) {
    EXPECT_EQ(parse_move_list(text, 15).value(), expected) << text;
  }
  EXPECT_TRUE(parse_move_list("", 15).value().empty());
}

TEST(MoveList, TheOffendingTokenIsNamed) {
  const Result<std::vector<Move>> off_board = parse_move_list("h8 h16 i9", 15);
  ASSERT_FALSE(off_board.ok());
  EXPECT_NE(off_board.status().message().find("'h16'"), std::string::npos);
  const Result<std::vector<Move>> word = parse_move_list("h8hello i9", 15);
  ASSERT_FALSE(word.ok());
  EXPECT_NE(word.status().message().find("'hello'"), std::string::npos);
}

TEST(MoveList, OnALargeBoardPIsAColumnAndPassStaysAPass) {
  const std::vector<Move> expected = {15, kPass, 15 + 19};
  EXPECT_EQ(parse_move_list("p1passp2", 19).value(), expected);
}

TEST(Setup, StonesAreSortedAndTheTextRoundTrips) {
  const Position position = setup("i9h8/h9h7/b");
  EXPECT_EQ(position.black, (std::vector<Move>{112, 128}));
  EXPECT_EQ(format_position(position), "h8i9/h7h9/b");
  EXPECT_EQ(format_position(setup("-/-/w")), "-/-/w");
  EXPECT_EQ(setup("H8/-/W"), setup("h8/-/w"));
}

TEST(Setup, BadTextIsRefused) {
  for (const char* text : {"", "h8", "h8/h9", "h8/h9/", "h8/h9/x", "h8/h9/bw", "h8/h9/b/", "/h9/b",
                           "h8//b", "h8/h8/b", "h8h8/h9/b", "h8/h9pass/b", "p1/h9/b", "h8/h9/b "}) {
    const Result<Position> position = parse_setup(text, 15);
    ASSERT_FALSE(position.ok()) << text;
    EXPECT_EQ(position.status().code(), StatusCode::kInvalidArgument);
  }
  EXPECT_NE(parse_setup("h8/i9h8/b", 15).status().message().find("h8 is both black and white"),
            std::string::npos);
}

TEST(Position, AMoveAddsAStoneInOrderAndTurnsTheSide) {
  const Position before = setup("h8j10/h9/w");
  EXPECT_EQ(after_move(before, parse_move("a1", 15).value()), setup("h8j10/a1h9/b"));
  EXPECT_EQ(after_move(before, kPass), setup("h8j10/h9/b"));
  EXPECT_FALSE(before.is_empty_point(112));
  EXPECT_TRUE(before.is_empty_point(0));
  EXPECT_FALSE(before.is_empty_point(225));
  EXPECT_FALSE(before.is_empty_point(kPass));
}

TEST(PositionBytes, UpToFifteenAreAsPublished) {
  EXPECT_EQ(encode_position(setup("h8i9/h9/w")), bytes({1, 2, 112, 128, 127}));
  EXPECT_EQ(encode_position(setup("-/-/b")), bytes({0, 0}));
  EXPECT_EQ(encode_position(setup("o15/-/w")), bytes({1, 1, 224}));
}

TEST(PositionBytes, AboveFifteenAreAsPublished) {
  EXPECT_EQ(encode_position(setup("a1s19/b2/w", 19)), bytes({1, 2, 0, 0, 0, 104, 1, 20, 0}));
}

TEST(PositionBytes, RandomPositionsRoundTripOnEveryBoardSize) {
  std::mt19937 random(1);
  for (int size = kMinBoardSize; size <= kMaxBoardSize; ++size) {
    for (int i = 0; i < 50; ++i) {
      const Position position = random_position(random, size);
      const Result<Position> decoded = decode_position(encode_position(position), size);
      ASSERT_TRUE(decoded.ok());
      EXPECT_EQ(decoded.value(), position);
    }
  }
}

TEST(PositionBytes, HostileBytesAreCorruption) {
  const std::initializer_list<int> cases[] = {
      {},              // empty
      {0},             // no count
      {2, 0},          // bad side
      {0, 1},          // a black stone is missing
      {0, 200, 1, 2},  // absurd count
      {0, 1, 225},     // off the board
      {0, 2, 7, 7},    // repeated
      {0, 2, 8, 7},    // descending
      {0, 0, 8, 7},    // descending white
      {0, 1, 7, 7},    // both colours
  };
  for (const auto& values : cases) {
    const Result<Position> decoded = decode_position(bytes(values), 15);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.status().code(), StatusCode::kCorruption);
  }
  EXPECT_FALSE(decode_position(bytes({0, 0, 0, 1}), 19).ok());       // half a number
  EXPECT_FALSE(decode_position(bytes({0, 1, 0, 105, 1}), 19).ok());  // 361
}

TEST(PositionBytes, WhateverDecodesEncodesToTheSameBytes) {
  std::mt19937 random(2);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    const int size = i % 2 == 0 ? 15 : 17;
    std::string mutated = encode_position(random_position(random, size));
    const int edits = static_cast<int>(random() % 3);
    for (int edit = 0; edit < edits; ++edit) {
      mutated[random() % mutated.size()] ^= static_cast<char>(1 << random() % 8);
    }
    if (random() % 4 == 0) mutated.resize(random() % (mutated.size() + 1));
    const Result<Position> decoded = decode_position(mutated, size);
    if (!decoded.ok()) continue;
    ++accepted;
    EXPECT_EQ(encode_position(decoded.value()), mutated);
  }
  EXPECT_GT(accepted, 1000);
}

TEST(PositionText, ThatTheMoveBeforeWasAPassIsSaidBehindASetUp) {
  const Position position = setup("a1b1c1/d5e5f5/b/pass", 15);
  EXPECT_TRUE(position.after_pass);
  EXPECT_EQ(format_position(position), "a1b1c1/d5e5f5/b/pass");
  const Position without = setup("a1b1c1/d5e5f5/b", 15);
  EXPECT_FALSE(without.after_pass);
  EXPECT_NE(position, without);
  for (const char* bad :
       {"a1/b1/b/", "a1/b1/b/pas", "a1/b1/b/pass/", "a1/b1/b/passpass", "a1/b1//pass"}) {
    EXPECT_FALSE(parse_setup(bad, 15).ok()) << bad;
  }
  // Books know nothing of it.
  EXPECT_EQ(encode_position(position), encode_position(without));
  EXPECT_EQ(canonicalize(position).position, canonicalize(without).position);
  EXPECT_TRUE(Symmetry(3).apply(position).after_pass);
  EXPECT_FALSE(after_move(position, kPass).after_pass);
  EXPECT_FALSE(after_move(position, 7).after_pass);
}

}  // namespace
}  // namespace tengen
