// The journal in a book.
#pragma once

#include <chrono>
#include <cstdint>

#include "coordinator/journal.h"

namespace tengen::coordinator {

// Every commit survives the end of the process at once; about once a second one is forced to the
// disk as well, and so is every commit that asks for it (`sync`).
class StoreJournal : public Journal {
 public:
  // `run` is from store.begin_run(). The store must outlive the journal.
  StoreJournal(book::Store& store, std::uint32_t run) : store_(store), run_(run) {}

  Result<std::optional<ProofRecord>> fact(const Position& canonical, Color goal) override;
  Status visit_facts(const std::function<bool(const ProofRecord&)>& visit) override;
  Status visit_hints(const std::function<bool(const Hint&)>& visit) override;
  Result<std::optional<Hint>> hint(const Position& position) override;
  Result<std::optional<std::string>> tree_entry(const Position& canonical, Color goal) override;
  Result<book::CommitCounts> commit(book::CommitBatch batch) override;

 private:
  book::Store& store_;
  const std::uint32_t run_;
  std::chrono::steady_clock::time_point last_sync_{};
};

}  // namespace tengen::coordinator
