// What every game and its verifier promise together, on games played at random from the start to
// the end: text, keys, symmetries, legal moves, what moves do to the board and to the game, how it
// goes on, and the wins that need no record. Some of the games turn stones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "book/store/record.h"
#include "book/verifier/naive_rules.h"
#include "book/verifier/plain_game.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/flip_game.h"

namespace tengen::book {
namespace {

// Of a position; all of small boards.
constexpr std::size_t kMovesLookedAt = 40;

struct Case {
  const char* rules;
  int size;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.rules << one.size; }

const Game& game_of(const Case& one) {
  if (one.rules != kOwnGame) return *find_game(one.rules, one.size).value();
  test::naive_flip_game();
  return test::flip_game();
}

// In the solver's words.
MoveEffect effect_by(const NaiveGame& naive, const Position& position, Move move) {
  switch (naive.effect(position, move)) {
    case NaiveEffect::kMoverWins:
      return MoveEffect::kWins;
    case NaiveEffect::kMoverLoses:
      return MoveEffect::kLoses;
    case NaiveEffect::kDraws:
      return MoveEffect::kDraws;
    case NaiveEffect::kContinues:
      break;
  }
  return MoveEffect::kContinues;
}

class GameConformance : public testing::TestWithParam<Case> {
 protected:
  const Game& game_ = game_of(GetParam());
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

  // What it does to the board and to the game, from all sides.
  void expect_conforming_move(const Position& position, Move move) const {
    const std::string text = format_position(position) + ' ' + format_move(move, position.size);
    const Position next = game_.play(position, move);
    EXPECT_EQ(next, naive_.play(position, move)) << text;
    EXPECT_FALSE(next.after_pass) << text;
    if (game_.only_adds_stones()) {
      EXPECT_EQ(next, after_move(position, move)) << text;
    }
    const MoveEffect effect = game_.effect(position, move);
    EXPECT_EQ(effect, effect_by(naive_, position, move)) << text;
    EXPECT_NE(effect, MoveEffect::kFoul) << text;  // that is no legal move
    for (const Color goal : {Color::kBlack, Color::kWhite}) {
      const bool passes = move == kPass && position.to_move == goal;
      if (passes && !game_.passes_are_forced()) continue;  // in no proof
      EXPECT_GT(game_.progress(next, goal), game_.progress(position, goal)) << text;
      EXPECT_GT(naive_.progress(next, goal), naive_.progress(position, goal)) << text;
    }
    for (int i = 1; i < kSymmetryCount; ++i) {
      const Symmetry symmetry(i);
      EXPECT_EQ(game_.play(symmetry.apply(position), symmetry.apply(move, position.size)),
                symmetry.apply(next))
          << text;
    }
  }

  // Points where Black may not play are no legal moves of his, and known to both.
  void expect_the_same_fouls(const Position& position) const {
    NaiveBoard board(naive_.rules, position);
    std::vector<Move> fouls;
    for (Move p = 0; p < board.point_count(); ++p) {
      if (!board.is_empty(p) || !board.is_foul(p)) continue;
      fouls.push_back(p);
      if (position.to_move != Color::kBlack) continue;
      EXPECT_EQ(game_.effect(position, p), MoveEffect::kFoul) << format_position(position) << p;
    }
    EXPECT_EQ(game_.foul_points(position), fouls) << format_position(position);
  }

