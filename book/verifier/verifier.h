// The separate verifier: walks a proof from the book alone and tries every legal reply. It shares
// with the solver nothing but positions and their text: own rules, own symmetries, own search for
// wins by fours, so that one fault cannot both make a wrong proof and pass it.
//
// A goal (the attacker) is proven in a position when
//  * attacker to move: he makes five; or a record exists and the position after its move is proven;
//    or, without a record, he has a win by continuous fours (found here, within a budget);
//  * defender to move: every reply is refuted. Replies are all empty points, and, where the rules
//    have passes, one once six stones are on the board; but one that follows a pass, in an asked
//    position, draws and refutes the claim. A black reply that is a foul (and no five) loses at
//    once. Any five of the defender, and a full board, refutes the claim.
// A record's move must be an empty point, and no foul of Black. What fails is a hole, named by its
// moves.
//
// Distances. A record's distance is an upper bound on the plies of the proof, so it must not be
// less than 2 + the distance after each reply: that of its record, or of a win by fours, whichever
// is shorter. The line of fours found here may be longer than the one the solver knew. So when it
// does not fit into the record's distance, a shorter one is searched for, and only if there is
// certainly none is it a hole.
//
// So a record says what it needs of other records, and each can be checked on its own
// (claim_check.h), by any number of threads. The walk goes from the root on by number of stones: no
// reply leads to fewer. Who comes first to a position is settled by its place in the walk, not by
// time, so the report is the same for every number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/record_filter.h"
#include "solver/base/status.h"
#include "solver/game/position.h"
#include "solver/game/win.h"

namespace tengen::book {

// The record of a canonical position (no symmetry is handled inside) with `goal` to move, if there
// is one that says "proven". kCorruption (one damaged record) becomes a hole; other errors end the
// run. A record is asked for also where a reply could be met without one, so that all are checked.
// Any value is met with a hole at worst: nothing is trusted.
using ProofLookup =
    std::function<Result<std::optional<Win>>(const Position& canonical, Color goal)>;

struct Hole {
  std::vector<Move> moves;  // from the root, in the asker's orientation; kPass for a pass
  std::string reason;       // one line
};

// What replies came to. Each is a foul, met in one of the ways below, met by a record, or a hole.
struct ReplyCounts {
  std::int64_t defender_positions = 0;
  std::int64_t replies_tried = 0;  // points and passes
  std::int64_t passes_tried = 0;
  std::int64_t foul_replies = 0;
  std::int64_t replies_met_by_five = 0;
  std::int64_t replies_met_by_replay =
      0;                        // fours that won after another reply of the same position
  std::int64_t vcf_leaves = 0;  // met by an own search for continuous fours; the root too, if so

  void add(const ReplyCounts& more);
};

struct VerifyReport : ReplyCounts {
  bool complete = false;  // the whole proof was walked and holds
  bool stopped = false;   // by VerifyOptions::stop

  std::int64_t records_used = 0;  // each position counts once, symmetric ones together
  std::int64_t damaged_records = 0;
  int max_depth_plies = 0;  // from the root, without the lines of continuous fours
  double seconds = 0;

  std::vector<Hole> holes;  // the first ones, VerifyOptions::max_holes at most
  std::int64_t holes_total = 0;
};

// What earlier walks over the same book have proven, so that the next need not walk it again.
// Opaque to its owner.
struct VerifyMemory {
  std::unordered_set<std::string> proven;  // by goal and canonical position
};

struct VerifyOptions {
  std::size_t max_holes = 100;
  std::int64_t vcf_max_nodes = 500'000;  // for each search
  // Wins with at most so many fours before the five need no record; longer ones do, so that a
  // missing record is noticed.
  int vcf_max_fours = 5;
  int threads = 1;  // the caller's is one of them
  // Knows all positions with a record of the goal, so that the others need no look-up. Not owned;
  // null: every reply not met by five is looked up.
  const RecordFilter* filter = nullptr;
  // Shared by several walks of one book, one after another; the counts are then of what was new.
  // Not owned; may be null.
  VerifyMemory* memory = nullptr;
  // Called with the report so far, now and then; throttle it.
  std::function<void(const VerifyReport&)> progress;
  // Polled often; true ends the walk.
  std::function<bool()> stop;
};

// Verifies that `goal` wins from `root`. kInvalidArgument if the root is not a position of the game
// at all, or the game is over; kInvalidArgument, kIo, ... from the lookup. The lookup is called on
// all threads at once, progress and stop on the caller's only; an exception of theirs becomes a kIo
// status. REQUIRES: threads >= 1; a filter of the root's board size.
Result<VerifyReport> verify(const NaiveGame& game, const Position& root, Color goal,
                            const ProofLookup& lookup, const VerifyOptions& options = {});

}  // namespace tengen::book
