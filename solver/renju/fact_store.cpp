#include "solver/renju/fact_store.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

std::uint32_t hash_of(std::string_view key) {
  const std::uint64_t hash = std::hash<std::string_view>()(key);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

// A quarter goes to the slots, of which at most three in four are taken; an entry of 30 stones has
// 40 bytes.
FactStore::Generation::Generation(std::uint64_t bytes)
    : slots(bytes / 4 / sizeof(Slot)), arena_bytes(bytes - slots.size() * sizeof(Slot)) {
  arena = std::make_unique_for_overwrite<char[]>(arena_bytes);
}

// The slot that holds the key, or the free one where it belongs.
std::size_t FactStore::Generation::slot_of(std::uint32_t hash, std::string_view key) const {
  std::size_t at = std::uint64_t{hash} * slots.size() >> 32;
  while (slots[at].place != 0 && (slots[at].hash != hash || key_at(slots[at].place - 1) != key)) {
    if (++at == slots.size()) at = 0;
  }
  return at;
}

bool FactStore::Generation::has_room(std::size_t key_bytes) const {
  return used + sizeof(Header) + key_bytes <= arena_bytes && count < slots.size() / 4 * 3;
}

FactStore::Header FactStore::Generation::header_at(std::size_t place) const {
  Header header;
  std::memcpy(&header, &arena[place], sizeof(Header));
  return header;
}

std::string_view FactStore::Generation::key_at(std::size_t place) const {
  return {&arena[place] + sizeof(Header), header_at(place).key_bytes};
}

void FactStore::Generation::add(std::uint32_t hash, std::string_view key, Fact fact,
                                bool is_fresh) {
  Slot& slot = slots[slot_of(hash, key)];
  CHECK(slot.place == 0 || header_at(slot.place - 1).fact.distance_plies > fact.distance_plies);
  if (slot.place == 0) ++count;
  slot = {hash, static_cast<std::uint32_t>(used + 1)};
  const Header header{fact, static_cast<std::uint16_t>(key.size()), is_fresh};
  std::memcpy(&arena[used], &header, sizeof(Header));
  std::memcpy(&arena[used] + sizeof(Header), key.data(), key.size());
  used += sizeof(Header) + key.size();
  if (is_fresh) ++fresh;
}

void FactStore::Generation::clear() {
  std::fill(slots.begin(), slots.end(), Slot());
  used = count = fresh = fresh_from = 0;
}

FactStore::FactStore(std::uint64_t bytes)
    : young_(std::min<std::uint64_t>(bytes / 2, std::numeric_limits<std::uint32_t>::max())),
      old_(std::min<std::uint64_t>(bytes / 2, std::numeric_limits<std::uint32_t>::max())) {
  CHECK(bytes >= kLeastBytes);
}

std::optional<Fact> FactStore::find(std::string_view key) {
  const std::uint32_t hash = hash_of(key);
  const std::lock_guard lock(mutex_);
  return find_in_both(hash, key);
}

std::optional<Fact> FactStore::find_in_both(std::uint32_t hash, std::string_view key) {
  if (const Slot& slot = young_.slots[young_.slot_of(hash, key)]; slot.place != 0) {
    return young_.header_at(slot.place - 1).fact;
  }
  const Slot& slot = old_.slots[old_.slot_of(hash, key)];
  if (slot.place == 0) return std::nullopt;
  const Fact fact = old_.header_at(slot.place - 1).fact;
  // The old entry shows itself if it is fresh.
  if (young_.has_room(key.size())) young_.add(hash, key, fact, false);
  return fact;
}

bool FactStore::add(std::string_view key, Fact fact, bool fresh) {
  const std::uint32_t hash = hash_of(key);
  const std::lock_guard lock(mutex_);
  const std::optional<Fact> known = find_in_both(hash, key);
  if (known && known->distance_plies <= fact.distance_plies) return true;
  if (!young_.has_room(key.size())) {
    if (old_.fresh > 0) return false;
    std::swap(young_, old_);
    young_.clear();
  }
  young_.add(hash, key, fact, fresh);
  return true;
}

void FactStore::take_fresh(const std::function<void(std::string_view key, Fact fact)>& visit) {
  const std::lock_guard lock(mutex_);
  for (Generation* generation : {&old_, &young_}) {
    for (std::size_t at = generation->fresh_from; at < generation->used;) {
      const Header header = generation->header_at(at);
      if (header.fresh != 0) visit(generation->key_at(at), header.fact);
      at += sizeof(Header) + header.key_bytes;
    }
    generation->fresh = 0;
    generation->fresh_from = generation->used;
  }
}

}  // namespace tengen::renju
