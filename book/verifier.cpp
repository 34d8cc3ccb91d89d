#include "book/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "book/naive_rules.h"
#include "book/naive_symmetry.h"
#include "book/naive_vcf.h"

namespace tengen::book {
namespace {

constexpr int kStonesBeforePass = 6;

// How many winning lines of fours are kept to be tried on the other replies of a position.
constexpr std::size_t kLinesKept = 8;

Status check_root(const Position& root) {
  if (root.size < kMinBoardSize || root.size > kMaxBoardSize) {
    return invalid_argument(fmt::format("board size {} is not supported", root.size));
  }
  const int points = root.size * root.size;
  std::vector<bool> taken(static_cast<std::size_t>(points));
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const std::vector<Move>& stones = root.stones(color);
    if (!std::is_sorted(stones.begin(), stones.end())) {
      return invalid_argument("the stones of the position are not in board order");
    }
    for (const Move point : stones) {
      if (point < 0 || point >= points) {
        return invalid_argument(fmt::format("stone {} is off the board", point));
      }
      if (taken[static_cast<std::size_t>(point)]) {
        return invalid_argument(
            fmt::format("two stones of the position are on {}", format_move(point, root.size)));
      }
      taken[static_cast<std::size_t>(point)] = true;
    }
  }
  if (NaiveBoard(root).has_five_or_more()) {
    return invalid_argument("the game is over: five or more stones in a row are on the board");
  }
  return {};
}

class Verifier {
 public:
  Verifier(const Position& root, Color goal, const ProofLookup& lookup,
           const VerifyOptions& options)
      : attacker_(goal),
        defender_(opponent(goal)),
        lookup_(lookup),
        options_(options),
        position_(root),
        board_(root),
        symmetry_(root.size),
        start_(std::chrono::steady_clock::now()) {}

  Result<VerifyReport> run() {
    bool proven = true;
    if (position_.to_move == defender_) {
      proven = refute_root_replies();
    } else if (board_.five_points(attacker_).count == 0) {
      Lines lines;
      proven = prove_attacker_position(lines).proven;
    }
    if (!failure_.ok()) return failure_;
    report_.stopped = stopping_;
    report_.complete = proven && report_.holes_total == 0 && !stopping_;
    report_.seconds = elapsed_seconds();
    return report_;
  }

 private:
  using Verdict = VerifyMemory::Verdict;
  static constexpr Verdict kByFive{true, 1};

  using Lines = std::vector<std::vector<Move>>;

  // Attacker to move, no five at hand. `lines` are wins by fours to be tried before a search; a new
  // one is added to them.
  Verdict prove_attacker_position(Lines& lines) {
    std::optional<int> by_replay;
    if (!options_.check_spare_records && (by_replay = replay_one_of(lines))) {
      return {true, *by_replay};
    }
    const CanonicalImage canonical = symmetry_.canonical(position_);
    std::string key = key_of(canonical);
    if (const Verdict* known = recall(key)) return *known;
    std::optional<Verdict> verdict = prove_by_record(canonical);
    if (!verdict && options_.check_spare_records && (by_replay = replay_one_of(lines))) {
      return {true, *by_replay};
    }
    if (!verdict) verdict = prove_by_fours(lines);
    remember(std::move(key), *verdict);
    return *verdict;
  }

  // The record of the position looked at. A damaged one, and any other error, is accounted for
  // here.
  Result<std::optional<ProofMove>> look_up(const Position& canonical) {
    Result<std::optional<ProofMove>> found = lookup_(canonical, attacker_);
    if (found.ok()) {
      report_.records_used += found.value().has_value() ? 1 : 0;
    } else if (found.status().code() == StatusCode::kCorruption) {
      ++report_.damaged_records;
      add_hole("the record is damaged: " + found.status().message());
    } else {
      failure_ = found.status();
      stopping_ = true;
    }
    return found;
  }

