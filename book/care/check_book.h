// Whether a book is whole and true: its files, its entries and its proofs. Changes nothing, needs
// no lock, goes on after a fault as far as it can.
//  1. Every table file's blocks are read and their checksums compared.
//  2. Every entry is decoded: keys canonical, values well formed, runs in the table of runs; no
//     position with a proof for both goals. The scan ends with the iterator's own status, and what
//     it found is held against what the tables say they hold, for a damaged block can look like a
//     short clean end.
//  3. Closure: every reply to every record is met by a record, by short fours or by the rules, and
//     the distances fit: they are exact by what the records say that a record rests on (settle.h).
//     That is what `tengen verify` does, by the same code, but record by record
//     in key order instead of from the roots on.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "book/store/store.h"

namespace tengen::book {

enum class CheckFaultKind {
  kDamage,    // bytes are wrong or claims contradict
  kHole,      // in a proof; also a distance below that of the proof
  kDistance,  // of a record that holds: not the exact one
};

struct CheckFault {
  std::string where;  // a file, or a position and its goal
  std::string what;   // one line
  CheckFaultKind kind = CheckFaultKind::kDamage;
};

struct CheckReport {
  std::string path;
  std::string rules;
  int size = 0;
  std::uint64_t tables = 0;       // files whose checksums were compared
  std::uint64_t table_bytes = 0;  // of them
  std::uint64_t runs = 0;
  BookCounts counts;               // by the scan
  std::uint64_t estimated = 0;     // records, as RocksDB estimates without a scan
  std::uint64_t claims_total = 0;  // records whose proofs are to be checked
  std::uint64_t claims_checked = 0;
  std::vector<CheckFault> faults;  // the first ones
  std::uint64_t damages_total = 0;
  std::uint64_t holes_total = 0;
  std::uint64_t distances_total = 0;
  double seconds = 0;
};

struct CheckOptions {
  bool closure = true;
  int threads = 1;  // for the closure
  std::size_t max_faults = 100;
  // Called now and then from the caller's thread.
  std::function<void(const CheckReport&)> progress;
};

// Errors: as Store::open_read_only(), but damage is a fault of the report; kIo. REQUIRES:
// threads >= 1.
Result<CheckReport> check_book(const std::string& path, const CheckOptions& options);

}  // namespace tengen::book
