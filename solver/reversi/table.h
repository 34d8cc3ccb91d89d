// The transposition table that all threads of a solver share: what is known of positions' scores.
//
// Without locks: an entry is two words, the first combined with the second by exclusive or, so that
// words of different writers do not fit together (Hyatt & Mann 2002, "A lock-less transposition
// table implementation for parallel search chess engines"). An entry is believed when 64 bits of
// one hash of the position and 24 bits of another agree.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "solver/reversi/board.h"

namespace tengen::reversi {

struct Hash {
  std::uint64_t key = 0;    // names the bucket and is compared
  std::uint32_t check = 0;  // 24 bits, compared
};

inline Hash hash_of(const Stones& stones) {
  std::uint64_t a = stones.mover * 0x9E3779B97F4A7C15ULL;
  std::uint64_t b = stones.other * 0xC2B2AE3D27D4EB4FULL;
  a ^= a >> 32;
  b ^= b >> 29;
  std::uint64_t key = (a + std::rotl(b, 24)) * 0xD6E8FEB86659FD93ULL;
  key ^= key >> 32;
  std::uint64_t other = (a ^ std::rotl(b, 41)) * 0xA0761D6478BD642FULL;
  // Never zero, which is the key of a free entry.
  return {key | std::uint64_t{1} << 63, static_cast<std::uint32_t>(other >> 40)};
}

// lower <= score <= upper for the side to move.
struct Known {
  int lower = -64;
  int upper = 64;
  int move = kNoPoint;  // the best so far
  bool found = false;
};

class Table {
 public:
  // A power of two of bytes, at most `bytes` and at least 64.
  explicit Table(std::size_t bytes);

  void clear();
  [[nodiscard]] std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  [[nodiscard]] Known find(const Hash& hash) const {
    const Bucket& bucket = buckets_[hash.key & mask_];
    for (const Entry& entry : bucket.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.key.load(std::memory_order_relaxed) ^ data) == hash.key &&
          (data >> 40) == hash.check) {
        return unpack(data);
      }
    }
    return {};
  }
  void prefetch(const Hash& hash) const { __builtin_prefetch(&buckets_[hash.key & mask_]); }

  // Adds what a search of about 2^effort nodes found. Narrows what is there for the position; else
  // takes the place of what cost least.
  void store(const Hash& hash, const Known& known, int effort);

 private:
  // data, from the lowest bit: lower + 128, upper + 128, move, effort, 8 unused, 24 bits of check.
  // An entry of zeros is free: no position has lower and upper of -128.
  struct Entry {
    std::atomic<std::uint64_t> key{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };

  static Known unpack(std::uint64_t data) {
    return {static_cast<int>(data & 255) - 128, static_cast<int>(data >> 8 & 255) - 128,
            static_cast<int>(data >> 16 & 255), true};
  }

  std::uint64_t mask_;
  std::unique_ptr<Bucket[]> buckets_;
};

}  // namespace tengen::reversi
