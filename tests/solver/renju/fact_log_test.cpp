#include "solver/renju/fact_log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace tengen::renju {
namespace {

// Words, as shared memory is aligned.
using Memory = std::vector<std::uint64_t>;

std::span<std::byte> bytes(Memory& memory) { return std::as_writable_bytes(std::span(memory)); }

// Keys of all lengths that positions have, no two alike.
std::string key(int number) {
  const std::string text = std::to_string(number);
  return text + std::string(static_cast<std::size_t>(number % 60), 'x');
}
Fact fact(int number) {
  return {static_cast<Move>(number % 225), static_cast<std::int16_t>(number % 1000)};
}

class Reader {
 public:
  explicit Reader(Memory& memory) : log_(bytes(memory)) {}

  // The numbers of what is read now; each must be as it was written.
  std::vector<int> read(std::size_t most = 1'000'000) {
    std::vector<int> numbers;
    log_.read(place_, [&](std::string_view text, Fact read) {
      if (numbers.size() == most) return false;
      const int number = std::atoi(std::string(text).c_str());
      EXPECT_EQ(text, key(number));
      EXPECT_EQ(read.move, fact(number).move);
      EXPECT_EQ(read.distance_plies, fact(number).distance_plies);
      numbers.push_back(number);
      return true;
    });
    return numbers;
  }

 private:
  FactLog log_;
  FactLog::Place place_;
};

// Appends numbers from `first` on until there is no room; the first that was not appended.
int fill(FactLog& log, int first) {
  while (log.append(key(first), fact(first))) ++first;
  return first;
}

std::vector<int> numbers(int first, int end) {
  std::vector<int> all;
  for (int n = first; n < end; ++n) all.push_back(n);
  return all;
}

TEST(FactLog, WhatIsWrittenIsReadOnceInOrder) {
  Memory memory(4096);
  Reader reader(memory);
  EXPECT_TRUE(reader.read().empty()) << "not begun";
  FactLog log(bytes(memory));
  log.begin();
  EXPECT_TRUE(reader.read().empty());
  for (int n = 0; n < 10; ++n) ASSERT_TRUE(log.append(key(n), fact(n)));
  EXPECT_EQ(reader.read(4), numbers(0, 4));
  EXPECT_EQ(reader.read(), numbers(4, 10));
  EXPECT_TRUE(reader.read().empty());
  const int end = fill(log, 10);
  EXPECT_GT(end, 4096 / 13);
  EXPECT_EQ(reader.read(), numbers(10, end));
  EXPECT_EQ(Reader(memory).read(), numbers(0, end)) << "by another";
}

TEST(FactLog, AfterWhatFoundNoRoomNothingIsWritten) {
  Memory memory(FactLog::kLeastBytes / 8);
  FactLog log(bytes(memory));
  log.begin();
  const std::string longest(FactLog::kMostKeyBytes, 'k');
  ASSERT_TRUE(log.append(longest, fact(1)));
  EXPECT_FALSE(log.append(longest, fact(2)));
  EXPECT_FALSE(log.append("short", fact(3))) << "there would be room";
  log.begin();
  EXPECT_TRUE(log.append(key(4), fact(4)));
  EXPECT_EQ(Reader(memory).read(), numbers(4, 5));
}

TEST(FactLog, AReaderBeginsAnewWithTheWriter) {
  Memory memory(4096);
  Reader reader(memory);
  FactLog log(bytes(memory));
  log.begin();
  const int end = fill(log, 0);
  EXPECT_EQ(reader.read(), numbers(0, end));
  log.begin();
  for (int n = 500; n < 503; ++n) ASSERT_TRUE(log.append(key(n), fact(n)));
  EXPECT_EQ(reader.read(), numbers(500, 503)) << "and nothing of what is still there";
}

TEST(FactLog, DamageHidesAllThatFollows) {
  Memory memory(4096);
  FactLog log(bytes(memory));
  log.begin();
  for (int n = 0; n < 20; ++n) ASSERT_TRUE(log.append(key(n), fact(n)));
  std::size_t shorter = 0;
  // The first word says how much was written; the second is the writers' alone.
  for (std::size_t at = 16; at < 20 * 10 * 8; ++at) {
    for (const int bit : {0, 3, 7}) {
      bytes(memory)[at] ^= std::byte{1} << bit;
      const std::vector<int> read = Reader(memory).read();
      EXPECT_EQ(read, numbers(0, static_cast<int>(read.size())));
      shorter += read.size() < 20 ? 1 : 0;
      bytes(memory)[at] ^= std::byte{1} << bit;
    }
  }
  EXPECT_GT(shorter, 1000U);
  for (const std::uint64_t absurd : {~0ULL, 1ULL << 32 | 0xffff'ffff, 1ULL << 32 | 100'000}) {
    memory[0] = absurd;
    const std::vector<int> read = Reader(memory).read();
    EXPECT_EQ(read, numbers(0, static_cast<int>(read.size())));
  }
}

TEST(FactLog, OfTwoWritersTheLastIsRead) {
  Memory memory(4096);
  FactLog one(bytes(memory));
  FactLog other(bytes(memory));
  one.begin();
  for (int n = 0; n < 20; ++n) ASSERT_TRUE(one.append(key(n), fact(n)));
  Reader reader(memory);
  EXPECT_EQ(reader.read(5), numbers(0, 5));
  other.begin();
  for (int n = 100; n < 103; ++n) ASSERT_TRUE(other.append(key(n), fact(n)));
  EXPECT_FALSE(one.append(key(20), fact(20)));
  EXPECT_EQ(reader.read(), numbers(100, 103));
}

TEST(FactLog, WhileItIsWrittenOnlyGapsAtTheEndAreRead) {
  Memory memory(512);
  std::atomic<bool> enough{false};
  std::thread writer([&memory, &enough] {
    FactLog log(bytes(memory));
    for (int epoch = 0; !enough; ++epoch) {
      log.begin();
      fill(log, 1000 * (epoch % 7));
    }
  });
  Reader reader(memory);
  int expected = -1;
  for (int count = 0; count < 2000;) {
    for (const int number : reader.read()) {
      EXPECT_TRUE(number == expected || number % 1000 == 0) << "a gap";
      expected = number + 1;
      ++count;
    }
  }
  enough = true;
  writer.join();
}

}  // namespace
}  // namespace tengen::renju
