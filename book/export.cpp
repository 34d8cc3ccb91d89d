#include "book/export.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "book/evaluator.h"
#include "book/record_filter.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 14;  // replies between two progress calls

// A defender's position on the path of the walk, and the replies still to be gone through.
struct Frame {
  Position position;
  std::vector<Move> replies;
  std::size_t next = 0;
  std::size_t path_length = 0;  // moves from the asked position to this one
  RecordFilter::Hashes hashes{};
};

// Depth-first walk over the proof, with its own stack: proofs are deep and wide.
class Walk {
 public:
  Walk(const Store& store, const Game& game, Color goal, std::ostream& out,
       const ExportProgress& progress)
      : store_(store),
        game_(game),
        prover_(game.make_prover({.memory_bytes = std::uint64_t{64} << 20})),
        goal_(goal),
        out_(out),
        progress_(progress) {}

  // Replies that have no record are not looked at from now on. Errors: the store's.
  Status leave_short_wins() {
    filter_.emplace(game_.size());
    return store_.scan_proofs([this](const BookKey& key, const StoredProof&) {
      if (key.goal == goal_ && key.position.to_move == goal_) filter_->add(key.position);
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
      const Move reply = frame.replies[frame.next++];
      if (filter_ && !filter_->may_know(frame.hashes, reply, frame.position.to_move)) {
        ++counts_.short_wins;
        continue;
      }
      status = try_reply(frame.position, reply);
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
    const std::optional<ShortWin> vcf = prover_->short_win(root, goal_);
    if (!vcf) return hole(root);
    return follow(root, vcf->move, vcf->distance_plies);
  }

  // The defender, to move at `position`, replies. `position` is not used once the stack has grown.
  Status try_reply(const Position& position, Move reply) {
    if (++counts_.replies % kProgressInterval == 0 && progress_) progress_(counts_);
    path_.push_back(reply);
    const bool continues = game_.effect(position, reply) == MoveEffect::kContinues;
    const Position next = after_move(position, reply);
    if (!continues) return hole(next);
    if (!visited_.insert(encode_position(next)).second) return {};
    const Result<std::optional<StoredProof>> record = store_.find(next, goal_);
    if (!record.ok()) return record.status();
    if (record.value()) return follow(next, record.value()->move, record.value()->distance_plies);
    if (!filter_ && !prover_->short_win(next, goal_)) return hole(next);
    ++counts_.short_wins;
    return {};
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
    return push(after_move(position, move));
  }

  Status push(Position position) {
    std::vector<Move> replies = game_.legal_moves(position);
    Frame& frame = stack_.emplace_back();
    frame.position = std::move(position);
    frame.replies = std::move(replies);
    frame.path_length = path_.size();
    if (filter_) frame.hashes = filter_->hashes_of(frame.position);
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
  std::unique_ptr<Prover> prover_;
  const Color goal_;
  std::ostream& out_;
  const ExportProgress& progress_;
  std::optional<RecordFilter> filter_;  // while short wins are left to the reader
  std::vector<Frame> stack_;
  std::vector<Move> path_;                   // from the asked position to where the walk is
  std::unordered_set<std::string> visited_;  // attacker's positions, encoded
  ExportCounts counts_;
};

}  // namespace

Result<ExportCounts> export_proof(const Store& store, const Game& game, const Position& position,
                                  Color goal, std::ostream& out, const ExportProgress& progress,
                                  ShortWins short_wins) {
  return export_proofs(store, game, std::span(&position, 1), goal, out, progress, short_wins);
}

Result<ExportCounts> export_proofs(const Store& store, const Game& game,
                                   std::span<const Position> positions, Color goal,
                                   std::ostream& out, const ExportProgress& progress,
                                   ShortWins short_wins) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  CHECK(!positions.empty());
  out << fmt::format("# tengen proof 1\n# rules {} size {}\n", game.rules(), game.size());
  for (Position position : positions) {
    position.after_pass = false;
    out << fmt::format("# position {}\n# goal {} to_move {}\n", format_position(position),
                       color_name(goal), color_name(position.to_move));
  }
  Walk walk(store, game, goal, out, progress);
  if (short_wins == ShortWins::kLeftToTheReader) {
    if (Status status = walk.leave_short_wins(); !status.ok()) return status;
  }
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

}  // namespace tengen::book
