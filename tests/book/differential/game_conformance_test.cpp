// What every game and its verifier promise together, on games played at random from the empty board
// to the end: text, keys, symmetries, legal moves, what moves do, and when the game is over.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "book/store/record.h"
#include "book/verifier/naive_rules.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr int kStonesBeforePass = 6;

struct Case {
  const char* rules;
  int size;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.rules << one.size; }

class GameConformance : public testing::TestWithParam<Case> {
 protected:
  const Game& game_ = *find_game(GetParam().rules, GetParam().size).value();
  const NaiveGame naive_ = naive_game(GetParam().rules, GetParam().size).value();

  // One after which the game goes on, mostly near the last stone, so that games end before the
  // board is full; or, now and then, any.
  Move choose(const Position& position, Move last, std::mt19937& random) const {
    std::vector<Move> moves = game_.legal_moves(position);
    std::vector<Move> near;
    for (const Move move : moves) {
      if (last < 0 || move == kPass) continue;
      const int columns = std::abs(move % position.size - last % position.size);
      const int rows = std::abs(move / position.size - last / position.size);
      if (std::max(columns, rows) <= 1) near.push_back(move);
    }
    const std::vector<Move>& from = near.empty() || random() % 4 == 0 ? moves : near;
    return from.empty() ? kNoMove : from[random() % from.size()];
  }

  void expect_conforming(const Position& position) const {
    const std::string text = format_position(position);
    // Text and keys.
    const Result<Position> parsed = game_.parse(text);
    ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.status().message();
    EXPECT_EQ(parsed.value(), position);
    Position known = position;
    known.after_pass = false;
    EXPECT_EQ(decode_position(encode_position(known), position.size).value(), known);
    const Position canonical = canonicalize(position).position;
    const std::uint8_t rules = rules_byte(game_.rules()).value();
    const std::string key = encode_key(rules, canonical, Color::kWhite);
    EXPECT_EQ(decode_key(key, rules, position.size).value().position, canonical);
    // Moves, by both rule codes.
    const std::vector<Move> legal = game_.legal_moves(position);
    NaiveBoard board(naive_.rules, position);
    EXPECT_FALSE(board.is_over()) << text;
    std::vector<Move> expected;
    std::vector<Move> fouls;
    for (Move p = 0; p < board.point_count(); ++p) {
      if (!board.is_empty(p)) continue;
      const bool foul = board.is_foul(p);
      if (foul) fouls.push_back(p);
      const bool refused = foul && position.to_move == Color::kBlack;
      if (!refused && board.allows(p, position.to_move)) expected.push_back(p);
      const MoveEffect effect = game_.effect(position, p);
      EXPECT_EQ(effect == MoveEffect::kWins, board.makes_five(p, position.to_move)) << text << p;
      EXPECT_EQ(effect == MoveEffect::kFoul, refused) << text << p;
    }
    const bool may_pass = naive_.rules.has_passes && board.stone_count() >= kStonesBeforePass;
    if (may_pass) expected.push_back(kPass);
    EXPECT_EQ(legal, expected) << text;
    EXPECT_EQ(game_.foul_points(position), fouls) << text;
    // The same from all sides.
    for (int i = 1; i < kSymmetryCount; ++i) {
      const Symmetry symmetry(i);
      const Position image = symmetry.apply(position);
      EXPECT_EQ(canonicalize(image).position, canonical);
      std::vector<Move> moved;
      for (const Move move : legal) moved.push_back(symmetry.apply(move, position.size));
      std::sort(moved.begin(), moved.end(), [](Move a, Move b) {
        return static_cast<std::uint16_t>(a) < static_cast<std::uint16_t>(b);  // a pass is the last
      });
      EXPECT_EQ(game_.legal_moves(image), moved) << text;
    }
  }
};

TEST_P(GameConformance, GamesPlayedAtRandomAreTheSameToAll) {
  std::mt19937 random(1);
  int ended = 0;
  for (int number = 0; number < 6; ++number) {
    Position position = game_.parse("-/-/b").value();
    std::string moves;
    Move last = kNoMove;
    while (true) {
      expect_conforming(position);
      const Move move = choose(position, last, random);
      if (move == kNoMove) break;
      moves += format_move(move, position.size) + ' ';
      const MoveEffect effect = game_.effect(position, move);
      Position next = after_move(position, move);
      next.after_pass = move == kPass;
      const Result<Position> played = game_.parse(moves);
      EXPECT_EQ(played.ok(), effect == MoveEffect::kContinues) << moves;
      NaiveBoard board(naive_.rules, next);
      EXPECT_EQ(board.is_over(), effect == MoveEffect::kWins) << moves;
      if (effect != MoveEffect::kContinues) {
        EXPECT_FALSE(game_.parse(format_position(after_move(position, move))).ok() && move != kPass)
            << moves;
        ++ended;
        break;
      }
      EXPECT_EQ(played.value(), next) << moves;
      position = next;
      last = move;
    }
  }
  EXPECT_GT(ended, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, GameConformance,
    testing::Values(Case{"renju", 15}, Case{"renju", 6}, Case{"renju", 19}, Case{"freestyle", 15},
                    Case{"freestyle", 5}, Case{"freestyle", 8}, Case{"freestyle", 19},
                    Case{"gomoku", 15}, Case{"gomoku", 6}, Case{"gomoku", 16},
                    Case{"gomoku-pro", 15}, Case{"gomoku-pro", 7}, Case{"gomoku-pro", 19}),
    [](const testing::TestParamInfo<Case>& one) {
      std::string name = std::string(one.param.rules) + std::to_string(one.param.size);
      std::erase(name, '-');
      return name;
    });

TEST(Games, ThatTheVerifierDoesNotKnowAreRefused) {
  for (const char* const rules : {"", "Renju", "renju-simple", "go", "freestyle "}) {
    const Result<NaiveGame> game = naive_game(rules, 15);
    ASSERT_FALSE(game.ok()) << rules;
    EXPECT_EQ(game.status().code(), StatusCode::kIncompatible);
  }
  for (const int size : {4, 20}) EXPECT_FALSE(naive_game("freestyle", size).ok()) << size;
  for (const int size : {5, 8, 16}) EXPECT_FALSE(naive_game("gomoku-pro", size).ok()) << size;
}

}  // namespace
}  // namespace tengen::book
