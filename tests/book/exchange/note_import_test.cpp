// From files of others to notes, and back into files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "book/exchange/hint_import.h"
#include "book/exchange/noted_tree.h"
#include "book/exchange/renlib.h"
#include "book/exchange/tree_writers.h"
#include "book/query/query.h"
#include "book/store/hint_writer.h"
#include "tests/book/book_testing.h"
#include "tests/book/note_testing.h"

namespace tengen::book {
namespace {

using namespace note_testing;

const Game& renju() { return *find_game("renju", 15).value(); }

// Takes a file into the book, as `tengen import` does.
HintFileCounts take(Store& store, const std::string& path, HintFormat format,
                    const std::string& charset = {}) {
  NoteWriter notes(store);
  HintWriter hints(store);
  const auto counts =
      read_hints({.path = path, .format = format, .rules = "renju", .charset = charset},
                 {.hint = [&hints](const HintedPosition& hint) { return hints.add(hint); },
                  .note = [&notes](const NotedPosition& noted) { return notes.add(noted); }});
  EXPECT_TRUE(counts.ok()) << counts.status().message();
  EXPECT_TRUE(notes.finish().ok() && hints.finish().ok());
  return counts.value();
}

std::string sample(const std::string& name) {
  return std::string(TENGEN_TEST_DATA) + "/formats/" + name;
}

TEST(NoteImport, OfARenLibTreeTitleTextsAndLabelsAreKept) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  take(*store, sample("syn_all_flags_v34.lib"), HintFormat::kLib);
  EXPECT_EQ(said(*store, "h8/-/w"),
            "[syn_all_flags_v34.lib] title\n[syn_all_flags_v34.lib] line1\nline2\n"
            "[syn_all_flags_v34.lib] i9: A");
  EXPECT_EQ(said(*store, "h8/i9/b"), "[syn_all_flags_v34.lib] j7: W12 cross");
  EXPECT_EQ(store->notes(at("h8/i9/b")).value()[0].leads_to, std::vector{point("j7")});
}

TEST(NoteImport, OfAnSgfTreeNamesTextsAndMarksAreKept) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  std::ofstream(dir.path("x.sgf"))
      << "(;FF[4]SZ[15]GN[Cup]PB[A]PW[B];B[hh]N[centre]C[a \\] b\\\n c]"
         "LB[ig:x:y][zz:no]TR[aa][ab]MA[bb:bc];W[ig]C[two])";
  take(*store, dir.path("x.sgf"), HintFormat::kSgf);
  EXPECT_EQ(said(*store, "-/-/b"), "[x.sgf] Cup / A - B");
  EXPECT_EQ(said(*store, "h8/-/w"),
            "[x.sgf] centre\n[x.sgf] a ] b c\n"
            "[x.sgf] i9: x:y, b13: cross, a14: triangle, b14: cross, a15: triangle");
  EXPECT_EQ(said(*store, "h8/i9/b"), "[x.sgf] two");
}

TEST(NoteImport, OfADatabaseTextsAndLabelsAreKept) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  take(*store, sample("syn_yxdb_raw.db"), HintFormat::kYxdb);
  EXPECT_EQ(said(*store, "h8/g8/b"), "[syn_yxdb_raw.db] 注释 comment\n[syn_yxdb_raw.db] i10: A");
  EXPECT_EQ(said(*store, "h8g7/g8/w"), "[syn_yxdb_raw.db] won for the side that just moved");
  // The database has a position that leads there.
  EXPECT_EQ(store->notes(at("h8/g8/b")).value()[0].leads_to, std::vector{point("g7")});
}

TEST(NoteImport, OfGamesIsSaidOfTheLastPosition) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  std::ofstream(dir.path("x.bdt")) << "Cup=[Ann,Bo,+,8889,,,good]\n";
  take(*store, dir.path("x.bdt"), HintFormat::kBdt);
  EXPECT_EQ(said(*store, "h8/h9/b"), "[x.bdt] Ann - Bo 1-0\n[x.bdt] good");
  EXPECT_EQ(store->hints(at("h8/-/w")).value().size(), 1u);
}

TEST(NoteImport, TextsAreOfTheCharsetThatTheFileOrTheUserNames) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  EXPECT_EQ(take(*store, sample("syn_gm1_gb2312.sgf"), HintFormat::kSgf).guessed_texts, 0u);
  EXPECT_EQ(said(*store, "h8/i9/b"), "[syn_gm1_gb2312.sgf] 必胜");
  ASSERT_TRUE(store->drop_notes("syn_gm1_gb2312.sgf").ok());
  take(*store, sample("syn_gm1_gb2312.sgf"), HintFormat::kSgf, "windows-1251");
  EXPECT_EQ(said(*store, "h8/i9/b"), "[syn_gm1_gb2312.sgf] ±ШК¤");
  EXPECT_GT(take(*store, sample("syn_text_gbk.lib"), HintFormat::kLib).guessed_texts, 0u);
}

// Nodes that make no move say something of the position before; set-ups begin anew.
TEST(NoteImport, NodesWithoutAMoveSpeakOfThePositionBefore) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  std::ofstream(dir.path("x.sgf")) << "(;C[empty];C[still];AB[hh]AW[ig]C[set up];B[jf]C[moved])";
  take(*store, dir.path("x.sgf"), HintFormat::kSgf);
  EXPECT_EQ(said(*store, "-/-/b").size(), std::string("[x.sgf] empty\n\nstill").size());
  EXPECT_EQ(said(*store, "h8/i9/b"), "[x.sgf] set up");
  EXPECT_EQ(store->notes(at("h8/i9/b")).value()[0].leads_to, std::vector{point("j10")});
  EXPECT_TRUE(store->notes(at("-/-/b")).value()[0].leads_to.empty());
}

