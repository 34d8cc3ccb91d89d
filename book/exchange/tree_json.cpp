#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "book/exchange/tree_writers.h"
#include "book/query/answer_json.h"
#include "book/query/query.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

class JsonTreeWriter final : public TreeWriter {
 public:
  explicit JsonTreeWriter(std::ostream& out) : TreeWriter(out) {}

  Status begin(const ProofTreeHead& head) override {
    size_ = head.position.size;
    goal_ = head.goal;
    const GameResult result = head.open                ? GameResult::kUnknown
                              : goal_ == Color::kBlack ? GameResult::kBlackWins
                                                       : GameResult::kWhiteWins;
    Json path = Json::array();
    for (const Move move : head.path) path.push_back(format_move(move, size_));
    const Json object = {
        {"position", format_position(head.position)},
        {"rules", head.rules},
        {"size", size_},
        {"to_move", color_name(head.position.to_move)},
        {"goal", color_name(head.goal)},
        {"status", verdict_name(verdict_for(result, goal_))},
        {"result", result_name(result)},
        {"distance", head.open ? Json(nullptr) : Json(head.distance_plies)},
        {"path", head.path.empty() ? Json(nullptr) : std::move(path)},
        {"reply_set", head.options.noted                 ? "noted"
                      : head.options.stored_replies_only ? "stored"
                                                         : "all"},
        {"max_ply", head.options.max_plies ? Json(*head.options.max_plies) : Json(nullptr)},
        {"notes", to_json(head.notes, size_)}};
    std::string text = object.dump();
    text.pop_back();  // the object goes on
    out_ << text << ",\"entries\":[";
    return written();
  }

  Status node(const ProofNode& node) override {
    out_ << fmt::format(
        "{}\n{{\"id\":{},\"parent\":{},\"ply\":{},\"move\":\"{}\",\"status\":\"{}\",\"result\":"
        "\"{}\",\"distance\":{},\"end\":\"{}\"",
        node.id > 1 ? "," : "", node.id, node.parent, node.ply, format_move(node.move, size_),
        verdict_name(verdict_for(node.result, goal_)), result_name(node.result),
        node.distance_plies > 0 ? fmt::to_string(node.distance_plies) : "null",
        node_end_name(node.end));
    if (node.end == NodeEnd::kTransposition) out_ << fmt::format(",\"same_as\":{}", node.same_as);
    if (!node.notes.empty()) out_ << ",\"notes\":" << to_json(node.notes, size_).dump();
    out_ << '}';
    return written();
  }

  Status end(const ProofTreeCounts& counts) override {
    const Json object = {{"nodes", counts.nodes},
                         {"stored", counts.stored},
                         {"transpositions", counts.transpositions},
                         {"open", counts.open}};
    out_ << "\n],\"counts\":" << object.dump() << "}\n";
    out_.flush();
    return written();
  }

 private:
  int size_ = 15;
  Color goal_ = Color::kBlack;
};

}  // namespace

std::unique_ptr<ProofTreeSink> json_tree_writer(std::ostream& out) {
  return std::make_unique<JsonTreeWriter>(out);
}

std::string_view node_end_name(NodeEnd end) {
  switch (end) {
    case NodeEnd::kGameOver:
      return "game_over";
    case NodeEnd::kShortWin:
      return "short_win";
    case NodeEnd::kTransposition:
      return "transposition";
    case NodeEnd::kCut:
      return "cut";
    case NodeEnd::kOpen:
      return "open";
    case NodeEnd::kRefuted:
      return "refuted";
    case NodeEnd::kGoesOn:
      break;
  }
  return "goes_on";
}

}  // namespace tengen::book
