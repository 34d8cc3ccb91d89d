#include "book/store/hint_writer.h"

#include <utility>
#include <vector>

namespace tengen::book {
namespace {

constexpr std::size_t kWaitingHints = std::size_t{1} << 15;

}  // namespace

Status HintWriter::add(const Hint& hint) {
  Hint canonical = canonical_hint(hint);
  const auto [entry, is_new] =
      waiting_.try_emplace(encode_position(canonical.position), std::move(canonical));
  if (!is_new) entry->second.moves = merge_hints(entry->second.moves, canonical.moves);
  return waiting_.size() < kWaitingHints ? Status() : finish();
}

Status HintWriter::finish() {
  std::vector<Hint> hints;
  hints.reserve(waiting_.size());
  for (auto& [key, hint] : waiting_) hints.push_back(std::move(hint));
  waiting_.clear();
  return hints.empty() ? Status() : store_.add_hints(hints);
}

}  // namespace tengen::book
