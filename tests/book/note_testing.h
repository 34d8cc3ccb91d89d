// Notes put into a book, and what is kept of a position.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "book/store/hint_writer.h"
#include "book/store/note.h"
#include "tests/book/book_testing.h"

namespace tengen::book::note_testing {

inline Note note(std::string source, std::string comment) {
  return {.source = std::move(source), .comment = std::move(comment)};
}

inline void add(Store& store, std::string_view setup, const std::vector<Note>& notes) {
  NoteWriter writer(store);
  ASSERT_TRUE(writer.add({.position = at(setup), .notes = notes}).ok());
  ASSERT_TRUE(writer.finish().ok());
}

inline std::string said(const Store& store, std::string_view setup) {
  return notes_text(store.notes(at(setup)).value(), 15);
}

}  // namespace tengen::book::note_testing
