#include "book/report/stats.h"

#include <gtest/gtest.h>

#include "book/query/answer_json.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

Position played(std::string_view moves) { return renju().parse(moves).value(); }

TEST(Stats, CountWhatTheBookHoldsAndWhoWroteIt) {
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

  const nlohmann::ordered_json json = to_json(stats);
  EXPECT_EQ(json["records"], 4);
  EXPECT_EQ(json["records_black"]["tree"], 2);
  EXPECT_EQ(json["openings"][3]["code"], "D4");
  EXPECT_EQ(json["openings"][3]["fourth_black_wins"], 2);
  EXPECT_TRUE(json["openings"][3]["distance"].is_null());
  EXPECT_EQ(json["runs"][0]["host"], "host");
}

}  // namespace
}  // namespace tengen::book
