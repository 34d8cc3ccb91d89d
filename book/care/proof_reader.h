// The records of a book in a row: in key order, for whoever reads several books side by side; or
// level by level, for whoever needs to know first what a record rests on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "book/store/store.h"
#include "book/verifier/naive_rules.h"

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

// What a record rests on comes before it, and never in the same answer. Keeps the records of one
// number of black stones in memory, some 100 bytes each, as they were when it came to them. Owned
// by one thread.
class LevelReader {
 public:
  enum class Damaged { kIsAnError, kIsPassedOver };

  // `game` is the store's, which outlives the reader. Where its moves do more than add stones, all
  // records are kept in memory.
  LevelReader(const Store& store, const NaiveGame& game, Damaged damaged = Damaged::kIsAnError);

  // The next records, `most` at the most; none behind the last. Errors: the store's, kCorruption
  // for an entry that cannot be read; then it is over.
  Result<std::vector<KeyedProof>> next(std::size_t most);

 private:
  struct Entry {
    std::string key;
    std::string value;
  };

  // Those of a level have the same; the smaller comes the sooner.
  [[nodiscard]] std::pair<std::ptrdiff_t, bool> level_of(const std::string& key) const;
  Status read_more();
  [[nodiscard]] Status damaged(const Status& status, const std::string& key) const;

  const Store& store_;
  const NaiveGame game_;
  const Damaged damaged_;
  const std::uint8_t rules_;
  int black_stones_;            // of those read last
  std::vector<Entry> entries_;  // of those, the last ones first
};

}  // namespace tengen::book