  // Nothing if there is no record.
  std::optional<Verdict> prove_by_record(const CanonicalImage& canonical) {
    const Result<std::optional<ProofMove>> found = look_up(canonical.position);
    if (!found.ok()) return Verdict{};
    if (!found.value().has_value()) return std::nullopt;
    const ProofMove record = *found.value();

    Verdict verdict{false, record.distance_plies};
    if (record.move == kPass) {
      add_hole("the record's move is a pass");
      return verdict;
    }
    if (record.move < 0 || record.move >= board_.point_count()) {
      add_hole(fmt::format("the record's move {} is off the board", record.move));
      return verdict;
    }
    const Move move = symmetry_.preimage(canonical.input_symmetry, record.move);
    if (!board_.is_empty(move)) {
      add_hole(fmt::format("the record's move {} is on a stone", name(move)));
      return verdict;
    }
    if (!is_allowed_first_stone(move)) {
      add_hole(fmt::format("the record's move {} is a first stone off the centre", name(move)));
      return verdict;
    }
    if (attacker_ == Color::kBlack && board_.is_foul(move)) {
      add_hole(fmt::format("the record's move {} is a foul", name(move)));
      return verdict;
    }
    play(move);
    verdict.proven = refute_replies(std::int64_t{record.distance_plies} - 1);
    take_back(move);
    return verdict;
  }

  Verdict prove_by_fours(Lines& lines) {
    VcfResult fours = find_vcf(board_, attacker_, options_.vcf_max_nodes, options_.vcf_max_fours);
    if (fours.answer == VcfResult::Answer::kWin) {
      ++report_.vcf_leaves;
      if (lines.size() == kLinesKept) lines.pop_back();
      lines.insert(lines.begin(), std::move(fours.attacks));
      return {true, fours.distance_plies};
    }
    add_hole(fours.answer == VcfResult::Answer::kNoWin
                 ? std::string("no record, and no win by continuous fours")
                 : fmt::format("no record, and no win by continuous fours found in {} nodes",
                               options_.vcf_max_nodes, options_.vcf_max_fours));
    return {};
  }

  // A record for the root itself can only say how long the proof is.
  bool refute_root_replies() {
    const Result<std::optional<ProofMove>> found = look_up(symmetry_.canonical(position_).position);
    if (!found.ok()) return false;
    if (!found.value().has_value()) return refute_replies(std::nullopt);
    return refute_replies(found.value()->distance_plies);
  }

  // Defender to move: whether every reply is refuted; all are tried even after a hole.
  // `claimed_distance`: the plies that the proof of this position takes at most, if a record says
  // so.
  bool refute_replies(std::optional<std::int64_t> claimed_distance) {
    ++report_.defender_positions;
    report_.max_depth_plies = std::max(report_.max_depth_plies, static_cast<int>(moves_.size()));
    if (options_.progress) {
      report_.seconds = elapsed_seconds();
      options_.progress(report_);
    }
    if (board_.stone_count() == board_.point_count()) {
      add_hole("a draw: the board is full");
      return false;
    }

    bool all_refuted = true;
    std::int64_t needed_distance = 0;
    Move longest_reply = kNoMove;
    Lines lines;
    const auto try_reply = [&](Move reply) {
      play(reply);
      Verdict verdict = kByFive;
      if (board_.five_points(attacker_).count > 0) {
        ++report_.replies_met_by_five;
      } else {
        verdict = prove_attacker_position(lines);
      }
      all_refuted = all_refuted && verdict.proven;
      if (verdict.proven && claimed_distance) {
        std::int64_t distance = verdict.distance_plies;
        if (1 + distance > *claimed_distance)
          distance = shorter_distance(distance, *claimed_distance - 1);
        if (1 + distance > needed_distance) {
          needed_distance = 1 + distance;
          longest_reply = reply;
        }
      }
      take_back(reply);
    };

    // What wins if the defender does nothing wins against most replies.
    if (board_.stone_count() >= kStonesBeforePass) {
      ++report_.replies_tried;
      ++report_.passes_tried;
      try_reply(kPass);
    }

    for (Move reply = 0; reply < board_.point_count(); ++reply) {
      if (stopped()) return false;
      if (!board_.is_empty(reply) || !is_allowed_first_stone(reply)) continue;
      ++report_.replies_tried;
      if (board_.makes_five(reply, defender_)) {
        moves_.push_back(reply);
        add_hole(fmt::format("the defender makes five with {}", name(reply)));
        moves_.pop_back();
        all_refuted = false;
      } else if (defender_ == Color::kBlack && board_.is_foul(reply)) {
        ++report_.foul_replies;
      } else {
        try_reply(reply);
      }
    }

    if (claimed_distance && needed_distance > *claimed_distance) {
      add_hole(
          fmt::format("the record's distance is too small: it leaves {} plies after its move, the "
                      "reply {} needs "
                      "{} or more",
                      *claimed_distance, name(longest_reply), needed_distance));
      all_refuted = false;
    }
    return all_refuted;
  }

