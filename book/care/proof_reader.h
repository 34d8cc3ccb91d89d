// The records of a book one after another, for whoever reads several books side by side.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "book/store.h"

namespace tengen::book {

struct KeyedProof {
  BookKey key;
  StoredProof proof;
};

// Owned by one thread.
class ProofReader {
 public:
  // REQUIRES: the store outlives the reader.
  explicit ProofReader(const Store& store) : store_(store) {}

  // The next record in key order; empty behind the last. Errors: the store's; then it is over.
  Result<std::optional<KeyedProof>> next();

 private:
  const Store& store_;
  std::vector<KeyedProof> read_;  // in one go
  std::size_t next_ = 0;
  std::optional<BookKey> last_;  // read so far
  bool at_end_ = false;
};

}  // namespace tengen::book
