#include "coordinator/coordinator.h"

#include <gtest/gtest.h>

#include "solver/game/symmetry.h"
#include "tests/coordinator/fake_judge.h"
#include "tests/coordinator/simulation.h"
#include "tests/fake_game.h"

namespace tengen::coordinator {
namespace {

using test::fake_game;
using test::MemoryJournal;
using test::SimulatedWorkers;

Position position(const char* setup) { return parse_setup(setup, 5).value(); }

// Black wins by its second move from here, and by its first from nowhere.
Position open_board() { return position("c3/a1/b"); }

// White to move; Black wins by his third stone from here.
Position one_stone() { return position("c3/-/w"); }

CoordinatorOptions quick_options() {
  CoordinatorOptions options;
  options.pool.roster.lost_after_seconds = 0.5;
  options.pool.roster.return_within_seconds = 1;
  options.drain_seconds = 0.1;
  options.check_threads = 0;
  return options;
}

struct Outcome {
  Status status;
  SolveReport report;
};

Outcome solve(SimulatedWorkers& workers, MemoryJournal& journal, const Position& root,
              Color goal = Color::kBlack, double seconds = 20, bool stopped = false) {
  const std::atomic<bool> stop{stopped};
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                          quick_options());
  Result<SolveReport> report = coordinator.solve(root, goal, seconds, {});
  if (!report.ok()) return {report.status(), {}};
  return {{}, report.value()};
}

// Walks the proof that the journal holds: every reply, passes included, is answered by a record or
// by a win in one move. Returns the first position without an answer, "" when there is none.
std::string first_hole(MemoryJournal& journal, const Position& at, Color goal) {
  const Position canonical = canonicalize(at).position;
  if (canonical.to_move == goal) {
    if (test::wins_within(canonical, goal, 1)) return "";
    const auto record = journal.fact(canonical, goal).value();
    if (!record || record->move < 0) return format_position(canonical);
    if (fake_game().effect(canonical, record->move) != MoveEffect::kContinues) {
      return "bad move at " + format_position(canonical);
    }
    return first_hole(journal, after_move(canonical, record->move), goal);
  }
  for (const Move reply : fake_game().legal_moves(canonical)) {
    if (fake_game().effect(canonical, reply) != MoveEffect::kContinues) {
      return format_position(canonical);
    }
    std::string hole = first_hole(journal, after_move(canonical, reply), goal);
    if (!hole.empty()) return hole;
  }
  return "";
}

TEST(Coordinator, ProvesAPositionBeyondTheProversReachWithoutAHole) {
  ASSERT_FALSE(test::wins_within(open_board(), Color::kBlack, 1));
  ASSERT_TRUE(test::wins_within(open_board(), Color::kBlack, 3));
  for (const int count : {1, 2, 5}) {
    SimulatedWorkers workers(fake_game(), count);
    MemoryJournal journal;
    const Outcome outcome = solve(workers, journal, open_board());
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
    EXPECT_GT(outcome.report.records, 0U);
    EXPECT_TRUE(journal.tree.empty()) << "entries of a proven root are deleted";
  }
}

TEST(Coordinator, AnswersInTheAskersOrientation) {
  // The same position in its eight forms.
  for (int index = 0; index < kSymmetryCount; ++index) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    const Position root = Symmetry(index).apply(position("b2c2/a5e5/b"));
    const Outcome outcome = solve(workers, journal, root);
    ASSERT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(outcome.report.distance_plies, 1);
    EXPECT_EQ(fake_game().effect(root, outcome.report.best), MoveEffect::kWins);
  }
}

TEST(Coordinator, ADefendersRootIsProvenAndStored) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Position root = position("c3/-/w");
  const Outcome outcome = solve(workers, journal, root);
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  const auto stored = journal.fact(canonicalize(root).position, Color::kBlack).value();
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->kind, RecordKind::kAllReplies);
  EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
}

TEST(Coordinator, RepliesToTheRootThatNoProverNamesAreJobsAllTheSame) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Position root = canonicalize(position("c3/-/w")).position;
  // As a prover does that finds no win after a pass.
  const auto without_replies = [&](const worker::Job& job) -> std::optional<SolveOutcome> {
    if (!(job.position == root)) return std::nullopt;
    SolveOutcome outcome;
    outcome.nodes = 1;
    return outcome;
  };
  for (const int rank : {0, 1}) workers.forge(rank, without_replies);
  CoordinatorOptions options = quick_options();
  options.policy.list_replies_after_seconds = 0;
  const std::atomic<bool> stop{false};
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  const auto report = coordinator.solve(root, Color::kBlack, 20, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
}