  // The game starts on the centre point.
  [[nodiscard]] bool is_allowed_first_stone(Move point) const {
    const int middle = position_.size / 2;
    return board_.stone_count() > 0 || point == middle * position_.size + middle;
  }

  std::optional<int> replay_one_of(Lines& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::optional<int> distance = replay_vcf(board_, attacker_, lines[i]);
      if (!distance) continue;
      ++report_.replies_met_by_replay;
      std::rotate(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                  lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return distance;
    }
    return std::nullopt;
  }

  // Attacker to move, proven with more plies than `most`: the distance of another proof if that may
  // be shorter, or the same again.
  std::int64_t shorter_distance(std::int64_t distance, std::int64_t most) {
    if (!options_.check_spare_records) {  // then a record may have been passed over
      const CanonicalImage canonical = symmetry_.canonical(position_);
      std::string key = key_of(canonical);
      if (recall(key) == nullptr) {
        if (const auto by_record = prove_by_record(canonical)) remember(key, *by_record);
      }
      const Verdict* known = recall(key);
      if (known != nullptr && known->proven && known->distance_plies <= most) {
        return known->distance_plies;
      }
    }
    if (most < 3) return distance;
    const int fours = static_cast<int>((most - 1) / 2);
    const VcfResult shorter = find_vcf(board_, attacker_, options_.vcf_max_nodes, fours);
    return shorter.answer == VcfResult::Answer::kNoWin ? distance : most;
  }

  void play(Move move) {
    if (move != kPass) {
      board_.place(move, position_.to_move);
      std::vector<Move>& stones =
          position_.to_move == Color::kBlack ? position_.black : position_.white;
      stones.insert(std::lower_bound(stones.begin(), stones.end(), move), move);
    }
    position_.to_move = opponent(position_.to_move);
    moves_.push_back(move);
  }

  void take_back(Move move) {
    moves_.pop_back();
    position_.to_move = opponent(position_.to_move);
    if (move == kPass) return;
    std::vector<Move>& stones =
        position_.to_move == Color::kBlack ? position_.black : position_.white;
    stones.erase(std::lower_bound(stones.begin(), stones.end(), move));
    board_.remove(move, position_.to_move);
  }

  [[nodiscard]] std::string key_of(const CanonicalImage& canonical) const {
    return std::string(color_name(attacker_)) + encode_position(canonical.position);
  }

  // What is unproven has its holes in this report: it is not kept for other walks.
  void remember(std::string key, const Verdict& verdict) {
    const bool shared = verdict.proven && options_.memory != nullptr;
    (shared ? *options_.memory : own_memory_).verdicts.emplace(std::move(key), verdict);
  }
  const Verdict* recall(const std::string& key) const {
    for (const VerifyMemory* memory :
         {static_cast<const VerifyMemory*>(options_.memory), &own_memory_}) {
      if (memory == nullptr) continue;
      const auto known = memory->verdicts.find(key);
      if (known != memory->verdicts.end()) return &known->second;
    }
    return nullptr;
  }

  [[nodiscard]] std::string name(Move move) const { return format_move(move, position_.size); }

  void add_hole(std::string reason) {
    ++report_.holes_total;
    if (report_.holes.size() < options_.max_holes) {
      report_.holes.push_back({moves_, std::move(reason)});
    }
  }

  bool stopped() {
    if (!stopping_ && options_.stop && options_.stop()) stopping_ = true;
    return stopping_;
  }

  [[nodiscard]] double elapsed_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  Color attacker_;
  Color defender_;
  const ProofLookup& lookup_;
  const VerifyOptions& options_;

  // The position looked at, twice: as text knows it and as the rules need it; and the way to it.
  Position position_;
  NaiveBoard board_;
  std::vector<Move> moves_;

  NaiveSymmetry symmetry_;
  VerifyMemory own_memory_;
  VerifyReport report_;
  Status failure_;
  bool stopping_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace

Result<VerifyReport> verify(const Position& root, Color goal, const ProofLookup& lookup,
                            const VerifyOptions& options) {
  try {
    if (Status status = check_root(root); !status.ok()) return status;
    return Verifier(root, goal, lookup, options).run();
  } catch (const std::exception& error) {
    return Status(StatusCode::kIo, fmt::format("verifying failed: {}", error.what()));
  }
}

}  // namespace tengen::book
