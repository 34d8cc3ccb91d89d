// The guide by itself: what it believes, forgets and takes from others. That nothing of it is a
// fact before it is certified is certify_test's and prover_test's.
#include "solver/renju/guide.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/game/game.h"
#include "tests/solver/renju/problems.h"

namespace tengen::renju {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

// Black wins, with quiet moves among his, within some ten thousand nodes.
constexpr const char* kProblem = "quintet_test_vct_black";
// Open for much longer than any test.
constexpr const char* kOpen = "h8i7/i9j6/b";

class GuideTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kEnough = 2'000'000;

  Numbers search(const Position& position, std::uint64_t nodes = kEnough) {
    Board board(position);
    return guide_.search(board, Color::kBlack, position.to_move, nodes, {});
  }
  std::optional<ProofEntry> entry(const Position& position) {
    return guide_.find(Board(position), Color::kBlack, position.to_move);
  }
  std::vector<GuideMove> candidates(const Position& position) {
    Board board(position);
    return guide_.candidates(board, Color::kBlack);
  }
  static Position parse(const char* text) { return renju().parse(text).value(); }
  static Move point(const char* name) { return parse_move(name, 15).value(); }

  Guide guide_{Rules::kRenju, std::uint64_t{32} << 20};
};

TEST_F(GuideTest, FindsAWinWithQuietMovesAndSaysItsMove) {
  const Position position = problem(kProblem);
  EXPECT_TRUE(search(position).proven());
  ASSERT_TRUE(entry(position));
  const Move move = entry(position)->move;
  ASSERT_TRUE(position.is_empty_point(move));
  EXPECT_TRUE(search(after_move(position, move)).proven());
  EXPECT_EQ(candidates(position).front().move, move);
}

TEST_F(GuideTest, SeesAtOnceWhatIsDecided) {
  EXPECT_TRUE(search(parse("f8g8h8i8/a1c1e1g1/b")).proven());
  EXPECT_TRUE(search(parse("f8g8h8i8/a1c1e1/w")).proven()) << "two points of five";
  EXPECT_TRUE(search(parse("a1c1e1g1h8/f8g8i8j8/b"), 1).disproof > 0);
  EXPECT_TRUE(search(parse("a1c1e1h8/f10g10h10i10/b")).disproven());
  EXPECT_TRUE(search(parse("a1c1e1h8/f10g10h10/w")).disproven()) << "White wins by fours";
  EXPECT_LT(guide_.nodes(), 1'000U);
}

TEST_F(GuideTest, KeepsToItsNodesAndStopsWhenTold) {
  const Position position = parse(kOpen);
  EXPECT_FALSE(search(position, 20'000).proven());
  EXPECT_GE(guide_.nodes(), 20'000U);
  EXPECT_LT(guide_.nodes(), 21'000U);
  Board board(position);
  int asked = 0;
  guide_.search(board, Color::kBlack, Color::kBlack, kEnough, [&] { return ++asked == 3; });
  EXPECT_EQ(asked, 3);
  EXPECT_LT(guide_.nodes(), 25'000U);
  EXPECT_EQ(board.to_position(Color::kBlack), position) << "the board is as it was";
}

TEST_F(GuideTest, ARestartForgetsNumbersAndKeepsProofs) {
  const Position open = parse(kOpen);
  const Position won = problem(kProblem);
  ASSERT_FALSE(search(open, 50'000).proven());
  ASSERT_TRUE(search(won).proven());
  const auto searched = [&] {
    const std::vector<GuideMove> moves = candidates(open);
    return std::any_of(moves.begin(), moves.end(),
                       [](const GuideMove& one) { return one.numbers.proof > 100; });
  };
  EXPECT_TRUE(searched()) << "numbers of moves that were searched have grown";
  guide_.restart(1);
  EXPECT_FALSE(searched());
  const std::uint64_t before = guide_.nodes();
  EXPECT_TRUE(search(won).proven());
  EXPECT_LE(guide_.nodes(), before + 1);
}

// Of the moves on a board that is not nearly full: those that build something.
TEST_F(GuideTest, TheListOfMovesGrowsFourfoldUntilNothingIsLeftOut) {
  const Position position = parse(kOpen);
  std::vector<std::size_t> moves{candidates(position).size()};
  while (guide_.widen()) moves.push_back(candidates(position).size());
  EXPECT_EQ(moves.size(), 3U);
  EXPECT_LT(moves[0], moves[1]);
  EXPECT_LE(moves[1], moves[2]);
  guide_.reset_width();
  EXPECT_EQ(candidates(position).size(), moves[0]);
}

TEST_F(GuideTest, AReplyThatIsNotAnsweredOpensThePositionAgain) {
  const Position position = problem(kProblem);
  ASSERT_TRUE(search(position).proven());
  const Position defence = after_move(position, entry(position)->move);
  ASSERT_TRUE(search(defence).proven());
  const Move far = point("a1");
  ASSERT_TRUE(defence.is_empty_point(far));
  guide_.add_reply(Board(defence), Color::kBlack, far, {9, 9});
  EXPECT_EQ(entry(defence)->proof_number, 9U);
  // The position above is open as well, once it has heard of it.
  Board board(position);
  guide_.refresh(board, Color::kBlack);
  EXPECT_NE(entry(position)->proof_number, 0U);
  EXPECT_TRUE(search(position).proven());
  EXPECT_TRUE(search(defence).proven());
  EXPECT_TRUE(entry(after_move(defence, far))) << "the reply was answered by itself";
}

TEST_F(GuideTest, AFactIsBelievedWithoutASearch) {
  const Position position = parse(kOpen);
  const std::uint64_t before = guide_.nodes();
  guide_.believe(position, Color::kBlack, point("h7"));
  EXPECT_TRUE(search(position).proven());
  EXPECT_EQ(entry(position)->move, point("h7"));
  EXPECT_LE(guide_.nodes(), before + 1);
}

TEST_F(GuideTest, ASuggestedMoveIsTriedThoughItLooksLikeNothing) {
  const Position position = parse(kOpen);
  const Move odd = point("a15");
  const auto tried = [&] {
    const std::vector<GuideMove> moves = candidates(position);
    return std::any_of(moves.begin(), moves.end(),
                       [&](const GuideMove& one) { return one.move == odd; });
  };
  EXPECT_FALSE(tried());
  guide_.give_room_for_suggestions(1024);
  guide_.suggest(position, odd, false);
  EXPECT_TRUE(tried());
  EXPECT_EQ(guide_.suggested_win(Board(position), Color::kBlack), kNoMove);
  guide_.suggest(position, odd, true);
  EXPECT_EQ(guide_.suggested_win(Board(position), Color::kBlack), odd);
  guide_.forget_suggestions();
  EXPECT_FALSE(tried());
}

}  // namespace
}  // namespace tengen::renju
