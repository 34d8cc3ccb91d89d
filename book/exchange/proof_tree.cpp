#include "book/exchange/proof_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "book/exchange/noted_tree.h"
#include "book/exchange/proven_below.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 14;

// How the attacker wins a position.
struct Answer {
  Move move = kNoMove;
  int distance_plies = 0;
  bool stored = false;
};

// A move of a position on the path of the walk.
struct Branch {
  Move move = kNoMove;
  GameResult result = GameResult::kUnknown;
  int distance_plies = 0;  // this move included; 0 unless somebody wins
  Answer answer = {};      // a defender's move that loses: how
  bool leads_on = false;   // open: whether the walk goes into it
};

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
        short_wins_(game.make_short_wins()),
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
    Result<std::optional<Answer>> answer = answer_to(head.position);
    if (!answer.ok()) return answer.status();
    if (!answer.value()) {
      const Result<std::vector<MoveAnswer>> moves = moves_of(head.position);
      if (!moves.ok()) return moves.status();
      answer = winning_move(moves.value());
      if (!answer.value()) return begin_open(std::move(head), moves.value());
    }
    head.distance_plies = answer.value()->distance_plies;
    if (Status status = sink_.begin(head); !status.ok()) return status;
    return write_attack(head.position, *answer.value(), 1, 0, 0);
  }

  Status begin_with_defender(ProofTreeHead head) {
    // He may pass, too, and draw.
    Result<Frame> frame =
        head.position.after_pass ? hole(0, {kPass}) : replies_in(head.position, 0);
    if (!frame.ok()) {
      if (frame.status().code() != StatusCode::kNotFound) return frame.status();
      const Result<std::vector<MoveAnswer>> moves = moves_of(head.position);
      if (!moves.ok()) return moves.status();
      const Status opened = begin_open(std::move(head), moves.value());
      return opened.code() == StatusCode::kNotFound ? frame.status() : opened;
    }
    frame.value().ply = 1;
    head.distance_plies = 1;  // no legal reply: a foul ends the game
    for (const Branch& reply : frame.value().branches) {
      head.distance_plies = std::max(head.distance_plies, reply.distance_plies);
    }
    keep_wanted(frame.value().branches);
    if (Status status = sink_.begin(head); !status.ok()) return status;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  // Errors: kNotFound where nothing is proven below.
  Status begin_open(ProofTreeHead head, const std::vector<MoveAnswer>& moves) {
    Result<ProvenBelow> below = ProvenBelow::find(store_, head.position, goal_);
    if (!below.ok()) return below.status();
    below_.emplace(std::move(below).value());
    Result<Frame> frame = open_frame(head.position, moves);
    if (!frame.ok()) return frame.status();
    const std::vector<Branch>& branches = frame.value().branches;
    if (std::ranges::none_of(branches, [this](const Branch& branch) {
          return branch.leads_on || branch.result == goal_wins();
        })) {
      return hole(0, {});
    }
    frame.value().ply = 1;
    head.open = true;
    head.moves = static_cast<int>(branches.size());
    head.proven_moves =
        static_cast<int>(std::ranges::count(branches, goal_wins(), &Branch::result));
    if (Status status = sink_.begin(head); !status.ok()) return status;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  [[nodiscard]] GameResult goal_wins() const {
    return goal_ == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
  }

  // By a record or a short win.
  Result<std::optional<Answer>> answer_to(const Position& position) {
    const Result<std::optional<StoredProof>> record = store_.find(position, goal_);
    if (!record.ok()) return record.status();
    if (record.value()) {
      return std::optional<Answer>({.move = record.value()->move,
                                    .distance_plies = record.value()->distance_plies,
                                    .stored = true});
    }
    if (const std::optional<Win> vcf = short_wins_->find(position, goal_)) {
      return std::optional<Answer>(
          {.move = vcf->move, .distance_plies = vcf->distance_plies, .stored = false});
    }
    return std::optional<Answer>();
  }

  // Of an attacker's position without a record: the shortest of the moves that win all the same.
  [[nodiscard]] std::optional<Answer> winning_move(const std::vector<MoveAnswer>& moves) const {
    std::optional<Answer> best;
    for (const MoveAnswer& move : moves) {
      const bool better = !best || move.distance_plies < best->distance_plies;
      if (move.result != goal_wins() || move.foul || !better) continue;
      best = {.move = move.move, .distance_plies = move.distance_plies, .stored = true};
    }
    return best;
  }

  // The legal ones.
  Result<std::vector<MoveAnswer>> moves_of(const Position& position) {
    Result<std::vector<MoveAnswer>> moves = query_moves(store_, game_, position, goal_);
    if (moves.ok()) std::erase_if(moves.value(), [](const MoveAnswer& move) { return move.foul; });
    return moves;
  }

  // All replies in a position that the goal has won: that of the entry, after the attacker's move
  // there.
  Result<Frame> replies_in(Position position, std::uint32_t entry, Move attack = kNoMove) {
    Frame frame;
    const auto reply_of = [attack](Move reply) {
      return attack == kNoMove ? std::vector{reply} : std::vector{attack, reply};
    };
    for (const Move reply : game_.legal_moves(position)) {
      if (game_.effect(position, reply) != MoveEffect::kContinues) {
        return hole(entry, reply_of(reply));
      }
      const Result<std::optional<Answer>> answer = answer_to(after_move(position, reply));
      if (!answer.ok()) return answer.status();
      if (!answer.value()) return hole(entry, reply_of(reply));
      frame.branches.push_back(losing_reply(reply, *answer.value()));
    }
    frame.position = std::move(position);
    return frame;
  }

  [[nodiscard]] Branch losing_reply(Move reply, const Answer& answer) const {
    return {.move = reply,
            .result = goal_wins(),
            .distance_plies = 1 + answer.distance_plies,
            .answer = answer};
  }

  // The moves in an open position of which something is known or that lead on; in the root, and
  // where replies are proven, all of a defender's. REQUIRES: the goal is not proven by them.
  Result<Frame> open_frame(const Position& position, const std::vector<MoveAnswer>& moves) {
    Frame frame;
    frame.position = position;
    const bool defends = position.to_move != goal_;
    const bool is_root = stack_.empty();
    bool has_proven = false;
    for (const MoveAnswer& move : moves) {
      Branch branch{
          .move = move.move, .result = move.result, .distance_plies = move.distance_plies};
      if (move.result == goal_wins()) {
        const Result<std::optional<Answer>> answer = answer_to(after_move(position, move.move));
        if (!answer.ok()) return answer.status();
        if (!answer.value()) return hole(0, {});
        branch = losing_reply(move.move, *answer.value());
        has_proven = true;
      } else if (move.result == GameResult::kUnknown && move.move != kPass) {
        branch.leads_on = below_->leads_on(after_move(position, move.move));
      }
      frame.branches.push_back(branch);
    }
    if (!defends || !(is_root || has_proven)) {
      std::erase_if(frame.branches, [](const Branch& branch) {
        return branch.result == GameResult::kUnknown && !branch.leads_on;
      });
    }
    for (Branch& branch : frame.branches) branch.leads_on = branch.leads_on && !has_proven;
    keep_wanted(frame.branches);
    return frame;
  }

  void keep_wanted(std::vector<Branch>& branches) const {
    const auto is_proven = [this](const Branch& branch) { return branch.result == goal_wins(); };
    if (options_.stored_replies_only) {
      std::erase_if(branches, [&](const Branch& branch) {
        return is_proven(branch) && !branch.answer.stored;
      });
    }
    std::ranges::stable_sort(branches, [&](const Branch& left, const Branch& right) {
      if (is_proven(left) != is_proven(right)) return is_proven(left);
      if (left.answer.stored != right.answer.stored) return left.answer.stored;
      return left.distance_plies > right.distance_plies;
    });
  }

  [[nodiscard]] bool is_last(int ply) const {
    return options_.max_plies && ply >= *options_.max_plies;
  }

  // `before`: where the node's move is made.
  Status write(ProofNode node, const Position& before) {
    std::vector<Note> notes;
    if (store_.has_notes()) {
      Result<std::vector<Note>> found = add_notes(store_, before, node);
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
    if (branch.result == goal_wins()) return write_reply(frame, node, branch.answer);
    node.end = branch.result == GameResult::kUnknown ? NodeEnd::kOpen : NodeEnd::kRefuted;
    return write(node, frame.position);
  }

  // A defender's reply that loses.
  Status write_reply(const Frame& frame, ProofNode node, const Answer& answer) {
    if (is_last(node.ply)) {
      node.end = NodeEnd::kCut;
      return write(node, frame.position);
    }
    const Position position = after_move(frame.position, node.move);
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
    const Position position = after_move(frame.position, node.move);
    const Result<std::vector<MoveAnswer>> moves = moves_of(position);
    if (!moves.ok()) return moves.status();
    if (position.to_move == goal_) {
      if (const std::optional<Answer> answer = winning_move(moves.value())) {
        node.result = goal_wins();
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
  Status write_attack(const Position& position, const Answer& answer, int ply, std::uint64_t parent,
                      std::uint32_t entry) {
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
                   .result = goal_wins(),
                   .distance_plies = answer.distance_plies};
    const bool goes_on = !wins && answer.stored && !is_last(ply);
    node.end = goes_on         ? NodeEnd::kGoesOn
               : wins          ? NodeEnd::kGameOver
               : answer.stored ? NodeEnd::kCut
                               : NodeEnd::kShortWin;
    if (Status status = write(node, position); !status.ok() || !goes_on) return status;
    Result<Frame> frame = replies_in(after_move(position, answer.move), entry, answer.move);
    if (!frame.ok()) return frame.status();
    keep_wanted(frame.value().branches);
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
  std::unique_ptr<ShortWins> short_wins_;
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
