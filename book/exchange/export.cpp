#include "book/exchange/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "book/care/reply_filter.h"
#include "book/query/evaluator.h"
#include "book/verifier/record_filter.h"

namespace tengen::book {
namespace {

// A defender's position on the path of the walk, and the replies that no reader meets by himself.
struct Frame {
  Position position;
  std::vector<Move> replies;
  std::size_t next = 0;
  std::size_t path_length = 0;  // moves from the asked position to this one
};

// Depth-first walk over the proof, with its own stack: proofs are deep and wide.
class Walk {
 public:
  Walk(const Store& store, const Game& game, Color goal, std::ostream& out,
       const ExportProgress& progress)
      : store_(store),
        game_(game),
        short_wins_(game.make_short_wins()),
        goal_(goal),
        out_(out),
        progress_(progress),
        records_(game.size()) {}

  // To be called first. Errors: the store's.
  Status begin() {
    return store_.scan_proofs([this](const BookKey& key, const StoredProof&) {
      if (key.goal == goal_ && key.position.to_move == goal_) records_.add(key.position);
      return true;
    });
  }

  // Asked positions get lines of their own, whoever else leads to them. False for one told twice.
  bool add_root(const Position& root) { return visited_.insert(encode_position(root)).second; }

  // REQUIRES: all roots have been added.
  Result<ExportCounts> run(Position root) {
    path_.clear();
    if (root.to_move != goal_ && root.after_pass) {
      path_.push_back(kPass);
      return hole(root);
    }
    root.after_pass = false;  // the attacker does not pass
    Status status = root.to_move == goal_ ? visit_root(root) : push(root);
    while (status.ok() && !stack_.empty()) {
      Frame& frame = stack_.back();
      path_.resize(frame.path_length);
      if (frame.next == frame.replies.size()) {
        stack_.pop_back();
        continue;
      }
      status = try_reply(frame.position, frame.replies[frame.next++]);
    }
    if (!status.ok()) return status;
    if (!out_) return Status(StatusCode::kIo, "cannot write the certificate");
    return counts_;
  }

 private:
  // The asked position gets a line even when a short VCF wins it: no certificate is empty.
  Status visit_root(const Position& root) {
    const Result<std::optional<StoredProof>> record = store_.find(root, goal_);
    if (!record.ok()) return record.status();
    if (record.value()) return follow(root, record.value()->move, record.value()->distance_plies);
    const std::optional<Win> vcf = short_wins_->find(root, goal_);
    if (!vcf) return hole(root);
    return follow(root, vcf->move, vcf->distance_plies);
  }

  // The defender, to move at `position`, replies. `position` is not used once the stack has grown.
  Status try_reply(const Position& position, Move reply) {
    path_.push_back(reply);
    const MoveEffect effect = game_.effect(position, reply);
    if (winner_by(effect, position.to_move) == goal_) return {};
    const Position next = game_.play(position, reply);
    if (effect != MoveEffect::kContinues) return hole(next);
    if (!visited_.insert(encode_position(next)).second) return {};
    if (next.to_move != goal_) return short_wins_->find(next, goal_) ? Status() : push(next);
    return follow_record(next);
  }

  // The attacker's next move: a line, where the reader does not find the win by himself.
  Status follow_record(const Position& next) {
    const Result<std::optional<StoredProof>> record = store_.find(next, goal_);
    if (!record.ok()) return record.status();
    if (record.value()) return follow(next, record.value()->move, record.value()->distance_plies);
    const std::optional<Win> vcf = short_wins_->find(next, goal_);
    if (!vcf) return hole(next);
    return follow(next, vcf->move, vcf->distance_plies);  // too much to ask of a reader
  }

  // Writes the line of an attacker's position and goes on after its move.
  Status follow(const Position& position, Move move, int distance_plies) {
    ++counts_.lines;
    out_ << fmt::format("{}\t{}\t{}\n", format_position(position), format_move(move, position.size),
                        distance_plies);
    if (!out_) return {StatusCode::kIo, "cannot write the certificate"};
    path_.push_back(move);
    const MoveEffect effect = game_.effect(position, move);
    if (effect == MoveEffect::kWins) return {};
    if (effect != MoveEffect::kContinues) return hole(position);
    const Position next = game_.play(position, move);
    if (next.to_move != goal_) return push(next);
    // He is to move again.
    if (!visited_.insert(encode_position(next)).second) return {};
    const Result<std::optional<StoredProof>> record = store_.find(next, goal_);
    if (record.ok() && !record.value() && short_wins_->find(next, goal_)) return {};
    return follow_record(next);
  }

