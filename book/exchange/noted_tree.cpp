#include "book/exchange/noted_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "book/query/evaluator.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 8;

struct Frame {
  Position position;
  std::vector<Move> moves;
  std::size_t next = 0;
  std::uint64_t parent = 0;
};

struct FirstVisit {
  std::uint64_t id = 0;
  std::vector<Move> line;
};

class Walk {
 public:
  Walk(const Store& store, const Game& game, ProofTreeHead head, ProofTreeSink& sink,
       const ProofTreeProgress& progress)
      : store_(store),
        game_(game),
        evaluator_(store, game),
        head_(std::move(head)),
        sink_(sink),
        progress_(progress) {}

  Result<ProofTreeCounts> run() {
    const Result<std::vector<Note>> notes = store_.notes(head_.position);
    if (!notes.ok()) return notes.status();
    if (notes.value().empty()) {
      return Status(StatusCode::kNotFound,
                    fmt::format("book {} has no notes on {} nor behind it", store_.path(),
                                format_position(head_.position)));
    }
    Frame root{.position = head_.position, .moves = moves_to(head_.position, notes.value())};
    head_.notes = notes.value();
    head_.open = true;
    head_.moves = static_cast<int>(root.moves.size());
    visited_[encode_position(root.position)] = {};
    Status status = sink_.begin(head_);
    stack_.push_back(std::move(root));
    while (status.ok() && !stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next == frame.moves.size()) {
        stack_.pop_back();
        if (!line_.empty()) line_.pop_back();
        continue;
      }
      status = write(frame, frame.moves[frame.next++]);
    }
    if (status.ok()) status = sink_.end(counts_);
    if (!status.ok()) return status;
    return counts_;
  }

 private:
  // The legal moves that lead to more.
  [[nodiscard]] std::vector<Move> moves_to(const Position& position,
                                           const std::vector<Note>& notes) const {
    std::vector<Move> leads;
    for (const Note& note : notes) {
      leads.insert(leads.end(), note.leads_to.begin(), note.leads_to.end());
    }
    if (leads.empty()) return {};
    std::vector<Move> moves = game_.legal_moves(position);
    std::erase_if(moves, [&](Move move) { return std::ranges::count(leads, move) == 0; });
    return moves;
  }

  // Not used once the stack has grown: `frame`.
  Status write(Frame& frame, Move move) {
    const Position& before = frame.position;
    ProofNode node{.parent = frame.parent,
                   .ply = static_cast<int>(stack_.size()),
                   .move = move,
                   .by_attacker = before.to_move == head_.goal,
                   .has_sibling = frame.next < frame.moves.size()};
    if (Status status = judge(before, node); !status.ok()) return status;
    const Result<std::vector<Note>> notes = add_notes(store_, game_, before, node);
    if (!notes.ok()) return notes.status();
    node.notes = notes.value();
    node.id = ++counts_.nodes;
    Frame below{.position = game_.play(before, move), .moves = {}, .parent = node.id};
    if (game_.effect(before, move) == MoveEffect::kContinues) {
      below.moves = moves_to(below.position, notes.value());
    } else if (node.end == NodeEnd::kCut) {
      node.end = NodeEnd::kGameOver;
    }
    const bool cut = head_.options.max_plies && node.ply >= *head_.options.max_plies;
    if (below.moves.empty() || cut) return hand_over(node);
    line_.push_back(move);
    const auto [visit, is_new] =
        visited_.try_emplace(encode_position(below.position), FirstVisit{node.id, line_});
    if (!is_new) {
      ++counts_.transpositions;
      node.end = NodeEnd::kTransposition;
      node.same_as = visit->second.id;
      node.same_as_line = visit->second.line;
      line_.pop_back();
      return hand_over(node);
    }
    if (node.end != NodeEnd::kRefuted) node.end = NodeEnd::kGoesOn;
    stack_.push_back(std::move(below));
    return hand_over(node);
  }

  Status hand_over(const ProofNode& node) {
    if (node.end == NodeEnd::kOpen) ++counts_.open;
    if (counts_.nodes % kProgressInterval == 0 && progress_) progress_(counts_);
    return sink_.node(node);
  }

  // What the book knows of the move, and how the node ends if nothing follows.
  Status judge(const Position& before, ProofNode& node) {
    node.end = NodeEnd::kOpen;
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const Result<std::optional<Win>> win = evaluator_.win_by(before, node.move, color);
      if (!win.ok()) return win.status();
      if (!win.value()) continue;
      node.result = color == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
      node.distance_plies = win.value()->distance_plies;
      node.end = color == head_.goal ? NodeEnd::kCut : NodeEnd::kRefuted;
      return {};
    }
    return {};
  }

  const Store& store_;
  const Game& game_;
  Evaluator evaluator_;
  ProofTreeHead head_;
  ProofTreeSink& sink_;
  const ProofTreeProgress& progress_;
  std::vector<Frame> stack_;
  std::vector<Move> line_;  // to the position of the last frame
  std::unordered_map<std::string, FirstVisit> visited_;
  ProofTreeCounts counts_;
};

}  // namespace

Result<std::vector<Note>> add_notes(const Store& store, const Game& game, const Position& before,
                                    ProofNode& node) {
  const Result<std::vector<Note>> around = store.notes(before);
  if (!around.ok()) return around.status();
  for (const Note& note : around.value()) {
    for (const PointNote& one : note.points) {
      if (one.point != node.move) continue;
      node.marked = node.marked || one.mark != PointMark::kNone;
      if (!node.label.empty() && !one.label.empty()) node.label += '/';
      node.label += one.label;
    }
  }
  return store.notes(game.play(before, node.move));
}

Result<ProofTreeCounts> walk_noted_tree(const Store& store, const Game& game,
                                        const Position& position, const std::vector<Move>& path,
                                        Color goal, const ProofTreeOptions& options,
                                        ProofTreeSink& sink, const ProofTreeProgress& progress) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  CHECK(options.noted);
  ProofTreeHead head{.rules = game.rules(),
                     .position = position,
                     .path = path,
                     .goal = goal,
                     .notes = {},
                     .options = options};
  return Walk(store, game, std::move(head), sink, progress).run();
}

}  // namespace tengen::book
