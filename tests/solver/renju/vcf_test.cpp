// Wins by fours: known ones are found, what is found wins on the board, and replay tells a line
// that still wins from one that does not.
#include "solver/renju/vcf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/board_text.h"
#include "tests/solver/renju/naive_five.h"
#include "tests/test_data.h"

namespace tengen::renju {
namespace {

constexpr std::uint64_t kNodeLimit = 1'000'000;
constexpr std::size_t kMemoEntries = 1 << 16;

const Game& renju(int size) {
  const Result<const Game*> game = find_game("renju", size);
  CHECK(game.ok());
  return *game.value();
}

Move at(std::string_view text) { return parse_move(text, 15).value(); }

Position row_position(const TestRow& row) {
  return parse_setup(row.at("black") + "/" + row.at("white") + "/" + row.at("side"), 15).value();
}

std::vector<Move> points_of(const PointSet& set) {
  std::vector<Move> points;
  set.for_each([&](Move p) { points.push_back(p); });
  return points;
}

// Plays the line out by the rules alone: every attacker's move is legal and leaves the defender no
// five of his own and one forced reply; the last leaves him several, or a single foul.
void expect_wins(Position position, const VcfLine& line) {
  const Color attacker = position.to_move;
  const Color defender = opponent(attacker);
  const Game& game = renju(position.size);
  for (int i = 0; i < line.count; ++i) {
    const Move move = line.moves[static_cast<std::size_t>(i)];
    ASSERT_TRUE(position.is_empty_point(move)) << i;
    ASSERT_EQ(game.effect(position, move), MoveEffect::kContinues) << i;
    if (i % 2 == 1) {
      ASSERT_EQ(naive_five_points(position, attacker), std::vector{move}) << i;
    }
    position = after_move(position, move);
    if (i % 2 == 0) {
      ASSERT_TRUE(naive_five_points(position, defender).empty()) << i;
    }
  }
  const std::vector<Move> ends = naive_five_points(position, attacker);
  ASSERT_EQ(ends, points_of(line.ends));
  ASSERT_FALSE(ends.empty());
  if (line.count % 2 == 1 && ends.size() == 1) {
    EXPECT_EQ(game.effect(position, ends.front()), MoveEffect::kFoul);
  }
}

TEST(Vcf, EveryKnownWinByFoursIsFoundAndWinsOnTheBoard) {
  int found_plain = 0;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("kind") != "vcf") continue;
    SCOPED_TRACE(row.at("id"));
    const Position position = row_position(row);
    Board board(position);
    VcfSolver solver(kMemoEntries);
    VcfLine line;
    ASSERT_TRUE(solver.solve(board, position.to_move, kNodeLimit, line));
    expect_wins(position, line);
    EXPECT_FALSE(solver.gave_up());
    EXPECT_EQ(board.hash(position.to_move), Board::hash(position));
    VcfLine played;
    EXPECT_TRUE(VcfSolver::replay(board, position.to_move, line, &played));
    EXPECT_EQ(played.count, line.count);
    VcfLine plain;
    if (solver.solve_plain(board, position.to_move, 20'000, kMaxPoints, plain)) {
      expect_wins(position, plain);
      ++found_plain;
    } else {
      EXPECT_TRUE(solver.gave_up());  // it exists
    }
  }
  EXPECT_GE(found_plain, 10);
}

TEST(Vcf, NothingIsFoundWhereTheOpponentWins) {
  int checked = 0;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("answer") != "nowin") continue;
    const Position position = row_position(row);
    Board board(position);
    VcfSolver solver(kMemoEntries);
    VcfLine line;
    EXPECT_FALSE(solver.solve(board, position.to_move, kNodeLimit, line)) << row.at("id");
    EXPECT_FALSE(solver.solve_plain(board, position.to_move, kNodeLimit, kMaxPoints, line))
        << row.at("id");
    EXPECT_FALSE(solver.gave_up()) << row.at("id");
    ++checked;
  }
  EXPECT_GE(checked, 2);
}

// From D4 f6: five fours win, one move order finds them at once, the points' own after 26,221
// moves.
constexpr std::string_view kHardForReaders =
    "h8i9j10j8k7g11j7i7k8l9j6k9/f6h9k11i10l6h10j9l7i8i6k5h6/b";