// What people write, and what is meant to do harm.
constexpr const char* kHostile =
    "</script><img src=x onerror=alert(1)>\x1b]0;t\x07 \xC2\x9B \" ' & \\ ]";

class HostileNote : public ::testing::Test {
 protected:
  HostileNote() {
    add(*store_, "h8/-/w",
        {{.source = "evil</script>.lib",
          .name = kHostile,
          .comment = fmt::format("{}\n{}", kHostile, std::string(1 << 20, 'x')),
          .points = {{.point = point("i9"), .label = "<b>:]\\"}},
          .leads_to = {point("i9")}}});
    add(*store_, "h8/i9/b", {note("evil</script>.lib", kHostile)});
  }
  std::string write(std::unique_ptr<ProofTreeSink> (*writer)(std::ostream&)) {
    std::ostringstream out;
    const auto counts = walk_noted_tree(
        *store_, renju(), at("h8/-/w"), {point("h8")}, Color::kBlack,
        {.max_plies = {}, .stored_replies_only = false, .noted = true}, *writer(out));
    EXPECT_TRUE(counts.ok() && counts.value().nodes == 1);
    return out.str();
  }
  // The file, read into another book.
  std::string again(const std::string& text, HintFormat format) {
    std::ofstream(dir_.path("x"), std::ios::binary) << text;
    const auto store = writer(dir_.path(fmt::format("other{}", static_cast<int>(format))));
    take(*store, dir_.path("x"), format);
    return said(*store, "h8/i9/b");
  }

  TempDir dir_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"));
};

TEST_F(HostileNote, IsHarmlessInAPage) {
  const std::string page = write(html_tree_writer);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("evil</script"), std::string::npos);
  EXPECT_NE(page.find("evil\\u003c/script"), std::string::npos);
  EXPECT_EQ(page.find('\x1b'), std::string::npos);
}

TEST_F(HostileNote, IsHarmlessInJson) {
  const auto tree = nlohmann::json::parse(write(json_tree_writer));
  const auto& said_of = tree["entries"][0]["notes"][0];
  EXPECT_EQ(said_of["source"], "evil</script>.lib");
  EXPECT_EQ(said_of["comment"], "</script><img src=x onerror=alert(1)>]0;t  \" ' & \\ ]");
  EXPECT_EQ(tree["notes"][0]["points"][0]["label"], "<b>:]\\");
}

// Another reader sees the same words, with their source, and no others.
TEST_F(HostileNote, ComesThroughSgfAndRenLib) {
  const std::string words =
      "[x] [evil</script>.lib] </script><img src=x onerror=alert(1)>]0;t  \" ' & \\ ]";
  EXPECT_EQ(again(write(sgf_tree_writer), HintFormat::kSgf), words);
  EXPECT_EQ(again(write(lib_tree_writer), HintFormat::kLib), words);
}

// Its verdicts are facts there and would be hearsay here.
TEST(NotedTree, WhatTengenHasWrittenItselfIsNoNote) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  add(*store, "h8/-/w", {{.source = "s", .leads_to = {point("i9")}}});
  add(*store, "h8/i9/b", {{.source = "s", .leads_to = {point("j9")}}});
  add(*store, "h8j9/i9/w", {note("s", "words")});
  for (const auto format : {HintFormat::kLib, HintFormat::kSgf}) {
    std::ostringstream out;
    const auto sink = format == HintFormat::kLib ? lib_tree_writer(out) : sgf_tree_writer(out);
    const auto counts =
        walk_noted_tree(*store, renju(), at("h8/-/w"), {point("h8")}, Color::kBlack,
                        {.max_plies = {}, .stored_replies_only = false, .noted = true}, *sink);
    ASSERT_TRUE(counts.ok());
    EXPECT_EQ(counts.value().nodes, 2u);
    std::ofstream(dir.path("x"), std::ios::binary) << out.str();
    const auto other = writer(dir.path(format == HintFormat::kLib ? "lib" : "sgf"));
    take(*other, dir.path("x"), format);
    EXPECT_EQ(other->count().value().noted_positions, 1u);
    EXPECT_EQ(said(*other, "h8j9/i9/w"), "[x] [s] words");
  }
}

TEST(NotedTree, LabelsOfOpenMovesShowInRenLib) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  add(*store, "h8/-/w",
      {{.source = "s",
        .points = {{.point = point("i9"), .mark = PointMark::kCircle, .label = "W9"}},
        .leads_to = {point("i9")}}});
  add(*store, "h8/i9/b", {note("s", "words")});
  std::stringstream file;
  ASSERT_TRUE(walk_noted_tree(*store, renju(), at("h8/-/w"), {point("h8")}, Color::kBlack,
                              {.max_plies = {}, .stored_replies_only = false, .noted = true},
                              *lib_tree_writer(file))
                  .ok());
  LibNode last;
  ASSERT_TRUE(read_lib(file, [&last](const LibNode& node) {
                last = node;
                return Status();
              }).ok());
  EXPECT_EQ(last.board_text, "?W9");  // no verdict
  EXPECT_TRUE(last.marked);
  EXPECT_EQ(last.comment, "open\x08[s] words");
}

TEST(NotedTree, WithoutANoteThereIsNone) {
  TempDir dir;
  const auto store = writer(dir.path("b"));
  std::ostringstream out;
  const auto counts = walk_noted_tree(
      *store, renju(), at("h8/-/w"), {point("h8")}, Color::kBlack,
      {.max_plies = {}, .stored_replies_only = false, .noted = true}, *lib_tree_writer(out));
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace tengen::book
