// Facts that one prover writes for another to read, in memory that both share and neither locks.
//
// The reader gets what was written in the order in which it was written, without gaps: up to what
// is damaged or written over, and nothing after that before the writer has begun anew. So whoever
// takes over what is read has, with each fact, all those before it that it may rest on.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "solver/renju/fact_store.h"

namespace tengen::renju {

// A view of the memory. One writer, who is the only one to use begin() and append(), each time from
// the same view; any number of readers. Should there be two writers, readers see less.
class FactLog {
 public:
  static constexpr std::size_t kLeastBytes = 2048;

  // Zero bytes are a log that was not begun. REQUIRES: memory.size() >= kLeastBytes, aligned to 8
  // bytes; it outlives the view.
  explicit FactLog(std::span<std::byte> memory);

  // Forgets what was written.
  void begin();
  // False when there is no room, or another writer has begun; and then always, before the next
  // begin(). REQUIRES: begin() was called; 0 < key.size() <= kMostKeyBytes.
  [[nodiscard]] bool append(std::string_view key, Fact fact);
  static constexpr std::size_t kMostKeyBytes = 1024;
  // append() has said false.
  [[nodiscard]] bool closed() const { return closed_; }

  // How far a reader has read.
  struct Place {
    std::uint32_t epoch = 0;  // which begin()
    std::uint32_t words = 0;
  };
  // Shows what was written after `place`, and moves it on; ends early before a fact for which
  // `take` says false.
  void read(Place& place, const std::function<bool(std::string_view key, Fact fact)>& take) const;

 private:
  enum Word : std::size_t { kWritten, kLastEpoch, kFirst };

  [[nodiscard]] std::atomic_ref<std::uint64_t> cell(std::size_t index) const {
    return std::atomic_ref<std::uint64_t>(words_[index]);
  }

  std::uint64_t* words_;
  std::size_t room_;  // words for facts
  Place written_;
  bool closed_ = false;
};

}  // namespace tengen::renju
