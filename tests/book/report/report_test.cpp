#include "book/report/report.h"

#include <gtest/gtest.h>

#include "book/report/stats.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

Position played(std::string_view moves) { return renju().parse(moves).value(); }

const OpeningReport& opening(const Report& report, std::string_view code) {
  for (const OpeningReport& one : report.openings) {
    if (one.opening.code == code) return one;
  }
  ADD_FAILURE() << code;
  return report.openings.front();
}

// D4 with two fourth moves proven for Black, D1 lost to the fourth move i10 and so to g10, I7 won
// by a record alone.
class ReportTest : public testing::Test {
 protected:
  void SetUp() override {
    store_ = writer(dir_.path("b"));
    ASSERT_TRUE(
        store_
            ->commit(batch_of({
                record(played("h8h9i9h7"), Color::kBlack, point("g7"), 29),
                record(played("h8h9i9j9"), Color::kBlack, point("j10"), 37),
                record(played("h8i9i7"), Color::kBlack, kNoMove, 40, RecordKind::kAllReplies),
                record(played("h8h9h10i10"), Color::kWhite, kNoMove, 20, RecordKind::kAllReplies),
            }))
            .ok());
  }

  TempDir dir_;
  std::unique_ptr<Store> store_;
};

TEST_F(ReportTest, ProvenRepliesStandInTheOpeningsFrameInBoardOrder) {
  const Report report = make_report(*store_, renju()).value();
  ASSERT_EQ(report.openings.size(), 26u);
  const OpeningReport& d4 = opening(report, "D4");
  ASSERT_EQ(d4.replies.size(), 2u);
  EXPECT_EQ(d4.replies[0].move, point("h7"));
  EXPECT_EQ(d4.replies[0].result, GameResult::kBlackWins);
  EXPECT_EQ(d4.replies[0].distance_plies, 30);
  EXPECT_EQ(d4.replies[1].move, point("j9"));
  EXPECT_EQ(d4.replies[1].distance_plies, 38);
  EXPECT_EQ(d4.result, GameResult::kUnknown);
  EXPECT_EQ(d4.fourth_moves, 222);
  EXPECT_EQ(d4.open(), 220);
}

TEST_F(ReportTest, ARecordSpeaksForAllSymmetricReplies) {
  const OpeningReport d1 = opening(make_report(*store_, renju()).value(), "D1");
  ASSERT_EQ(d1.replies.size(), 2u);
  EXPECT_EQ(d1.replies[0].move, point("g10"));
  EXPECT_EQ(d1.replies[1].move, point("i10"));
  EXPECT_EQ(d1.result, GameResult::kWhiteWins);
  EXPECT_EQ(d1.distance_plies, 21);
}

TEST_F(ReportTest, ARecordOfTheOpeningDecidesItWhereRepliesAreMissing) {
  const OpeningReport i7 = opening(make_report(*store_, renju()).value(), "I7");
  EXPECT_EQ(i7.result, GameResult::kBlackWins);
  EXPECT_EQ(i7.distance_plies, 40);
  EXPECT_EQ(i7.open(), 222);
}

TEST_F(ReportTest, AnOpeningIsWonByTheLongestReplyWhenAllAreProven) {
  std::vector<ProofRecord> records;
  const Position d4 = played("h8h9i9");
  for (const Move move : renju().legal_moves(d4)) {
    const Position next = after_move(d4, move);
    const Move answer = next.is_empty_point(0) ? Move{0} : Move{1};
    if (!store_->find(next, Color::kBlack).value()) {
      records.push_back(record(next, Color::kBlack, answer, 11));
    }
  }
  ASSERT_TRUE(store_->commit(batch_of(std::move(records))).ok());
  const OpeningReport report = opening(make_report(*store_, renju()).value(), "D4");
  EXPECT_EQ(report.result, GameResult::kBlackWins);
  EXPECT_EQ(report.distance_plies, 38);
  EXPECT_EQ(report.open(), 0);
}

TEST_F(ReportTest, AReplyIsWonForWhiteWhenEveryFifthMoveIs) {
  std::vector<ProofRecord> records;
  const Position position = played("h8h9i9a1");
  for (const Move move : renju().legal_moves(position)) {
    const Position next = after_move(position, move);
    const Move answer = next.is_empty_point(point("o15")) ? point("o15") : point("n15");
    records.push_back(record(next, Color::kWhite, answer, 9));
  }
  ASSERT_TRUE(store_->commit(batch_of(std::move(records))).ok());
  const OpeningReport report = opening(make_report(*store_, renju()).value(), "D4");
  EXPECT_EQ(report.result, GameResult::kWhiteWins);
  EXPECT_EQ(report.distance_plies, 11);
  EXPECT_EQ(report.fourth_white_wins, 1);
}

