#include "book/store/hint.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include "book/store/database.h"
#include "book/store/hint_writer.h"
#include "tests/book/book_testing.h"
#include "tests/book/hint_testing.h"

namespace tengen::book {
namespace {

using namespace hint_testing;

HintedPosition canonical(std::string_view setup, std::initializer_list<const char*> names) {
  return canonical_hint({.position = at(setup), .moves = moves(names)});
}

TEST(Hint, BytesAreAsPublished) {
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

}  // namespace
}  // namespace tengen::book
