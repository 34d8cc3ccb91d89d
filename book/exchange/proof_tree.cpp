#include "book/exchange/proof_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "book/exchange/noted_tree.h"
#include "book/exchange/proof_branches.h"
#include "book/exchange/proven_below.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 14;

// A position on the path of the walk.
struct Frame {
  Position position;
  std::vector<Branch> branches;
  std::size_t next = 0;
  int ply = 0;               // of the branches
  std::uint64_t parent = 0;  // id of the move that led here
  std::uint32_t entry = 0;
};

// A position that was gone into: that of the entry before, after a move. The first is the root.
struct Entry {
  std::uint32_t before = 0;
  Move move = kNoMove;
};

struct FirstVisit {
  std::uint64_t id = 0;
  std::uint32_t entry = 0;
};

class Walk {
 public:
  Walk(const Store& store, const Game& game, Color goal, const ProofTreeOptions& options,
       ProofTreeSink& sink, const ProofTreeProgress& progress)
      : store_(store),
        game_(game),
        finder_(store, game, goal, options.stored_replies_only),
        goal_(goal),
        options_(options),
        sink_(sink),
        progress_(progress) {}

  Result<ProofTreeCounts> run(ProofTreeHead head) {
    const Result<std::vector<Note>> notes = store_.notes(head.position);
    if (!notes.ok()) return notes.status();
    head.notes = notes.value();
    entries_.push_back({});
    Status status = head.position.to_move == goal_ ? begin_with_attacker(std::move(head))
                                                   : begin_with_defender(std::move(head));
    while (status.ok() && !stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next == frame.branches.size()) {
        stack_.pop_back();
        continue;
      }
      ++frame.next;
      status =
          write_branch(frame, frame.branches[frame.next - 1], frame.next < frame.branches.size());
    }
    if (status.ok()) status = sink_.end(counts_);
    if (!status.ok()) return status;
    return counts_;
  }

 private:
  Status begin_with_attacker(ProofTreeHead head) {
    head.position.after_pass = false;  // the attacker does not pass
    Result<std::optional<WinningAnswer>> answer = finder_.answer_to(head.position);
    if (!answer.ok()) return answer.status();
    if (!answer.value()) {
      const Result<std::vector<MoveAnswer>> moves = finder_.moves_of(head.position);
      if (!moves.ok()) return moves.status();
      answer = finder_.winning_move(moves.value());
      if (!answer.value()) return begin_open(std::move(head), moves.value());
    }
    head.distance_plies = answer.value()->distance_plies;
    if (Status status = sink_.begin(head); !status.ok()) return status;
    return write_attack(head.position, *answer.value(), 1, 0, 0);
  }

  Status begin_with_defender(ProofTreeHead head) {
    // He may pass, too, and draw.
    Result<Frame> frame =
        head.position.after_pass ? hole(0, {kPass}) : frame_of_replies(head.position, 0);
    if (!frame.ok()) {
      if (frame.status().code() != StatusCode::kNotFound) return frame.status();
      const Result<std::vector<MoveAnswer>> moves = finder_.moves_of(head.position);
      if (!moves.ok()) return moves.status();
      const Status opened = begin_open(std::move(head), moves.value());
      return opened.code() == StatusCode::kNotFound ? frame.status() : opened;
    }
    frame.value().ply = 1;
    head.distance_plies = 1;  // no legal reply: a foul ends the game
    for (const Branch& reply : frame.value().branches) {
      head.distance_plies = std::max(head.distance_plies, reply.distance_plies);
    }
    finder_.keep_wanted(frame.value().branches);
    if (Status status = sink_.begin(head); !status.ok()) return status;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  // Errors: kNotFound where nothing is proven below.
  Status begin_open(ProofTreeHead head, const std::vector<MoveAnswer>& moves) {
    Result<ProvenBelow> below = ProvenBelow::find(store_, game_, head.position, goal_);
    if (!below.ok()) return below.status();
    below_.emplace(std::move(below).value());
    Result<Frame> frame = open_frame(head.position, moves);
    if (!frame.ok()) return frame.status();
    const std::vector<Branch>& branches = frame.value().branches;
    if (std::ranges::none_of(branches, [this](const Branch& branch) {
          return branch.leads_on || branch.result == finder_.goal_wins();
        })) {
      return hole(0, {});
    }
    frame.value().ply = 1;
    head.open = true;
    head.moves = static_cast<int>(branches.size());
    head.proven_moves =
        static_cast<int>(std::ranges::count(branches, finder_.goal_wins(), &Branch::result));
    if (Status status = sink_.begin(head); !status.ok()) return status;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  // Of a position that the goal has won: that of the entry, after the attacker's move there.
  Result<Frame> frame_of_replies(Position position, std::uint32_t entry, Move attack = kNoMove) {
    Result<Branches> replies = finder_.replies_in(position);
    if (!replies.ok()) return replies.status();
    if (const std::optional<Move> reply = replies.value().unanswered) {
      return attack == kNoMove ? hole(entry, {*reply}) : hole(entry, {attack, *reply});
    }
    return Frame{.position = std::move(position), .branches = std::move(replies.value().moves)};
  }

  // REQUIRES: the root is open.
  Result<Frame> open_frame(const Position& position, const std::vector<MoveAnswer>& moves) {
    Result<Branches> branches =
        finder_.open_moves(position, moves, *below_, /*is_root=*/stack_.empty());
    if (!branches.ok()) return branches.status();
    if (branches.value().unanswered) return hole(0, {});
    return Frame{.position = position, .branches = std::move(branches.value().moves)};
  }

  [[nodiscard]] bool is_last(int ply) const {
    return options_.max_plies && ply >= *options_.max_plies;
  }

  // `before`: where the node's move is made.
  Status write(ProofNode node, const Position& before) {
    std::vector<Note> notes;
    if (store_.has_notes()) {
      Result<std::vector<Note>> found = add_notes(store_, game_, before, node);
      if (!found.ok()) return found.status();
      notes = std::move(found).value();
      node.notes = notes;
    }
    node.id = ++counts_.nodes;
    if (node.end == NodeEnd::kOpen) ++counts_.open;
    if (counts_.nodes % kProgressInterval == 0 && progress_) progress_(counts_);
    return sink_.node(node);
  }

  // The functions below do not use `frame` and what is in it once the stack has grown.

  Status write_branch(const Frame& frame, Branch branch, bool has_sibling) {
    ProofNode node{.parent = frame.parent,
                   .ply = frame.ply,
                   .move = branch.move,
                   .by_attacker = frame.position.to_move == goal_,
                   .has_sibling = has_sibling,
                   .result = branch.result,
                   .distance_plies = branch.distance_plies};
    if (branch.result == GameResult::kUnknown && branch.leads_on) return write_open(frame, node);
    if (branch.result == finder_.goal_wins()) return write_reply(frame, node, branch.answer);
    node.end = branch.result == GameResult::kUnknown ? NodeEnd::kOpen : NodeEnd::kRefuted;
    return write(node, frame.position);
  }

  // A defender's reply that loses.
  Status write_reply(const Frame& frame, ProofNode node, const WinningAnswer& answer) {
    if (is_last(node.ply)) {
      node.end = NodeEnd::kCut;
      return write(node, frame.position);
    }
    const Position position = game_.play(frame.position, node.move);
    std::uint32_t entry = frame.entry;
    if (answer.stored) {
      if (const FirstVisit* const first = earlier_visit(position, frame.entry, node.move)) {
        return write_transposition(node, *first, frame.position);
      }
      entry = static_cast<std::uint32_t>(entries_.size() - 1);
    }
    const int ply = node.ply + 1;
    if (Status status = write(node, frame.position); !status.ok()) return status;
    return write_attack(position, answer, ply, counts_.nodes, entry);
  }

  // A move of which nothing is known but what is below it.
  Status write_open(const Frame& frame, ProofNode node) {
    const Position position = game_.play(frame.position, node.move);
    const Result<std::vector<MoveAnswer>> moves = finder_.moves_of(position);
    if (!moves.ok()) return moves.status();
    if (position.to_move == goal_) {
      if (const std::optional<WinningAnswer> answer = finder_.winning_move(moves.value())) {
        node.result = finder_.goal_wins();
        node.distance_plies = 1 + answer->distance_plies;
        return write_reply(frame, node, *answer);
      }
    }
    Result<Frame> below = open_frame(position, moves.value());
    if (!below.ok()) return below.status();
    if (below.value().branches.empty())
      node.end = NodeEnd::kOpen;
    else if (is_last(node.ply))
      node.end = NodeEnd::kCut;
    if (node.end != NodeEnd::kGoesOn) return write(node, frame.position);
    if (const FirstVisit* const first = earlier_visit(position, frame.entry, node.move)) {
      return write_transposition(node, *first, frame.position);
    }
    if (Status status = write(node, frame.position); !status.ok()) return status;
    below.value().ply = node.ply + 1;
    below.value().parent = counts_.nodes;
    below.value().entry = static_cast<std::uint32_t>(entries_.size() - 1);
    stack_.push_back(std::move(below).value());
    return {};
  }

  // Null for a position that the next node is the first to lead to: it then has the last entry.
  const FirstVisit* earlier_visit(const Position& position, std::uint32_t before, Move move) {
    const auto [visit, is_new] = visited_.try_emplace(
        encode_position(position),
        FirstVisit{counts_.nodes + 1, static_cast<std::uint32_t>(entries_.size())});
    if (!is_new) return &visit->second;
    entries_.push_back({.before = before, .move = move});
    return nullptr;
  }

  Status write_transposition(ProofNode node, const FirstVisit& first, const Position& before) {
    ++counts_.transpositions;
    const std::vector<Move> line = line_to(first.entry);
    node.end = NodeEnd::kTransposition;
    node.same_as = first.id;
    node.same_as_line = line;
    return write(node, before);
  }

  // The attacker's move in the position, which `parent` led to.
  Status write_attack(const Position& position, const WinningAnswer& answer, int ply,
                      std::uint64_t parent, std::uint32_t entry) {
    counts_.stored += answer.stored ? 1 : 0;
    bool wins = answer.distance_plies == 1;
    if (answer.stored) {
      const MoveEffect effect = game_.effect(position, answer.move);
      wins = effect == MoveEffect::kWins;
      if (!wins && effect != MoveEffect::kContinues) return hole(entry, {answer.move});
    }
    ProofNode node{.parent = parent,
                   .ply = ply,
                   .move = answer.move,
                   .by_attacker = true,
                   .has_sibling = false,
                   .result = finder_.goal_wins(),
                   .distance_plies = answer.distance_plies};
    const bool goes_on = !wins && answer.stored && !is_last(ply);
    node.end = goes_on         ? NodeEnd::kGoesOn
               : wins          ? NodeEnd::kGameOver
               : answer.stored ? NodeEnd::kCut
                               : NodeEnd::kShortWin;
    if (Status status = write(node, position); !status.ok() || !goes_on) return status;
    Result<Frame> frame = frame_of_replies(game_.play(position, answer.move), entry, answer.move);
    if (!frame.ok()) return frame.status();
    finder_.keep_wanted(frame.value().branches);
    frame.value().ply = ply + 1;
    frame.value().parent = counts_.nodes;
    entries_.push_back({.before = entry, .move = answer.move});
    frame.value().entry = static_cast<std::uint32_t>(entries_.size() - 1);
    stack_.push_back(std::move(frame).value());
    return {};
  }

  [[nodiscard]] std::vector<Move> line_to(std::uint32_t entry) const {
    std::vector<Move> line;
    for (; entry != 0; entry = entries_[entry].before) line.push_back(entries_[entry].move);
    std::reverse(line.begin(), line.end());
    return line;
  }

  // Names the place where the book does not answer, by the moves to it.
  [[nodiscard]] Status hole(std::uint32_t entry, const std::vector<Move>& last_moves) const {
    std::vector<Move> moves = line_to(entry);
    moves.insert(moves.end(), last_moves.begin(), last_moves.end());
    std::string text;
    for (const Move move : moves) text += ' ' + format_move(move, store_.size());
    return {StatusCode::kNotFound,
            fmt::format("book {} has no proof that {} wins{}", store_.path(), color_name(goal_),
                        text.empty() ? std::string() : ", after" + text)};
  }

  const Store& store_;
  const Game& game_;
  BranchFinder finder_;
  const Color goal_;
  const ProofTreeOptions options_;
  ProofTreeSink& sink_;
  const ProofTreeProgress& progress_;
  std::vector<Frame> stack_;
  std::unordered_map<std::string, FirstVisit> visited_;  // positions gone into, encoded
  std::vector<Entry> entries_;
  std::optional<ProvenBelow> below_;  // where the root is open
  ProofTreeCounts counts_;
};

}  // namespace

Result<ProofTreeCounts> walk_proof_tree(const Store& store, const Game& game,
                                        const Position& position, const std::vector<Move>& path,
                                        Color goal, const ProofTreeOptions& options,
                                        ProofTreeSink& sink, const ProofTreeProgress& progress) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  CHECK(!options.max_plies || *options.max_plies >= 1);
  return Walk(store, game, goal, options, sink, progress)
      .run({.rules = game.rules(),
            .position = position,
            .path = path,
            .goal = goal,
            .open = false,
            .distance_plies = 0,
            .proven_moves = 0,
            .moves = 0,
            .notes = {},
            .options = options});
}

}  // namespace tengen::book
