#include "book/exchange/proof_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 14;
constexpr std::uint64_t kProverBytes = std::uint64_t{64} << 20;

// How the attacker wins a position.
struct Answer {
  Move move = kNoMove;
  int distance_plies = 0;
  bool stored = false;
};

struct Reply {
  Move move = kNoMove;
  Answer answer;
};

// A defender's position on the path of the walk.
struct Frame {
  Position position;
  std::vector<Reply> replies;
  std::size_t next = 0;
  int ply = 0;               // of the replies
  std::uint64_t parent = 0;  // id of the attacker's move that led here
  std::uint32_t entry = 0;   // the stored position that the attacker moved in
};

// A stored position that was gone into, or, as the first, the root: reached from that of the entry
// before by the attacker's move there and a reply.
struct Entry {
  std::uint32_t before = 0;
  Move reply = kNoMove;
  Move attack = kNoMove;  // made in it; kNoMove while it is the root and the defender moves first
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
        prover_(game.make_prover({.memory_bytes = kProverBytes})),
        goal_(goal),
        options_(options),
        sink_(sink),
        progress_(progress) {}

  Result<ProofTreeCounts> run(ProofTreeHead head) {
    if (head.position.to_move != goal_ && head.position.after_pass) return hole({kPass});
    head.position.after_pass = false;  // the attacker does not pass
    const Position root = head.position;
    entries_.push_back({});
    Status status = root.to_move == goal_ ? begin_with_attacker(std::move(head))
                                          : begin_with_defender(std::move(head));
    while (status.ok() && !stack_.empty()) {
      Frame& frame = stack_.back();
      if (frame.next == frame.replies.size()) {
        stack_.pop_back();
        continue;
      }
      ++frame.next;
      status = write_reply(frame, frame.replies[frame.next - 1], frame.next < frame.replies.size());
    }
    if (status.ok()) status = sink_.end(counts_);
    if (!status.ok()) return status;
    return counts_;
  }

 private:
  Status begin_with_attacker(ProofTreeHead head) {
    const Result<Answer> answer = answer_to(head.position, {});
    if (!answer.ok()) return answer.status();
    head.distance_plies = answer.value().distance_plies;
    if (Status status = sink_.begin(head); !status.ok()) return status;
    return write_attack(head.position, answer.value(), 1, 0, 0);
  }

