// What the writers of proven trees say in words.
#pragma once

#include <span>
#include <string>

#include "book/exchange/proof_tree.h"

namespace tengen::book {

// "Black wins in at most 35 plies".
[[nodiscard]] std::string win_text(Color goal, int distance_plies);
// "h8 h9 i9".
[[nodiscard]] std::string line_text(std::span<const Move> moves, int size);
// "Black wins in at most 35 plies", or how much of an open position is proven.
[[nodiscard]] std::string claim_text(const ProofTreeHead& head);
// Of the position after a node's move: as win_text(), or "open", or "draw".
[[nodiscard]] std::string verdict_text(const ProofNode& node);
// What to say at a node beside its verdict; empty for most.
[[nodiscard]] std::string node_remark(const ProofNode& node, int size);
// What the file holds, in a line or two without the verdict.
[[nodiscard]] std::string tree_remark(const ProofTreeHead& head);

}  // namespace tengen::book
