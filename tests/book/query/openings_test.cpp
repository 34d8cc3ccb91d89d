#include "book/query/openings.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/test_data.h"

namespace tengen::book {
namespace {

Position play(std::string_view moves) {
  Position position{.size = 15, .black = {}, .white = {}, .to_move = Color::kBlack};
  const std::vector<Move> list = parse_move_list(moves, 15).value();
  for (const Move move : list) position = after_move(position, move);
  return position;
}

TEST(Openings, ThereAreTwentySixDifferentOnesWithinTheCentralSquare) {
  std::set<std::string> positions;
  std::set<std::string_view> names;
  for (const Opening& opening : all_openings()) {
    const std::vector<Move> moves = parse_move_list(opening.moves, 15).value();
    ASSERT_EQ(moves.size(), 3u);
    EXPECT_EQ(format_move(moves[0], 15), "h8");
    EXPECT_EQ(format_move(moves[1], 15), opening.code[0] == 'D' ? "h9" : "i9");
    EXPECT_LE(std::abs(moves[2] % 15 - 7), 2);
    EXPECT_LE(std::abs(moves[2] / 15 - 7), 2);
    positions.insert(encode_position(canonicalize(play(opening.moves)).position));
    names.insert(opening.romaji);
  }
  EXPECT_EQ(positions.size(), 26u);
  EXPECT_EQ(names.size(), 26u);
}

TEST(Openings, AreThoseOfTheTableWithTheirNamesAndStones) {
  const std::vector<TestRow> rows = read_test_data("canonical26.tsv");
  ASSERT_EQ(rows.size(), all_openings().size());
  for (const TestRow& row : rows) {
    const Opening* const opening = find_opening(row.at("code_letterfirst"));
    ASSERT_NE(opening, nullptr) << row.at("code_letterfirst");
    EXPECT_EQ(opening, find_opening(row.at("code_numfirst")));
    EXPECT_EQ(opening->romaji, row.at("romaji"));
    EXPECT_EQ(opening->kanji, row.at("kanji"));
    EXPECT_EQ(opening->moves, row.at("line"));
    std::set<std::string> images;
    for (int i = 0; i < kSymmetryCount; ++i) {
      images.insert(encode_position(Symmetry(i).apply(play(opening->moves))));
    }
    EXPECT_EQ(std::to_string(images.size()), row.at("orientations")) << opening->romaji;
  }
}

TEST(Openings, CodesAreFoundInBothFormsAndAnyCase) {
  for (const char* code : {"D4", "d4", "4D", "4d"}) {
    ASSERT_NE(find_opening(code), nullptr) << code;
    EXPECT_EQ(find_opening(code)->romaji, "Kagetsu");
  }
  EXPECT_EQ(find_opening("I13")->moves, "h8i9f6");
  EXPECT_EQ(find_opening("7i")->romaji, "Hogetsu");
  for (const char* code :
       {"", "D", "4", "D0", "D14", "I99", "D04", "E4", "D4x", "D4D", "D123456789"}) {
    EXPECT_EQ(find_opening(code), nullptr) << code;
  }
}

TEST(Openings, ACodeExpandsToItsMovesBeforeTheRest) {
  EXPECT_EQ(expand_opening("D4").value(), "h8h9i9");
  EXPECT_EQ(expand_opening("Kagetsu").value(), "h8h9i9 ");
  EXPECT_EQ(expand_opening("kagetsu h7").value(), "h8h9i9  h7");
  EXPECT_EQ(expand_opening("花月 h7").value(), "h8h9i9  h7");
  EXPECT_EQ(expand_opening("花月h7").value(), "h8h9i9 h7");
  EXPECT_EQ(expand_opening("kagetsux").value(), "kagetsux");
  EXPECT_EQ(expand_opening("D4 h7").value(), "h8h9i9 h7");
  EXPECT_EQ(expand_opening("d4h7").value(), "h8h9i9 h7") << "though d4 is a point too";
  EXPECT_EQ(expand_opening("4Dh7").value(), "h8h9i9 h7");
  EXPECT_EQ(expand_opening("  I7,k5 h9").value(), "h8i9i7,k5 h9");
}

TEST(Openings, WhatIsNoCodePassesThrough) {
  for (const char* text :
       {"", "h8h9i9", "h8 d4", "d4h8/h9/b", "e5 d4", "pass", "-/-/b", "Dxx", "4 D"}) {
    EXPECT_EQ(expand_opening(text).value(), text);
  }
  EXPECT_EQ(expand_opening("d4 c3", 7).value(), "d4 c3");
}

TEST(Openings, NumbersOfMovesAndDashesAreNoMoves) {
  for (const char* text : {"1. h8 h9 2. i9 h7", "1.h8 2.h9 3.i9 4.h7", "h8-h9-i9-h7",
                           "1. h8 h9 2. i9 2... h7", "D4-h7", "4. D4 h7"}) {
    const Result<std::vector<Move>> moves = parse_move_list(expand_opening(text).value(), 15);
    ASSERT_TRUE(moves.ok()) << text << ": " << moves.status().message();
    EXPECT_EQ(moves.value(), parse_move_list("h8h9i9h7", 15).value()) << text;
  }
}

TEST(Openings, AnUnknownCodeIsRefusedWithTheCodesThereAre) {
  for (const char* text : {"D14", "I0 h7", "d15h8", "14D", "D999999999999999999999"}) {
    const Result<std::string> expanded = expand_opening(text);
    ASSERT_FALSE(expanded.ok()) << text;
    EXPECT_EQ(expanded.status().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(expanded.status().message().find("D1..D13 and I1..I13"), std::string::npos);
  }
}

TEST(Openings, EverySymmetricImageIsClassified) {
  for (const Opening& opening : all_openings()) {
    EXPECT_EQ(find_game("renju", 15).value()->parse(opening.moves).value(), play(opening.moves));
    for (int index = 0; index < kSymmetryCount; ++index) {
      const Opening* found = classify_opening(Symmetry(index).apply(play(opening.moves)));
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->code, opening.code);
    }
  }
}

TEST(Openings, OtherPositionsAreNoOpening) {
  for (const char* moves : {"", "h8", "h8h9", "h8h9k8", "h8h10h9", "h8h9i9h7"}) {
    EXPECT_EQ(classify_opening(play(moves)), nullptr) << moves;
  }
  Position black_to_move = play("h8h9i9");
  black_to_move.to_move = Color::kBlack;
  EXPECT_EQ(classify_opening(black_to_move), nullptr);
}

}  // namespace
}  // namespace tengen::book
