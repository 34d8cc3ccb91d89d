// The certifier with next to no memory, where it forgets and proves the same, and two of a team.
#include "solver/renju/certify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/solver/renju/certificate_check.h"
#include "tests/solver/renju/problems.h"

namespace tengen::renju {
namespace {

constexpr const char* kSmallProblem = "quintet_vct_game_white_l08_4";  // some 100 records

struct Certified {
  CertifiedWin win;
  int calls = 0;
  std::uint64_t handed_out = 0;
  std::vector<ProofRecord> records;  // each position once, its shortest distance
};

Certified certify(const Position& position, std::uint64_t memory_bytes) {
  Guide guide(Rules::kRenju, std::uint64_t{32} << 20);
  Certifier certifier(guide, position.size, memory_bytes);
  Board board(position);
  const Color attacker = position.to_move;
  std::vector<ProofRecord> records;
  Certified result;
  while (!result.win.proven() && result.calls < 200) {
    ++result.calls;
    if (!guide.search(board, attacker, attacker, 1'000'000, {}).proven()) break;
    result.win = certifier.certify_attack(board, attacker, 1'000'000, {});
    const std::vector<ProofRecord> taken = certifier.take_records();
    records.insert(records.end(), taken.begin(), taken.end());
    EXPECT_FALSE(certifier.full());
  }
  result.handed_out = records.size();
  result.records = shortest_of(records);
  return result;
}

TEST(Certifier, WithLittleMemoryItForgetsAndProvesTheSame) {
  const Game& game = *find_game("renju", 15).value();
  const Position position = problem(kSmallProblem);
  const Certified whole = certify(position, 1 << 20);
  const Certified small = certify(position, Certifier::kLeastBytes);
  EXPECT_EQ(whole.calls, 1);
  EXPECT_EQ(whole.handed_out, whole.records.size());
  EXPECT_GT(small.calls, 1);
  EXPECT_GT(small.handed_out, small.records.size()) << "nothing was forgotten";
  for (const Certified& certified : {whole, small}) {
    EXPECT_TRUE(certified.win.proven());
    CertificateCheck check(game, position.to_move);
    check.add(certified.records);
    EXPECT_TRUE(check.wins(position)) << check.hole();
  }
}

// Also where no fact was kept: a win by fours has none, and the store forgets.
TEST(Certifier, WhatIsProvenHasItsMove) {
  const Game& game = *find_game("renju", 15).value();
  for (const char* id : {kSmallProblem, "sp_021", "quintet_test_vcf_white"}) {
    SCOPED_TRACE(id);
    for (int i = 0; i < kSymmetryCount; ++i) {
      const Position position = Symmetry(i).apply(problem(id));
      const Certified certified = certify(position, Certifier::kLeastBytes);
      ASSERT_TRUE(certified.win.proven());
      ASSERT_TRUE(position.is_empty_point(certified.win.move));
      CertificateCheck check(game, position.to_move);
      check.add(certified.records);
      EXPECT_TRUE(check.wins(after_move(position, certified.win.move))) << check.hole();
      if (id == std::string(kSmallProblem)) break;  // once is slow enough
    }
  }
}

// Two certifiers of one proof, one after the other, so that it is known what each has done: the
// second for some looks at whether to stop, then the first.
class TwoCertifiers {
 public:
  TwoCertifiers(const Position& position, std::uint64_t table_bytes,
                std::uint64_t first_bytes = kFactBytes)
      : position_(position), leader_(Rules::kRenju, table_bytes), first_(leader_, 15, first_bytes) {
    EXPECT_TRUE(leader_.search(board_, attacker_, attacker_, 20'000'000, {}).proven());
  }

