#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "book/exchange/renlib.h"
#include "book/exchange/tree_text.h"
#include "book/exchange/tree_writers.h"
#include "book/store/store.h"

namespace tengen::book {
namespace {

constexpr Move kCentre = kLibBoardSize * kLibBoardSize / 2;
constexpr std::size_t kStonesBeforePass = 6;

// Some order of moves to a set-up: stones in board order, and passes for the side with fewer.
std::vector<Move> some_path(const Position& position) {
  std::vector<Move> path;
  std::size_t black = 0;
  std::size_t white = 0;
  while (black < position.black.size() || white < position.white.size() ||
         (path.size() % 2 == 0) != (position.to_move == Color::kBlack)) {
    const bool blacks_turn = path.size() % 2 == 0;
    const std::vector<Move>& stones = blacks_turn ? position.black : position.white;
    std::size_t& next = blacks_turn ? black : white;
    path.push_back(next < stones.size() ? stones[next++] : kPass);
  }
  return path;
}

class LibTreeWriter final : public TreeWriter {
 public:
  explicit LibTreeWriter(std::ostream& out) : TreeWriter(out) {}

  Status begin(const ProofTreeHead& head) override {
    if (head.position.size != kLibBoardSize) {
      return invalid_argument("RenLib files are for boards of 15x15");
    }
    const std::vector<Move> path = head.path.empty() ? some_path(head.position) : head.path;
    path_length_ = static_cast<int>(path.size());
    const bool plain =
        !path.empty() && path.front() == kCentre &&
        std::count(path.begin(), path.end(), kPass) == 0 && head.options.max_plies &&
        head.position.stone_count() + static_cast<std::size_t>(*head.options.max_plies) <=
            kStonesBeforePass;
    writer_.emplace(out_, plain ? 0 : 4);
    // RenLib shows the part before 08 as a title.
    std::string comment = fmt::format(
        "{}\x08{}\r\nW, L: for the side that makes the move; the number is that of the "
        "last move.{}\r\nTengen {}",
        claim_text(head), tree_remark(head), head.open ? " ?: open." : "", tengen_version());
    if (says_something(head.notes)) comment += "\r\n\r\n" + lines_of(head.notes);
    goal_ = head.goal;
    if (!plain) {
      LibNode root;
      if (path.empty()) root.comment = comment;
      writer_->node(root);
    }
    for (int i = 0; i < path_length_; ++i) {
      LibNode node;
      node.depth = i + 1;
      node.move = path[static_cast<std::size_t>(i)];
      node.is_start = i + 1 == path_length_;
      if (node.is_start) node.comment = comment;
      writer_->node(std::move(node));
    }
    return written();
  }

  Status node(const ProofNode& node) override {
    LibNode line;
    line.depth = path_length_ + node.ply;
    line.move = node.move;
    line.has_sibling = node.has_sibling;
    line.board_text = board_text(node);
    const bool is_plain = node.end == NodeEnd::kGameOver || node.end == NodeEnd::kShortWin ||
                          node.end == NodeEnd::kOpen;
    if ((node.by_attacker && !is_plain) || node.end == NodeEnd::kRefuted) {
      line.comment = verdict_text(node);
    } else if (node.end == NodeEnd::kTransposition) {
      line.comment = node_remark(node, kLibBoardSize);
    }
    if (says_something(node.notes)) {
      if (line.comment.empty()) line.comment = verdict_text(node);
      line.comment += '\x08' + lines_of(node.notes);
    }
    line.marked = node.marked;
    writer_->node(std::move(line));
    return written();
  }

  Status end(const ProofTreeCounts&) override { return writer_->finish(); }

 private:
  [[nodiscard]] std::string board_text(const ProofNode& node) const {
    // An open move has the label that somebody gave it, which is not taken for a verdict then.
    if (node.result == GameResult::kUnknown) return '?' + node.label;
    if (node.result == GameResult::kDraw) return "D";
    const bool goal_wins = (node.result == GameResult::kBlackWins) == (goal_ == Color::kBlack);
    const bool mover_wins = node.by_attacker == goal_wins;
    return fmt::format("{}{}", mover_wins ? 'W' : 'L',
                       path_length_ + node.ply - 1 + node.distance_plies);
  }

  // What is said, as RenLib has lines.
  static std::string lines_of(std::span<const Note> notes) {
    std::string lines;
    for (const char c : notes_text(notes, kLibBoardSize)) {
      if (c == '\n') lines += '\r';
      lines += c;
    }
    return lines;
  }

  std::optional<LibWriter> writer_;
  Color goal_ = Color::kBlack;
  int path_length_ = 0;
};

}  // namespace

std::unique_ptr<ProofTreeSink> lib_tree_writer(std::ostream& out) {
  return std::make_unique<LibTreeWriter>(out);
}

}  // namespace tengen::book
