// From files of others to hints.
#include "book/exchange/hint_import.h"

#include <gtest/gtest.h>

#include <fstream>

#include "book/exchange/hint_tree.h"
#include "book/store/hint_writer.h"
#include "tests/book/book_testing.h"
#include "tests/book/hint_testing.h"

namespace tengen::book {
namespace {

using namespace hint_testing;

std::vector<std::string> hints_of(const std::vector<HintNode>& nodes) {
  std::vector<std::string> found;
  HintTree tree(15, [&found](const HintedPosition& hint) {
    found.push_back(format_position(hint.position) + ": " + text_of(hint.moves));
    return Status();
  });
  for (const HintNode& node : nodes) EXPECT_TRUE(tree.node(node).ok());
  EXPECT_TRUE(tree.finish().ok());
  return found;
}

HintNode node(int depth, std::string_view move, MoveLabel label = MoveLabel::kNone) {
  HintNode made;
  made.depth = depth;
  made.move = move == "pass" ? kPass : point(move);
  made.label = label;
  return made;
}

using Lines = std::vector<std::string>;

TEST(HintTree, EachPositionGetsTheMovesTheTreeHasThere) {
  EXPECT_EQ(hints_of({node(0, "h8"), node(1, "h9"), node(2, "i9"), node(2, "j9"), node(1, "i9")}),
            (Lines{"h8/h9/b: i9 j9", "h8/-/w: h9 i9", "-/-/b: h8"}));
}

TEST(HintTree, LossesAreLeftOutAndWinsComeFirst) {
  EXPECT_EQ(hints_of({node(0, "h8"), node(1, "h9"), node(1, "i9", MoveLabel::kLoses),
                      node(1, "j9", MoveLabel::kWins)}),
            (Lines{"h8/-/w: j9! h9", "-/-/b: h8"}));
}

TEST(HintTree, PassesAreGoneThroughButNotSuggested) {
  EXPECT_EQ(hints_of({node(0, "h8"), node(1, "pass"), node(2, "h9")}),
            (Lines{"h8/-/b: h9", "-/-/b: h8"}));
}

TEST(HintTree, AnOccupiedPointCostsItsSubtreeAlone) {
  EXPECT_EQ(hints_of({node(0, "h8"), node(1, "h9"), node(2, "h8"), node(3, "a1"), node(1, "i9"),
                      node(2, "j9")}),
            (Lines{"h8/i9/b: j9", "h8/-/w: h9 i9", "-/-/b: h8"}));
}

// What read_hints() finds in a file.
Result<Lines> hints_in(const std::string& path, HintFormat format) {
  Lines found;
  const auto counts =
      read_hints({.path = path, .format = format, .rules = "renju"},
                 {.hint = [&found](const HintedPosition& hint) {
                   found.push_back(format_position(hint.position) + ": " + text_of(hint.moves));
                   return Status();
                 }});
  if (!counts.ok()) return counts.status();
  return found;
}

std::string sample(const std::string& name) {
  return std::string(TENGEN_TEST_DATA) + "/formats/" + name;
}

TEST(HintImport, OfARenLibTreeEachPositionHasItsMoves) {
  EXPECT_EQ(hints_in(sample("syn_all_flags_v34.lib"), HintFormat::kLib).value(),
            (Lines{"h8/i9/b: j7!", "h8/h9/b: i10", "h8/-/w: i9 h9", "-/-/b: h8"}));
  EXPECT_EQ(hints_in(sample("syn_occupied_move.lib"), HintFormat::kLib).value(),
            (Lines{"h8/-/w: i9 j10", "-/-/b: h8"}));
}

TEST(HintImport, OfAnSgfTreeEachPositionHasItsMoves) {
  EXPECT_EQ(
      hints_in(sample("syn_tree.sgf"), HintFormat::kSgf).value(),
      (Lines{"h8j10/i9/w: g9", "h8i8/i9/w: h9", "h8/i9/b: j10 i8", "h8/-/w: i9", "-/-/b: h8"}));
  TempDir dir;
  std::ofstream(dir.path("x.sgf")) << "(;AB[hh]AW[ig]PL[B];B[jf](;W[gg])(;W[hh];B[aa]))";
  EXPECT_EQ(hints_in(dir.path("x.sgf"), HintFormat::kSgf).value(),
            (Lines{"h8j10/i9/w: g9", "h8/i9/b: j10"}));
}

// Black's win is a move to suggest to Black, none to White: read the other way round, the database
// would send everybody into their losses.
TEST(HintImport, OfADatabaseGivesWinsToTheSideThatMoved) {
  EXPECT_EQ(hints_in(sample("syn_yxdb_raw.db"), HintFormat::kYxdb).value(),
            (Lines{"h8/g8/b: g7!"}));
}

TEST(HintImport, ErrorsNameTheFileAndThePlace) {
  const auto cut = hints_in(sample("syn_truncated_midtext.lib"), HintFormat::kLib);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.status().message(),
            sample("syn_truncated_midtext.lib") +
                ": byte 45: the file ends within the text that begins at byte 38");
  const auto missing = hints_in(sample("none"), HintFormat::kSgf);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.status().code(), StatusCode::kNotFound);
  const auto folder = hints_in(std::string(TENGEN_TEST_DATA), HintFormat::kSgf);
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.status().code(), StatusCode::kIo);
}

TEST(HintImport, TheWriterMergesWhatAFileSaysInSeveralPlaces) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  HintWriter hints(*store);
  ASSERT_TRUE(hints.add({.position = at("h8/h9/b"), .moves = moves({"i9"})}).ok());
  ASSERT_TRUE(hints.add({.position = at("h8/h7/b"), .moves = moves({"i6!"})}).ok());
  ASSERT_TRUE(hints.finish().ok());
  EXPECT_EQ(text_of(store->hints(at("h8/h9/b")).value()), "i10! i9");
  EXPECT_EQ(store->count().value().hint_positions, 1u);
}

}  // namespace
}  // namespace tengen::book