  void expect_the_same_short_win(const Position& position, Color goal) const {
    const std::optional<Win> win = game_.make_short_wins()->find(position, goal);
    const std::optional<Win> naive = naive_.plain->short_win(position, goal);
    ASSERT_EQ(win.has_value(), naive.has_value()) << format_position(position);
    if (!win) return;
    EXPECT_EQ(win->distance_plies, naive->distance_plies) << format_position(position);
    if (goal != position.to_move) return;
    for (const Move move : {win->move, naive->move}) {
      const std::vector<Move> legal = game_.legal_moves(position);
      EXPECT_EQ(std::count(legal.begin(), legal.end(), move), 1) << format_position(position);
    }
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
    EXPECT_EQ(game_.only_adds_stones(), naive_.only_adds_stones());
    EXPECT_FALSE(naive_.is_over(position)) << text;
    EXPECT_EQ(legal, naive_.legal_moves(position)) << text;
    if (std::count(legal.begin(), legal.end(), kPass) > 0) {
      EXPECT_EQ(game_.passes_are_forced(), naive_.passes_are_forced()) << text;
    }
    for (std::size_t i = 0; i < legal.size(); i += 1 + legal.size() / kMovesLookedAt) {
      expect_conforming_move(position, legal[i]);
    }
    if (naive_.plain == nullptr) {
      expect_the_same_fouls(position);
    } else if (!game_.passes_are_forced()) {
      // With several moves in a turn also a win of who is not to move.
      for (const Color goal : {Color::kBlack, Color::kWhite}) {
        expect_the_same_short_win(position, goal);
      }
    }
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
    Position position = game_.parse("").value();
    std::string moves;
    Move last = kNoMove;
    while (true) {
      expect_conforming(position);
      // It takes a while.
      if (game_.passes_are_forced() && number == 0) {
        expect_the_same_short_win(position, position.to_move);
      }
      const Move move = choose(position, last, random);
      if (move == kNoMove) break;
      moves += format_move(move, position.size) + ' ';
      const MoveEffect effect = game_.effect(position, move);
      Position next = game_.play(position, move);
      next.after_pass = move == kPass && !game_.passes_are_forced();
      const Result<Position> played = game_.parse(moves);
      EXPECT_EQ(played.ok(), effect == MoveEffect::kContinues) << moves;
      if (effect != MoveEffect::kDraws) {
        EXPECT_EQ(naive_.is_over(next), effect != MoveEffect::kContinues) << moves;
      }
      if (effect != MoveEffect::kContinues) {
        EXPECT_FALSE(game_.parse(format_position(game_.play(position, move))).ok() && move != kPass)
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
                    Case{"gomoku-pro", 15}, Case{"gomoku-pro", 7}, Case{"gomoku-pro", 19},
                    Case{"renju-simple", 15}, Case{"renju-simple", 5}, Case{"renju-simple", 19},
                    Case{"pente", 19}, Case{"pente", 9}, Case{"pente", 6}, Case{"ninuki", 15},
                    Case{"ninuki", 8}, Case{"ninuki", 5}, Case{"connect6", 19}, Case{"connect6", 7},
                    Case{"reversi", 4}, Case{"reversi", 6}, Case{"reversi", 8},
                    Case{"reversi-parallel", 7}, Case{"reversi-anti", 6},
                    Case{"reversi-parallel-anti:-3", 5}, Case{"reversi:2", 8}, Case{"own", 5}),
    [](const testing::TestParamInfo<Case>& one) {
      std::string name = std::string(one.param.rules) + std::to_string(one.param.size);
      std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
      return name;
    });

TEST(Games, ThatTheVerifierDoesNotKnowAreRefused) {
  for (const char* const rules :
       {"", "Renju", "renju_simple", "go", "freestyle ", "reversi-", "reversi:", "reversi:+1",
        "reversi:01", "reversi-anti-parallel", "reversi:99999999999999999999"}) {
    const Result<NaiveGame> game = naive_game(rules, 15);
    ASSERT_FALSE(game.ok()) << rules;
    EXPECT_EQ(game.status().code(), StatusCode::kIncompatible);
  }
  for (const int size : {4, 20}) EXPECT_FALSE(naive_game("freestyle", size).ok()) << size;
  for (const int size : {3, 9}) EXPECT_FALSE(naive_game("reversi", size).ok()) << size;
  for (const int size : {5, 8, 16}) EXPECT_FALSE(naive_game("gomoku-pro", size).ok()) << size;
}

}  // namespace
}  // namespace tengen::book