TEST(Vcf, AReaderMayHaveToPlayMoreFours) {
  Board board(parse_setup(kHardForReaders, 15).value());
  VcfSolver solver(kMemoEntries);
  VcfLine line;
  ASSERT_TRUE(solver.solve_plain(board, Color::kBlack, 2'000, kReaderFours, line));
  EXPECT_FALSE(solver.solve_by_depth(board, Color::kBlack, kReaderNodes, kReaderFours, line));
  const std::uint64_t before = solver.nodes();
  ASSERT_TRUE(solver.solve_by_depth(board, Color::kBlack, 10 * kReaderNodes, kReaderFours, line));
  EXPECT_EQ(solver.nodes() - before, 26'221U);
  EXPECT_LE(line.fours(), kReaderFours);
  // The limit is for all depths together.
  EXPECT_TRUE(solver.solve_by_depth(board, Color::kBlack, 26'221, kReaderFours, line));
  EXPECT_FALSE(solver.solve_by_depth(board, Color::kBlack, 26'220, kReaderFours, line));
}

TEST(Vcf, AFiveAtOnceIsALineWithoutMoves) {
  const Position position = parse_setup("f8g8h8i8/a1c1e1e8/b", 15).value();
  Board board(position);
  VcfSolver solver(kMemoEntries);
  VcfLine line;
  ASSERT_TRUE(solver.solve(board, Color::kBlack, 1, line));
  EXPECT_EQ(line.count, 0);
  EXPECT_EQ(line.distance_plies(), 1);
  EXPECT_EQ(line.first(), at("j8"));
}

// White's four at e8 can only be stopped at f8, where Black would make a double-three.
constexpr std::string_view kFoulTrap = R"(
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . x . x . . . . . . .
    . . . . . x x . . . . . . . .
    x o o o . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .)";

TEST(Vcf, AFourThatBlackMayOnlyStopByAFoulWins) {
  const Position trap = board_text(kFoulTrap, Color::kWhite);
  Board board(trap);
  ASSERT_TRUE(board.is_foul(at("f8")));
  VcfSolver solver(kMemoEntries);
  VcfLine line;
  ASSERT_TRUE(solver.solve(board, Color::kWhite, kNodeLimit, line));
  EXPECT_EQ(line.count, 1);
  EXPECT_EQ(points_of(line.ends), std::vector{at("f8")});
  EXPECT_EQ(line.distance_plies(), 3);
  expect_wins(trap, line);
}

TEST(Vcf, ReplayRefusesATrapThatALegalBlockCloses) {
  const Position trap = board_text(kFoulTrap, Color::kWhite);
  Board board(trap);
  VcfSolver solver(kMemoEntries);
  VcfLine line;
  ASSERT_TRUE(solver.solve(board, Color::kWhite, kNodeLimit, line));
  // A black stone that turns one of the threes into a four: then f8 is four and three, no foul.
  board.make(at("f11"), Color::kBlack);
  ASSERT_FALSE(board.is_foul(at("f8")));
  EXPECT_FALSE(VcfSolver::replay(board, Color::kWhite, line));
  board.unmake(at("f11"), Color::kBlack);
  // One that changes nothing there.
  board.make(at("o1"), Color::kBlack);
  EXPECT_TRUE(VcfSolver::replay(board, Color::kWhite, line));
}

// Black's h8 is a four that i8 must stop, and a three with h7 and h6; then h9 is a straight four.
constexpr std::string_view kTwoFours = R"(
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . o x x x . . . . . . . .
    . . . . . . . x . . . . . . .
    . . . . . . . x . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    o . o . . . . . . . . . . o o
    . . . . . . . . . . . . . . .)";

class Replay : public testing::Test {
 protected:
  // h8 is four (block i8) and three (h8 h7 h6); after White's i8 Black's h9 or h5 is a straight
  // four.
  void SetUp() override {
    line_.count = 3;
    line_.moves[0] = at("h8");
    line_.moves[1] = at("i8");
    line_.moves[2] = at("h9");
    line_.ends.insert(at("h10"));
    line_.ends.insert(at("h5"));
  }
  bool replay_after(std::string_view white_reply) {
    board_.make(at(white_reply), Color::kWhite);
    const bool wins = VcfSolver::replay(board_, Color::kBlack, line_, &played_);
    board_.unmake(at(white_reply), Color::kWhite);
    return wins;
  }

  Board board_{board_text(kTwoFours)};
  VcfLine line_;
  VcfLine played_;
};

TEST_F(Replay, AcceptsALineThatWins) {
  expect_wins(board_text(kTwoFours), line_);
  EXPECT_TRUE(VcfSolver::replay(board_, Color::kBlack, line_, &played_));
  EXPECT_EQ(played_.count, 3);
  EXPECT_EQ(points_of(played_.ends), points_of(line_.ends));
}

TEST_F(Replay, AcceptsALineThatAFarStoneDoesNotTouch) { EXPECT_TRUE(replay_after("a15")); }

TEST_F(Replay, RefusesAnOccupiedPoint) {
  EXPECT_FALSE(replay_after("h8"));
  EXPECT_FALSE(replay_after("h9"));
}

TEST_F(Replay, RefusesAMoveThatIsNoFourAnyMore) { EXPECT_FALSE(replay_after("i8")); }

TEST_F(Replay, RefusesWhenTheForcedReplyMakesAFourOfItsOwn) {
  // i8 joins three white stones of its column: White threatens five, so h9 comes too late.
  for (const char* p : {"i9", "i10"}) board_.make(at(p), Color::kWhite);
  EXPECT_FALSE(replay_after("i11"));
}

TEST_F(Replay, RefusesWhenTheDefenderThreatensFiveElsewhere) {
  for (const char* p : {"l12", "m12", "n12"}) board_.make(at(p), Color::kWhite);
  EXPECT_FALSE(replay_after("k12"));
}

TEST_F(Replay, RefusesAMoveThatHasBecomeAFoul) {
  // A second four through h8 makes it a double-four.
  for (const char* p : {"i9", "j10", "k11"}) board_.make(at(p), Color::kBlack);
  ASSERT_TRUE(board_.is_foul(at("h8")));
  EXPECT_FALSE(VcfSolver::replay(board_, Color::kBlack, line_));
}

TEST_F(Replay, EndsWithTheFirstFourThatCannotBeStopped) {
  std::string open_end(kTwoFours);
  open_end[open_end.find("o x x x")] = '.';
  Board board(board_text(open_end));
  ASSERT_TRUE(VcfSolver::replay(board, Color::kBlack, line_, &played_));
  EXPECT_EQ(played_.count, 1);
  EXPECT_EQ(points_of(played_.ends), (std::vector{at("d8"), at("i8")}));
}

TEST(VcfZone, HoldsTheLinesPointsThatAreStillEmpty) {
  Board board(board_text(kTwoFours));
  VcfSolver solver(kMemoEntries);
  VcfLine line;
  ASSERT_TRUE(solver.solve(board, Color::kBlack, kNodeLimit, line));
  const std::uint64_t before = board.hash(Color::kBlack);
  const PointSet zone = vcf_zone(board, Color::kBlack, line);
  EXPECT_EQ(board.hash(Color::kBlack), before);
  for (int i = 0; i < line.count; ++i) {
    EXPECT_TRUE(zone.contains(line.moves[static_cast<std::size_t>(i)]));
  }
  line.ends.for_each([&](Move p) { EXPECT_TRUE(zone.contains(p)); });
  EXPECT_EQ(zone & board.empty_points(), zone);
}

TEST(Vcf, TheLimitCountsFoursPlayed) {
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("id") != "quintet_test_vcf_long") continue;
    Board board(row_position(row));
    VcfSolver solver(kMemoEntries);
    VcfLine line;
    EXPECT_FALSE(solver.solve(board, Color::kBlack, 10, line));
    EXPECT_TRUE(solver.gave_up());
    EXPECT_EQ(solver.nodes(), 10u);
    // What a small limit left open is looked at again under a larger one.
    EXPECT_TRUE(solver.solve(board, Color::kBlack, kNodeLimit, line));
    return;
  }
  FAIL() << "the problem is gone";
}

// Those of the problems, for both sides to move, each followed by what its first fours lead to.
std::vector<Position> problems_and_their_fours() {
  std::vector<Position> positions;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    for (const Color attacker : {Color::kBlack, Color::kWhite}) {
      Position start = row_position(row);
      start.to_move = attacker;
      Board board(start);
      positions.push_back(start);
      if (!board.five_points(attacker).empty()) continue;
      for (const Move four : points_of(board.four_points(attacker))) {
        if (!board.is_legal(four, attacker)) continue;
        board.make(four, attacker);
        const Move reply = board.five_points(attacker).first();
        if (board.is_legal(reply, opponent(attacker))) {
          positions.push_back(after_move(after_move(start, four), reply));
        }
        board.unmake(four, attacker);
      }
    }
  }
  return positions;
}

// A search that runs out of nodes has tried some positions for the last few of them only.
TEST(Vcf, AUsedMemoFindsWhatAFreshOneFinds) {
  const std::vector<Position> positions = problems_and_their_fours();
  for (const std::uint64_t limit : {5, 20, 100, 500}) {
    SCOPED_TRACE(limit);
    VcfSolver used(kMemoEntries);
    int wins = 0;
    int given_up = 0;
    for (const Position& position : positions) {
      SCOPED_TRACE(format_position(position));
      Board board(position);
      VcfSolver fresh(1 << 10);
      VcfLine line;
      const bool expected = fresh.solve(board, position.to_move, limit, line);
      given_up += fresh.gave_up() ? 1 : 0;
      const bool found = used.solve(board, position.to_move, limit, line);
      EXPECT_TRUE(found || !expected);
      wins += expected ? 1 : 0;
    }
    EXPECT_GT(wins, 50);
    EXPECT_GT(given_up, 5);
  }
}

// A win that is known stays known when a search has no nodes left to play it.
TEST(Vcf, AKnownWinIsNotForgottenForWantOfNodes) {
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("id") != "quintet_test_vcf_long") continue;
    Board board(row_position(row));
    VcfSolver solver(kMemoEntries);
    VcfLine line;
    ASSERT_TRUE(solver.solve(board, Color::kBlack, kNodeLimit, line));
    EXPECT_FALSE(solver.solve(board, Color::kBlack, 10, line));
    EXPECT_TRUE(solver.gave_up());
    const std::uint64_t before = solver.nodes();
    EXPECT_TRUE(solver.solve(board, Color::kBlack, kNodeLimit, line));
    EXPECT_LE(solver.nodes() - before, static_cast<std::uint64_t>(line.fours()));
    return;
  }
  FAIL() << "the problem is gone";
}

