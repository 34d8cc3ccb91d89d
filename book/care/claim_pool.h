// Checks records one by one, on several threads, by the verifier's code (claim_check.h). A record
// that holds rests on others only with more progress (NaiveGame), so when all records of a set hold
// that rest on nothing outside of it, all of them are proven.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "book/verifier/claim_check.h"
#include "book/verifier/record_filter.h"
#include "book/verifier/verifier.h"
#include "solver/game/prover.h"

namespace tengen::book {

// What is wrong with one record; empty when it holds, as long as those do that it rests on.
using ClaimFaults = std::vector<Hole>;  // moves from the record's position

// One line: "SETUP, goal COLOR, after MOVES: REASON".
std::string claim_fault_text(const Position& position, Color goal, const Hole& hole);

// As ClaimPool::check() has them.
ClaimFaults faults_of(const ClaimReport& report);

struct PoolReport : ClaimReport {
  // Of the record's own position, attacker to move: what it is worth whatever its record says.
  std::optional<Win> short_win;
};

// What the record's position is worth (settle.h) when those are worth what their records say that
// the report reaches. REQUIRES: the record holds, or there is a short win.
int exact_distance(const PoolReport& report);

// Owned by one thread.
class ClaimPool {
 public:
  // How many records are best checked at once.
  static constexpr std::size_t kRecordsAtOnce = 1024;

  // REQUIRES: threads >= 1.
  ClaimPool(const NaiveGame& game, ProofLookup lookup, int threads,
            ClaimScope scope = ClaimScope::kAll);
  ~ClaimPool();

  // With kAll: a position with a record of that goal. Those that were not told of here are not
  // looked up, and must then be won by fours (record_filter.h). With kEnough nobody needs to tell.
  // REQUIRES: a position of the board size.
  void know(const Position& position, Color goal);

  // The faults of each record, in their order. kAllReplies and all kinds are checked alike: the
  // move if the attacker is to move, every reply, the distance. Errors: the lookup's, kIo.
  // REQUIRES: well-formed positions of the board size; kAllReplies with the defender to move.
  Result<std::vector<ClaimFaults>> check(std::span<const ProofRecord> records);

  // The same in full: what the verifier says of each record, with the positions it rests on. With
  // kEnough, one of a position with a short win says no more than that.
  Result<std::vector<PoolReport>> reports(std::span<const ProofRecord> records);

 private:
  struct Goal;
  struct Thread;

  PoolReport report_on(Thread& thread, const ProofRecord& record) const;

  const ClaimScope scope_;
  const ProofLookup lookup_;
  std::vector<std::unique_ptr<Goal>> goals_;  // by colour
  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace tengen::book
