// The certificate: a text that shows a proof to readers who have neither the book nor its code.
//
// Lines starting with '#' are comments; the first ones name the format, rules, board size, asked
// position and goal. Every other line is
//   BLACK/WHITE/SIDE <TAB> MOVE <TAB> DISTANCE
// for one position with the attacker to move that is reached from the asked one by the moves of the
// lines against every legal reply, passes included. Positions stand as they are reached, in the
// asker's frame, each once, depth first. A reached position without a line has a short VCF, which
// the reader finds for itself. The last line is "# end", with the number of lines.
//
// Several asked positions of one goal may share a certificate: each has its two lines in the head,
// and a position that several proofs need stands once.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <vector>

#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

struct ExportCounts {
  std::uint64_t lines = 0;       // positions written
  std::uint64_t replies = 0;     // replies of the defender gone through
  std::uint64_t short_wins = 0;  // of them, those whose position a short VCF wins
};

// Called now and then from the exporting thread.
using ExportProgress = std::function<void(const ExportCounts&)>;

// Streams the certificate. Errors: kNotFound when the book has no such proof or the proof has a
// hole, naming the moves that lead to it from the asked position (what was written before stays
// without an
// "# end" line); kIo when `out` fails; the store's errors.
// REQUIRES: position came from game.parse(); store and game have the same rules and size.
Result<ExportCounts> export_proof(const Store& store, const Game& game, const Position& position,
                                  Color goal, std::ostream& out,
                                  const ExportProgress& progress = {});
// The same for several positions. REQUIRES: one position or more.
Result<ExportCounts> export_proofs(const Store& store, const Game& game,
                                   std::span<const Position> positions, Color goal,
                                   std::ostream& out, const ExportProgress& progress = {});

// Those positions right after a legal reply that the book, or a short win, proves: what there is a
// certificate of while the position itself is open. Errors: the store's.
// REQUIRES: position.to_move is not `goal`; otherwise as above.
Result<std::vector<Position>> proven_replies(const Store& store, const Game& game,
                                             const Position& position, Color goal);

}  // namespace tengen::book
