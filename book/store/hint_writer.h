#pragma once

#include <string>
#include <unordered_map>

#include "book/store/hint.h"
#include "book/store/store.h"

namespace tengen::book {

// Adds hints to a book, many at a time.
class HintWriter {
 public:
  // REQUIRES: open for writing; must outlive the writer.
  explicit HintWriter(Store& store) : store_(store) {}

  // In any frame. Errors: the store's.
  Status add(const Hint& hint);
  // Writes what is left.
  Status finish();

 private:
  Store& store_;
  std::unordered_map<std::string, Hint> waiting_;  // by encoded canonical position
};

}  // namespace tengen::book
