#include "book/store/hint.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "book/exchange/hint_import.h"
#include "book/exchange/hint_tree.h"
#include "book/store/database.h"
#include "book/store/hint_writer.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

std::string text_of(const std::vector<HintedMove>& moves, int size = 15) {
  std::string text;
  for (const HintedMove& one : moves) {
    if (!text.empty()) text += ' ';
    text += format_move(one.move, size) + (one.wins ? "!" : "");
  }
  return text;
}

std::vector<HintedMove> moves(std::initializer_list<const char*> names) {
  std::vector<HintedMove> list;
  for (const std::string_view name : names) {
    const bool wins = name.ends_with('!');
    list.push_back({point(name.substr(0, name.size() - (wins ? 1 : 0))), wins});
  }
  return list;
}

HintedPosition canonical(std::string_view setup, std::initializer_list<const char*> names) {
  return canonical_hint({.position = at(setup), .moves = moves(names)});
}

TEST(Hint, GoldenBytes) {
  // h8 is 112, a1 is 0.
  EXPECT_EQ(encode_hint(moves({"h8!", "a1"})), bytes({1, 112, 0x80, 0, 0}));
}

TEST(Hint, OnlyWhatWasEncodedIsDecoded) {
  const Position position = at("i9/-/w");
  const std::string good = encode_hint(moves({"h8!", "a1"}));
  const auto decoded = decode_hint(good, position);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(text_of(decoded.value()), "h8! a1");
  const auto damaged = [&position](const std::string& bytes) {
    const auto result = decode_hint(bytes, position);
    return !result.ok() && result.status().code() == StatusCode::kCorruption;
  };
  ASSERT_EQ(good.size(), 5u);
  for (const std::size_t length : {0, 1, 2, 4}) {
    EXPECT_TRUE(damaged(good.substr(0, length))) << length;
  }
  const auto first = decode_hint(good.substr(0, 3), position);
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(text_of(first.value()), "h8!");
  EXPECT_TRUE(damaged(bytes({2, 112, 0})));                        // another layout
  EXPECT_TRUE(damaged(bytes({1, 225, 0})));                        // off the board
  EXPECT_TRUE(damaged(encode_hint(moves({"i9"}))));                // occupied
  EXPECT_TRUE(damaged(bytes({1, 112, 0, 112, 0x80})));             // twice
  EXPECT_TRUE(damaged(good + std::string(2 * kMaxHintMoves, 1)));  // too many
}

TEST(Hint, WinsComeFirstAndAPositionKeepsAFew) {
  EXPECT_EQ(text_of(merge_hints(moves({"a1", "b1!"}), moves({"c1!", "a1", "b1"}))), "b1! c1! a1");
  std::vector<HintedMove> many;
  for (Move p = 0; p < 20; ++p) many.push_back({p, false});
  EXPECT_EQ(merge_hints(many, {}).size(), kMaxHintMoves);
}

TEST(Hint, AreFoundInEveryOrientation) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  EXPECT_FALSE(store->has_hints());
  ASSERT_TRUE(store->add_hints(std::vector{canonical("h8i9/h9/w", {"h7"})}).ok());
  EXPECT_TRUE(store->has_hints());
  EXPECT_EQ(text_of(store->hints(at("h8i9/h9/w")).value()), "h7");
  EXPECT_EQ(text_of(store->hints(at("h8i9/i8/w")).value()), "g8");  // mirrored at the diagonal
  EXPECT_EQ(text_of(store->hints(at("h8i9/h9/b")).value()), "");
}

TEST(Hint, AddUpAndSurviveReopening) {
  TempDir dir;
  {
    const auto store = writer(dir.path("b"));
    ASSERT_TRUE(store->add_hints(std::vector{canonical("h8/-/w", {"h9"})}).ok());
    ASSERT_TRUE(store->add_hints(std::vector{canonical("h8/-/w", {"i9!"})}).ok());
  }
  const auto store = reader(dir.path("b"));
  EXPECT_EQ(store->hints(at("h8/-/w")).value().size(), 2u);
  EXPECT_TRUE(store->hints(at("h8/-/w")).value().front().wins);
  EXPECT_EQ(store->count().value().hint_positions, 1u);
  // And by a writer.
  EXPECT_EQ(writer(dir.path("b"))->count().value().hint_positions, 1u);
}

TEST(Hint, AreNoFacts) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  ASSERT_TRUE(store->add_hints(std::vector{canonical("h8/h9/b", {"i9!"})}).ok());
  EXPECT_FALSE(store->find(at("h8/h9/b"), Color::kBlack).value().has_value());
  EXPECT_EQ(store->count().value().black.total(), 0u);
  ASSERT_TRUE(store
                  ->commit(batch_of(
                      {record(at("h8/h9/b"), Color::kWhite, kNoMove, 9, RecordKind::kAllReplies)}))
                  .ok());
}

// A program from before hints opens the column families it knows.
TEST(Hint, ABookWithHintsOpensForReadersThatKnowNothingOfThem) {
  TempDir dir;
  ASSERT_TRUE(writer(dir.path("b"))->add_hints(std::vector{canonical("h8/-/w", {"h9"})}).ok());
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const std::string& name :
       {rocksdb::kDefaultColumnFamilyName, kProofsFamily, kTreeFamily, kMetaFamily}) {
    families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  }
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::OpenForReadOnly({}, dir.path("b"), families, &handles, &opened).ok());
  const std::unique_ptr<rocksdb::DB> db(opened);
  for (rocksdb::ColumnFamilyHandle* handle : handles) db->DestroyColumnFamilyHandle(handle);
}

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

TEST(HintImport, OfARenLibTree) {
  EXPECT_EQ(hints_in(sample("syn_all_flags_v34.lib"), HintFormat::kLib).value(),
            (Lines{"h8/i9/b: j7!", "h8/h9/b: i10", "h8/-/w: i9 h9", "-/-/b: h8"}));
  EXPECT_EQ(hints_in(sample("syn_occupied_move.lib"), HintFormat::kLib).value(),
            (Lines{"h8/-/w: i9 j10", "-/-/b: h8"}));
}

TEST(HintImport, OfAnSgfTree) {
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
