// Takes a certificate into a book. Every line is checked by the verifier's code against all legal
// replies before it counts; whoever wrote the certificate is not trusted. The lines are kept in
// memory, some 150 bytes each, until all of them have been checked; then they are stored, those of
// most progress first, so that the book has whole proofs at every moment. A distance of the
// certificate may be too large, but not too small; what is stored is exact (settle.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "book/exchange/proof_text.h"
#include "book/store/store.h"

namespace tengen::book {

// A certificate of more lines is refused, for its memory.
constexpr std::uint64_t kMostProofLines = 20'000'000;

struct ProofImportProgress {
  std::uint64_t lines = 0;    // read
  std::uint64_t records = 0;  // of different positions, once all lines are read
  std::uint64_t checked = 0;
  std::uint64_t mended = 0;  // lines that did not hold, searched and proven
  std::uint64_t mend_nodes = 0;
  std::uint64_t stored = 0;
};

struct ProofImportOptions {
  std::string file;    // its name, for errors about the certificate
  std::string book;    // made when it is missing or empty, once there is something to store
  std::string source;  // what the run table of the book will say of the records: host, file
  // The game that it must be of; "" and 0: any, as long as the book is for the same.
  std::string rules;
  int size = 0;
  int threads = 1;
  // Stores what is proven by lines of the certificate even if other lines are not.
  bool partial = false;
  // Read the certificate as one of this position, which differs from its own in one stone
  // (point_exchange.h). Moves of lines that are not proven then are kept as hints.
  std::optional<Position> as;
  // Read a certificate of other rules as one of `rules`, on the same board. Each line is checked by
  // these; moves of lines that are not proven then are kept as hints. REQUIRES: `rules` and `size`.
  bool other_rules = false;
  // What is borrowed in one of these ways and does not hold is searched (mending.h), for up to so
  // many nodes a line: first all for a few, then what is left for more. 0: no search. Of the
  // records that this finds none has a line.
  std::uint64_t mend_nodes = 0;
  std::uint64_t mend_memory_bytes = std::uint64_t{512} << 20;  // of each thread, while it mends
  std::size_t records_per_commit = 4096;
  // Called now and then from the caller's thread, and after each commit.
  std::function<void(const ProofImportProgress&)> progress;
};

struct ProofImportReport : ProofImportProgress {
  std::uint64_t unproven = 0;       // records that are not proven; none is stored
  std::vector<std::string> faults;  // of the first of them, each with its line
  std::vector<ProofRoot> roots;     // as the certificate asks
  std::vector<bool> roots_proven;
  CommitCounts counts;
  double seconds = 0;
};

// Errors: kInvalidArgument for what is no certificate, naming the line, for one that cannot be read
// `as` asked, and, unless `partial`, for one with a hole, naming the line that is not proven;
// kIncompatible for a game that the verifier does not know, or another than asked or the book's;
// kCorruption for a contradiction with the book. Nothing is stored then. The store's errors, which
// may come when part is stored: doing the same again goes on. REQUIRES: threads >= 1.
Result<ProofImportReport> import_proof(std::istream& in, const ProofImportOptions& options);

}  // namespace tengen::book
