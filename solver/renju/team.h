// What searchers share that are at one position together: beside a proof table, marks at the moves
// that one of them is below, and what the leader wants help with.
//
// Parallel depth-first proof-number search after Kaneko, AAAI 2010: all members search from the
// same root on one table, and a move that somebody is below looks worse to the others (virtual
// proof and disproof numbers). Where we differ: a mark adds a part of the number, more of it where
// the defender is to move, instead of one; and who is below a position that others have solved
// finds it out by looking along its path now and then. Teams under a best-first tree are the two
// levels of Čížek et al. 2025. Nothing is locked, and what is torn does not pass its checksum.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "solver/game/position.h"
#include "solver/renju/point_set.h"

namespace tengen::renju {

// What a team shares, in one piece of memory.
struct TeamMemory {
  // REQUIRES: memory.size() >= kLeastBytes, aligned to 64 bytes.
  explicit TeamMemory(std::span<std::byte> memory);
  static constexpr std::size_t kLeastBytes = std::size_t{1} << 20;

  std::span<std::byte> team;   // Team
  std::span<std::byte> table;  // ProofTable
};

// A search that members may join, or a proof to be certified.
struct TeamTask {
  Position position;
  Color attacker = Color::kBlack;
  // Of the leader's guide: only with the same ones do its numbers count.
  std::uint32_t generation = 0;
  std::uint32_t style = 0;
  std::int32_t quiet_moves = 0;
  std::uint64_t table_buckets = 1;  // in use
  // The leader turns into facts that the attacker, who is to move, wins; no search.
  bool certify = false;
};

// A view of shared memory, to be copied freely. All functions may be called by all members at any
// time, unless said otherwise.
class Team {
 public:
  // Of the memory. Zero bytes are a team without members.
  static constexpr std::size_t kBytes = 65'536 + 192;

  // REQUIRES: memory.size() >= kBytes, aligned to 64 bytes; it outlives the view.
  explicit Team(std::span<std::byte> memory);

  // Somebody beside the leader is there: moves are to be marked.
  [[nodiscard]] bool joined() const { return word(kHelpers) > 0; }
  void join() const { cell(kHelpers).fetch_add(1, std::memory_order_relaxed); }
  void leave() const { cell(kHelpers).fetch_sub(1, std::memory_order_relaxed); }

  // Numbers of generations are never given out twice.
  [[nodiscard]] std::uint32_t next_generation() const {
    return static_cast<std::uint32_t>(cell(kGeneration).fetch_add(1, std::memory_order_relaxed)) +
           1;
  }

  // By the leader: what is searched from now on, and the end of it.
  void begin_task(const TeamTask& task) const;
  void end_task() const { cell(kTaskId).store(0, std::memory_order_relaxed); }
  // 0: none.
  [[nodiscard]] std::uint64_t task_id() const { return word(kTaskId); }
  // Nothing when there is none, or it is just being replaced.
  [[nodiscard]] std::optional<TeamTask> task() const;

  // Somebody searches below the position of that key.
  void mark(std::uint64_t key) const { place(key).fetch_add(1, std::memory_order_relaxed); }
  void unmark(std::uint64_t key) const { place(key).fetch_sub(1, std::memory_order_relaxed); }
  // The number that counts in the choice of a move: larger by so many halves for each mark.
  [[nodiscard]] std::uint32_t virtual_number(std::uint32_t number, std::uint64_t key,
                                             std::uint32_t halves) const {
    const std::uint64_t marks = place(key).load(std::memory_order_relaxed);
    return static_cast<std::uint32_t>(
        std::min(number + marks * (1 + std::uint64_t{number} * halves / 2), kMostVirtual));
  }

 private:
  enum Word : std::size_t { kHelpers, kGeneration, kLastTask, kTaskId, kTask };
  // Words for the stones of each colour, generation and style, the table's buckets, the rest,
  // a checksum.
  using TaskWords = std::array<std::uint64_t, 2 * PointSet::kWords + 4>;
  static constexpr std::size_t kWords = 24;
  static constexpr std::size_t kMarks = kBytes - kWords * sizeof(std::uint64_t);
  static constexpr std::uint64_t kMostVirtual = 1'000'000'000 - 1;

  [[nodiscard]] std::atomic_ref<std::uint64_t> cell(std::size_t index) const {
    return std::atomic_ref<std::uint64_t>(words_[index]);
  }
  [[nodiscard]] std::uint64_t word(std::size_t index) const {
    return cell(index).load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::atomic_ref<std::uint8_t> place(std::uint64_t key) const {
    return std::atomic_ref<std::uint8_t>(marks_[key >> 48]);
  }

  std::uint64_t* words_;
  std::uint8_t* marks_;
};

}  // namespace tengen::renju
