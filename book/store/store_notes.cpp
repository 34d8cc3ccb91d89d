// A Store's notes.
#include "book/store/store_state.h"
#include "solver/game/symmetry.h"

namespace tengen::book {

bool Store::has_notes() const { return state_->has(kNotesFamily); }

Result<std::vector<Note>> Store::notes(const Position& position) const {
  CHECK(position.size == size());
  if (!has_notes()) return std::vector<Note>();
  Result<std::vector<Note>> found = state_->notes(canonicalize(position).position);
  if (!found.ok() || found.value().empty()) return found;
  return notes_in_frame_of(position, std::move(found).value());
}

Result<std::uint64_t> Store::add_notes(std::span<const NotedPosition> noted) {
  CHECK(state_->extent.has_value());
  if (!has_notes()) {
    if (Status status = add_family(state_->database, kNotesFamily, path()); !status.ok()) {
      return status;
    }
  }
  std::uint64_t added = 0;
  rocksdb::WriteBatch batch;
  for (const NotedPosition& one : noted) {
    CHECK(one.position.size == size());
    Result<std::vector<Note>> notes = state_->notes(one.position);
    if (!notes.ok()) return notes.status();
    const bool said = says_something(notes.value());
    merge_notes(notes.value(), one.notes);
    added += !said && says_something(notes.value()) ? 1 : 0;
    const rocksdb::Status status = batch.Put(
        state_->family(kNotesFamily), state_->hint_key(one.position), encode_notes(notes.value()));
    if (!status.ok()) return state_->error(status);
  }
  if (Status status = state_->write(batch, true); !status.ok()) return status;
  return added;
}

Status Store::drop_notes(std::string_view source) {
  CHECK(state_->extent.has_value());
  constexpr std::size_t kChangesAtOnce = 4096;
  rocksdb::WriteBatch batch;
  Status failed;
  // The scan goes on in the state that it began with.
  const Status scanned = scan_notes([&](const NotedPosition& one) {
    std::vector<Note> notes = one.notes;
    if (std::erase_if(notes, [&](const Note& note) { return note.source == source; }) == 0) {
      return true;
    }
    const std::string key = state_->hint_key(one.position);
    const rocksdb::Status status =
        notes.empty() ? batch.Delete(state_->family(kNotesFamily), key)
                      : batch.Put(state_->family(kNotesFamily), key, encode_notes(notes));
    if (!status.ok()) failed = state_->error(status);
    if (failed.ok() && batch.Count() >= kChangesAtOnce) {
      failed = state_->write(batch, false);
      batch.Clear();
    }
    return failed.ok();
  });
  if (!scanned.ok()) return scanned;
  if (!failed.ok()) return failed;
  return batch.Count() == 0 ? Status() : state_->write(batch, true);
}

Status Store::scan_notes(const std::function<bool(const NotedPosition&)>& visit) const {
  if (!has_notes()) return {};
  return state_->scan(
      kNotesFamily, {}, [&](std::string_view key, std::string_view value) -> Result<bool> {
        Result<BookKey> decoded = decode_key(key, state_->rules, size());
        if (!decoded.ok()) return in_book(decoded.status(), path());
        Result<std::vector<Note>> notes = decode_notes(value, size());
        if (!notes.ok()) {
          return state_->damaged_record(notes.status(), decoded.value());
        }
        return visit({std::move(decoded.value().position), std::move(notes).value()});
      });
}

}  // namespace tengen::book
