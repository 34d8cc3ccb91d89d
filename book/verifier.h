// The separate verifier: walks a proof from the book alone and tries every legal reply. It shares
// with the solver nothing but positions and their text: own rules, own symmetries, own search for
// wins by fours, so that one fault cannot both make a wrong proof and pass it.
//
// A goal (the attacker) is proven in a position when
//  * attacker to move: he makes five; or a record exists and the position after its move is proven;
//    or, without a record, he has a win by continuous fours (found here, within a budget);
//  * defender to move: every reply is refuted. Replies are all empty points, and a pass once six
//    stones are on the board. A black reply that is a foul (and no five) loses at once. Any five of
//    the defender, and a full board, refutes the claim.
// A record's move must be an empty point, and no foul of Black. What fails is a hole, named by its
// moves.
//
// Distances. A record's distance is an upper bound on the plies of the proof, so it must not be
// less than 2 + the distance after each reply: that of its record, or of a win by fours, whichever
// is shorter. The line of fours found here may be longer than the one the solver knew. So when it
// does not fit into the record's distance, a shorter one is searched for, and only if there is
// certainly none is it a hole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/base/status.h"
#include "solver/game/position.h"

namespace tengen::book {

// What a record says to the attacker. Any value is met with a hole at worst: nothing is trusted.
struct ProofMove {
  Move move = kNoMove;
  int distance_plies = 0;
};

// The record of a canonical position (no symmetry is handled inside) with `goal` to move, if there
// is one that says "proven". kCorruption (one damaged record) becomes a hole; other errors end the
// run.
using ProofLookup =
    std::function<Result<std::optional<ProofMove>>(const Position& canonical, Color goal)>;

struct Hole {
  std::vector<Move> moves;  // from the root, in the asker's orientation; kPass for a pass
  std::string reason;       // one line
};

struct VerifyReport {
  bool complete = false;  // the whole proof was walked and holds
  bool stopped = false;   // by VerifyOptions::stop

  // Attacker-to-move positions looked at one by one; each counts once, symmetric ones together.
  std::int64_t records_used = 0;  // proven by a record
  std::int64_t vcf_leaves = 0;    // proven by an own search for continuous fours
  std::int64_t defender_positions = 0;

  // Replies, all defender positions together. Each is a foul, a five, or met in one of four ways.
  std::int64_t replies_tried = 0;  // points and passes
  std::int64_t passes_tried = 0;
  std::int64_t foul_replies = 0;
  std::int64_t replies_met_by_five = 0;
  std::int64_t replies_met_by_replay =
      0;  // fours that won after another reply of the same position

  std::int64_t damaged_records = 0;
  int max_depth_plies = 0;  // from the root, without the lines of continuous fours
  double seconds = 0;

  std::vector<Hole> holes;  // the first ones, VerifyOptions::max_holes at most
  std::int64_t holes_total = 0;

  // Looked at one by one, that is without those met by five or by replay.
  [[nodiscard]] std::int64_t attacker_positions() const { return records_used + vcf_leaves; }
};

// What earlier walks over the same book have proven, so that the next need not walk it again.
// Opaque to its owner.
struct VerifyMemory {
  struct Verdict {
    bool proven = false;
    int distance_plies = 0;  // of the proof found first; there may be a shorter one
  };
  std::unordered_map<std::string, Verdict> verdicts;  // by goal and canonical position
};

struct VerifyOptions {
  std::size_t max_holes = 100;
  std::int64_t vcf_max_nodes = 500'000;  // for each search
  // Wins with at most so many fours before the five need no record; longer ones do, so that a
  // missing record is noticed.
  int vcf_max_fours = 5;
  // Whether a record is looked up for every reply not met by five, so that wrong records are found
  // even where the proof could do without. Otherwise fours that worked for another reply are tried
  // before, which is faster.
  bool check_spare_records = true;
  // Shared by several walks of one book, one after another; the counts are then of what was new.
  // Not owned; may be null.
  VerifyMemory* memory = nullptr;
  // Called with the report so far, thousands of times a second: throttle it.
  std::function<void(const VerifyReport&)> progress;
  // Polled often; true ends the walk.
  std::function<bool()> stop;
};

// Verifies that `goal` wins from `root`. kInvalidArgument if the root is not a position at all, or
// somebody has five already; kInvalidArgument, kIo, ... from the lookup. Single-threaded; the
// functions passed are called on the caller's thread, and an exception of theirs becomes a kIo
// status.
Result<VerifyReport> verify(const Position& root, Color goal, const ProofLookup& lookup,
                            const VerifyOptions& options = {});

}  // namespace tengen::book
