// The guide's transposition table: proof and disproof numbers of positions, fixed in size.
// What it says is believed, never trusted: keys are 64-bit hashes, and proven entries rest on reply
// zones. Only certify.h turns belief into fact.
//
// Threads and processes may share a table without locks: an entry that is read while it is written,
// or half-written by a process that was killed, does not pass its checksum and counts as not there
// (after Hyatt & Mann 2002, "A lock-less transposition table implementation").
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "solver/base/check.h"
#include "solver/renju/board.h"
#include "solver/renju/checksum.h"
#include "solver/renju/evaluation.h"
#include "solver/renju/point_set.h"

namespace tengen::renju {

// Keys of the table, never 0: of a position by Board::hash(), of a board, and of a board after
// `mover` has played `move` (may be kPass). Each attacker has keys of his own.
inline std::uint64_t key_with(std::uint64_t board_hash, Color attacker) {
  const std::uint64_t key = board_hash ^ (attacker == Color::kBlack ? 0 : 0xa0761d6478bd642fULL);
  return key == 0 ? 1 : key;
}
inline std::uint64_t key_of(const Board& board, Color attacker, Color to_move) {
  return key_with(board.hash(to_move), attacker);
}
inline std::uint64_t key_after(const Board& board, Color attacker, Move move, Color mover) {
  return key_with(move == kPass ? board.hash(opponent(mover)) : board.hash_after(move, mover),
                  attacker);
}

struct ProofEntry {
  std::uint64_t key = 0;  // 0: free
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  std::uint32_t work = 0;        // nodes searched below; small entries are replaced first
  std::uint32_t generation = 0;  // of the numbers; proofs hold in all
  Move move = kNoMove;           // attacker to move: best move so far, the winning one when proven
  std::uint8_t replies_known = 0;  // defender to move, open: `zone` is the set of replies to answer
  std::uint8_t unused = 0;
  std::uint32_t check = 0;  // the table's
  // Proven: every point that the proof depends on as far as the guide knows. Open and
  // replies_known: the replies that need answers of their own.
  PointSet zone;
};

class ProofTable {
 public:
  static constexpr std::size_t kEntryBytes = sizeof(ProofEntry);
  static constexpr std::size_t kBucket = 4;

  // A view of memory that outlives it; zero bytes are an empty table. Of more than `first_bytes` it
  // uses so much at first: to be given fresh memory takes longer than short searches do. REQUIRES:
  // aligned to 64 bytes, at least one bucket.
  explicit ProofTable(std::span<std::byte> memory, std::size_t first_bytes = kFirstBytes)
      : slots_(reinterpret_cast<Words*>(memory.data())),
        most_buckets_(memory.size() / (kBucket * kEntryBytes)),
        buckets_(std::clamp<std::size_t>(first_bytes / (kBucket * kEntryBytes), 1, most_buckets_)) {
    CHECK(most_buckets_ > 0);
  }
  static constexpr std::size_t kFirstBytes = std::size_t{32} << 20;

  // In use. All who share a table find what others store when they use as much of it.
  [[nodiscard]] std::size_t buckets() const { return buckets_; }
  // REQUIRES: what another table's buckets() said, of the same memory.
  void use_buckets(std::size_t buckets) {
    CHECK(buckets > 0 && buckets <= most_buckets_);
    buckets_ = buckets;
  }
  // Much has been stored over other entries, and there is more room.
  [[nodiscard]] bool crowded() const {
    return buckets_ < most_buckets_ && clashes_ > buckets_ * kBucket / kCrowded;
  }
  // Uses twice as much, or all; entries stay. Calls `between` now and then. What others store
  // meanwhile may be lost.
  void grow(const std::function<void()>& between) {
    const std::size_t before = buckets_;
    buckets_ = std::min(2 * before, most_buckets_);
    clashes_ = 0;
    // From the end: entries go to a bucket of the same or a higher number.
    for (std::size_t number = before; number-- > 0;) {
      std::array<ProofEntry, kBucket> entries;
      for (std::size_t i = 0; i < kBucket; ++i) {
        entries[i] = read(number * kBucket + i);
        write(number * kBucket + i, kFree);
      }
      for (const ProofEntry& entry : entries) {
        if (entry.key != 0 && whole(entry)) store(entry);
      }
      if (number % kBetween == 0) between();
    }
  }

