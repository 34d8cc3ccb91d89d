#include "solver/renju/proof_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

namespace tengen::renju {
namespace {

ProofEntry entry(std::uint64_t key, std::uint32_t proof_number) {
  ProofEntry result;
  result.key = key;
  result.proof_number = proof_number;
  result.work = static_cast<std::uint32_t>(key);
  return result;
}

TEST(ProofTable, ForgetsWhatIsOpenAndKeepsProofs) {
  alignas(64) std::array<std::byte, ProofTable::kBucket * ProofTable::kEntryBytes> memory{};
  ProofTable table(memory);
  for (const auto& [key, proof] : {std::pair{1U, 5U}, {2U, 0U}, {3U, 7U}, {4U, 0U}}) {
    table.store(entry(key, proof));
  }
  table.forget_open();
  for (const std::uint64_t key : {2U, 4U}) EXPECT_TRUE(table.find(key)) << key;
  for (const std::uint64_t key : {1U, 3U}) EXPECT_FALSE(table.find(key)) << key;
  // There is room for two, and proofs are not stored a second time before themselves.
  table.store(entry(4, 0));
  table.store(entry(5, 9));
  table.store(entry(6, 9));
  for (const std::uint64_t key : {2U, 4U, 5U, 6U}) EXPECT_TRUE(table.find(key)) << key;
}

TEST(ProofTable, GrowsWhenCrowdedAndKeepsWhatItHas) {
  constexpr std::size_t kBuckets = 96;
  constexpr std::size_t kBucketBytes = ProofTable::kBucket * ProofTable::kEntryBytes;
  alignas(64) std::array<std::byte, kBuckets * kBucketBytes> memory{};
  ProofTable table(memory, 3 * kBucketBytes);
  EXPECT_EQ(table.buckets(), 3U);
  std::uint64_t key = 0;
  std::vector<std::size_t> sizes;
  while (table.buckets() < kBuckets) {
    while (!table.crowded()) table.store(entry(++key * 0x9e3779b97f4a7c15ULL, 5));
    std::vector<std::uint64_t> before;
    for (std::uint64_t i = 1; i <= key; ++i) {
      if (table.find(i * 0x9e3779b97f4a7c15ULL)) before.push_back(i * 0x9e3779b97f4a7c15ULL);
    }
    table.grow([] {});
    sizes.push_back(table.buckets());
    std::size_t kept = 0;
    for (const std::uint64_t one : before) kept += table.find(one) ? 1 : 0;
    EXPECT_EQ(kept, before.size()) << table.buckets();
    EXPECT_FALSE(table.crowded());
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{6, 12, 24, 48, 96}));
  for (int i = 0; i < 1000; ++i) table.store(entry(++key * 0x9e3779b97f4a7c15ULL, 5));
  EXPECT_FALSE(table.crowded()) << "there is no more room";
}

TEST(ProofTable, GrowingMakesNothingWholeThatWasHalfWritten) {
  alignas(64) std::array<std::byte, 2 * ProofTable::kBucket * ProofTable::kEntryBytes> memory{};
  ProofTable table(memory, ProofTable::kBucket * ProofTable::kEntryBytes);
  table.store(entry(7, 3));
  memory[8] ^= std::byte{1};  // its proof number
  ASSERT_FALSE(table.find(7));
  table.grow([] {});
  EXPECT_FALSE(table.find(7));
}

// As a process leaves it that is killed while it writes.
TEST(ProofTable, WhatIsHalfWrittenIsNotThere) {
  alignas(64) std::array<std::byte, ProofTable::kBucket * ProofTable::kEntryBytes> memory{};
  ProofTable table(memory);
  ProofEntry first = entry(7, 3);
  first.zone.insert(100);
  table.store(first);
  const auto before = memory;
  ProofEntry second = entry(7, 0);
  second.work = 1000;
  second.move = 31;
  second.zone.insert(200);
  table.store(second);
  const auto after = memory;
  const std::size_t words = sizeof(ProofEntry) / 8;
  for (std::size_t written = 0; written <= words; ++written) {
    memory = before;
    std::memcpy(memory.data(), after.data(), 8 * written);
    const std::optional<ProofEntry> found = table.find(7);
    if (!found) continue;
    // One or the other, but for the work.
    const ProofEntry& whole = found->proof_number == 0 ? second : first;
    EXPECT_EQ(found->proof_number, whole.proof_number);
    EXPECT_EQ(found->move, whole.move);
    EXPECT_EQ(found->zone, whole.zone) << written;
  }
  memory = before;
  std::memcpy(memory.data(), after.data(), 4 * 8);
  EXPECT_FALSE(table.find(7));
  table.store(first);  // there is still only one place for it
  EXPECT_TRUE(table.find(7));
}

}  // namespace
}  // namespace tengen::renju
