#include "solver/renju/hint_table.h"

#include <gtest/gtest.h>

namespace tengen::renju {
namespace {

constexpr std::uint64_t kAnyStones = 1;

// Room for eight, of which four are taken at most.
constexpr std::uint64_t kRoom = 8 * 16;

HintTable small_table() {
  HintTable table;
  table.give_room(kRoom);
  return table;
}

TEST(HintTable, ASuggestionStaysAndAWinElsewhereDoesNotReplaceIt) {
  HintTable table = small_table();
  table.suggest(7, 100, true);
  table.note_win(7, 50);
  table.note_win(7 + HintTable::kWins, 50);
  EXPECT_EQ(table.suggested_win(7), 100);
  EXPECT_EQ(table.find(7, kAnyStones), 100);
}

TEST(HintTable, SuggestionsOfOneSlotAreAllFound) {
  HintTable table = small_table();
  for (const std::uint64_t key : {7, 15, 23, 6}) table.suggest(key, static_cast<Move>(key), true);
  for (const std::uint64_t key : {7, 15, 23, 6}) EXPECT_EQ(table.suggested_win(key), key);
  EXPECT_EQ(table.suggested_win(31), kNoMove);
}

TEST(HintTable, TheLastSuggestionForAPositionCounts) {
  HintTable table = small_table();
  table.suggest(7, 100, true);
  table.suggest(7, 101, true);
  EXPECT_EQ(table.suggested_win(7), 101);
}

TEST(HintTable, OneThatIsNotSaidToWinIsTriedOnly) {
  HintTable table = small_table();
  table.suggest(7, 100, false);
  EXPECT_EQ(table.suggested_win(7), kNoMove);
  EXPECT_EQ(table.find(7, kAnyStones), 100);
}

TEST(HintTable, SuggestionsTakeHalfOfTheirRoomAndGiveItBack) {
  HintTable table = small_table();
  for (std::uint64_t key = 0; key < 4; ++key) table.suggest(key, 3, true);
  table.suggest(4, 4, true);
  EXPECT_EQ(table.suggested_win(4), kNoMove) << "no room is left";
  table.forget_suggestions();
  EXPECT_EQ(table.suggested_win(0), kNoMove);
  table.suggest(4, 4, true);
  EXPECT_EQ(table.suggested_win(4), 4);
}

TEST(HintTable, WithoutRoomNothingIsSuggested) {
  HintTable table;
  table.suggest(7, 100, true);
  EXPECT_EQ(table.suggested_win(7), kNoMove);
}

TEST(HintTable, WhatHasWonIsKeptWhenSuggestionsAreForgotten) {
  HintTable table = small_table();
  table.suggest(7, 100, true);
  table.note_win(9, 50);
  table.forget_suggestions();
  EXPECT_EQ(table.find(8, 9), 50);
}

}  // namespace
}  // namespace tengen::renju
