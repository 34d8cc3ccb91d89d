// What a search knows of positions: proof and disproof numbers by a 64-bit hash. Positions may
// share it; nothing is proven by it alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "solver/game/prover.h"

namespace tengen::threats {

struct Numbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
  [[nodiscard]] bool proven() const { return proof == 0; }
  [[nodiscard]] bool disproven() const { return disproof == 0; }
  [[nodiscard]] bool solved() const { return proven() || disproven(); }
};
constexpr Numbers kProvenNumbers{0, kInfiniteNumber};
constexpr Numbers kDisprovenNumbers{kInfiniteNumber, 0};

struct TableEntry {
  std::uint64_t key = 0;
  Numbers numbers;
  Move best = kNoMove;       // of the attacker
  std::uint32_t effort = 0;  // nodes spent below; 0: a free entry
};

// A fixed number of entries; what cost least is forgotten.
class ThreatTable {
 public:
  explicit ThreatTable(std::uint64_t bytes)
      : buckets_(std::max<std::uint64_t>(1, bytes / sizeof(Bucket))) {}

  // Until the table changes. Null where nothing is known.
  [[nodiscard]] const TableEntry* find(std::uint64_t key) const {
    for (const TableEntry& entry : bucket(key)) {
      if (entry.key == key && entry.effort > 0) return &entry;
    }
    return nullptr;
  }
  void store(const TableEntry& entry) {
    Bucket& bucket = buckets_[index(entry.key)];
    TableEntry* place = &bucket[0];
    for (TableEntry& old : bucket) {
      if (old.key == entry.key) {
        place = &old;
        break;
      }
      if (worth(old) < worth(*place)) place = &old;
    }
    *place = entry;
  }
  void forget_open() {
    for (Bucket& bucket : buckets_) {
      for (TableEntry& entry : bucket) {
        if (!entry.numbers.proven()) entry = {};
      }
    }
  }

 private:
  using Bucket = std::array<TableEntry, 4>;

  // What is proven is needed for the certificate.
  static std::uint64_t worth(const TableEntry& entry) {
    return entry.numbers.proven() && entry.effort > 0 ? std::uint64_t{entry.effort} * 16
                                                      : entry.effort;
  }
  [[nodiscard]] std::size_t index(std::uint64_t key) const {
    return static_cast<std::size_t>((key >> 32) * buckets_.size() >> 32);
  }
  [[nodiscard]] const Bucket& bucket(std::uint64_t key) const { return buckets_[index(key)]; }

  std::vector<Bucket> buckets_;
};

}  // namespace tengen::threats
