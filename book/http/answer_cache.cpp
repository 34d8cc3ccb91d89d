#include "book/http/answer_cache.h"

#include <utility>

namespace tengen::book {
namespace {

constexpr std::size_t kEntryOverhead = 128;  // node, control block, allocator

}  // namespace

std::uint64_t AnswerCache::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void AnswerCache::next_state() {
  const std::lock_guard lock(mutex_);
  ++state_;
  young_.clear();
  old_.clear();
  young_bytes_ = 0;
  old_bytes_ = 0;
}

AnswerCache::Answer AnswerCache::find(const std::string& question) {
  const std::lock_guard lock(mutex_);
  if (const auto found = young_.find(question); found != young_.end()) return found->second;
  const auto found = old_.find(question);
  if (found == old_.end()) return nullptr;
  Answer answer = found->second;
  insert(question, answer);  // it is in use: it outlives its half
  return answer;
}

void AnswerCache::put(std::uint64_t state, const std::string& question, Answer answer) {
  const std::lock_guard lock(mutex_);
  if (state == state_) insert(question, std::move(answer));
}

std::size_t AnswerCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return young_bytes_ + old_bytes_;
}

void AnswerCache::insert(const std::string& question, Answer answer) {
  const std::size_t bytes = 2 * question.size() + answer->bytes() + kEntryOverhead;
  if (bytes > half_bytes_) return;
  if (young_bytes_ + bytes > half_bytes_) {
    old_ = std::exchange(young_, {});
    old_bytes_ = std::exchange(young_bytes_, 0);
  }
  if (young_.insert_or_assign(question, std::move(answer)).second) young_bytes_ += bytes;
}

}  // namespace tengen::book
