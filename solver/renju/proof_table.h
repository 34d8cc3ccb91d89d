// The guide's transposition table: proof and disproof numbers of positions, fixed in size.
// What it says is believed, never trusted: keys are 64-bit hashes, and proven entries rest on reply
// zones. Only certify.h turns belief into fact. One instance per thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/renju/board.h"
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
  // Proven: every point that the proof depends on as far as the guide knows. Open and
  // replies_known: the replies that need answers of their own.
  PointSet zone;
};
static_assert(sizeof(ProofEntry) <= 64);

class ProofTable {
 public:
  // Takes `bytes`, and at least one bucket.
  explicit ProofTable(std::size_t bytes)
      : entries_(std::max<std::size_t>(bytes / sizeof(ProofEntry) / kBucket, 1) * kBucket) {}

  [[nodiscard]] const ProofEntry* find(std::uint64_t key) const {
    const std::size_t start = bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
      if (entries_[start + i].key == key) return &entries_[start + i];
    }
    return nullptr;
  }

  // The numbers of that position: of this generation, or a proof of any. `otherwise` if none.
  [[nodiscard]] Numbers known(std::uint64_t key, std::uint32_t generation,
                              Numbers otherwise) const {
    const ProofEntry* entry = find(key);
    if (entry == nullptr) return otherwise;
    if (entry->proof_number != 0 && entry->generation != generation) return otherwise;
    return {entry->proof_number, entry->disproof_number};
  }

  // Has the memory that find(key) reads brought near. Tables are large: a find without it waits.
  void prefetch(std::uint64_t key) const {
    const std::size_t start = bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) __builtin_prefetch(&entries_[start + i]);
  }

  // Stores over the entry of the same key, else over the one with the least work.
  void store(const ProofEntry& entry) {
    const std::size_t start = bucket(entry.key);
    std::size_t victim = start;
    for (std::size_t i = start; i < start + kBucket; ++i) {
      if (entries_[i].key == entry.key || entries_[i].key == 0) {
        victim = i;
        break;
      }
      if (entries_[i].work < entries_[victim].work) victim = i;
    }
    // Ageing: an entry that survives a clash counts for less at the next one.
    if (entries_[victim].key != entry.key && entries_[victim].key != 0) {
      for (std::size_t i = start; i < start + kBucket; ++i) {
        entries_[i].work -= entries_[i].work / 8;
      }
    }
    entries_[victim] = entry;
  }

  // Proofs stay.
  void forget_open() {
    for (auto bucket = entries_.begin(); bucket != entries_.end(); bucket += kBucket) {
      const auto kept = std::remove_if(bucket, bucket + kBucket, [](const ProofEntry& entry) {
        return entry.proof_number != 0;
      });
      std::fill(kept, bucket + kBucket, ProofEntry());
    }
  }

 private:
  static constexpr std::size_t kBucket = 4;
  [[nodiscard]] std::size_t bucket(std::uint64_t key) const {
    // The upper half of the mixed key, scaled to the number of buckets.
    return ((key * 0x9e3779b97f4a7c15ULL >> 32) * (entries_.size() / kBucket) >> 32) * kBucket;
  }

  std::vector<ProofEntry> entries_;
};

}  // namespace tengen::renju
