#include <fmt/format.h>

#include <map>
#include <set>
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

// `composed`: one of the two parts of a value, between which a colon stands.
std::string sgf_text(const std::string& text, bool composed = false) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\' || (composed && c == ':')) escaped += '\\';
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
    std::string text = fmt::format("{}.\n{}", claim_text(head), tree_remark(head));
    const std::string comment =
        fmt::format("C[{}]{}", sgf_text(with_notes(text, head.notes)), on_points(head.notes));
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
         << '[' << sgf_point(node.move, size_) << "]C[" << sgf_text(with_notes(comment, node.notes))
         << ']' << on_points(node.notes);
    return written();
  }

  Status end(const ProofTreeCounts&) override {
    close_to(1);
    out_ << ")\n";
    out_.flush();
    return written();
  }

 private:
  [[nodiscard]] std::string with_notes(const std::string& text, std::span<const Note> notes) const {
    return says_something(notes) ? text + "\n\n" + notes_text(notes, size_) : text;
  }

  // Labels and marks. A point has one of each.
  [[nodiscard]] std::string on_points(std::span<const Note> notes) const {
    std::map<Move, std::string> labels;
    std::map<std::string_view, std::set<Move>> marks;
    std::set<Move> marked;
    for (const Note& note : notes) {
      for (const PointNote& one : note.points) {
        if (!one.label.empty()) labels.try_emplace(one.point, one.label);
        if (one.mark != PointMark::kNone && marked.insert(one.point).second) {
          marks[property_of(one.mark)].insert(one.point);
        }
      }
    }
    std::string text = labels.empty() ? "" : "LB";
    for (const auto& [point, label] : labels) {
      text += fmt::format("[{}:{}]", sgf_point(point, size_), sgf_text(label, true));
    }
    for (const auto& [property, points] : marks) {
      text += property;
      for (const Move point : points) text += fmt::format("[{}]", sgf_point(point, size_));
    }
    return text;
  }

  static std::string_view property_of(PointMark mark) {
    switch (mark) {
      case PointMark::kTriangle:
        return "TR";
      case PointMark::kSquare:
        return "SQ";
      case PointMark::kCircle:
        return "CR";
      case PointMark::kCross:
      case PointMark::kNone:
        break;
    }
    return "MA";
  }

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