TEST(Coordinator, TheOtherSidesWinIsADisproof) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, position("b3c3/a1e5/b"), Color::kWhite);
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kDisproven);
  EXPECT_EQ(outcome.report.distance_plies, 1);
}

TEST(Coordinator, AReportAddsUpWhatTheWorkersSpent) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const SolveReport report = solve(workers, journal, open_board()).report;
  ASSERT_EQ(report.verdict, Verdict::kProven);
  ASSERT_GT(report.jobs, 1U);
  EXPECT_EQ(report.nodes, test::kFakeCost.nodes * report.jobs);
  EXPECT_EQ(report.expansions, test::kFakeCost.expansions * report.jobs);
  const auto jobs = static_cast<double>(report.jobs);
  EXPECT_EQ(report.worker_seconds, test::kFakeCost.seconds * jobs);
  EXPECT_EQ(report.certify_seconds, test::kFakeCost.certify_seconds * jobs);
  EXPECT_EQ(report.peak_memory.largest_bytes, 2U);
  EXPECT_EQ(report.peak_memory.sum_bytes, 3U);
}

TEST(Coordinator, GoesOnWithoutAWorkerThatFallsSilent) {
  for (const int after_jobs : {0, 1, 3}) {
    SimulatedWorkers workers(fake_game(), 3);
    workers.silence(1, after_jobs);
    MemoryJournal journal;
    const Outcome outcome = solve(workers, journal, open_board());
    ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
  }
}

TEST(Coordinator, StopsWhenNoWorkerIsLeft) {
  SimulatedWorkers workers(fake_game(), 2);
  workers.silence(1, 1);
  workers.silence(2, 1);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_NE(outcome.status.message().find("no worker is left"), std::string::npos);
}

TEST(Coordinator, WorkersThatAreAllSilentForAWhileAreWaitedFor) {
  // Says nothing between two moments of a clock that only goes on while the coordinator waits.
  class Hushed : public SimulatedWorkers {
   public:
    Hushed() : SimulatedWorkers(fake_game(), 2) {}
    std::optional<worker::Incoming> receive() override {
      const double seconds = std::chrono::duration<double>(time_.time_since_epoch()).count();
      if (jobs() >= 2 && seconds < 0.9) return std::nullopt;
      return SimulatedWorkers::receive();
    }
    [[nodiscard]] worker::Clock::time_point now() const override { return time_; }
    void pause(std::chrono::microseconds duration) override { time_ += duration; }

   private:
    worker::Clock::time_point time_{};
  };
  Hushed workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
}

TEST(Coordinator, AFailedCommitEndsTheRunWithItsReason) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  journal.fail_at_commit = 2;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kIo);
  EXPECT_EQ(journal.commits, 2);
}

TEST(Coordinator, AContradictionIsNeverWritten) {
  SimulatedWorkers workers(fake_game(), 1);
  MemoryJournal journal;
  const Position root = canonicalize(open_board()).position;
  const ProofRecord white_wins{root, Color::kWhite, kNoMove, 2, RecordKind::kAllReplies};
  journal.facts[{encode_position(root), Color::kWhite}] = white_wins;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kCorruption);
  EXPECT_FALSE(journal.facts.contains({encode_position(root), Color::kBlack}));
}

TEST(Coordinator, AStopKeepsTheTreeAndTheNextRunGoesOn) {
  // Runs of ever more commits, each ended by a failing disk, then one to the end.
  MemoryJournal journal;
  for (int commits = 2; commits < 40; commits += 7) {
    SimulatedWorkers workers(fake_game(), 2);
    journal.commits = 0;
    journal.fail_at_commit = commits;
    if (solve(workers, journal, open_board()).status.ok()) break;
    EXPECT_FALSE(journal.tree.empty());
  }
  journal.fail_at_commit = 0;
  SimulatedWorkers workers(fake_game(), 2);
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
  EXPECT_TRUE(journal.tree.empty());
}

TEST(Coordinator, TheNextRunBeginsWithTheTreeThatTheLastOneHad) {
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.progress_seconds = 0;
  MemoryJournal journal;
  const auto sizes_of_run = [&] {
    std::vector<std::size_t> sizes;
    Watcher watcher;
    watcher.progress = [&](const Progress& progress) { sizes.push_back(progress.tree_nodes); };
    SimulatedWorkers workers(fake_game(), 2);
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    journal.commits = 0;
    (void)coordinator.solve(position("c3/-/w"), Color::kBlack, 20, watcher);
    return sizes;
  };
  journal.fail_at_commit = 12;
  const std::vector<std::size_t> before = sizes_of_run();
  journal.fail_at_commit = 0;
  const std::vector<std::size_t> after = sizes_of_run();
  ASSERT_FALSE(before.empty());
  ASSERT_FALSE(after.empty());
  // What is solved is a node no more; the first jobs may have opened one up.
  constexpr std::size_t kMovesOfOne = 25;
  EXPECT_LE(after.front(), before.back() + kMovesOfOne);
  EXPECT_GT(after.front(), 1U);
}

