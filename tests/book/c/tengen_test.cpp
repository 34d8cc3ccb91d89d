// The C library says what the probe library says, in plain types.
#include "book/c/tengen.h"

#include <string>
#include <thread>

#include "book/probe.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

// Black to move: g7 is recorded as the win. The same asked in another of the eight frames.
constexpr const char* kAsked = "h8i9/h9h7/b";
constexpr const char* kTurned = "h8i7/i8g8/b";

class CLibrary : public testing::Test {
 protected:
  void SetUp() override {
    path_ = directory_.path("b");
    store_ = writer(path_);
    write(kAsked, "g7", 9);
    ASSERT_EQ(tengen_open(path_.c_str(), &book_), TENGEN_OK) << tengen_error();
  }
  void TearDown() override { tengen_close(book_); }

  void write(const char* setup, const char* move, int distance) {
    const ProofRecord proof = record(at(setup), Color::kBlack, point(move), distance);
    ASSERT_TRUE(store_->commit(batch_of({proof})).ok());
  }

  TempDir directory_;
  std::string path_;
  std::unique_ptr<Store> store_;
  tengen_book* book_ = nullptr;
};

TEST_F(CLibrary, FindsARecordInTheFrameOfTheQuestion) {
  tengen_record record;
  ASSERT_EQ(tengen_find(book_, kAsked, TENGEN_BLACK, &record), TENGEN_OK);
  EXPECT_EQ(record.is_there, 1);
  EXPECT_STREQ(record.move.name, "g7");
  EXPECT_EQ(record.distance_plies, 9);
  ASSERT_EQ(tengen_find(book_, kTurned, TENGEN_BLACK, &record), TENGEN_OK);
  EXPECT_EQ(record.is_there, 1);
  EXPECT_STREQ(record.move.name, "g9");
}

TEST_F(CLibrary, SaysThatThereIsNoRecord) {
  tengen_record record{.is_there = 1, .move = {"a1"}, .distance_plies = 5};
  ASSERT_EQ(tengen_find(book_, "D4 h7", TENGEN_WHITE, &record), TENGEN_OK);
  EXPECT_EQ(record.is_there, 0);
  EXPECT_STREQ(record.move.name, "");
}

TEST_F(CLibrary, AnswersAsTheProbe) {
  const auto probe = Probe::open(path_);
  ASSERT_TRUE(probe.ok());
  for (const char* text : {kAsked, kTurned, "D4", "h8h9i9a1b1c1a15/pass"}) {
    const Result<Position> position = probe.value()->parse(text);
    tengen_answer* answer = nullptr;
    const tengen_code code = tengen_query(book_, text, TENGEN_BLACK, &answer);
    if (!position.ok()) {
      EXPECT_EQ(code, TENGEN_INVALID_ARGUMENT);
      EXPECT_EQ(answer, nullptr);
      EXPECT_EQ(tengen_error(), position.status().message());
      continue;
    }
    ASSERT_EQ(code, TENGEN_OK) << tengen_error();
    const auto expected = probe.value()->query(position.value());
    ASSERT_TRUE(expected.ok());
    EXPECT_EQ(answer->status == TENGEN_PROVEN, expected.value().status == Verdict::kProven);
    EXPECT_EQ(answer->result == TENGEN_BLACK_WINS,
              expected.value().result == GameResult::kBlackWins);
    EXPECT_EQ(answer->distance_plies, expected.value().distance_plies);
    const Move best = expected.value().best;
    EXPECT_EQ(answer->best.name, best == kNoMove ? "" : format_move(best, 15));
    ASSERT_EQ(answer->move_count, expected.value().moves.size());
    for (std::size_t i = 0; i < answer->move_count; ++i) {
      const MoveAnswer& move = expected.value().moves[i];
      EXPECT_EQ(answer->moves[i].point.name, format_move(move.move, 15));
      EXPECT_EQ(answer->moves[i].status == TENGEN_PROVEN, move.status == Verdict::kProven);
      EXPECT_EQ(answer->moves[i].distance_plies, move.distance_plies);
      EXPECT_EQ(answer->moves[i].is_foul != 0, move.foul);
    }
    ASSERT_EQ(answer->line_length, expected.value().line.size());
    for (std::size_t i = 0; i < answer->line_length; ++i) {
      EXPECT_EQ(answer->line[i].name, format_move(expected.value().line[i], 15));
    }
    tengen_answer_free(answer);
  }
}

