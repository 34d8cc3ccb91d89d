#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "book/exchange/tree_page.h"
#include "book/exchange/tree_text.h"
#include "book/exchange/tree_writers.h"
#include "book/web/assets.h"
#include "book/web/script.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

// In the page each node is a word: a ")" for each level to go up from the node before (without one
// it is that node's child), the move, ":", the distance (0 where nobody is known to win), and a
// letter for what ends it.
std::string end_mark(const ProofNode& node) {
  switch (node.end) {
    case NodeEnd::kGameOver:
      return "!";
    case NodeEnd::kShortWin:
      return "f";
    case NodeEnd::kTransposition:
      return fmt::format("={}", node.same_as);
    case NodeEnd::kCut:
      return "c";
    case NodeEnd::kOpen:
      return "?";
    case NodeEnd::kRefuted:
      return "x";
    case NodeEnd::kGoesOn:
      break;
  }
  return {};
}

class HtmlTreeWriter final : public TreeWriter {
 public:
  explicit HtmlTreeWriter(std::ostream& out) : TreeWriter(out) {}

  Status begin(const ProofTreeHead& head) override {
    size_ = head.position.size;
    if (says_something(head.notes)) keep(0, head.notes);
    const auto names = [this](const std::vector<Move>& moves) {
      Json list = Json::array();
      for (const Move move : moves) list.push_back(format_move(move, size_));
      return list;
    };
    const Json tree = {{"size", size_},
                       {"black", names(head.position.black)},
                       {"white", names(head.position.white)},
                       {"path", names(head.path)},
                       {"to_move", color_name(head.position.to_move)},
                       {"goal", color_name(head.goal)},
                       {"open", head.open},
                       {"claim", claim_text(head)},
                       {"remark", tree_remark(head)}};
    out_ << kTreePageHead << asset_text("/colours.css") << kTreePageBody
         << "const tree = " << tree.dump() << ";\n"
         << script_of({"/russian.js", "/tree.js"}) << kTreePageScript
         << "<script type=\"text/plain\" id=\"nodes\">";
    return written();
  }

  Status node(const ProofNode& node) override {
    if (says_something(node.notes)) keep(node.id, node.notes);
    out_ << (node.id % 16 == 1 ? '\n' : ' ');
    for (int up = last_ply_ - node.ply; node.id > 1 && up >= 0; --up) out_ << ')';
    last_ply_ = node.ply;
    out_ << format_move(node.move, size_) << ':' << node.distance_plies << end_mark(node);
    return written();
  }

  Status end(const ProofTreeCounts&) override {
    std::string words = words_.dump();
    // Nothing that somebody has written ends a script.
    for (std::size_t at = 0; (at = words.find('<', at)) != std::string::npos;) {
      words.replace(at, 1, "\\u003c");
    }
    out_ << "\n</script>\n<script type=\"application/json\" id=\"notes\">" << words
         << "</script>\n<script>start()</script>\n</body>\n</html>\n";
    out_.flush();
    return written();
  }

 private:
  void keep(std::uint64_t id, std::span<const Note> notes) {
    words_[std::to_string(id)] = notes_text(notes, size_);
  }

  Json words_ = Json::object();  // by the node's id; 0 is the position asked
  int size_ = 15;
  int last_ply_ = 0;
};

}  // namespace

std::unique_ptr<ProofTreeSink> html_tree_writer(std::ostream& out) {
  return std::make_unique<HtmlTreeWriter>(out);
}

}  // namespace tengen::book
