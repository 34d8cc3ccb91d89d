#include <fmt/format.h>

#include <vector>

#include "book/exchange/tree_text.h"
#include "book/exchange/tree_writers.h"
#include "book/store/store.h"

namespace tengen::book {
namespace {

std::string sgf_point(Move move, int size) {
  if (move == kPass) return {};
  const auto letter = [](int index) { return static_cast<char>('a' + index); };
  return {letter(move % size), letter(size - 1 - move / size)};
}

std::string sgf_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

char side_letter(Color color) { return color == Color::kBlack ? 'B' : 'W'; }

class SgfTreeWriter final : public TreeWriter {
 public:
  explicit SgfTreeWriter(std::ostream& out) : TreeWriter(out) {}

  Status begin(const ProofTreeHead& head) override {
    size_ = head.position.size;
    goal_ = head.goal;
    out_ << fmt::format("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]SZ[{}]RU[{}]", tengen_version(), size_,
                        sgf_text(std::string(head.rules)));
    const std::string comment = fmt::format("C[{}.\n{}]", claim_text(head), tree_remark(head));
    if (head.path.empty()) {
      set_up("AB", head.position.black);
      set_up("AW", head.position.white);
      out_ << "PL[" << side_letter(head.position.to_move) << ']' << comment;
    }
    Color side = Color::kBlack;
    for (std::size_t i = 0; i < head.path.size(); ++i) {
      out_ << ';' << side_letter(side) << '[' << sgf_point(head.path[i], size_) << ']';
      if (i + 1 == head.path.size()) out_ << comment;
      side = opponent(side);
    }
    return written();
  }

  Status node(const ProofNode& node) override {
    close_to(node.ply);
    // A node in a variation of its own closes it when the next of its ply comes.
    const bool variation = node.has_sibling || follows_sibling_;
    follows_sibling_ = false;
    while (static_cast<int>(open_.size()) < node.ply) open_.push_back(false);
    open_[static_cast<std::size_t>(node.ply) - 1] = variation;
    std::string comment = verdict_text(node);
    if (const std::string remark = node_remark(node, size_); !remark.empty()) {
      comment += node.end == NodeEnd::kShortWin ? ' ' + remark : ": " + remark;
    }
    out_ << (variation ? "\n(;" : ";") << side_letter(node.by_attacker ? goal_ : opponent(goal_))
         << '[' << sgf_point(node.move, size_) << "]C[" << sgf_text(comment) << ']';
    return written();
  }

  Status end(const ProofTreeCounts&) override {
    close_to(1);
    out_ << ")\n";
    out_.flush();
    return written();
  }

 private:
  void set_up(std::string_view property, const std::vector<Move>& stones) {
    if (stones.empty()) return;
    out_ << property;
    for (const Move point : stones) out_ << '[' << sgf_point(point, size_) << ']';
  }

  // Ends the nodes from that ply on.
  void close_to(int ply) {
    while (static_cast<int>(open_.size()) >= ply) {
      if (open_.back()) out_ << ')';
      follows_sibling_ = open_.back();
      open_.pop_back();
    }
  }

  int size_ = 15;
  Color goal_ = Color::kBlack;
  std::vector<bool> open_;  // by ply from 1: whether a "(" waits for its ")"
  bool follows_sibling_ = false;
};

}  // namespace

std::unique_ptr<ProofTreeSink> sgf_tree_writer(std::ostream& out) {
  return std::make_unique<SgfTreeWriter>(out);
}

}  // namespace tengen::book
