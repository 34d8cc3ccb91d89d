// Files of a proven tree (proof_tree.h) for people and programs, written in one pass.
#pragma once

#include <memory>
#include <ostream>
#include <string_view>

#include "book/exchange/proof_tree.h"

namespace tengen::book {

// What the writers share.
class TreeWriter : public ProofTreeSink {
 protected:
  explicit TreeWriter(std::ostream& out) : out_(out) {}
  // Whether all has gone out so far.
  [[nodiscard]] Status written() const {
    return out_ ? Status() : Status(StatusCode::kIo, "cannot write the tree");
  }

  std::ostream& out_;
};

// RenLib (renlib.h), minor 0 where the tree has neither passes nor a first move off h8. Moves carry
// W or L, for the side that makes them, and the ply of the file at which the game is over at the
// latest, or ? where they are open, or D for a draw; comments say the distance, and where a
// transposition is gone into. 15x15 only.
[[nodiscard]] std::unique_ptr<ProofTreeSink> lib_tree_writer(std::ostream& out);

// SGF FF[4]: set-ups as AB, AW, PL; the comment of a node says the distance.
[[nodiscard]] std::unique_ptr<ProofTreeSink> sgf_tree_writer(std::ostream& out);

// One JSON object: position, rules, size, to_move, goal, status, result, distance, path, reply_set,
// max_ply, notes, entries, counts; result "unknown" and distance null where something is open.
// `entries` has the nodes in pre-order, one a line: id, parent (0: the position asked), ply, move,
// status, result, distance, end (of NodeEnd), same_as for transpositions, and notes where there
// are.
[[nodiscard]] std::unique_ptr<ProofTreeSink> json_tree_writer(std::ostream& out);

// One page without outside parts, that steps through the tree on a board.
[[nodiscard]] std::unique_ptr<ProofTreeSink> html_tree_writer(std::ostream& out);

// "goes_on", "game_over", "short_win", "transposition", "cut", "open", "refuted".
[[nodiscard]] std::string_view node_end_name(NodeEnd end);

}  // namespace tengen::book
