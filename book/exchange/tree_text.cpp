#include "book/exchange/tree_text.h"

#include <fmt/format.h>

namespace tengen::book {

std::string win_text(Color goal, int distance_plies) {
  return fmt::format("{} wins in at most {} {}", goal == Color::kBlack ? "Black" : "White",
                     distance_plies, distance_plies == 1 ? "ply" : "plies");
}

std::string claim_text(const ProofTreeHead& head) {
  if (!head.open) return win_text(head.goal, head.distance_plies);
  if (head.options.noted) return "Lines with notes of imported files";
  const char* const winner = head.goal == Color::kBlack ? "Black" : "White";
  if (head.proven_moves == 0) return fmt::format("Open: what is proven of {} winning", winner);
  return fmt::format("Open: {} wins after {} of {} replies", winner, head.proven_moves, head.moves);
}

std::string verdict_text(const ProofNode& node) {
  switch (node.result) {
    case GameResult::kBlackWins:
      return win_text(Color::kBlack, node.distance_plies);
    case GameResult::kWhiteWins:
      return win_text(Color::kWhite, node.distance_plies);
    case GameResult::kDraw:
      return "draw";
    case GameResult::kUnknown:
      break;
  }
  return "open";
}

std::string line_text(std::span<const Move> moves, int size) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    text += format_move(move, size);
  }
  return text;
}

std::string node_remark(const ProofNode& node, int size) {
  switch (node.end) {
    case NodeEnd::kShortWin:
      return "by fours";
    case NodeEnd::kTransposition:
      return fmt::format("the position after {}: see there", line_text(node.same_as_line, size));
    case NodeEnd::kGoesOn:
    case NodeEnd::kGameOver:
    case NodeEnd::kCut:
    case NodeEnd::kOpen:
    case NodeEnd::kRefuted:
      break;
  }
  return {};
}

std::string tree_remark(const ProofTreeHead& head) {
  if (head.options.noted) {
    std::string words = "The words are those of the files in brackets; verdicts are of the book.";
    if (head.options.max_plies)
      words += fmt::format(" Cut after {} plies.", *head.options.max_plies);
    return words;
  }
  std::string text =
      head.options.stored_replies_only
          ? "Replies: all but those that lose to a few fours."
          : "Replies: every legal one, passes too; a win by a few fours has its first move.";
  if (head.open) text += " What is not proven is marked as open.";
  if (head.options.max_plies) text += fmt::format(" Cut after {} plies.", *head.options.max_plies);
  return text;
}

}  // namespace tengen::book
