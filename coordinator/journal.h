// Where the coordinator keeps what must survive it: facts and the unfinished tree; and where it
// finds hints. One writer.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "book/store/store.h"
#include "solver/game/prover.h"

namespace tengen::coordinator {

class Journal {
 public:
  virtual ~Journal() = default;
  // The stored proof that `goal` wins. REQUIRES: canonical position.
  virtual Result<std::optional<ProofRecord>> fact(const Position& canonical, Color goal) = 0;
  // Calls `visit` for every stored fact until it returns false.
  virtual Status visit_facts(const std::function<bool(const ProofRecord&)>& visit) = 0;
  // Calls `visit` for every stored hint, of each position the best, until it returns false.
  virtual Status visit_hints(const std::function<bool(const Hint&)>& visit) = 0;
  // The best hint for a position, in its frame; nothing for most.
  virtual Result<std::optional<Hint>> hint(const Position& position) = 0;
  // The bytes of a tree entry, see tree_entry.h. REQUIRES: canonical position.
  virtual Result<std::optional<std::string>> tree_entry(const Position& canonical, Color goal) = 0;
  // All of the batch or nothing; kCorruption for a contradiction. `run` is the journal's business.
  virtual Result<book::CommitCounts> commit(book::CommitBatch batch) = 0;
};

}  // namespace tengen::coordinator