  Status begin_with_defender(ProofTreeHead head) {
    Result<Frame> frame = replies_in(head.position, {});
    if (!frame.ok()) return frame.status();
    frame.value().ply = 1;
    head.distance_plies = 1;  // no legal reply: a foul ends the game
    for (const Reply& reply : frame.value().replies) {
      head.distance_plies = std::max(head.distance_plies, 1 + reply.answer.distance_plies);
    }
    keep_wanted(frame.value().replies);
    if (Status status = sink_.begin(head); !status.ok()) return status;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  // `moves` lead to the position from the top of the stack, for the error's text.
  Result<Answer> answer_to(const Position& position, std::vector<Move> moves) {
    const Result<std::optional<StoredProof>> record = store_.find(position, goal_);
    if (!record.ok()) return record.status();
    if (record.value()) {
      return Answer{.move = record.value()->move,
                    .distance_plies = record.value()->distance_plies,
                    .stored = true};
    }
    if (const std::optional<ShortWin> vcf = prover_->short_win(position, goal_)) {
      return Answer{.move = vcf->move, .distance_plies = vcf->distance_plies, .stored = false};
    }
    return hole(std::move(moves));
  }

  // All replies in the position that `moves` lead to.
  Result<Frame> replies_in(Position position, std::vector<Move> moves) {
    Frame frame;
    for (const Move reply : game_.legal_moves(position)) {
      moves.push_back(reply);
      if (game_.effect(position, reply) != MoveEffect::kContinues) return hole(std::move(moves));
      const Result<Answer> answer = answer_to(after_move(position, reply), moves);
      if (!answer.ok()) return answer.status();
      frame.replies.push_back({reply, answer.value()});
      moves.pop_back();
    }
    frame.position = std::move(position);
    return frame;
  }

  void keep_wanted(std::vector<Reply>& replies) const {
    if (options_.stored_replies_only) {
      std::erase_if(replies, [](const Reply& reply) { return !reply.answer.stored; });
    }
    std::stable_sort(replies.begin(), replies.end(), [](const Reply& left, const Reply& right) {
      if (left.answer.stored != right.answer.stored) return left.answer.stored;
      return left.answer.distance_plies > right.answer.distance_plies;
    });
  }

  [[nodiscard]] bool is_last(int ply) const {
    return options_.max_plies && ply >= *options_.max_plies;
  }

  Status write(ProofNode node) {
    node.id = ++counts_.nodes;
    if (counts_.nodes % kProgressInterval == 0 && progress_) progress_(counts_);
    return sink_.node(node);
  }

  // `frame` is not used once the stack has grown.
  Status write_reply(const Frame& frame, const Reply& reply, bool has_sibling) {
    ProofNode node{.parent = frame.parent,
                   .ply = frame.ply,
                   .move = reply.move,
                   .by_attacker = false,
                   .has_sibling = has_sibling,
                   .distance_plies = 1 + reply.answer.distance_plies};
    if (is_last(frame.ply)) {
      node.end = NodeEnd::kCut;
      return write(node);
    }
    const Position position = after_move(frame.position, reply.move);
    std::uint32_t entry = frame.entry;
    if (reply.answer.stored) {
      const auto [visit, is_new] = visited_.try_emplace(
          encode_position(position),
          FirstVisit{counts_.nodes + 1, static_cast<std::uint32_t>(entries_.size())});
      if (!is_new) {
        ++counts_.transpositions;
        const std::vector<Move> line = line_to(visit->second.entry);
        node.end = NodeEnd::kTransposition;
        node.same_as = visit->second.id;
        node.same_as_line = line;
        return write(node);
      }
      entry = visit->second.entry;
      entries_.push_back({.before = frame.entry, .reply = reply.move, .attack = kNoMove});
    }
    const int ply = frame.ply + 1;
    if (Status status = write(node); !status.ok()) return status;
    return write_attack(position, reply.answer, ply, counts_.nodes, entry);
  }

  // The attacker's move in the position, which `parent` led to.
  Status write_attack(const Position& position, const Answer& answer, int ply, std::uint64_t parent,
                      std::uint32_t entry) {
    counts_.stored += answer.stored ? 1 : 0;
    bool wins = answer.distance_plies == 1;
    if (answer.stored) {
      const MoveEffect effect = game_.effect(position, answer.move);
      wins = effect == MoveEffect::kWins;
      if (!wins && effect != MoveEffect::kContinues) return hole({answer.move});
    }
    ProofNode node{.parent = parent,
                   .ply = ply,
                   .move = answer.move,
                   .by_attacker = true,
                   .has_sibling = false,
                   .distance_plies = answer.distance_plies};
    const bool goes_on = !wins && answer.stored && !is_last(ply);
    node.end = goes_on         ? NodeEnd::kGoesOn
               : wins          ? NodeEnd::kGameOver
               : answer.stored ? NodeEnd::kCut
                               : NodeEnd::kShortWin;
    if (Status status = write(node); !status.ok() || !goes_on) return status;
    entries_[entry].attack = answer.move;
    Result<Frame> frame = replies_in(after_move(position, answer.move), {answer.move});
    if (!frame.ok()) return frame.status();
    keep_wanted(frame.value().replies);
    frame.value().ply = ply + 1;
    frame.value().parent = counts_.nodes;
    frame.value().entry = entry;
    stack_.push_back(std::move(frame).value());
    return {};
  }

  [[nodiscard]] std::vector<Move> line_to(std::uint32_t entry) const {
    std::vector<Move> line;
    for (; entry != 0; entry = entries_[entry].before) {
      line.push_back(entries_[entry].reply);
      const Move attack = entries_[entries_[entry].before].attack;
      if (attack != kNoMove) line.push_back(attack);
    }
    std::reverse(line.begin(), line.end());
    return line;
  }

  // Names the place where the book does not answer.
  [[nodiscard]] Status hole(std::vector<Move> last_moves) const {
    std::vector<Move> moves;
    for (const Frame& frame : stack_) {
      if (entries_[frame.entry].attack != kNoMove) moves.push_back(entries_[frame.entry].attack);
      moves.push_back(frame.replies[frame.next - 1].move);
    }
    moves.insert(moves.end(), last_moves.begin(), last_moves.end());
    std::string text;
    for (const Move move : moves) text += ' ' + format_move(move, store_.size());
    return {StatusCode::kNotFound,
            fmt::format("book {} has no proof that {} wins{}", store_.path(), color_name(goal_),
                        text.empty() ? std::string() : ", after" + text)};
  }

  const Store& store_;
  const Game& game_;
  std::unique_ptr<Prover> prover_;
  const Color goal_;
  const ProofTreeOptions options_;
  ProofTreeSink& sink_;
  const ProofTreeProgress& progress_;
  std::vector<Frame> stack_;
  std::unordered_map<std::string, FirstVisit> visited_;  // attacker's positions, encoded
  std::vector<Entry> entries_;
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
            .distance_plies = 0,
            .options = options});
}

}  // namespace tengen::book
