// What a worker says counts only as far as it is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"
#include "tests/coordinator/simulation.h"

namespace tengen::coordinator {
namespace {

using test::MemoryJournal;
using test::SimulatedWorkers;

const Game& renju() { return *find_game("renju", 15).value(); }

Position canonical(const char* text) { return canonicalize(renju().parse(text).value()).position; }

// Black wins by threes and fours; some dozens of records.
Position asked() { return canonical("h8h9i9h7g7f6i8i7j10"); }

// Black has a double three at h8 here.
Position with_foul() { return canonical("g8h9i8h7/g7i9a1c1/b"); }

// A true proof of asked(), by a prover of its own.
const SolveOutcome& truth() {
  static const SolveOutcome outcome = [] {
    const std::unique_ptr<Prover> prover = renju().make_prover({.memory_bytes = 64 << 20});
    return prover->solve(asked(), Color::kBlack, {}, nullptr);
  }();
  return outcome;
}

using Random = std::mt19937;
std::size_t below(Random& random, std::size_t count) { return random() % count; }

Move any_point(Random& random, const Position& position) {
  for (;;) {
    const auto move = static_cast<Move>(below(random, 225));
    if (position.is_empty_point(move)) return move;
  }
}

ProofRecord& any_record(Random& random, SolveOutcome& outcome) {
  return outcome.records[below(random, outcome.records.size())];
}

SolveOutcome proven(Move best, int distance) {
  SolveOutcome outcome;
  outcome.verdict = Verdict::kProven;
  outcome.best = best;
  outcome.distance_plies = distance;
  return outcome;
}

struct Lie {
  const char* name;
  // An answer to the job. True proofs may be spoiled; then they are about asked().
  std::function<SolveOutcome(Random&, const worker::Job&)> answer;
  // Whether it is one for every choice of chance; else it may happen to be true or harmless.
  bool always_false = true;
};

const std::vector<Lie>& lies() {
  static const std::vector<Lie> all = {
      {"proven, without a record",
       [](Random& random, const worker::Job& job) {
         const bool attacker = job.position.to_move == job.goal;
         return proven(attacker ? any_point(random, job.position) : kNoMove, 7);
       }},
      {"a wrong move in a record",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         ProofRecord& record = any_record(random, outcome);
         record.move = any_point(random, record.position);
         return outcome;
       },
       false},
      {"a foul as winning move",
       [](Random&, const worker::Job&) {
         SolveOutcome outcome;
         const Position position = with_foul();
         const Move foul = renju().foul_points(position).front();
         outcome.records = {{position, Color::kBlack, foul, 3, RecordKind::kVcfLeaf}};
         return outcome;
       }},
      {"a wrong distance",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         any_record(random, outcome).distance_plies = 1 + static_cast<int>(below(random, 100));
         return outcome;
       },
       false},
      {"a fact of another position",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         ProofRecord& record = any_record(random, outcome);
         std::vector<Move>& stones =
             random() % 2 == 0 ? record.position.black : record.position.white;
         stones[below(random, stones.size())] = any_point(random, record.position);
         std::sort(stones.begin(), stones.end());
         const Canonical moved = canonicalize(record.position);
         record.position = moved.position;
         record.move = moved.canonical_from_input.apply(record.move, 15);
         return outcome;
       },
       false},
      {"the loser wins",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         ProofRecord& record = any_record(random, outcome);
         record.goal = opponent(record.goal);
         record.kind = RecordKind::kAllReplies;
         record.move = kNoMove;
         return outcome;
       }},
      {"a proof without one of its records",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         outcome.records.erase(outcome.records.begin() +
                               static_cast<std::ptrdiff_t>(below(random, outcome.records.size())));
         return outcome;
       },
       false},
      {"a reply that was not answered",
       [](Random& random, const worker::Job& job) {
         SolveOutcome outcome;
         outcome.children = {
             {any_point(random, job.position), Verdict::kProven, 0, kInfiniteNumber, 3}};
         return outcome;
       },
       false},
      {"disproven",
       [](Random&, const worker::Job&) {
         SolveOutcome outcome;
         outcome.verdict = Verdict::kDisproven;
         return outcome;
       }},
      {"a record that is none",
       [](Random& random, const worker::Job&) {
         SolveOutcome outcome = truth();
         ProofRecord& record = any_record(random, outcome);
         switch (below(random, 3)) {
           case 0:
             record.move = record.position.black.front();
             break;
           case 1:
             record.move = kPass;
             break;
           default:
             record.position = Symmetry(1).apply(record.position);
             if (canonicalize(record.position).position == record.position) record.move = kPass;
         }
         return outcome;
       }},
  };
  return all;
}

int lies_of_a_kind() {
  const char* text = std::getenv("TENGEN_LIES_OF_A_KIND");
  return text == nullptr ? 3 : std::atoi(text);
}

