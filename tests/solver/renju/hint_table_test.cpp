#include "solver/renju/hint_table.h"

#include <gtest/gtest.h>

namespace tengen::renju {
namespace {

constexpr std::uint64_t kAnyStones = 1;

TEST(HintTable, ASuggestionStaysAndAWinElsewhereDoesNotReplaceIt) {
  HintTable table;
  table.suggest(7, 100, true);
  table.note_win(7 + HintTable::kEntries, 50);
  EXPECT_EQ(table.suggested_win(7), 100);
  EXPECT_EQ(table.find(7, kAnyStones), 100);
}

TEST(HintTable, OneThatIsNotSaidToWinIsTriedOnly) {
  HintTable table;
  table.suggest(7, 100, false);
  EXPECT_EQ(table.suggested_win(7), kNoMove);
  EXPECT_EQ(table.find(7, kAnyStones), 100);
}

TEST(HintTable, SuggestionsTakeHalfOfTheRoomAndGiveItBack) {
  HintTable table;
  for (std::uint64_t key = 0; key < HintTable::kMostSuggestions; ++key) table.suggest(key, 3, true);
  const std::uint64_t next = HintTable::kMostSuggestions;
  table.suggest(next, 4, true);
  EXPECT_EQ(table.suggested_win(next), kNoMove) << "no room is left";
  table.forget_suggestions();
  EXPECT_EQ(table.suggested_win(0), kNoMove);
  table.suggest(next, 4, true);
  EXPECT_EQ(table.suggested_win(next), 4);
}

TEST(HintTable, WhatHasWonIsKeptWhenSuggestionsAreForgotten) {
  HintTable table;
  table.suggest(7, 100, true);
  table.note_win(9, 50);
  table.forget_suggestions();
  EXPECT_EQ(table.find(8, 9), 50);
}

}  // namespace
}  // namespace tengen::renju
