// The bytes of the file that says how far a book reaches, and when a writer notes it.
#include "book/store/extent.h"

#include <array>
#include <boost/crc.hpp>
#include <cstdio>
#include <limits>
#include <thread>

#include "tests/book/store/store_testing.h"

namespace tengen::book {
namespace {

constexpr Extent kExtent{
    .sequence = 1205, .manifest = 5, .manifest_bytes = 214, .manifest_crc = 0x89abcdef};
constexpr std::string_view kLine = "tengen-book-extent 1 1205 5 214 89abcdef c2e078cb\n";

// The line with a checksum that is right.
std::string checked(const std::string& line) {
  boost::crc_32_type crc;
  crc.process_bytes(line.data(), line.size());
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), " %08x\n", static_cast<unsigned>(crc.checksum()));
  return line + text.data();
}

std::uint64_t noted_sequence(const std::string& path) {
  return read_extent(path).value().value().sequence;
}

TEST(Extent, BytesAreAsPublished) {
  EXPECT_EQ(encode_extent(kExtent), kLine);
  EXPECT_EQ(decode_extent(kLine), kExtent);
  EXPECT_EQ(checked("tengen-book-extent 1 1205 5 214 89abcdef"), kLine);
}

TEST(Extent, AllValuesSurvive) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  for (const Extent& extent : {Extent{}, Extent{kMost, kMost, kMost, 0xffffffff}}) {
    EXPECT_EQ(decode_extent(encode_extent(extent)), extent);
  }
}

TEST(Extent, ATruncatedOrLongerFileIsRefused) {
  for (std::size_t length = 0; length < kLine.size(); ++length) {
    EXPECT_FALSE(decode_extent(kLine.substr(0, length))) << length;
  }
  for (const char more : {'\n', ' ', '\0', '1'}) {
    EXPECT_FALSE(decode_extent(std::string(kLine) + more));
  }
  EXPECT_FALSE(decode_extent(std::string(100, '\0')));
  EXPECT_FALSE(decode_extent(std::string(100000, '9')));
}

TEST(Extent, EveryFlippedBitIsRefused) {
  for (std::size_t bit = 0; bit < 8 * kLine.size(); ++bit) {
    std::string line(kLine);
    line[bit / 8] = static_cast<char>(line[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(decode_extent(line)) << line;
  }
}

TEST(Extent, AbsurdTextIsRefusedThoughItsChecksumIsRight) {
  for (const char* line : {
           "tengen-book-extent 2 1205 5 214 89abcdef",
           "tengen-book-extent 1 01205 5 214 89abcdef",
           "tengen-book-extent 1 -1 5 214 89abcdef",
           "tengen-book-extent 1 +1 5 214 89abcdef",
           "tengen-book-extent 1  1205 5 214 89abcdef",
           "tengen-book-extent 1 18446744073709551616 5 214 89abcdef",
           "tengen-book-extent 1 1205 5 214 89ABCDEF",
           "tengen-book-extent 1 1205 5 214 9abcdef",
           "tengen-book-extent 1 1205 5 89abcdef",
           "tengen-book-extent 1",
           "another-file 1 1205 5 214 89abcdef",
           "",
       }) {
    EXPECT_FALSE(decode_extent(checked(line))) << line;
  }
}

TEST(Extent, ANewBookHasOne) {
  const TempDir dir;
  const std::unique_ptr<Store> store = writer(dir.path("b"));
  EXPECT_GT(noted_sequence(dir.path("b")), 0u);
}

TEST(Extent, AClosedBookIsNotedToItsEnd) {
  const TempDir dir;
  const std::string path = dir.path("b");
  make_large_book(path);
  const Result<Database> database = open_database_for_reading(path);
  ASSERT_TRUE(database.ok());
  EXPECT_EQ(noted_sequence(path), database.value().db->GetLatestSequenceNumber());
  EXPECT_GT(noted_sequence(path), 4000u);
}

TEST(Extent, OnlyASyncedCommitNotesIt) {
  const TempDir dir;
  const std::string path = dir.path("b");
  const std::unique_ptr<Store> store = writer(path);
  std::mt19937 random(6);
  CommitBatch batch = batch_of(random_records(10, random));
  const std::uint64_t at_first = noted_sequence(path);
  std::this_thread::sleep_for(std::chrono::milliseconds(1001));
  ASSERT_TRUE(store->commit(batch).ok());
  EXPECT_EQ(noted_sequence(path), at_first);  // not synced
  batch.proofs = random_records(10, random);
  batch.sync = true;
  ASSERT_TRUE(store->commit(batch).ok());
  EXPECT_EQ(noted_sequence(path), at_first + 20);
}

}  // namespace
}  // namespace tengen::book
