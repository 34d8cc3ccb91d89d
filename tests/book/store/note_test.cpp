#include "book/store/note.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "book/care/check_book.h"
#include "book/care/merge.h"
#include "book/query/query.h"
#include "book/store/database.h"
#include "book/store/hint_writer.h"
#include "tests/book/book_testing.h"
#include "tests/book/note_testing.h"

namespace tengen::book {
namespace {

using namespace note_testing;

const Game& renju() { return *find_game("renju", 15).value(); }

TEST(Note, BytesAreAsPublished) {
  std::vector<Note> notes;
  EXPECT_TRUE(
      merge_notes(notes, std::vector<Note>{{.source = "my.lib",
                                            .name = "n",
                                            .comment = "c",
                                            .points = {{.point = 113, .label = "A"},
                                                       {.point = 0, .mark = PointMark::kTriangle}},
                                            .leads_to = {114, kPass}}}));
  EXPECT_EQ(encode_notes(notes),
            R"([1,["my.lib","n","c",[[0,"triangle",""],[113,"","A"]],[-1,114]]])");
  EXPECT_EQ(decode_notes(encode_notes(notes), 15).value(), notes);
}

TEST(Note, OnlyWhatWasEncodedIsDecoded) {
  for (const std::string_view bytes :
       {"", "[", "[1]", "{}",
        R"([2,["s","","c",[],[]]])",                        // another layout
        R"([1, ["s","","c",[],[]]])",                       // other blanks
        R"([1,["s","","c",[]]])",                           // a part is missing
        R"([1,["s",1,"c",[],[]]])",                         // another type
        R"([1,["s","","c",[[225,"","A"]],[]]])",            // off the board
        R"([1,["s","","c",[[65648,"","A"]],[]]])",          // off all boards
        R"([1,["s","","c",[[0,"heart",""]],[]]])",          // no mark
        R"([1,["s","","c",[],[3,3]]])",                     // twice
        R"([1,["s","","c",[],[-2]]])",                      // no move
        R"([1,["s","","\u001b[0m",[],[]]])",                // not clean
        R"([1,["t","","c",[],[]],["s","","c",[],[]]])"}) {  // not in order
    const auto decoded = decode_notes(bytes, 15);
    ASSERT_FALSE(decoded.ok()) << bytes;
    EXPECT_EQ(decoded.status().code(), StatusCode::kCorruption);
  }
  std::string nested(100000, '[');
  EXPECT_FALSE(decode_notes(nested, 15).ok());
}

TEST(Note, WhatIsTooLongIsCutAndSourcesAreFew) {
  std::vector<Note> notes;
  for (int i = 0; i < 20; ++i) {
    const bool room = merge_notes(
        notes, std::vector<Note>{{.source = fmt::format("s{}", i),
                                  .name = std::string(5000, 'n'),
                                  .comment = std::string(200000, 'c'),
                                  .points = {{.point = 3, .label = std::string(999, 'l')}}}});
    EXPECT_EQ(room, i < 8);
  }
  ASSERT_EQ(notes.size(), kMaxNoteSources);
  EXPECT_EQ(notes[0].name.size(), kMaxNoteName);
  EXPECT_EQ(notes[0].comment.size(), kMaxNoteComment);
  EXPECT_EQ(notes[0].points[0].label.size(), kMaxNoteLabel);
}

TEST(Note, ASourceThatSaysMoreOfAPositionIsJoined) {
  std::vector<Note> notes;
  for (const char* const text : {"one", "two", "one"}) {
    merge_notes(notes, std::vector<Note>{note("s", text)});
  }
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].comment, "one\n\ntwo");
}

TEST(Note, IsFoundInEveryOrientationWithItsPoints) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  EXPECT_FALSE(store->has_notes());
  add(*store, "h8i9/h9/w",
      {{.source = "s",
        .points = {{.point = point("h7"), .label = "A"}},
        .leads_to = {point("h7")}}});
  EXPECT_TRUE(store->has_notes());
  EXPECT_EQ(said(*store, "h8i9/h9/w"), "[s] h7: A");
  EXPECT_EQ(said(*store, "h8i9/i8/w"), "[s] g8: A");  // mirrored at the diagonal
  EXPECT_EQ(store->notes(at("h8i9/i8/w")).value()[0].leads_to, std::vector{point("g8")});
  EXPECT_EQ(said(*store, "h8i9/h9/b"), "");
}

TEST(Note, OfASourceAreDroppedTogether) {
  TempDir dir;
  {
    const auto store = writer(dir.path("b"));
    add(*store, "h8/-/w", {note("mine", "a"), note("yours", "b")});
    add(*store, "h8/h9/b", {note("mine", "c")});
    ASSERT_TRUE(store->drop_notes("mine").ok());
    EXPECT_EQ(store->count().value().noted_positions, 1u);
  }
  const auto store = reader(dir.path("b"));
  EXPECT_EQ(said(*store, "h8/-/w"), "[yours] b");
  EXPECT_EQ(said(*store, "h8/h9/b"), "");
}

TEST(Note, IsNoFact) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  add(*store, "h8/h9/b", {note("s", "Black wins")});
  EXPECT_EQ(store->count().value().black.total(), 0u);
  const QueryAnswer answer = query(*store, renju(), at("h8/h9/b")).value();
  EXPECT_EQ(answer.result, GameResult::kUnknown);
  EXPECT_EQ(notes_text(answer.notes, 15), "[s] Black wins");
}

TEST(Note, GoesIntoAnotherBookAndIsChecked) {
  TempDir dir;
  {
    const auto store = writer(dir.path("a"));
    add(*store, "h8/h9/b", {note("s", "words")});
  }
  {
    const auto target = writer(dir.path("b"));
    const auto other = reader(dir.path("a"));
    EXPECT_EQ(merge_book(*target, *other, {}).value().noted_positions, 1u);
    EXPECT_EQ(said(*target, "h8/h9/b"), "[s] words");
  }
  EXPECT_EQ(check_book(dir.path("b"), {}).value().counts.noted_positions, 1u);
  {
    auto database = open_database_for_writing(dir.path("b")).value();
    const std::string key = encode_key(1, canonicalize(at("h8/h9/b")).position, Color::kBlack);
    ASSERT_TRUE(database.db->Put({}, database.families.at(kNotesFamily), key, "[1,[]]").ok());
  }
  const CheckReport found = check_book(dir.path("b"), {}).value();
  ASSERT_EQ(found.damages_total, 1u);
  EXPECT_EQ(found.faults[0].what, "damaged note");
  EXPECT_FALSE(reader(dir.path("b"))->notes(at("h8/h9/b")).ok());
}

}  // namespace
}  // namespace tengen::book
