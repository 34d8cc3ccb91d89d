#include "solver/reversi/table.h"

#include <algorithm>

namespace tengen::reversi {

Table::Table(std::size_t bytes)
    : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1)) - 1),
      buckets_(std::make_unique<Bucket[]>(mask_ + 1)) {}

void Table::clear() {
  for (std::size_t i = 0; i <= mask_; ++i) {
    for (Entry& entry : buckets_[i].entries) {
      entry.key.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
  }
}

void Table::store(const Hash& hash, const Known& known, int effort) {
  Bucket& bucket = buckets_[hash.key & mask_];
  Entry* place = nullptr;
  std::uint64_t least = 256;
  Known merged = known;
  for (Entry& entry : bucket.entries) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    const std::uint64_t cost = data >> 24 & 255;
    if ((entry.key.load(std::memory_order_relaxed) ^ data) == hash.key &&
        (data >> 40) == hash.check) {
      const Known old = unpack(data);
      merged.lower = std::max(merged.lower, old.lower);
      merged.upper = std::min(merged.upper, old.upper);
      if (merged.move == kNoPoint) merged.move = old.move;
      effort = std::max(effort, static_cast<int>(cost));
      place = &entry;
      break;
    }
    if (cost < least) {
      least = cost;
      place = &entry;
    }
  }
  const std::uint64_t data = static_cast<std::uint64_t>(merged.lower + 128) |
                             static_cast<std::uint64_t>(merged.upper + 128) << 8 |
                             static_cast<std::uint64_t>(merged.move) << 16 |
                             static_cast<std::uint64_t>(effort) << 24 |
                             static_cast<std::uint64_t>(hash.check) << 40;
  place->key.store(hash.key ^ data, std::memory_order_relaxed);
  place->data.store(data, std::memory_order_relaxed);
}

}  // namespace tengen::reversi