  [[nodiscard]] std::optional<ProofEntry> find(std::uint64_t key) const {
    const std::size_t start = bucket(key);
    for (std::size_t i = start; i < start + kBucket; ++i) {
      if (load(i, kKey) != key) continue;
      const ProofEntry entry = read(i);
      if (entry.key == key && whole(entry)) return entry;
    }
    return std::nullopt;
  }

  // The numbers of that position: of this generation, or a proof of any. `otherwise` if none.
  [[nodiscard]] Numbers known(std::uint64_t key, std::uint32_t generation,
                              Numbers otherwise) const {
    const std::optional<ProofEntry> entry = find(key);
    if (!entry || (entry->proof_number != 0 && entry->generation != generation)) return otherwise;
    return {entry->proof_number, entry->disproof_number};
  }

  // Has the memory that find(key) reads brought near. Tables are large: a find without it waits.
  void prefetch(std::uint64_t key) const {
    const std::size_t start = bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) __builtin_prefetch(&slots_[start + i]);
  }

  // Stores over the entry of the same key, else over the one with the least work.
  void store(ProofEntry entry) {
    const std::size_t start = bucket(entry.key);
    std::size_t victim = start;
    bool clash = true;
    for (std::size_t i = start; i < start + kBucket && clash; ++i) {
      const std::uint64_t key = load(i, kKey);
      clash = key != entry.key && key != 0;
      if (!clash || work(i) < work(victim)) victim = i;
    }
    // Ageing: an entry that survives a clash counts for less at the next one.
    for (std::size_t i = start; clash && i < start + kBucket; ++i) {
      store(i, kWork, load(i, kWork) - work(i) / 8);
    }
    if (clash) ++clashes_;
    entry.check = check_of(entry);
    write(victim, entry);
  }

  // Proofs stay.
  void forget_open() {
    for (std::size_t start = 0; start < kBucket * buckets_; start += kBucket) {
      std::size_t kept = start;
      for (std::size_t i = start; i < start + kBucket; ++i) {
        const ProofEntry entry = read(i);
        if (entry.key == 0 || entry.proof_number != 0) continue;
        write(kept++, entry);
      }
      while (kept < start + kBucket) write(kept++, kFree);
    }
  }

 private:
  using Words = std::array<std::uint64_t, kEntryBytes / sizeof(std::uint64_t)>;
  static constexpr std::size_t kKey = 0;
  static constexpr std::size_t kWork = 2;  // its lower half
  static_assert(sizeof(ProofEntry) == 32 + sizeof(PointSet) && offsetof(ProofEntry, key) == 0 &&
                offsetof(ProofEntry, work) == 16 && std::endian::native == std::endian::little);

  static constexpr ProofEntry kFree = std::bit_cast<ProofEntry>(Words{});

  // The work may change under a reader's hands and is left out.
  static std::uint32_t check_of(ProofEntry entry) {
    entry.work = entry.check = 0;
    return static_cast<std::uint32_t>(checksum(std::bit_cast<Words>(entry)) >> 32);
  }
  // Not half-written.
  static bool whole(const ProofEntry& entry) { return entry.check == check_of(entry); }

  [[nodiscard]] std::size_t bucket(std::uint64_t key) const {
    // The upper half of the mixed key, scaled to the number of buckets.
    return ((key * 0x9e3779b97f4a7c15ULL >> 32) * buckets_ >> 32) * kBucket;
  }
  [[nodiscard]] std::atomic_ref<std::uint64_t> cell(std::size_t slot, std::size_t word) const {
    return std::atomic_ref<std::uint64_t>(slots_[slot][word]);
  }
  [[nodiscard]] std::uint64_t load(std::size_t slot, std::size_t word) const {
    return cell(slot, word).load(std::memory_order_relaxed);
  }
  void store(std::size_t slot, std::size_t word, std::uint64_t value) {
    cell(slot, word).store(value, std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint32_t work(std::size_t slot) const {
    return static_cast<std::uint32_t>(load(slot, kWork));
  }
  [[nodiscard]] ProofEntry read(std::size_t slot) const {
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = load(slot, i);
    return std::bit_cast<ProofEntry>(words);
  }
  void write(std::size_t slot, const ProofEntry& entry) {
    const Words words = std::bit_cast<Words>(entry);
    for (std::size_t i = 0; i < words.size(); ++i) store(slot, i, words[i]);
  }

  static constexpr std::size_t kCrowded = 4;
  static constexpr std::size_t kBetween = 1 << 15;

  Words* slots_;
  std::size_t most_buckets_;
  std::size_t buckets_;
  std::size_t clashes_ = 0;  // since it has grown
};

}  // namespace tengen::renju
