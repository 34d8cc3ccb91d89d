#include "book/report/stats.h"

#include <gtest/gtest.h>

#include "book/query/answer_json.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

Position played(std::string_view moves) { return renju().parse(moves).value(); }

const OpeningReport& opening(const BookStats& stats, std::string_view code) {
  for (const OpeningReport& one : stats.openings) {
    if (one.opening.code == code) return one;
  }
  ADD_FAILURE() << code;
  return stats.openings.front();
}

TEST(Stats, OpeningsAreCountedByTheirProvenFourthMoves) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const std::uint32_t run = store->begin_run("host").value();
  CommitBatch batch = batch_of({
      record(played("h8h9i9h7"), Color::kBlack, point("g7"), 29),
      record(played("h8h9i9j9"), Color::kBlack, point("j10"), 37),
      record(played("h8i9i7"), Color::kBlack, kNoMove, 40, RecordKind::kAllReplies),
      record(played("h8h9h10i10"), Color::kWhite, kNoMove, 20, RecordKind::kAllReplies),
  });
  batch.run = run;
  batch.tree_puts = {{{canonicalize(played("h8h9i9")).position, Color::kBlack}, "node"}};
  ASSERT_TRUE(store->commit(batch).ok());
  const BookStats stats = collect_stats(*store, renju()).value();
  EXPECT_EQ(stats.rules, "renju");
  EXPECT_EQ(stats.size, 15);
  EXPECT_EQ(stats.format_version, kFormatVersion);
  ASSERT_EQ(stats.runs.size(), 1u);
  EXPECT_EQ(stats.runs[0].host, "host");
  EXPECT_EQ(stats.counts.black.total(), 3u);
  EXPECT_EQ(stats.counts.white.total(), 1u);
  EXPECT_EQ(stats.counts.tree_entries, 1u);
  EXPECT_GT(stats.bytes_on_disk, 0u);
  ASSERT_EQ(stats.openings.size(), 26u);
  EXPECT_EQ(opening(stats, "D4").result, GameResult::kUnknown);
  EXPECT_EQ(opening(stats, "D4").fourth_moves, 222);
  EXPECT_EQ(opening(stats, "D4").fourth_black_wins, 2);
  EXPECT_EQ(opening(stats, "I7").result, GameResult::kBlackWins);
  EXPECT_EQ(opening(stats, "I7").distance_plies, 40);
  // D1 is its own mirror image: the fourth move i10 stands for g10 too.
  EXPECT_EQ(opening(stats, "D1").result, GameResult::kWhiteWins);
  EXPECT_EQ(opening(stats, "D1").fourth_white_wins, 2);
  EXPECT_EQ(opening(stats, "D1").distance_plies, 21);
  EXPECT_EQ(opening(stats, "D2").fourth_black_wins, 0);

  const nlohmann::ordered_json json = to_json(stats);
  EXPECT_EQ(json["records"], 4);
  EXPECT_EQ(json["records_black"]["tree"], 2);
  EXPECT_EQ(json["openings"][3]["code"], "D4");
  EXPECT_EQ(json["openings"][3]["fourth_black_wins"], 2);
  EXPECT_TRUE(json["openings"][3]["distance"].is_null());
  EXPECT_EQ(json["runs"][0]["host"], "host");
}

TEST(Stats, OtherBoardSizesHaveNoOpenings) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"), 9);
  EXPECT_TRUE(collect_stats(*store, *find_game("renju", 9).value()).value().openings.empty());
}

TEST(Stats, EveryOpeningIsAPositionOfTheRealGame) {
  for (const Opening& one : all_openings()) {
    const Result<Position> position = renju().parse(one.moves);
    ASSERT_TRUE(position.ok()) << one.code;
    EXPECT_EQ(classify_opening(position.value())->code, one.code);
  }
}

TEST(QueryAndRules, BlacksFoulsAreMarkedAmongTheMoves) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  // h8 would make two open threes.
  const Position position = played("i8j8h9h10/a1o1a15o15/b");
  const QueryAnswer answer = query(*store, renju(), position).value();
  for (const MoveAnswer& move : answer.moves) {
    EXPECT_EQ(move.foul, move.move == point("h8")) << format_move(move.move, 15);
    EXPECT_EQ(move.result == GameResult::kWhiteWins, move.foul);
  }
  EXPECT_EQ(answer.moves.size(), 218u);  // 217 points and the pass
}

TEST(QueryAndRules, AnOpenThreeIsWonToItsFive) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  const QueryAnswer answer = query(*store, renju(), played("h8i8j8/a1o1/b")).value();
  EXPECT_EQ(answer.status, Verdict::kProven);
  EXPECT_EQ(answer.distance_plies, 3);
  EXPECT_EQ(answer.line.size(), 3u);
}

}  // namespace
}  // namespace tengen::book