// Takes out what is known of positions of so many stones and fewer.
void forget(MemoryJournal& journal, std::size_t most_stones) {
  std::erase_if(journal.facts, [&](const auto& fact) {
    return fact.second.position.stone_count() <= most_stones;
  });
}

TEST(Coordinator, APositionOfWhichEveryReplyIsProvenNeedsNoJob) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  ASSERT_EQ(solve(first, journal, one_stone()).report.verdict, Verdict::kProven);
  forget(journal, one_stone().stone_count());
  SimulatedWorkers second(fake_game(), 1);
  const Outcome outcome = solve(second, journal, one_stone());
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(second.jobs(), 0);
  EXPECT_EQ(first_hole(journal, one_stone(), Color::kBlack), "");
}

TEST(Coordinator, WhatTheBookHasIsTaughtToTheWorkersAndLookedUpForNewNodes) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  ASSERT_EQ(solve(first, journal, one_stone()).report.verdict, Verdict::kProven);
  const int jobs_from_nothing = first.jobs();
  // Left is, for each reply, that one of Black's moves wins against all that White has then.
  forget(journal, one_stone().stone_count() + 1);
  const std::size_t stored = journal.facts.size();
  ASSERT_GT(stored, 0U);
  SimulatedWorkers second(fake_game(), 1);
  ASSERT_EQ(solve(second, journal, one_stone()).report.verdict, Verdict::kProven);
  EXPECT_GE(second.facts_received(1), stored);
  EXPECT_LE(second.jobs(), 3);
  EXPECT_GT(jobs_from_nothing, 10);
  EXPECT_EQ(first_hole(journal, one_stone(), Color::kBlack), "");
}

// So short that all that follows from the first answers is forgotten, and replies take turns.
TEST(Coordinator, ShortTurnsProveTheSameAndLeaveNoTree) {
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.policy.turn_seconds = 2e-5;
  options.progress_seconds = 0;
  std::uint32_t attempts = 0;
  Watcher watcher;
  watcher.progress = [&](const Progress& progress) {
    attempts = std::max(attempts, progress.attempt);
  };
  for (const char* root : {"c3/a1/b", "c3/-/w"}) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    const Result<SolveReport> report =
        coordinator.solve(position(root), Color::kBlack, 60, watcher);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report.value().verdict, Verdict::kProven) << root;
    EXPECT_EQ(first_hole(journal, position(root), Color::kBlack), "");
    EXPECT_TRUE(journal.tree.empty());
  }
  EXPECT_EQ(attempts, 2U);
}

TEST(Progress, SaysFirstWhatAPlayerWantsToKnow) {
  Progress progress;
  EXPECT_TRUE(format_progress(progress).starts_with("searching all its moves at once, 0 "));
  progress.children_proven = 11;
  progress.children_known = 222;
  progress.records = 1308;
  EXPECT_TRUE(format_progress(progress).starts_with(
      "11 of 222 moves proven, 1308 positions kept  (0.0 s  attempt 1  pn 1 dn 1"));
  progress.at_work = {"j10"};
  EXPECT_TRUE(format_progress(progress).starts_with("11 of 222 moves proven, now at j10, 1308"));
  progress.at_work = {"j10", "i8"};
  EXPECT_TRUE(format_progress(progress).starts_with("11 of 222 moves proven, now at j10 and i8, "));
  progress.at_work = {"a1", "b1", "c1", "d1", "e1"};
  EXPECT_NE(format_progress(progress).find("now at a1, b1, c1 and 2 more, "), std::string::npos);
  progress.at_work = {"j10"};
  progress.nearest = {"j10 g7", 90, 220};
  EXPECT_TRUE(format_progress(progress).starts_with(
      "11 of 222 moves proven, now at j10, 90 of 220 replies to j10 g7, 1308 "));
  progress.attacker_to_move = true;
  EXPECT_TRUE(format_progress(progress).starts_with("222 moves looked at, now at j10, 90 of "));
}

