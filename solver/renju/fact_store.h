// Certified facts in a fixed amount of memory. Positions are compared in full: a hash only says
// where to look. Facts live in two generations; when the young one is full, the old one is dropped,
// but for what was asked for meanwhile. A dropped fact costs work done again, nothing else: who was
// handed it has it. For any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/game/position.h"

namespace tengen::renju {

// `move` wins within `distance_plies` for the side to move. The frame is the stored position's.
struct Fact {
  Move move = kNoMove;
  std::int16_t distance_plies = 0;
};

class FactStore {
 public:
  // Takes `bytes` and no more, at most 8 GiB of them. REQUIRES: bytes >= kLeastBytes.
  explicit FactStore(std::uint64_t bytes);
  static constexpr std::uint64_t kLeastBytes = 2048;

  // Keys are encode_position() of canonical positions of one board size. What is found is kept
  // longer.
  std::optional<Fact> find(std::string_view key);

  // Stores a fact, unless one of that key is known that is as short. One that is `fresh` is not
  // dropped before take_fresh() has shown it: false, and nothing stored, when there is no room for
  // that reason. A fresh fact that is replaced is shown nevertheless.
  bool add(std::string_view key, Fact fact, bool fresh);

  // Shows the fresh facts in the order in which they were added; they are fresh no more. `visit`
  // does not call the store.
  void take_fresh(const std::function<void(std::string_view key, Fact fact)>& visit);
  // Those that take_fresh() would show.
  [[nodiscard]] std::size_t fresh() const {
    const std::lock_guard lock(mutex_);
    return young_.fresh + old_.fresh;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t place = 0;  // of the entry in the arena, plus 1; 0: free
  };
  // In the arena, unaligned, followed by the key.
  struct Header {
    Fact fact;
    std::uint16_t key_bytes = 0;
    std::uint16_t fresh = 0;
  };
  struct Generation {
    explicit Generation(std::uint64_t bytes);
    [[nodiscard]] std::size_t slot_of(std::uint32_t hash, std::string_view key) const;
    [[nodiscard]] bool has_room(std::size_t key_bytes) const;
    [[nodiscard]] Header header_at(std::size_t place) const;
    [[nodiscard]] std::string_view key_at(std::size_t place) const;
    void add(std::uint32_t hash, std::string_view key, Fact fact, bool is_fresh);
    void clear();

    std::vector<Slot> slots;
    std::unique_ptr<char[]> arena;
    std::size_t arena_bytes;
    std::size_t used = 0;
    std::size_t count = 0;
    std::size_t fresh = 0;
    std::size_t fresh_from = 0;  // no fresh entry is before
  };

  // REQUIRES: the lock is held.
  std::optional<Fact> find_in_both(std::uint32_t hash, std::string_view key);

  mutable std::mutex mutex_;
  Generation young_;
  Generation old_;
};

}  // namespace tengen::renju
