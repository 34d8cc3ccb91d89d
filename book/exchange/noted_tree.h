// The lines of imported files that have notes, walked in pre-order for the writers of trees
// (proof_tree.h): what is said, with the verdicts of the book beside it.
#pragma once

#include <vector>

#include "book/exchange/proof_tree.h"

namespace tengen::book {

// The notes on the position after the node's move; puts label and mark of the move into the node.
Result<std::vector<Note>> add_notes(const Store& store, const Game& game, const Position& before,
                                    ProofNode& node);

// Walks from the position through the moves that lead to notes, in board order, into the sink.
// A position that is reached in several orders of moves is gone into once. Memory: about 200 bytes
// and the moves to it for each. Errors: kNotFound where nothing is said of the position nor behind
// it; the sink's and the store's. REQUIRES: as walk_proof_tree(), with `options.noted`.
Result<ProofTreeCounts> walk_noted_tree(const Store& store, const Game& game,
                                        const Position& position, const std::vector<Move>& path,
                                        Color goal, const ProofTreeOptions& options,
                                        ProofTreeSink& sink,
                                        const ProofTreeProgress& progress = {});

}  // namespace tengen::book