// Whether the side to move wins by fours, straight from the definition.
bool naive_vcf(const Position& position) {
  const Color attacker = position.to_move;
  const Color defender = opponent(attacker);
  const Game& game = renju(position.size);
  if (!naive_five_points(position, attacker).empty()) return true;
  for (Move move = 0; move < position.size * position.size; ++move) {
    if (!position.is_empty_point(move)) continue;
    const Position after = after_move(position, move);
    const std::vector<Move> fives = naive_five_points(after, attacker);
    if (fives.empty() || !naive_five_points(after, defender).empty()) continue;
    if (game.effect(position, move) != MoveEffect::kContinues) continue;
    if (fives.size() > 1 || game.effect(after, fives[0]) == MoveEffect::kFoul) return true;
    const Position next = after_move(after, fives[0]);
    if (next.stone_count() < 49 && naive_vcf(next)) return true;
  }
  return false;
}

// A 7x7 position of `each` stones a side in which nobody has five or an overline.
Position random_position(std::size_t each, std::mt19937& rng) {
  Position position{.size = 7, .black = {}, .white = {}, .to_move = Color::kBlack};
  while (position.stone_count() < 2 * each) {
    const auto p = static_cast<Move>(rng() % 49);
    if (!position.is_empty_point(p) || naive_five(position, p, Color::kBlack) ||
        naive_five(position, p, Color::kWhite) ||
        renju(7).effect(position, p) == MoveEffect::kFoul) {
      continue;
    }
    position = after_move(position, p);
  }
  return position;
}