TEST(Coordinator, WithLittleMemoryItDropsWhatIsSolvedAndProvesTheSame) {
  const std::atomic<bool> stop{false};
  const Position root = position("c3/-/w");
  std::vector<std::size_t> most_nodes;
  for (const std::uint64_t bytes : {std::uint64_t{1} << 30, std::uint64_t{25'000}}) {
    SimulatedWorkers workers(fake_game(), 2);
    MemoryJournal journal;
    CoordinatorOptions options = quick_options();
    options.tree_bytes = bytes;
    options.progress_seconds = 0;
    std::size_t& nodes = most_nodes.emplace_back(0);
    Watcher watcher;
    watcher.progress = [&](const Progress& progress) {
      nodes = std::max(nodes, progress.tree_nodes);
    };
    Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop,
                            options);
    Result<SolveReport> report = coordinator.solve(root, Color::kBlack, 20, watcher);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report.value().verdict, Verdict::kProven);
    EXPECT_EQ(first_hole(journal, root, Color::kBlack), "");
    EXPECT_TRUE(journal.tree.empty());
  }
  EXPECT_LT(most_nodes[1], most_nodes[0]) << "nothing was dropped";
}

TEST(Coordinator, FactsThatWaitForWorkersAreBounded) {
  MemoryJournal journal;
  SimulatedWorkers first(fake_game(), 1);
  const Position root = position("c3/-/w");
  ASSERT_EQ(solve(first, journal, root).report.verdict, Verdict::kProven);
  forget(journal, root.stone_count() + 1);
  const std::size_t stored = journal.facts.size();
  ASSERT_GT(stored, 4U);
  SimulatedWorkers second(fake_game(), 1);
  int taught = 0;
  second.watch_facts([&](const ProofRecord&) { taught += second.jobs() == 0 ? 1 : 0; });
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.pool.sharing.most_waiting_facts = 2;
  Coordinator coordinator(second, fake_game(), journal, test::fake_judges(journal), stop, options);
  ASSERT_EQ(coordinator.solve(root, Color::kBlack, 20, {}).value().verdict, Verdict::kProven);
  EXPECT_EQ(taught, 2) << "of " << stored << " before the first job";
}

TEST(Coordinator, ADamagedTreeEntryIsReported) {
  MemoryJournal journal;
  journal.tree[{encode_position(canonicalize(open_board()).position), Color::kBlack}] = "\x01junk";
  SimulatedWorkers workers(fake_game(), 1);
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_FALSE(outcome.status.ok());
  EXPECT_EQ(outcome.status.code(), StatusCode::kCorruption);
}

TEST(Coordinator, AStopThatCameBeforeTheStartIsObeyed) {
  SimulatedWorkers workers(fake_game(), 2);
  MemoryJournal journal;
  const Outcome outcome =
      solve(workers, journal, open_board(), Color::kBlack, 20, /*stopped=*/true);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.report.verdict, Verdict::kUnknown);
  EXPECT_EQ(workers.jobs(), 0);
}

TEST(Coordinator, AJobWhoseWorkerIsCutOffIsDoneByAnother) {
  SimulatedWorkers workers(fake_game(), 2);
  workers.cut(1, 0);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.workers, 1);
}

TEST(Coordinator, AWorkerWhoseMessagesComeDamagedIsSentAwayAndItsJobDoneByAnother) {
  class Damaging : public SimulatedWorkers {
   public:
    Damaging() : SimulatedWorkers(fake_game(), 2) {}
    void send(int rank, std::string bytes) override {
      const worker::Message message = worker::decode(bytes).value();
      if (rank == 1 && std::holds_alternative<worker::Job>(message)) {
        ++jobs_of_first_;
        if (jobs_of_first_ == 1) return;  // the answer is what comes damaged
      }
      if (const auto* stop = std::get_if<worker::Stop>(&message); rank == 1 && stop != nullptr) {
        refusals_.push_back(stop->refusal);
      }
      SimulatedWorkers::send(rank, bytes);
    }
    std::optional<worker::Incoming> receive() override {
      if (jobs_of_first_ == 1 && !std::exchange(closed_, true)) {
        return worker::Incoming{1, "", true, "broken memory"};
      }
      return SimulatedWorkers::receive();
    }

    int jobs_of_first_ = 0;
    std::vector<std::string> refusals_;

   private:
    bool closed_ = false;
  };
  Damaging workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.report.workers, 1);
  EXPECT_EQ(workers.jobs_of_first_, 1);
  ASSERT_EQ(workers.refusals_.size(), 1U);
  EXPECT_EQ(workers.refusals_[0], "broken memory");
}

