// Bodies in two forms, and the headers that choose between them.
#include "book/http/content.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace tengen::book {
namespace {

std::string unpacked(const std::string& packed, std::size_t size) {
  std::string plain(size, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string input = packed;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.total_out, size);
  inflateEnd(&stream);
  return plain;
}

TEST(Content, HoldsTheSameBytesInBothForms) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "move " + std::to_string(i * i % 225) + ", ";
  const auto content = make_content(text);
  EXPECT_EQ(content->plain, text);
  ASSERT_FALSE(content->gzip.empty());
  EXPECT_LT(content->gzip.size(), text.size() / 2);
  EXPECT_EQ(unpacked(content->gzip, text.size()), text);
  EXPECT_EQ(content->bytes(), content->plain.size() + content->gzip.size());
}

TEST(Content, IsNotCompressedWhereThatSavesNothing) {
  EXPECT_TRUE(make_content("ok\n")->gzip.empty());
  EXPECT_TRUE(make_content("")->gzip.empty());
}

TEST(Content, HasATagOfItsBytes) {
  EXPECT_EQ(make_content("a")->etag, make_content("a")->etag);
  EXPECT_NE(make_content("a")->etag, make_content("b")->etag);
  EXPECT_TRUE(make_content("a")->etag.starts_with("W/\""));
}

TEST(Content, GzipIsTakenByWhoNamesItWithoutRefusingIt) {
  for (const char* const header : {"gzip", "br, gzip", "GZIP;q=0.3", "deflate , gzip ; q=1"}) {
    EXPECT_TRUE(accepts_gzip(header)) << header;
  }
  for (const char* const header :
       {"", "identity", "br", "gzip;q=0", "gzip;q=0.0", "xgzip", "*;q=0"}) {
    EXPECT_FALSE(accepts_gzip(header)) << header;
  }
}

TEST(Content, ATagMatchesInWhateverStrengthAndAnyListItem) {
  EXPECT_TRUE(matches_etag("W/\"1f\"", "W/\"1f\""));
  EXPECT_TRUE(matches_etag("\"1f\"", "W/\"1f\""));
  EXPECT_TRUE(matches_etag("\"a\", W/\"1f\"", "W/\"1f\""));
  EXPECT_TRUE(matches_etag("*", "W/\"1f\""));
  EXPECT_FALSE(matches_etag("", "W/\"1f\""));
  EXPECT_FALSE(matches_etag("1f", "W/\"1f\""));
  EXPECT_FALSE(matches_etag("\"1f2\"", "W/\"1f\""));
}

}  // namespace
}  // namespace tengen::book