TEST(Vcf, AgreesWithTheDefinitionOnRandomSmallBoards) {
  std::mt19937 rng(1);
  VcfSolver solver(kMemoEntries);
  int wins = 0;
  int longer_wins = 0;
  constexpr int kRounds = 1'000;
  for (int round = 0; round < kRounds; ++round) {
    Position position = random_position(8 + rng() % 7, rng);
    if (round % 2 == 1) position.to_move = Color::kWhite;
    SCOPED_TRACE(format_position(position));
    Board board(position);
    VcfLine line;
    const bool expected = naive_vcf(position);
    ASSERT_EQ(solver.solve(board, position.to_move, kNodeLimit, line), expected);
    if (!expected) {
      ASSERT_FALSE(solver.solve_plain(board, position.to_move, kNodeLimit, kMaxPoints, line));
      continue;
    }
    ++wins;
    if (line.count >= 3) ++longer_wins;
    expect_wins(position, line);
    ASSERT_TRUE(VcfSolver::replay(board, position.to_move, line));
    ASSERT_TRUE(solver.solve_plain(board, position.to_move, kNodeLimit, kMaxPoints, line));
    expect_wins(position, line);
  }
  // Both answers must come up, and wins of several fours among them.
  EXPECT_GE(wins, kRounds / 20);
  EXPECT_LE(wins, kRounds * 19 / 20);
  EXPECT_GE(longer_wins, 10);
}

}  // namespace
}  // namespace tengen::renju
