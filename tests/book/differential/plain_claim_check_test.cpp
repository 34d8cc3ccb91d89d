// Claims in a game that is not five in a row: what is a hole, and why.
#include "book/verifier/plain_claim_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "tests/flip_game.h"

namespace tengen::book {
namespace {

using Lookup = std::function<Result<std::optional<Win>>(const Position&, Color)>;

const NaiveGame& game() {
  static const NaiveGame flips = [] {
    test::naive_flip_game();
    return naive_game(kOwnGame, 5).value();
  }();
  return flips;
}

Move last_point(const Position& position) { return game().legal_moves(position).front(); }

// Of games played at random, the first with so many empty points that is as wanted.
Position find(std::size_t empty, const std::function<bool(const Position&)>& wanted) {
  std::mt19937 random(7);
  while (true) {
    Position position{.size = 5, .black = {}, .white = {}, .to_move = Color::kBlack};
    while (position.stone_count() + empty < 25) {
      const std::vector<Move> moves = game().legal_moves(position);
      position = game().play(position, moves[random() % moves.size()]);
    }
    if (wanted(position)) return position;
  }
}

bool last_move_is(const Position& position, NaiveEffect effect) {
  return game().effect(position, last_point(position)) == effect;
}

class PlainClaims : public testing::Test {
 protected:
  ClaimReport check(const Position& position, Color attacker, Win record) {
    const ProofLookup lookup = lookup_;
    PlainClaimChecker checker(
        game(), attacker, lookup, [] { return false; }, ClaimScope::kAll);
    return checker.check({.position = position, .moves = {}, .record = record, .id = 0});
  }
  // What a hole says; "" when there is none.
  std::string hole(const Position& position, Color attacker, Win record) {
    const ClaimReport report = check(position, attacker, record);
    return report.holes.empty() ? "" : report.holes.front().reason;
  }
  Lookup lookup_ = [](const Position&, Color) { return std::optional<Win>(); };
};

TEST_F(PlainClaims, AMoveThatMayNotBePlayedIsAHole) {
  const Position position = find(3, [](const Position&) { return true; });
  for (const Move move : {position.black.front(), kPass, kNoMove, Move{25}, Move{400}}) {
    EXPECT_EQ(hole(position, position.to_move, {move, 3}), "the record's move is not legal")
        << move;
  }
  const Position few{.size = 5, .black = {12}, .white = {}, .to_move = Color::kWhite};
  EXPECT_EQ(hole(few, Color::kWhite, {0, 3}), "the record's move is not legal");  // beside no stone
}

TEST_F(PlainClaims, TheLastMoveWinsOrIsAHole) {
  const Position won =
      find(1, [](const Position& p) { return last_move_is(p, NaiveEffect::kMoverWins); });
  EXPECT_EQ(hole(won, won.to_move, {last_point(won), 1}), "");
  EXPECT_EQ(check(won, won.to_move, {last_point(won), 1}).distance_plies(0), 1);
  const Position lost =
      find(1, [](const Position& p) { return last_move_is(p, NaiveEffect::kMoverLoses); });
  EXPECT_EQ(hole(lost, lost.to_move, {last_point(lost), 1}),
            "the record's move ends the game, and does not win it");
}

TEST_F(PlainClaims, AReplyThatLosesIsMetAndCountsAsAPly) {
  const Position position = find(2, [](const Position& p) {
    return last_move_is(game().play(p, last_point(p)), NaiveEffect::kMoverLoses);
  });
  const ClaimReport report = check(position, position.to_move, {last_point(position), 2});
  EXPECT_TRUE(report.holes.empty());
  EXPECT_TRUE(report.reached.empty());
  EXPECT_EQ(report.distance_plies(0), 2);
  EXPECT_NE(
      hole(position, position.to_move, {last_point(position), 1}).find("distance is too small"),
      std::string::npos);
}

TEST_F(PlainClaims, AReplyThatWinsIsAHole) {
  const Position position = find(2, [](const Position& p) {
    return last_move_is(game().play(p, last_point(p)), NaiveEffect::kMoverWins);
  });
  EXPECT_EQ(hole(position, position.to_move, {last_point(position), 2}), "the defender wins");
}

TEST_F(PlainClaims, RestOnRecordsWhichMayBeMissingDamagedOrOutOfReach) {
  const Position position = find(4, [](const Position&) { return true; });
  const Color defender = position.to_move;
  const Color attacker = opponent(defender);
  ClaimReport report = check(position, attacker, {kNoMove, 9});
  ASSERT_EQ(report.reached.size(), game().legal_moves(position).size());
  for (const Reached& reached : report.reached) {
    EXPECT_FALSE(reached.record);
    EXPECT_EQ(reached.fault, "no record");
    EXPECT_EQ(reached.position, game().play(position, reached.moves.front()));
  }
  lookup_ = [](const Position&, Color) { return std::optional(Win{0, 3}); };
  report = check(position, attacker, {kNoMove, 9});
  EXPECT_TRUE(report.holes.empty());
  EXPECT_EQ(report.distance_plies(3), 4);
  EXPECT_FALSE(check(position, attacker, {kNoMove, 3}).holes.empty());  // 4 are needed
  lookup_ = [](const Position&, Color) { return Status(StatusCode::kCorruption, "torn"); };
  report = check(position, attacker, {kNoMove, 9});
  EXPECT_TRUE(report.reached.front().damaged);
  EXPECT_TRUE(report.failure.ok());
  lookup_ = [](const Position&, Color) { return Status(StatusCode::kIo, "gone"); };
  EXPECT_EQ(check(position, attacker, {kNoMove, 9}).failure.code(), StatusCode::kIo);
}

TEST_F(PlainClaims, APositionWhereTheGameIsOverIsAHole) {
  const Position last = find(1, [](const Position&) { return true; });
  const Position full = game().play(last, last_point(last));
  EXPECT_EQ(hole(full, opponent(full.to_move), {kNoMove, 1}), "the game is over");
}

TEST(PlainGames, AreKnownOnlyWhereAProgramHasBroughtOne) {
  test::naive_flip_game();
  EXPECT_TRUE(naive_game(kOwnGame, 5).ok());
  EXPECT_EQ(naive_game(kOwnGame, 6).status().code(), StatusCode::kIncompatible);
}

}  // namespace
}  // namespace tengen::book
