// Adds the hints and notes of other programs' files to a book, many at a time.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "book/store/store.h"

namespace tengen::book {

class HintWriter {
 public:
  // REQUIRES: open for writing; must outlive the writer.
  explicit HintWriter(Store& store) : store_(store) {}

  // In any frame. Errors: the store's.
  Status add(const HintedPosition& hint);
  // Writes what is left.
  Status finish();
  // What was written that the book did not have.
  [[nodiscard]] const AddedHints& added() const { return added_; }

 private:
  Store& store_;
  AddedHints added_;
  std::unordered_map<std::string, HintedPosition> waiting_;  // by encoded canonical position
};

// The same for notes.
class NoteWriter {
 public:
  explicit NoteWriter(Store& store) : store_(store) {}

  Status add(const NotedPosition& noted);
  Status finish();
  // Positions on which the book had no note.
  [[nodiscard]] std::uint64_t added() const { return added_; }

 private:
  Store& store_;
  std::uint64_t added_ = 0;
  std::size_t waiting_bytes_ = 0;  // about
  std::unordered_map<std::string, NotedPosition> waiting_;
};

}  // namespace tengen::book
