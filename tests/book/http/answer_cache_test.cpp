#include "book/http/answer_cache.h"

#include <gtest/gtest.h>

namespace tengen::book {
namespace {

AnswerCache::Answer answer(std::size_t bytes) {
  Content content;
  content.plain.assign(bytes, 'x');
  return std::make_shared<const Content>(std::move(content));
}

TEST(AnswerCache, GivesBackWhatItWasGiven) {
  AnswerCache cache(1 << 20);
  EXPECT_EQ(cache.find("a"), nullptr);
  const AnswerCache::Answer given = answer(10);
  cache.put(cache.state(), "a", given);
  EXPECT_EQ(cache.find("a"), given);
  EXPECT_EQ(cache.find("b"), nullptr);
}

TEST(AnswerCache, ForgetsAtTheNextStateOfTheBook) {
  AnswerCache cache(1 << 20);
  const std::uint64_t state = cache.state();
  cache.put(state, "a", answer(10));
  cache.next_state();
  EXPECT_EQ(cache.find("a"), nullptr);
  EXPECT_EQ(cache.bytes(), 0U);
  cache.put(state, "a", answer(10));  // an answer that was under way
  EXPECT_EQ(cache.find("a"), nullptr);
}

TEST(AnswerCache, StaysWithinItsBytes) {
  constexpr std::size_t kBytes = 100'000;
  AnswerCache cache(kBytes);
  for (int i = 0; i < 1000; ++i) {
    cache.put(cache.state(), std::to_string(i), answer(1000));
    ASSERT_LE(cache.bytes(), kBytes);
    ASSERT_NE(cache.find(std::to_string(i)), nullptr);
  }
  EXPECT_EQ(cache.find("0"), nullptr);
}

TEST(AnswerCache, KeepsWhatIsInUse) {
  AnswerCache cache(100'000);
  cache.put(cache.state(), "used", answer(1000));
  for (int i = 0; i < 1000; ++i) {
    cache.put(cache.state(), std::to_string(i), answer(1000));
    ASSERT_NE(cache.find("used"), nullptr) << i;
  }
}

TEST(AnswerCache, TakesNothingThatWouldFillIt) {
  AnswerCache cache(1000);
  cache.put(cache.state(), "a", answer(900));
  EXPECT_EQ(cache.find("a"), nullptr);
  EXPECT_EQ(cache.bytes(), 0U);
}

}  // namespace
}  // namespace tengen::book
