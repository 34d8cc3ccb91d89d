#include "book/store/foreign_text.h"

#include <gtest/gtest.h>

#include <random>

namespace tengen::book {
namespace {

std::string many(std::string_view text, std::size_t most_bytes = 1000) {
  return clean_text(text, most_bytes, Lines::kMany);
}

TEST(ForeignText, ControlCharactersAndInvisibleOnesAreLeftOut) {
  using namespace std::string_view_literals;
  EXPECT_EQ(many("a\x1b[31mb\x07\x7f\0c"sv), "a[31mbc");
  EXPECT_EQ(many("\xC2\x9B"       // CSI in one character
                 "x\xE2\x80\xAE"  // right to left from here on
                 "y\xEF\xBB\xBF\xE2\x80\x8Bz"),
            "xyz");
  EXPECT_EQ(many("\xF3\xA0\x81\x81tag"), "tag");
  EXPECT_EQ(many("<b>&amp;</b>"), "<b>&amp;</b>");  // no danger in itself: pages write it as text
}

TEST(ForeignText, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(many("a\xFF"
                 "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(many("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // too long a form of /
  EXPECT_EQ(many("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // half a pair
  EXPECT_EQ(many("\xE5\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // cut off
  EXPECT_EQ(many("\xF4\x90\x80\x80").size(), 12u);                          // beyond Unicode
}

TEST(ForeignText, LinesAndBlanksAreTidy) {
  EXPECT_EQ(many(" \r\n a  \r\n\n\n\nb\rc\xE2\x80\xA8"
                 "d \n"),
            "a\n\nb\nc\nd");
  EXPECT_EQ(clean_text("a\r\nb\t c\n", 100, Lines::kOne), "a b  c");
}

TEST(ForeignText, LongOnesAreCutBetweenCharacters) {
  const std::string cut = many("0123456789ab必胜必胜", 20);
  EXPECT_EQ(cut, "0123456789ab必…");
  EXPECT_EQ(many(std::string(1 << 20, 'x'), 100).size(), 100u);
}

TEST(ForeignText, CleaningAgainChangesNothing) {
  std::mt19937 random(24);
  const std::string_view some =
      "a \n\r\t\x1b\x80\xC2\x9B\xE2\x80\xA8\xE5\xBF\x85\xFF\xF0\x9F\x80\x84";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = static_cast<unsigned>(random() % 60); i > 0; --i)
      text += some[random() % some.size()];
    for (const Lines lines : {Lines::kOne, Lines::kMany}) {
      const std::string clean = clean_text(text, 24, lines);
      EXPECT_LE(clean.size(), 24u);
      EXPECT_EQ(clean_text(clean, 24, lines), clean);
    }
  }
}

TEST(TextDecoder, TakesTheCharsetThatIsSaidAndElseGuesses) {
  TextDecoder decoder;
  EXPECT_EQ(decoder.utf8("plain"), "plain");
  EXPECT_EQ(decoder.utf8("必胜"), "必胜");
  EXPECT_EQ(decoder.guessed(), 0u);
  EXPECT_EQ(decoder.utf8("\xB1\xD8\xCA\xA4"), "必胜");
  EXPECT_EQ(decoder.guessed(), 1u);
  ASSERT_TRUE(decoder.choose("Shift_JIS").ok());
  EXPECT_EQ(decoder.utf8("\x93\xF1"), "二");
  ASSERT_TRUE(decoder.choose("windows-1251").ok());
  EXPECT_EQ(decoder.utf8("\xE4\xE0"), "да");
  EXPECT_EQ(decoder.guessed(), 1u);
}

TEST(TextDecoder, OnlyKnownCharsetsReachTheSystem) {
  TextDecoder decoder;
  for (const char* const name : {"", "../../lib/evil", "UTF-8//TRANSLIT", "UNICODE//IGNORE", "x"}) {
    const Status status = decoder.choose(name);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << name;
  }
}

TEST(TextDecoder, BytesWithoutAMeaningEndNothing) {
  TextDecoder decoder;
  ASSERT_TRUE(decoder.choose("gbk").ok());
  EXPECT_EQ(decoder.utf8("a\xFF"
                         "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(decoder.utf8("\xB1"), "\xEF\xBF\xBD");
  EXPECT_EQ(decoder.utf8(std::string(5000, '\xFF')).size(), 15000u);
}

}  // namespace
}  // namespace tengen::book
