#include "book/exchange/yxdb.h"

#include <gtest/gtest.h>
#include <lz4frame.h>

#include <fstream>
#include <sstream>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

struct Read {
  Result<YxdbSummary> summary;
  std::vector<YxdbRecord> records;
};

Read read(const std::string& file, int size = 15) {
  std::istringstream in(file);
  std::vector<YxdbRecord> records;
  Result<YxdbSummary> summary = read_yxdb(in, size, [&records](const YxdbRecord& record) {
    records.push_back(record);
    return Status();
  });
  return {std::move(summary), std::move(records)};
}

std::string error_of(const std::string& file) {
  const Read result = read(file);
  if (result.summary.ok()) return "no error";
  EXPECT_EQ(result.summary.status().code(), StatusCode::kInvalidArgument);
  return result.summary.status().message();
}

std::string sample() {
  std::ifstream file(std::string(TENGEN_TEST_DATA) + "/formats/syn_yxdb_raw.db", std::ios::binary);
  EXPECT_TRUE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string lz4_frame(const std::string& content) {
  std::string frame(LZ4F_compressFrameBound(content.size(), nullptr), '\0');
  const std::size_t size =
      LZ4F_compressFrame(frame.data(), frame.size(), content.data(), content.size(), nullptr);
  CHECK(!LZ4F_isError(size));
  frame.resize(size);
  return frame;
}

TEST(Yxdb, TheSampleReadsRecordForRecord) {
  const Read result = read(sample());
  ASSERT_TRUE(result.summary.ok()) << result.summary.status().message();
  EXPECT_FALSE(result.summary.value().compressed);
  ASSERT_EQ(result.records.size(), 5u);
  const YxdbRecord& first = result.records[0];
  EXPECT_EQ(format_position(first.position), "h8/-/w");
  EXPECT_EQ(first.label, -1);
  EXPECT_EQ(first.value, 35);
  EXPECT_EQ(first.depth, 12);
  EXPECT_EQ(first.bound, YxdbBound::kExact);
  EXPECT_EQ(format_position(result.records[1].position), "h8/g8/b");
  EXPECT_TRUE(result.records[1].text.ends_with(" comment"));
  EXPECT_EQ(format_position(result.records[2].position), "g7h8/g8/w");
  EXPECT_EQ(result.records[2].label, 'w');
  EXPECT_EQ(result.records[2].value, -29961);
  EXPECT_EQ(result.records[3].label, 0) << "a record without a value";
  EXPECT_EQ(format_position(result.records[4].position), "h8/g8/w") << "Black has passed";
  EXPECT_EQ(result.records[4].label, 'x');
}

// The trap of the format: the label is the mover's, the value the other side's.
TEST(Yxdb, TheLabelIsOfTheSideThatHasJustMoved) {
  const Read result = read(sample());
  ASSERT_EQ(result.records.size(), 5u);
  const YxdbRecord& won = result.records[2];
  EXPECT_EQ(won.position.to_move, Color::kWhite);
  EXPECT_EQ(won.last_mover, Color::kBlack);
  EXPECT_TRUE(won.won_by_last_mover());
  YxdbRecord by_value = won;
  by_value.label = -1;
  EXPECT_TRUE(by_value.won_by_last_mover()) << "White, to move, is mated";
  by_value.value = 29961;
  EXPECT_FALSE(by_value.won_by_last_mover()) << "White, to move, mates";
  by_value.value = -29961;
  by_value.bound = YxdbBound::kLower;
  EXPECT_FALSE(by_value.won_by_last_mover()) << "at least that";
  YxdbRecord lost = won;
  lost.label = 'l';
  EXPECT_FALSE(lost.won_by_last_mover());
}

TEST(Yxdb, AnLz4FrameIsUnpacked) {
  const Read result = read(lz4_frame(sample()));
  ASSERT_TRUE(result.summary.ok()) << result.summary.status().message();
  EXPECT_TRUE(result.summary.value().compressed);
  EXPECT_EQ(result.records.size(), 5u);
}

TEST(Yxdb, ErrorsNameTheByte) {
  EXPECT_EQ(error_of("ab"), "byte 0: not a database: it has no number of records");
  EXPECT_EQ(error_of(bytes({1, 0, 0, 0, 4, 0, 2, 15, 15, 7, 0, 0})), "byte 6: a key of 4 bytes");
  EXPECT_EQ(error_of(bytes({1, 0, 0, 0, 5, 0, 2, 15, 15, 7, 15, 0, 0})),
            "byte 9: a stone at (7, 15), which is off the board");
  EXPECT_EQ(error_of(bytes({1, 0, 0, 0, 7, 0, 2, 15, 15, 7, 7, 7, 7, 0, 0})),
            "byte 11: a stone at (7, 7), which is taken");
  EXPECT_EQ(error_of(bytes({1, 0, 0, 0, 5, 0, 2, 15, 15, 7, 7, 2, 0, 1, 1})),
            "byte 13: a value of 2 bytes");
  EXPECT_EQ(error_of(sample() + "x"), "byte 167: bytes behind the last record");
}

TEST(Yxdb, EveryTruncationIsRefused) {
  for (const std::string& file : {sample(), lz4_frame(sample())}) {
    for (std::size_t length = 0; length < file.size(); ++length) {
      EXPECT_TRUE(error_of(file.substr(0, length)).starts_with("byte ")) << length;
    }
  }
}

TEST(Yxdb, NoFlippedBitBreaksTheReader) {
  for (const std::string& file : {sample(), lz4_frame(sample())}) {
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
      std::string flipped = file;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
      const Read result = read(flipped);
      if (!result.summary.ok()) {
        EXPECT_TRUE(result.summary.status().message().starts_with("byte ")) << bit;
      }
    }
  }
}

}  // namespace
}  // namespace tengen::book
