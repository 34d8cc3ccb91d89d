#include "book/verifier/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "book/verifier/claim_check.h"
#include "book/verifier/naive_rules.h"
#include "solver/base/check.h"

namespace tengen::book {
namespace {

// How many claims are checked before their reports are merged: enough to keep many threads busy,
// and few enough for the reports to stay small.
constexpr std::size_t kClaimsAtOnce = 1024;

Status check_root(const NaiveGame& game, const Position& root) {
  if (root.size != game.size) {
    return invalid_argument(fmt::format("board size {} is not {}", root.size, game.size));
  }
  if (root.after_pass && !game.rules.has_passes && !game.rules.simple_fouls) {
    return invalid_argument("there are no passes in this game");
  }
  if (Status status = game.check_pairs(root); !status.ok()) return status;
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
  if (game.is_over(root)) {
    return invalid_argument(game.only_adds_stones()
                                ? "the game is over: a row that ends it is on the board"
                                : "the game is over");
  }
  return {};
}

Status failed(const std::exception& error) {
  return {StatusCode::kIo, fmt::format("verifying failed: {}", error.what())};
}

class Walk {
 public:
  Walk(const NaiveGame& game, const Position& root, Color goal, const ProofLookup& lookup,
       const VerifyOptions& options)
      : game_(game),
        root_(root),
        goal_(goal),
        options_(options),
        start_(std::chrono::steady_clock::now()) {
    CHECK(options.threads >= 1);
    const auto poll = [this] {
      if (!stopping_ && options_.stop && options_.stop()) stopping_ = true;
      return stopping_.load();
    };
    const auto look = [this] { return stopping_.load(); };
    for (int i = 0; i < options.threads; ++i) {
      const std::function<bool()> stopped = i == 0 ? std::function<bool()>(poll) : look;
      checkers_.push_back(make_claim_checker(game, goal, lookup, options, stopped));
    }
  }

  Result<VerifyReport> run() {
    if (root_.to_move != goal_ && root_.after_pass) {
      add_hole({{kPass}, "a draw: the move before was a pass, and so is this"});
      return report_;
    }
    ClaimReport start = checkers_[0]->reach(root_);
    if (root_.to_move != goal_ && start.failure.ok() && !start.reached[0].damaged) {
      Reached& root = start.reached[0];
      report_.records_used += root.record ? 1 : 0;
      check_level({Claim{std::move(root.position), {}, root.record, 0}});
      start.reached.clear();
    }
    merge({.position = root_, .moves = {}, .record = {}, .id = 0}, std::move(start));
    while (!levels_.empty() && !stopping_) {
      check_level(std::move(levels_.extract(levels_.begin()).mapped().claims));
    }
    if (!failure_.ok()) return failure_;
    report_.stopped = stopping_;
    report_.complete = report_.holes_total == 0 && !stopping_;
    report_.seconds = elapsed_seconds();
    if (options_.memory != nullptr && !stopping_) remember_proven();
    return report_;
  }

 private:
  // Claims whose positions have the same progress: none of them rests on another.
  struct Level {
    std::vector<Claim> claims;
    // The ids of them, and of what is a hole for want of a record, by key.
    std::unordered_map<std::string, std::size_t> ids;
  };

  struct Walked {
    std::string key;
    bool proven = false;
  };

  void check_level(std::vector<Claim> claims) {
    for (std::size_t begin = 0; begin < claims.size() && !stopping_; begin += kClaimsAtOnce) {
      const auto some = std::span<const Claim>(claims).subspan(
          begin, std::min(kClaimsAtOnce, claims.size() - begin));
      std::vector<ClaimReport> reports = check(some);
      for (std::size_t i = 0; i < some.size(); ++i) merge(some[i], std::move(reports[i]));
      if (options_.progress) {
        report_.seconds = elapsed_seconds();
        options_.progress(report_);
      }
    }
  }

