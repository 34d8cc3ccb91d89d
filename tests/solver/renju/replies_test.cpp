// Which replies an answer lists, and what they come to.
#include "solver/renju/replies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::renju {
namespace {

std::string class_after(const Position& position, Move reply) {
  return encode_position(canonicalize(after_move(position, reply)).position);
}

TEST(Replies, AreOneOfEachClassOfTheLegalMovesThePassFirst) {
  const Game& renju = *find_game("renju", 9).value();
  for (const char* const text : {"e5/-/w", "e5d4/e4/w", "e5d4f4/d5f5e7/b", "e5f6d7/d4e4f7/b"}) {
    const Position position = renju.parse(text).value();
    Board board(position);
    const std::vector<Move> replies = distinct_replies(position, board);
    std::set<std::string> classes;
    for (const Move reply : replies) {
      EXPECT_TRUE(classes.insert(class_after(position, reply)).second) << text << ' ' << reply;
    }
    std::vector<Move> legal = renju.legal_moves(position);
    for (const Move move : legal) EXPECT_TRUE(classes.contains(class_after(position, move)));
    EXPECT_EQ(replies.front() == kPass, legal.back() == kPass) << text;
    EXPECT_EQ(board.to_position(position.to_move), position);
  }
}

TEST(Replies, ThatMatterMoreComeFirst) {
  // White's own four, then the points beside Black's three.
  const Position position = parse_setup("g7g8g9/c3d3e3/w", 15).value();
  Board board(position);
  const std::vector<Move> replies = distinct_replies(position, board);
  const auto weight = [&](Move reply) {
    return board.shape_score(Color::kBlack, reply) + board.shape_score(Color::kWhite, reply);
  };
  EXPECT_EQ(replies.front(), kPass);
  EXPECT_TRUE(std::is_sorted(replies.begin() + 1, replies.end(),
                             [&](Move a, Move b) { return weight(a) > weight(b); }));
}

ChildOutcome proven(int distance_plies) {
  return {1, Verdict::kProven, 0, kInfiniteNumber, distance_plies};
}

TEST(Replies, AllProvenAreAProofAsLongAsTheLongestAndOneMore) {
  SolveOutcome outcome;
  outcome.children = {proven(3), proven(7), proven(5)};
  sum_up_replies(outcome);
  EXPECT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(outcome.distance_plies, 8);
  EXPECT_EQ(outcome.proof_number, 0U);
  SolveOutcome only_fouls;
  sum_up_replies(only_fouls);
  EXPECT_EQ(only_fouls.verdict, Verdict::kProven);
  EXPECT_EQ(only_fouls.distance_plies, 2);
}

TEST(Replies, OneThatIsOpenKeepsThePositionOpenWithItsNumbers) {
  SolveOutcome outcome;
  outcome.children = {proven(3), {2, Verdict::kUnknown, 40, 5, 0}, {3, Verdict::kUnknown, 1, 1, 0}};
  sum_up_replies(outcome);
  EXPECT_EQ(outcome.verdict, Verdict::kUnknown);
  EXPECT_GE(outcome.proof_number, 40U);
  EXPECT_EQ(outcome.disproof_number, 5U);  // what nobody has tried does not count
}

}  // namespace
}  // namespace tengen::renju
