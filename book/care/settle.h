// What comes into a book: records are checked by the verifier's code, whoever made them, and given
// their exact distances.
//
// A distance is exact with respect to the book. A position with the attacker to move is worth the
// distance of its record; without one, the plies of his shortest win of at most five fours (a five
// is 1, k fours and the five are 2k + 1). With the defender to move it is worth 1 + the most that
// any legal reply is worth, and 1 where every reply is a foul. A record's distance is 1 if its move
// makes five, else 1 + what the position after its move is worth. A record of a position with such
// a short win is that win: so to add it changes what no other position is worth. Nor does anything
// else that is added: what a record rests on is there before it, and stays.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "book/verifier/verifier.h"
#include "solver/game/prover.h"

namespace tengen::book {

class Store;

// What a book says of a canonical position, as a ProofLookup answers.
Result<std::optional<Win>> stored_move(const Store& store, const Position& canonical, Color goal);

struct UnsettledRecord {
  std::size_t index = 0;  // among those given
  std::string fault;      // one line: the position, the goal and why it is not proven
};

struct Settlement {
  // Those that hold and were not stored, children before parents, with exact distances: they may be
  // committed in this order, in parts of any size. One of a position with a short win has its first
  // move, and the kind kVcfLeaf.
  std::vector<ProofRecord> records;
  // Those that do not hold, or rest on one that does not, children before parents: the first is
  // false in itself.
  std::vector<UnsettledRecord> faults;
};

// Boards are kept between calls: there is one for each thread and goal. Owned by one thread.
class Settler {
 public:
  // `stored`: the records that count already, those that are to be stored among them. They are
  // taken as they say. It is called on all threads at once. REQUIRES: threads >= 1.
  Settler(const NaiveGame& game, ProofLookup stored, int threads);
  ~Settler();
  Settler(const Settler&) = delete;
  Settler& operator=(const Settler&) = delete;

  // The records may rest on each other and on those stored; what they say of distances and kinds is
  // not looked at. Of two of one position and goal the first counts, and what is stored more than
  // any: the others are passed over unchecked. A record that is malformed does not hold. Errors:
  // the lookup's, except kCorruption, by which a record is not there; kIo.
  Result<Settlement> settle(std::span<const ProofRecord> records);

  // What a position is worth by what is stored and by short wins; nothing where that does not prove
  // it. Errors as settle(). REQUIRES: a well-formed position of the board size.
  Result<std::optional<int>> value(const Position& position, Color goal);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tengen::book