  // The reports of the claims, in their order whoever made them.
  std::vector<ClaimReport> check(std::span<const Claim> claims) {
    std::vector<ClaimReport> reports(claims.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&](ClaimChecker& checker) {
      for (std::size_t i = next++; i < claims.size() && !stopping_; i = next++) {
        try {
          reports[i] = checker.check(claims[i]);
        } catch (const std::exception& error) {
          reports[i].failure = failed(error);
        }
        if (!reports[i].failure.ok()) stopping_ = true;
      }
    };
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(claims.size(), checkers_.size()); ++i) {
      threads.emplace_back([&work, &checker = *checkers_[i]] { work(checker); });
    }
    work(*checkers_[0]);
    threads.clear();  // joins
    return reports;
  }

  void merge(const Claim& claim, ClaimReport report) {
    if (failure_.ok()) failure_ = report.failure;
    report_.add(report.counts);
    if (report.counts.defender_positions > 0) {
      const int record_move = claim.position.to_move == goal_ ? 1 : 0;
      report_.max_depth_plies =
          std::max(report_.max_depth_plies, static_cast<int>(claim.moves.size()) + record_move);
    }
    if (!report.holes.empty()) positions_[claim.id].proven = false;
    for (Hole& hole : report.holes) add_hole(std::move(hole));
    for (Reached& reached : report.reached) {
      if (options_.memory != nullptr && options_.memory->proven.contains(reached.key)) continue;
      Level& level = levels_[game_.progress(reached.position, goal_)];
      const auto [entry, is_new] = level.ids.emplace(reached.key, positions_.size());
      const std::size_t id = entry->second;
      if (options_.memory != nullptr) replies_.emplace_back(claim.id, id);
      if (!is_new) continue;
      positions_.push_back({options_.memory != nullptr ? std::move(reached.key) : std::string(),
                            reached.record.has_value()});
      std::vector<Move> moves = claim.moves;
      moves.insert(moves.end(), reached.moves.begin(), reached.moves.end());
      report_.damaged_records += reached.damaged ? 1 : 0;
      if (reached.record) {
        ++report_.records_used;
        level.claims.push_back({std::move(reached.position), std::move(moves), reached.record, id});
      } else {
        add_hole({std::move(moves), std::move(reached.fault)});
      }
    }
  }

  // What leads to a hole has its holes in this report: it is not kept for other walks.
  void remember_proven() {
    // Positions of more progress come later, so backwards each is settled before those that lead to
    // it.
    for (auto reply = replies_.rbegin(); reply != replies_.rend(); ++reply) {
      if (!positions_[reply->second].proven) positions_[reply->first].proven = false;
    }
    for (Walked& position : positions_) {
      if (position.proven && !position.key.empty())
        options_.memory->proven.insert(std::move(position.key));
    }
  }

  void add_hole(Hole hole) {
    ++report_.holes_total;
    if (report_.holes.size() < options_.max_holes) report_.holes.push_back(std::move(hole));
  }

  [[nodiscard]] double elapsed_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const NaiveGame game_;
  const Position& root_;
  const Color goal_;
  const VerifyOptions& options_;
  const std::chrono::steady_clock::time_point start_;
  std::vector<std::unique_ptr<ClaimChecker>> checkers_;  // one for each thread
  std::map<int, Level> levels_;                          // not checked yet, by progress
  // By id; 0 stands for the start, which has no key. Keys, and the pairs of ids, only for a memory.
  std::vector<Walked> positions_{{{}, true}};
  std::vector<std::pair<std::size_t, std::size_t>> replies_;  // from a claim to what it rests on
  VerifyReport report_;
  Status failure_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace

void ReplyCounts::add(const ReplyCounts& more) {
  defender_positions += more.defender_positions;
  replies_tried += more.replies_tried;
  passes_tried += more.passes_tried;
  foul_replies += more.foul_replies;
  replies_met_by_five += more.replies_met_by_five;
  replies_met_by_replay += more.replies_met_by_replay;
  vcf_leaves += more.vcf_leaves;
}

Result<VerifyReport> verify(const NaiveGame& game, const Position& root, Color goal,
                            const ProofLookup& lookup, const VerifyOptions& options) {
  try {
    if (Status status = check_root(game, root); !status.ok()) return status;
    return Walk(game, root, goal, lookup, options).run();
  } catch (const std::exception& error) {
    return failed(error);
  }
}

}  // namespace tengen::book