// Of the stored records the first that does not hold; "" when all do, with exact distances.
std::string first_false_record(MemoryJournal& journal) {
  std::vector<ProofRecord> records;
  for (const auto& [key, record] : journal.facts) records.push_back(record);
  MemoryJournal empty;
  const auto judge = verifying_judges(empty, {book::kNaiveRenju, 15})(1);
  const book::Settlement settled = judge->settle(records).value();
  if (!settled.faults.empty()) return settled.faults.front().fault;
  for (const ProofRecord& record : settled.records) {
    const ProofRecord& stored = journal.facts.at({encode_position(record.position), record.goal});
    if (stored.distance_plies != record.distance_plies) return format_position(record.position);
  }
  return settled.records.size() == records.size() ? "" : "a record was lost";
}

TEST(LyingWorker, NothingFalseIsStoredAndTheHonestOneFinishes) {
  Random random(20260501);
  for (const Lie& lie : lies()) {
    for (int i = 0; i < lies_of_a_kind(); ++i) {
      SCOPED_TRACE(lie.name);
      SimulatedWorkers workers(renju(), 2);
      int told = 0;
      workers.forge(1, [&](const worker::Job& job) -> std::optional<SolveOutcome> {
        // With others of the tree's jobs in between.
        if (told > 0) return std::nullopt;
        ++told;
        return lie.answer(random, job);
      });
      MemoryJournal journal;
      CoordinatorOptions options;
      options.check_threads = i % 2;
      const std::atomic<bool> stop{false};
      Coordinator coordinator(workers, renju(), journal,
                              verifying_judges(journal, {book::kNaiveRenju, 15}), stop, options);
      int shut_out = 0;
      Watcher watcher;
      watcher.worker = [&](const WorkerEvent& event) {
        if (event.change != WorkerChange::kLost) return;
        EXPECT_EQ(event.rank, 1);
        EXPECT_NE(event.why.find("does not hold"), std::string::npos) << event.why;
        ++shut_out;
      };
      const Result<SolveReport> report = coordinator.solve(asked(), Color::kBlack, 60, watcher);
      ASSERT_TRUE(report.ok()) << report.status().message();
      EXPECT_EQ(report.value().verdict, Verdict::kProven);
      EXPECT_EQ(told, 1);
      EXPECT_GE(shut_out, lie.always_false ? 1 : 0);
      EXPECT_EQ(first_false_record(journal), "");
    }
  }
}

TEST(LyingWorker, ALostPositionIsNotStoredAsWon) {
  // Black to move has nothing here, and White a straight four to come.
  SimulatedWorkers workers(renju(), 1);
  workers.forge(1, [](const worker::Job& job) -> std::optional<SolveOutcome> {
    return proven(job.position.to_move == job.goal ? Move{0} : kNoMove, 5);
  });
  MemoryJournal journal;
  const std::atomic<bool> stop{false};
  Coordinator coordinator(workers, renju(), journal,
                          verifying_judges(journal, {book::kNaiveRenju, 15}), stop, {});
  const Result<SolveReport> report =
      coordinator.solve(canonical("o1c1e1/h8h9h10/b"), Color::kBlack, 5, {});
  ASSERT_FALSE(report.ok()) << "the only worker was shut out";
  EXPECT_NE(report.status().message().find("no worker is left"), std::string::npos);
  EXPECT_TRUE(journal.facts.empty());
}

TEST(LyingWorker, OneThatWasShutOutDoesNotComeBack) {
  class Returning : public SimulatedWorkers {
   public:
    Returning() : SimulatedWorkers(renju(), 1) {}
    std::optional<worker::Incoming> receive() override {
      if (shut_out && size() == 2) join(1);  // the same process once more
      return SimulatedWorkers::receive();
    }
    bool shut_out = false;
  };
  Returning workers;
  for (const int rank : {1, 2}) {
    workers.forge(rank, [](const worker::Job&) { return std::optional(proven(0, 5)); });
  }
  MemoryJournal journal;
  const std::atomic<bool> stop{false};
  CoordinatorOptions options;
  options.check_threads = 0;
  options.pool.roster.await_joiners = true;
  Coordinator coordinator(workers, renju(), journal,
                          verifying_judges(journal, {book::kNaiveRenju, 15}), stop, options);
  Watcher watcher;
  watcher.worker = [&](const WorkerEvent& event) {
    workers.shut_out |= event.change == WorkerChange::kLost;
  };
  ASSERT_TRUE(coordinator.solve(asked(), Color::kBlack, 2, watcher).ok());
  EXPECT_EQ(workers.size(), 3);
  EXPECT_EQ(workers.jobs(), 1);
  EXPECT_TRUE(journal.facts.empty());
}

}  // namespace
}  // namespace tengen::coordinator