TEST_F(CLibrary, ShowsHintsAndNotesOfImportedFiles) {
  const NotedPosition noted{
      at(kAsked),
      {{.source = "my.lib",
        .name = "Kagetsu",
        .comment = "two\nlines",
        .points = {{.point = point("g7"), .mark = PointMark::kCircle, .label = "A"}},
        .leads_to = {point("g7")}},
       {.source = "other.lib", .comment = "no"}}};
  ASSERT_TRUE(store_->add_notes(std::vector{canonical_notes(noted)}).ok());
  const HintedPosition hint = canonical_hint({at(kAsked), {{point("g7"), true}}});
  ASSERT_TRUE(store_->add_hints(std::vector{hint}).ok());
  ASSERT_EQ(tengen_refresh(book_), TENGEN_OK);
  tengen_answer* answer = nullptr;
  ASSERT_EQ(tengen_query(book_, kTurned, TENGEN_BLACK, &answer), TENGEN_OK) << tengen_error();
  ASSERT_EQ(answer->hint_count, 1u);
  EXPECT_STREQ(answer->hints[0].point.name, "g9");
  EXPECT_EQ(answer->hints[0].wins, 1);
  ASSERT_EQ(answer->note_count, 2u);
  const tengen_note& first = answer->notes[0];
  EXPECT_STREQ(first.source, "my.lib");
  EXPECT_STREQ(first.title, "Kagetsu");
  EXPECT_STREQ(first.comment, "two\nlines");
  ASSERT_EQ(first.point_count, 1u);
  EXPECT_STREQ(first.points[0].point.name, "g9");
  EXPECT_STREQ(first.points[0].mark, "circle");
  EXPECT_STREQ(first.points[0].label, "A");
  ASSERT_EQ(first.leads_to_count, 1u);
  EXPECT_STREQ(first.leads_to[0].name, "g9");
  EXPECT_STREQ(answer->notes[1].comment, "no");
  EXPECT_EQ(answer->notes[1].point_count, 0u);
  tengen_answer_free(answer);
  ASSERT_EQ(tengen_query(book_, "D4", TENGEN_BLACK, &answer), TENGEN_OK);
  EXPECT_EQ(answer->hint_count + answer->note_count, 0u);
  tengen_answer_free(answer);
}

TEST_F(CLibrary, NamesRulesSizeAndVersions) {
  EXPECT_STREQ(tengen_rules(book_), "renju");
  EXPECT_EQ(tengen_size(book_), 15);
  EXPECT_EQ(tengen_version(), tengen::book::tengen_version());
  EXPECT_EQ(tengen_api_version(), TENGEN_API_VERSION);
}

TEST_F(CLibrary, SeesWhatWasWrittenAfterARefresh) {
  EXPECT_EQ(tengen_is_current(book_), 1);
  write("h8h9/i9h7/b", "g7", 11);
  EXPECT_EQ(tengen_is_current(book_), 0);
  tengen_record record;
  ASSERT_EQ(tengen_find(book_, "h8h9/i9h7/b", TENGEN_BLACK, &record), TENGEN_OK);
  EXPECT_EQ(record.is_there, 0);
  ASSERT_EQ(tengen_refresh(book_), TENGEN_OK) << tengen_error();
  EXPECT_EQ(tengen_is_current(book_), 1);
  ASSERT_EQ(tengen_find(book_, "h8h9/i9h7/b", TENGEN_BLACK, &record), TENGEN_OK);
  EXPECT_EQ(record.is_there, 1);
}

TEST_F(CLibrary, RefusesBadPositionsAndGoalsInWords) {
  tengen_answer* answer = nullptr;
  EXPECT_EQ(tengen_query(book_, "D14", TENGEN_BLACK, &answer), TENGEN_INVALID_ARGUMENT);
  EXPECT_NE(std::string(tengen_error()).find("D14"), std::string::npos) << tengen_error();
  EXPECT_EQ(tengen_query(book_, "D4", 2, &answer), TENGEN_INVALID_ARGUMENT);
  EXPECT_NE(std::string(tengen_error()).find("goal"), std::string::npos) << tengen_error();
  EXPECT_EQ(answer, nullptr);
}

TEST(CLibraryWithoutABook, NamesTheDirectory) {
  const TempDir directory;
  tengen_book* book = nullptr;
  const std::string path = directory.path("nowhere");
  EXPECT_EQ(tengen_open(path.c_str(), &book), TENGEN_NOT_FOUND);
  EXPECT_EQ(book, nullptr);
  EXPECT_NE(std::string(tengen_error()).find(path), std::string::npos) << tengen_error();
  tengen_close(nullptr);
  tengen_answer_free(nullptr);
}

TEST_F(CLibrary, KeepsTheErrorsOfThreadsApart) {
  tengen_record record;
  ASSERT_EQ(tengen_find(book_, "D14", TENGEN_BLACK, &record), TENGEN_INVALID_ARGUMENT);
  const std::string mine = tengen_error();
  std::thread other([this] {
    EXPECT_STREQ(tengen_error(), "");
    tengen_record found;
    EXPECT_EQ(tengen_find(book_, "I14", TENGEN_BLACK, &found), TENGEN_INVALID_ARGUMENT);
  });
  other.join();
  EXPECT_EQ(tengen_error(), mine);
}

}  // namespace
}  // namespace tengen::book