  // Whether it was done with all.
  bool let_second_certify(int looks) {
    Guide guide(Rules::kRenju, std::uint64_t{32} << 20, leader_.shared());
    Certifier second(guide, first_, 1, 2);
    int distance = 0;
    bool ended = false;
    leader_.begin_certifying(board_, attacker_);
    guide.help(
        leader_.shared(),
        [&](Board& board, Color attacker, const std::function<bool()>& stop) {
          const auto enough = [&] { return looks-- <= 0 || stop(); };
          distance = second.certify_attack(board, attacker, kUnlimited, enough).distance_plies;
          ended = true;
        },
        [&] { return ended; });
    leader_.end_certifying();
    return distance > 0;
  }
  // The positions that were left to be certified, or more, for each is looked at whether to stop.
  int let_first_certify() {
    int looks = 0;
    const auto count = [&] { return ++looks < 0; };
    EXPECT_TRUE(first_.certify_attack(board_, attacker_, kUnlimited, count).proven());
    return looks;
  }
  // The same in as many calls as it takes; the most records that one of them has handed out.
  std::size_t let_first_certify_bit_by_bit() {
    std::size_t most = 0;
    for (int distance = 0, calls = 0; distance == 0 && calls < 100; ++calls) {
      distance = first_.certify_attack(board_, attacker_, kUnlimited, {}).distance_plies;
      const std::vector<ProofRecord> taken = first_.take_records();
      most = std::max(most, taken.size());
      records_.insert(records_.end(), taken.begin(), taken.end());
    }
    return most;
  }
  void expect_proof() {
    const Game& game = *find_game("renju", 15).value();
    CertificateCheck check(game, attacker_);
    const std::vector<ProofRecord> taken = first_.take_records();
    records_.insert(records_.end(), taken.begin(), taken.end());
    check.add(shortest_of(records_));
    EXPECT_TRUE(check.wins(position_)) << check.hole();
  }

 private:
  static constexpr std::uint64_t kFactBytes = std::uint64_t{8} << 20;
  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;
  const Position position_;
  const Color attacker_ = position_.to_move;
  Board board_{position_};
  Guide leader_;
  Certifier first_;
  std::vector<ProofRecord> records_;
};

constexpr std::uint64_t kTableBytes = std::uint64_t{64} << 20;

TEST(Certifier, TheFirstHandsOutWhatTheSecondHasCertified) {
  TwoCertifiers team(problem(kSmallProblem), kTableBytes);
  EXPECT_TRUE(team.let_second_certify(1'000'000));
  EXPECT_EQ(team.let_first_certify(), 0) << "nothing is left to be done";
  team.expect_proof();
}

TEST(Certifier, WhereverTheSecondStopsNothingIsMissing) {
  std::vector<int> left;
  for (const int looks : {60, 40, 20, 0}) {
    TwoCertifiers team(problem(kSmallProblem), kTableBytes);
    EXPECT_FALSE(team.let_second_certify(looks));
    left.push_back(team.let_first_certify());
    team.expect_proof();
  }
  EXPECT_GT(left.front(), 0);
  EXPECT_GT(left.back(), left.front() + 10) << "what the second has done is not done again";
}

TEST(Certifier, TheSecondCertifiesNoMoreThanTheFirstHasRoomToHandOut) {
  constexpr std::uint64_t kRoomForSixteen = 16 << 10;
  TwoCertifiers team(problem(kSmallProblem), kTableBytes, kRoomForSixteen);
  EXPECT_FALSE(team.let_second_certify(1'000'000));
  EXPECT_LE(team.let_first_certify_bit_by_bit(), 20U) << "what is nearly done is finished";
  team.expect_proof();
}

// Whatever stands in the table, only time can be lost by it.
TEST(Certifier, RubbishInTheTableDoesNoHarm) {
  const Position position = problem(kSmallProblem);
  const Color attacker = position.to_move;
  Board board(position);
  Guide guide(Rules::kRenju, kTableBytes);
  Certifier certifier(guide, 15, std::uint64_t{8} << 20);
  EXPECT_TRUE(guide.search(board, attacker, attacker, 20'000'000, {}).proven());
  const std::span<std::byte> bytes = guide.shared();
  std::uint64_t random = 1;
  for (std::size_t at = Team::kBytes; at + 8 <= bytes.size(); at += 40) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    std::memcpy(&bytes[at], &random, 5);
  }
  CertifiedWin win;
  for (int round = 0; round < 100 && !win.proven(); ++round) {
    guide.search(board, attacker, attacker, 1'000'000, {});
    win = certifier.certify_attack(board, attacker, 1'000'000, {});
    guide.restart(static_cast<std::size_t>(round));
  }
  ASSERT_TRUE(win.proven());
  const Game& game = *find_game("renju", 15).value();
  CertificateCheck check(game, attacker);
  check.add(shortest_of(certifier.take_records()));
  EXPECT_TRUE(check.wins(position)) << check.hole();
}

}  // namespace
}  // namespace tengen::renju