  Status push(Position position) {
    const std::vector<Move> replies = game_.legal_moves(position);
    counts_.replies += replies.size();
    if (progress_) progress_(counts_);
    const ReplyFilter filter(records_, game_, position);
    std::vector<Move> unrecorded;
    Frame frame;
    for (const Move reply : replies) {
      const bool needs_a_look =
          filter.may_know_after(reply) || game_.effect(position, reply) != MoveEffect::kContinues;
      (needs_a_look ? frame.replies : unrecorded).push_back(reply);
    }
    const std::vector<bool> met = short_wins_->readers_win(position, goal_, unrecorded);
    for (std::size_t i = 0; i < unrecorded.size(); ++i) {
      if (!met[i]) frame.replies.push_back(unrecorded[i]);
    }
    counts_.short_wins += static_cast<std::uint64_t>(std::count(met.begin(), met.end(), true));
    frame.position = std::move(position);
    frame.path_length = path_.size();
    stack_.push_back(std::move(frame));
    return {};
  }

  // Names the place where the book does not answer.
  [[nodiscard]] Status hole(const Position& position) const {
    std::string moves;
    for (const Move move : path_) moves += ' ' + format_move(move, position.size);
    return {StatusCode::kNotFound,
            fmt::format("book {} has no proof that {} wins {}{}", store_.path(), color_name(goal_),
                        format_position(position),
                        moves.empty() ? std::string() : ", reached by" + moves)};
  }

  const Store& store_;
  const Game& game_;
  std::unique_ptr<ShortWins> short_wins_;
  const Color goal_;
  std::ostream& out_;
  const ExportProgress& progress_;
  RecordFilter records_;
  std::vector<Frame> stack_;
  std::vector<Move> path_;                   // from the asked position to where the walk is
  std::unordered_set<std::string> visited_;  // attacker's positions, encoded
  ExportCounts counts_;
};

}  // namespace

Result<ExportCounts> export_proof(const Store& store, const Game& game, const Position& position,
                                  Color goal, std::ostream& out, const ExportProgress& progress) {
  return export_proofs(store, game, std::span(&position, 1), goal, out, progress);
}

Result<ExportCounts> export_proofs(const Store& store, const Game& game,
                                   std::span<const Position> positions, Color goal,
                                   std::ostream& out, const ExportProgress& progress) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  CHECK(!positions.empty());
  out << fmt::format("# tengen proof 1\n# rules {} size {}\n", game.rules(), game.size());
  for (Position position : positions) {
    position.after_pass = false;
    out << fmt::format("# position {}\n# goal {} to_move {}\n", format_position(position),
                       color_name(goal), color_name(position.to_move));
  }
  out << fmt::format("# leaves {}\n", game.make_short_wins()->readers_search());
  Walk walk(store, game, goal, out, progress);
  if (Status status = walk.begin(); !status.ok()) return status;
  std::vector<const Position*> roots;
  for (const Position& position : positions) {
    if (walk.add_root(position)) roots.push_back(&position);
  }
  Result<ExportCounts> counts = ExportCounts();
  for (const Position* root : roots) {
    counts = walk.run(*root);
    if (!counts.ok()) return counts;
  }
  out << fmt::format("# end {}\n", counts.value().lines) << std::flush;
  if (!out) return Status(StatusCode::kIo, "cannot write the certificate");
  return counts;
}

Result<std::vector<Position>> proven_replies(const Store& store, const Game& game,
                                             const Position& position, Color goal) {
  CHECK(position.to_move != goal);
  const std::unique_ptr<ShortWins> short_wins = game.make_short_wins();
  std::vector<Position> proven;
  for (const Move reply : game.legal_moves(position)) {
    if (game.effect(position, reply) != MoveEffect::kContinues) continue;
    Position next = game.play(position, reply);
    const Result<std::optional<StoredProof>> record = store.find(next, goal);
    if (!record.ok()) return record.status();
    if (record.value() || short_wins->find(next, goal)) proven.push_back(std::move(next));
  }
  return proven;
}

}  // namespace tengen::book
