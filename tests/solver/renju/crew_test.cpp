// Several searchers in one prover: what they find together is certified as what one finds.
#include "solver/renju/crew.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "solver/game/game.h"
#include "tests/solver/renju/certificate_check.h"

namespace tengen::renju {
namespace {

const Game& game() { return *find_game("renju", 15).value(); }

std::unique_ptr<Prover> prover_of(int searchers, int threads = 1, bool in_turns = false) {
  return game().make_prover({.memory_bytes = std::uint64_t{128} << 20,
                             .threads = threads,
                             .searchers = searchers,
                             .in_turns = in_turns});
}

// Some 450 records.
Position middle_game() {
  return game()
      .parse(
          "k5d6k6l6m6d7e7j7l7e8f8h8i8k8f9k9g10h10j11/"
          "l5c6i6n6i7k7m7g8j8e9g9h9i9j9f10k10g11h11i11/b")
      .value();
}
// A few thousand nodes more.
Position other_middle_game() {
  return game()
      .parse(
          "d4o4c5f5k5d6k6l6m6d7e7j7l7c8d8e8f8h8i8k8f9k9g10h10j11/"
          "b4d5l5n5c6i6n6i7k7m7b8g8j8d9e9g9h9i9j9f10k10e11g11h11i11/b")
      .value();
}

std::string hole_in(const std::vector<ProofRecord>& records, const Position& position) {
  CertificateCheck check(game(), Color::kBlack);
  check.add(shortest_of(records));
  return check.wins(position) ? "" : check.hole();
}

TEST(Crew, WhatSeveralFindTogetherIsCertified) {
  const Position position = middle_game();
  for (const int searchers : {2, 5}) {
    const std::unique_ptr<Prover> prover = prover_of(searchers);
    std::vector<ProofRecord> records;
    SolveOutcome outcome;
    for (int call = 0; call < 100 && outcome.verdict != Verdict::kProven; ++call) {
      outcome = prover->solve(position, Color::kBlack, {.nodes = 20'000'000, .attempt = 1}, {});
      EXPECT_GT(outcome.nodes, 0u);
      records.insert(records.end(), outcome.records.begin(), outcome.records.end());
    }
    EXPECT_EQ(outcome.verdict, Verdict::kProven) << searchers;
    EXPECT_EQ(hole_in(records, position), "") << searchers;
  }
}

TEST(Crew, InTurnsItDoesTheSameEachTime) {
  // Long enough for slices of several searchers.
  const Position position = game().parse("h8i7/i9j6/b").value();
  std::vector<SolveOutcome> outcomes;
  for (int run = 0; run < 2; ++run) {
    const std::unique_ptr<Prover> prover = prover_of(5, 2, true);
    for (const std::uint64_t clock_nodes : {800'000, 900'000}) {
      outcomes.push_back(
          prover->solve(position, Color::kBlack, {.attempt = 1, .clock_nodes = clock_nodes}, {}));
    }
  }
  for (const std::size_t call : {0U, 1U}) {
    EXPECT_EQ(outcomes[call].nodes, outcomes[call + 2].nodes);
    EXPECT_EQ(outcomes[call].clock_nodes, outcomes[call + 2].clock_nodes);
    EXPECT_EQ(outcomes[call].records, outcomes[call + 2].records);
    EXPECT_EQ(outcomes[call].proof_number, outcomes[call + 2].proof_number);
    EXPECT_LT(outcomes[call].clock_nodes, 910'000U);
  }
  EXPECT_GT(outcomes[1].nodes, outcomes[1].clock_nodes + 100'000) << "several searched";
}

TEST(Crew, WhatSeveralFindInTurnsIsCertified) {
  const Position position = middle_game();
  const std::unique_ptr<Prover> prover = prover_of(7, 3, true);
  const SolveOutcome outcome =
      prover->solve(position, Color::kBlack, {.nodes = 20'000'000, .attempt = 1}, {});
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(hole_in(outcome.records, position), "");
}

TEST(Crew, ACallEndsSoonAfterItIsToldTo) {
  // Open for much longer than this.
  const Position position = game().parse("h8i7/i9j6/b").value();
  const std::unique_ptr<Prover> prover = prover_of(16);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (int call = 0; call < 5; ++call) {
    const double until = seconds() + 0.2;
    const SolveOutcome outcome =
        prover->solve(position, Color::kBlack, {.attempt = 1}, [&] { return seconds() > until; });
    EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
    EXPECT_GT(outcome.nodes, 0u);
  }
  EXPECT_LT(seconds(), 60);
}

// What it was asked before does not spoil the next question, nor does the other side's.
TEST(Crew, AnswersOneQuestionAfterTheOther) {
  const std::unique_ptr<Prover> prover = prover_of(2);
  std::vector<ProofRecord> records;
  for (const Position& position : {middle_game(), other_middle_game()}) {
    SolveOutcome outcome;
    for (int call = 0; call < 200 && outcome.verdict != Verdict::kProven; ++call) {
      outcome = prover->solve(position, Color::kBlack, {.nodes = 1'000'000, .attempt = 1}, {});
      records.insert(records.end(), outcome.records.begin(), outcome.records.end());
    }
    ASSERT_EQ(outcome.verdict, Verdict::kProven) << format_position(position);
    EXPECT_EQ(hole_in(records, position), "") << format_position(position);
  }
  EXPECT_FALSE(records.empty());
}

}  // namespace
}  // namespace tengen::renju
