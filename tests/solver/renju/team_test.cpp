#include "solver/renju/team.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "solver/game/game.h"
#include "tests/solver/renju/certificate_check.h"
#include "tests/solver/renju/shared_bytes.h"

namespace tengen::renju {
namespace {

Position after(const char* moves) { return find_game("renju", 15).value()->parse(moves).value(); }

TEST(Team, ATaskIsReadAsItWasGiven) {
  SharedBytes memory(Team::kBytes);
  const Team leader(memory.bytes());
  const Team helper(memory.bytes());
  EXPECT_EQ(helper.task_id(), 0U);
  EXPECT_FALSE(helper.task());
  for (const char* moves : {"h8h9i9", "h8h9i9h7o15a1", "a1/o15/b"}) {
    TeamTask task{after(moves), Color::kWhite, 17, 3, 64, 4711};
    leader.begin_task(task);
    ASSERT_TRUE(helper.task()) << moves;
    EXPECT_EQ(helper.task()->position, task.position);
    EXPECT_EQ(helper.task()->attacker, Color::kWhite);
    EXPECT_EQ(helper.task()->generation, 17U);
    EXPECT_EQ(helper.task()->style, 3U);
    EXPECT_EQ(helper.task()->quiet_moves, 64);
    EXPECT_EQ(helper.task()->table_buckets, 4711U);
    EXPECT_FALSE(helper.task()->certify);
    task.certify = true;
    leader.begin_task(task);
    EXPECT_TRUE(helper.task()->certify);
  }
  const std::uint64_t id = helper.task_id();
  leader.begin_task({after("h8h9i9"), Color::kBlack, 18, 0, 16, 1});
  EXPECT_NE(helper.task_id(), id) << "another task";
  leader.end_task();
  EXPECT_EQ(helper.task_id(), 0U);
  EXPECT_FALSE(helper.task());
}

TEST(Team, ATaskThatIsHalfWrittenIsNone) {
  SharedBytes memory(Team::kBytes);
  const Team team(memory.bytes());
  team.begin_task({after("h8h9i9h7"), Color::kBlack, 1, 0, 16, 1});
  std::size_t flips = 0;
  for (std::size_t at = 32; at < 32 + 12 * 8; ++at) {
    memory.bytes()[at] ^= std::byte{4};
    flips += team.task() ? 1 : 0;
    memory.bytes()[at] ^= std::byte{4};
  }
  EXPECT_EQ(flips, 0U);
  EXPECT_TRUE(team.task());
}

TEST(Team, AMarkedMoveLooksWorseAndNeverLost) {
  SharedBytes memory(Team::kBytes);
  const Team team(memory.bytes());
  constexpr std::uint64_t kKey = 0x1234'5678'9abc'def0;
  EXPECT_EQ(team.virtual_number(10, kKey, 1), 10U);
  team.mark(kKey);
  EXPECT_EQ(team.virtual_number(10, kKey, 1), 16U);
  EXPECT_EQ(team.virtual_number(10, kKey, 4), 31U);
  EXPECT_LT(team.virtual_number(kInfiniteNumber - 1, kKey, 4), kInfiniteNumber);
  team.unmark(kKey);
  EXPECT_EQ(team.virtual_number(10, kKey, 4), 10U);
}

// A leader and its helpers, each in a thread of its own.
class TeamProof : public testing::Test {
 protected:
  std::unique_ptr<Prover> leader() {
    return game_.make_prover({.memory_bytes = kBytes, .allocate_shared = [this](std::size_t bytes) {
                                memory_ = std::make_unique<SharedBytes>(bytes);
                                return memory_->bytes();
                              }});
  }
  std::thread helper(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes) {
    return std::thread([this, &stop, &nodes] {
      const auto prover = game_.make_prover({.memory_bytes = kBytes, .variant = 1});
      nodes += prover->help(memory_->bytes(), [&] { return stop.load(); }).nodes;
    });
  }
  void expect_proof(const Position& position, const SolveOutcome& outcome) {
    EXPECT_EQ(outcome.verdict, Verdict::kProven);
    const auto vcf = game_.make_prover({.memory_bytes = kLeastMemoryBytes});
    CertificateCheck check(game_, *vcf, Color::kBlack);
    check.add(shortest_of(outcome.records));
    EXPECT_TRUE(check.wins(position)) << check.hole();
  }

  static constexpr std::uint64_t kBytes = std::uint64_t{64} << 20;
  const Game& game_ = *find_game("renju", 15).value();
  std::unique_ptr<SharedBytes> memory_;
};

TEST_F(TeamProof, WhatTwoFindTogetherIsCertified) {
  const auto prover = leader();
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> helped{0};
  std::thread thread = helper(stop, helped);
  const Position position = after("h8h9i9h7");
  const SolveOutcome outcome = prover->solve(position, Color::kBlack, {}, {});
  stop = true;
  thread.join();
  expect_proof(position, outcome);
  EXPECT_GT(helped, 1000U);
}

TEST_F(TeamProof, HelpersMayComeAndGo) {
  const auto prover = leader();
  std::atomic<bool> done{false};
  std::atomic<std::uint64_t> helped{0};
  std::thread coming_and_going([&] {
    while (!done) {
      std::atomic<bool> stop{false};
      std::thread one = helper(stop, helped);
      std::thread other = helper(stop, helped);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop = true;
      one.join();
      other.join();
    }
  });
  const Position position = after("h8h9i9h7");
  const SolveOutcome outcome = prover->solve(position, Color::kBlack, {}, {});
  done = true;
  coming_and_going.join();
  expect_proof(position, outcome);
}

// Whatever stands in the memory, only time can be lost by it.
TEST_F(TeamProof, RubbishInTheMemoryDoesNoHarm) {
  const auto prover = leader();
  const Position position = after("h8h9i9h7");
  const std::vector<ProofRecord> before =
      prover->solve(position, Color::kBlack, {.nodes = 200'000, .seconds = 0, .attempt = 0}, {})
          .records;
  std::span<std::byte> bytes = memory_->bytes();
  std::uint64_t random = 1;
  for (std::size_t at = Team::kBytes; at + 8 <= bytes.size(); at += 40) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    std::memcpy(&bytes[at], &random, 5);
  }
  SolveOutcome outcome = prover->solve(position, Color::kBlack, {}, {});
  outcome.records.insert(outcome.records.begin(), before.begin(), before.end());
  expect_proof(position, outcome);
}

TEST_F(TeamProof, WithoutHelpItIsTheSameSearch) {
  const Position position = after("h8h9i9h7");
  const auto alone = game_.make_prover({.memory_bytes = kBytes});
  const auto shared = leader();
  const SolveLimits limits{.nodes = 300'000, .seconds = 0, .attempt = 0};
  const SolveOutcome one = alone->solve(position, Color::kBlack, limits, {});
  const SolveOutcome other = shared->solve(position, Color::kBlack, limits, {});
  EXPECT_EQ(one.nodes, other.nodes);
  EXPECT_EQ(one.records, other.records);
}

}  // namespace
}  // namespace tengen::renju
