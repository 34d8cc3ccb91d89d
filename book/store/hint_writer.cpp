#include "book/store/hint_writer.h"

#include <utility>
#include <vector>

namespace tengen::book {
namespace {

constexpr std::size_t kWaitingHints = std::size_t{1} << 15;
constexpr std::size_t kWaitingNoteBytes = std::size_t{16} << 20;
constexpr std::size_t kNoteBytes = 256;  // beside the texts

std::size_t bytes_of(const NotedPosition& noted) {
  std::size_t bytes = kNoteBytes;
  for (const Note& note : noted.notes) {
    bytes += note.comment.size() + note.name.size() + kNoteBytes / 4 * note.points.size();
  }
  return bytes;
}

template <typename Value>
std::vector<Value> values_of(std::unordered_map<std::string, Value>& waiting) {
  std::vector<Value> values;
  values.reserve(waiting.size());
  for (auto& [key, value] : waiting) values.push_back(std::move(value));
  waiting.clear();
  return values;
}

}  // namespace

Status HintWriter::add(const HintedPosition& hint) {
  HintedPosition canonical = canonical_hint(hint);
  const auto [entry, is_new] =
      waiting_.try_emplace(encode_position(canonical.position), std::move(canonical));
  if (!is_new) entry->second.moves = merge_hints(entry->second.moves, canonical.moves);
  return waiting_.size() < kWaitingHints ? Status() : finish();
}

Status HintWriter::finish() {
  const std::vector<HintedPosition> hints = values_of(waiting_);
  if (hints.empty()) return {};
  const Result<AddedHints> added = store_.add_hints(hints);
  if (!added.ok()) return added.status();
  added_.positions += added.value().positions;
  added_.moves += added.value().moves;
  return {};
}

Status NoteWriter::add(const NotedPosition& noted) {
  NotedPosition canonical = canonical_notes(noted);
  waiting_bytes_ += bytes_of(canonical);
  NotedPosition& entry = waiting_[encode_position(canonical.position)];
  merge_notes(entry.notes, canonical.notes);
  entry.position = std::move(canonical.position);
  return waiting_bytes_ < kWaitingNoteBytes ? Status() : finish();
}

Status NoteWriter::finish() {
  waiting_bytes_ = 0;
  const std::vector<NotedPosition> noted = values_of(waiting_);
  if (noted.empty()) return {};
  const Result<std::uint64_t> added = store_.add_notes(noted);
  if (!added.ok()) return added.status();
  added_ += added.value();
  return {};
}

}  // namespace tengen::book