TEST(Coordinator, AWorkerThatJoinsDuringARunGetsJobs) {
  class LateJoiner : public SimulatedWorkers {
   public:
    LateJoiner() : SimulatedWorkers(fake_game(), 1) { cut(1, 2); }
    std::optional<worker::Incoming> receive() override {
      if (jobs() == 2 && size() == 2) join();
      return SimulatedWorkers::receive();
    }
  };
  LateJoiner workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_EQ(first_hole(journal, open_board(), Color::kBlack), "");
}

// Whoever is given one position dies of it, and another worker joins.
class DeadlyPosition : public SimulatedWorkers {
 public:
  DeadlyPosition(const Position& deadly, int most_deaths)
      : SimulatedWorkers(fake_game(), 1),
        deadly_(canonicalize(deadly).position),
        most_deaths_(most_deaths) {}

  void send(int rank, std::string bytes) override {
    const worker::Message message = worker::decode(bytes).value();
    const auto* job = std::get_if<worker::Job>(&message);
    if (job != nullptr && job->position == deadly_ && deaths_ < most_deaths_) {
      ++deaths_;
      cut(rank, 0);
      join();
    }
    SimulatedWorkers::send(rank, std::move(bytes));
  }
  [[nodiscard]] int deaths() const { return deaths_; }

 private:
  const Position deadly_;
  const int most_deaths_;
  int deaths_ = 0;
};

TEST(Coordinator, APositionOnWhichWorkersDieIsSetAsideAndReported) {
  constexpr int kMoreThanEnough = 1000;
  DeadlyPosition workers(open_board(), kMoreThanEnough);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kUnknown);
  ASSERT_FALSE(outcome.report.set_aside.empty());
  EXPECT_EQ(outcome.report.set_aside[0].position, canonicalize(open_board()).position);
  EXPECT_EQ(outcome.report.set_aside[0].deaths, quick_options().deaths_until_set_aside);
  // Asked for both sides' wins.
  EXPECT_LE(workers.deaths(), 2 * quick_options().deaths_until_set_aside);
}

TEST(Coordinator, SomeDeathsOnAPositionDoNotSetItAside) {
  DeadlyPosition workers(open_board(), quick_options().deaths_until_set_aside - 1);
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  ASSERT_TRUE(outcome.status.ok()) << outcome.status.message();
  EXPECT_EQ(outcome.report.verdict, Verdict::kProven);
  EXPECT_TRUE(outcome.report.set_aside.empty());
}

TEST(Coordinator, WorkersOfAnotherBuildAreSentAway) {
  SimulatedWorkers workers(fake_game(), 1);
  MemoryJournal journal;
  const std::atomic<bool> stop{false};
  CoordinatorOptions options = quick_options();
  options.pool.build = "another";
  Coordinator coordinator(workers, fake_game(), journal, test::fake_judges(journal), stop, options);
  std::vector<std::string> notices;
  Watcher watcher;
  watcher.worker = [&](const WorkerEvent& event) { notices.push_back(describe(event)); };
  EXPECT_FALSE(coordinator.solve(open_board(), Color::kBlack, 20, watcher).ok());
  EXPECT_EQ(workers.jobs(), 0);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_NE(notices[0].find("use one build"), std::string::npos) << notices[0];
}

TEST(Coordinator, WorkersOfOtherRulesAreSentAway) {
  class OtherRules : public SimulatedWorkers {
   public:
    OtherRules() : SimulatedWorkers(fake_game(), 1) {}
    std::optional<worker::Incoming> receive() override {
      if (!said_) {
        said_ = true;
        return worker::Incoming{1, worker::encode(worker::Hello{"", "elsewhere", 1, "renju", 15})};
      }
      return std::nullopt;
    }

   private:
    bool said_ = false;
  };
  OtherRules workers;
  MemoryJournal journal;
  const Outcome outcome = solve(workers, journal, open_board());
  EXPECT_FALSE(outcome.status.ok());
  EXPECT_EQ(workers.jobs(), 0);
}

TEST(Coordinator, WhoMayDrawByASecondPassHasNotLost) {
  MemoryJournal journal;
  SimulatedWorkers workers(fake_game(), 1);
  Position root = position("c3/a1/w");
  root.after_pass = true;
  const Outcome outcome = solve(workers, journal, root);
  ASSERT_TRUE(outcome.status.ok());
  EXPECT_EQ(outcome.report.verdict, Verdict::kDisproven);
  EXPECT_EQ(outcome.report.best, kPass);
  EXPECT_EQ(outcome.report.distance_plies, 0);
  EXPECT_EQ(outcome.report.jobs, 0U);
}

}  // namespace
}  // namespace tengen::coordinator
