// Recent answers by their question, for one state of the book. Of two halves: when the newer is
// full, the older is dropped. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "book/http/content.h"

namespace tengen::book {

class AnswerCache {
 public:
  using Answer = std::shared_ptr<const Content>;

  explicit AnswerCache(std::size_t max_bytes) : half_bytes_(max_bytes / 2) {}

  // The state that answers are of from now on. Ask before the book is asked.
  [[nodiscard]] std::uint64_t state() const;
  // The book has changed: forgets everything.
  void next_state();

  // Null when there is none.
  [[nodiscard]] Answer find(const std::string& question);
  // Drops an answer of an older state.
  void put(std::uint64_t state, const std::string& question, Answer answer);

  [[nodiscard]] std::size_t bytes() const;

 private:
  using Half = std::unordered_map<std::string, Answer>;
  void insert(const std::string& question, Answer answer);

  mutable std::mutex mutex_;
  const std::size_t half_bytes_;
  std::uint64_t state_ = 0;
  Half young_;
  Half old_;
  std::size_t young_bytes_ = 0;
  std::size_t old_bytes_ = 0;
};

}  // namespace tengen::book
