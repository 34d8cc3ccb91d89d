#include "solver/renju/fact_store.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tengen::renju {
namespace {

// As long as the key of a position of 30 stones, and no two alike.
std::string key(int number) {
  std::string text = std::to_string(number);
  return std::string(32 - text.size(), 'x') + text;
}

Fact fact(int number) {
  return {static_cast<Move>(number % 225), static_cast<std::int16_t>(number % 1000)};
}

// Whether number `n` is there; when it is, it must be the right one.
bool knows(FactStore& store, int n) {
  const std::optional<Fact> found = store.find(key(n));
  if (!found) return false;
  EXPECT_EQ(found->move, fact(n).move);
  EXPECT_EQ(found->distance_plies, fact(n).distance_plies);
  return true;
}

TEST(FactStore, WhatWasAddedIsFoundAndNothingElse) {
  FactStore store(1 << 20);
  for (int n = 0; n < 1'000; ++n) ASSERT_TRUE(store.add(key(n), fact(n), n % 2 == 0));
  for (int n = 0; n < 1'000; ++n) EXPECT_TRUE(knows(store, n)) << n;
  for (int n = 1'000; n < 3'000; ++n) EXPECT_FALSE(store.find(key(n)).has_value()) << n;
  EXPECT_FALSE(store.find("").has_value());
  EXPECT_FALSE(store.find(key(1).substr(1)).has_value());
}

TEST(FactStore, OldFactsMakeRoomAndThoseAskedForStay) {
  FactStore store(64 << 10);
  constexpr int kMany = 20'000;
  for (int n = 0; n < kMany; ++n) {
    ASSERT_TRUE(store.add(key(n), fact(n), false));
    ASSERT_TRUE(knows(store, 0)) << n;
    ASSERT_TRUE(knows(store, n));
  }
  int known = 0;
  for (int n = 0; n < kMany; ++n) known += knows(store, n);
  EXPECT_LT(known, 64 * 1024 / 40);
  EXPECT_GT(known, 64 * 1024 / 40 / 4);
}

TEST(FactStore, FreshFactsAreShownOnceInOrderAndNotDroppedBefore) {
  FactStore store(64 << 10);
  int next = 0;
  for (int round = 0; round < 5; ++round) {
    const int first = next;
    while (store.add(key(next), fact(next), true)) {
      // Asked for again, it is not shown twice; nor is what is not fresh.
      EXPECT_TRUE(knows(store, first));
      store.add("other" + key(next), fact(next), false);
      ++next;
    }
    EXPECT_GT(next - first, 64 * 1024 / 80 / 4);
    EXPECT_EQ(store.fresh(), static_cast<std::size_t>(next - first));
    for (int n = first; n < next; ++n) EXPECT_TRUE(knows(store, n));
    int shown = first;
    store.take_fresh([&](std::string_view shown_key, Fact shown_fact) {
      EXPECT_EQ(shown_key, key(shown));
      EXPECT_EQ(shown_fact.move, fact(shown).move);
      ++shown;
    });
    EXPECT_EQ(shown, next);
    EXPECT_EQ(store.fresh(), 0U);
    store.take_fresh([](std::string_view, Fact) { ADD_FAILURE(); });
  }
}

TEST(FactStore, TheLeastStoreStillHoldsWhatCameLast) {
  FactStore store(FactStore::kLeastBytes);
  for (int n = 0; n < 1'000; ++n) {
    ASSERT_TRUE(store.add(key(n), fact(n), false));
    for (int last = std::max(0, n - 10); last <= n; ++last) ASSERT_TRUE(knows(store, last));
  }
}

}  // namespace
}  // namespace tengen::renju