TEST_F(ReportTest, RecordsCountForEveryOpeningWhoseStonesTheyHold) {
  Report report = make_report(*store_, renju()).value();
  EXPECT_TRUE(report.records.empty());
  ASSERT_TRUE(count_opening_records(*store_, report).ok());
  const auto records = [&](std::string_view code) {
    return report
        .records[static_cast<std::size_t>(&opening(report, code) - report.openings.data())];
  };
  EXPECT_EQ(records("D4").black, 2u);
  EXPECT_EQ(records("D4").white, 0u);
  EXPECT_EQ(records("D1").white, 1u);
  // h8 h9 i9 h7 is D4; seen from h7 it is also h8 h9 i7 h7, D9. And h8 i9 h10 with h9: I6 mirrored.
  EXPECT_EQ(records("D9").black, 1u);
  EXPECT_EQ(records("I7").black, 1u);
  EXPECT_EQ(records("D13").black, 0u);
}

TEST_F(ReportTest, JsonHasTheProvenRepliesAndTheSums) {
  const nlohmann::ordered_json json = to_json(make_report(*store_, renju()).value());
  const nlohmann::ordered_json& d4 = json["openings"][3];
  EXPECT_EQ(d4["code"], "D4");
  EXPECT_EQ(d4["name"], "Kagetsu");
  EXPECT_EQ(d4["kanji"], "花月");
  EXPECT_EQ(d4["position"], "h8i9/h9/w");
  EXPECT_EQ(d4["history"], nlohmann::ordered_json::array({"h8", "h9", "i9"}));
  EXPECT_EQ(d4["result"], "unknown");
  EXPECT_TRUE(d4["distance"].is_null());
  EXPECT_TRUE(d4["records"].is_null());
  EXPECT_EQ(d4["replies"], (nlohmann::ordered_json::array(
                               {{{"move", "h7"}, {"result", "black_wins"}, {"distance", 30}},
                                {{"move", "j9"}, {"result", "black_wins"}, {"distance", 38}}})));
  EXPECT_EQ(d4["open"], 220);
  EXPECT_EQ(json["openings_black_wins"], 1);
  EXPECT_EQ(json["openings_white_wins"], 1);
  EXPECT_EQ(json["openings_open"], 24);
  EXPECT_EQ(json["fourth_moves"], 26 * 222);
  EXPECT_EQ(json["fourth_white_wins"], 2);
  // D4 with h7 is D9 with h9, too.
  EXPECT_EQ(json["fourth_black_wins"], 3);
  EXPECT_EQ(json["open"], 26 * 222 - 5);
}

TEST_F(ReportTest, ThePageNeedsNothingFromElsewhere) {
  const std::string html = to_html(make_report(*store_, renju()).value());
  for (const std::string_view forbidden :
       {"http:", "https:", "style=\"", "url(", "import ", "onclick", "src="}) {
    EXPECT_EQ(html.find(forbidden), std::string::npos) << forbidden;
  }
  std::size_t boards = 0;
  for (std::size_t at = html.find("class=\"board\""); at != std::string::npos;
       at = html.find("class=\"board\"", at + 1)) {
    ++boards;
  }
  EXPECT_EQ(boards, 26u);
  EXPECT_NE(html.find("j9: Black wins in at most 38 plies"), std::string::npos);
  EXPECT_NE(html.find("花月"), std::string::npos);
}

TEST_F(ReportTest, ALinkedStyleSheetReplacesTheInlineOne) {
  const std::string html = to_html(make_report(*store_, renju()).value(), "/report.css");
  EXPECT_EQ(html.find("<style"), std::string::npos);
  EXPECT_NE(html.find("href=\"/report.css\""), std::string::npos);
  EXPECT_NE(html.find("<script type=\"module\" src=\"/report.js\"></script>"), std::string::npos);
  EXPECT_NE(report_style().find(".board"), std::string_view::npos);
}

TEST(Report, ThePathIsEscapedInThePage) {
  Report report;
  report.path = "a<b>&\"c\"";
  const std::string html = to_html(report);
  EXPECT_NE(html.find("a&lt;b&gt;&amp;&quot;c&quot;"), std::string::npos);
  EXPECT_EQ(html.find("a<b>"), std::string::npos);
}

TEST(Report, OtherBoardSizesHaveNoOpenings) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"), 9);
  Report report = make_report(*store, *find_game("renju", 9).value()).value();
  EXPECT_TRUE(report.openings.empty());
  EXPECT_TRUE(count_opening_records(*store, report).ok());
}

}  // namespace
}  // namespace tengen::book
