#include "book/verifier/naive_vcf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/naive_symmetry.h"
#include "solver/game/position.h"
#include "tests/test_data.h"

namespace tengen::book {
namespace {

using Answer = VcfResult::Answer;

constexpr std::int64_t kNodes = 3'000'000;

Position setup(const std::string& text) {
  const Result<Position> position = parse_setup(text, 15);
  EXPECT_TRUE(position.ok()) << text;
  return position.value();
}

Answer search(const std::string& text) {
  const Position position = setup(text);
  NaiveBoard board(kNaiveRenju, position);
  return find_vcf(board, position.to_move, kNodes).answer;
}

std::vector<Move> moves(const std::string& text) { return parse_move_list(text, 15).value(); }

TEST(NaiveVcf, ProblemsWithAVcfAreWonAndLostPositionsAreNot) {
  int wins = 0;
  int losses = 0;
  for (const TestRow& row : read_test_data("problems.tsv")) {
    const std::string& id = row.at("id");
    const std::string& answer = row.at("answer");
    const Position position = setup(row.at("black") + "/" + row.at("white") + "/" + row.at("side"));
    NaiveBoard board(kNaiveRenju, position);
    const std::uint64_t hash = board.hash();
    const VcfResult result = find_vcf(board, position.to_move, kNodes);
    EXPECT_EQ(board.hash(), hash) << id;
    if (row.at("kind") == "vcf" && answer == "win") {
      ++wins;
      EXPECT_EQ(result.answer, Answer::kWin) << id;
      EXPECT_TRUE(replay_vcf(board, position.to_move, result.attacks)) << id;
      EXPECT_EQ(board.hash(), hash) << id;
    }
    if (answer == "nowin") {
      ++losses;
      EXPECT_NE(result.answer, Answer::kWin) << id;
    }
  }
  EXPECT_EQ(wins, 15);
  EXPECT_EQ(losses, 2);
}

TEST(NaiveVcf, FiveAtHandWinsWithOneMove) {
  const Position position = setup("h8i8j8k8/a1g8c1e1/b");
  NaiveBoard board(kNaiveRenju, position);
  const VcfResult result = find_vcf(board, Color::kBlack, kNodes);
  EXPECT_EQ(result.answer, Answer::kWin);
  EXPECT_EQ(result.attacks, moves("l8"));
}

TEST(NaiveVcf, DefendersFiveStopsAStraightFour) {
  EXPECT_EQ(search("h8i8j8/a1c1e1/b"), Answer::kWin);
  EXPECT_EQ(search("h8i8j8/a1b1c1d1/b"), Answer::kNoWin);
}

TEST(NaiveVcf, DefendersFiveIsMetByAFourOnItsPoint) {
  // White threatens e1. e1 is also the fourth stone of Black's column, open at the top.
  EXPECT_EQ(search("e2e3e4h8/a1b1c1d1/b"), Answer::kNoWin);      // one end only: a plain four
  EXPECT_EQ(search("e2e3e4f2g3h4/a1b1c1d1/b"), Answer::kNoWin);  // two fours: a foul
  EXPECT_EQ(search("a1b1c1d1/e2e3e4f2g3h4/w"), Answer::kWin);
  // Two points to stop at once.
  EXPECT_EQ(search("b1c1d1e1/e8f8g8/w"), Answer::kNoWin);
}

TEST(NaiveVcf, BlackMayNotAttackWithAFoul) {
  // e5 makes two fours at once: Black's foul, White's win.
  EXPECT_EQ(search("b5c5d5e2e3e4/a5e1a15c15/b"), Answer::kNoWin);
  EXPECT_EQ(search("a5e1a15c15/b5c5d5e2e3e4/w"), Answer::kWin);
}

TEST(NaiveVcf, WhiteWinsWhenTheOnlyBlockIsAFoul) {
  // White's four h4-h7 is stopped at h3 by Black's stone; the other end h8 is a double-three.
  const std::string trap = "h3f8g8i9j10/h4h5h6a1a15/w";
  NaiveBoard after(kNaiveRenju, setup("h3f8g8i9j10/h4h5h6h7a1a15/b"));
  ASSERT_TRUE(after.is_foul(parse_move("h8", 15).value()));
  EXPECT_EQ(search(trap), Answer::kWin);
  // One stone of White on a three takes the foul away, and the win.
  EXPECT_EQ(search("h3f8g8i9j10/h4h5h6k11a15/w"), Answer::kNoWin);
}

TEST(NaiveVcf, WhiteOverlineIsAFive) {
  EXPECT_EQ(search("o1o3o5/c8d8f8g8h8a15/w"), Answer::kWin);
  EXPECT_EQ(search("c8d8f8g8h8a15/o1o3o5/b"), Answer::kNoWin);
}

// Whether `goal` wins against every reply and pass, by trying everything.
bool wins_by_brute_force(NaiveBoard& board, Color to_move, Color goal, bool may_pass) {
  if (board.stone_count() == board.point_count()) return false;
  const bool attacking = to_move == goal;
  bool wins = !attacking;
  if (!attacking && may_pass && !wins_by_brute_force(board, goal, goal, false)) return false;
  for (Move move = 0; move < board.point_count(); ++move) {
    if (board.is_empty(move) && board.makes_five(move, to_move)) return attacking;
  }
  for (Move move = 0; move < board.point_count() && wins != attacking; ++move) {
    if (!board.is_empty(move)) continue;
    if (to_move == Color::kBlack && board.is_foul(move)) continue;
    board.place(move, to_move);
    wins = wins_by_brute_force(board, opponent(to_move), goal, true);
    board.remove(move, to_move);
  }
  return wins;
}

TEST(NaiveVcf, WinsOnSmallBoardsStandUpToBruteForce) {
  std::mt19937 random(7);
  int wins[2] = {0, 0};
  for (int repeat = 0; repeat < 20000; ++repeat) {
    Position position;
    position.size = 6 + static_cast<int>(random() % 2);
    const int points = position.size * position.size;
    std::vector<Move> order(static_cast<std::size_t>(points));
    std::iota(order.begin(), order.end(), Move{0});
    std::shuffle(order.begin(), order.end(), random);
    const std::size_t stones = order.size() - 9;
    for (std::size_t i = 0; i < stones; ++i) {
      (i % 2 == 0 ? position.black : position.white).push_back(order[i]);
    }
    NaiveBoard board(kNaiveRenju, position);
    if (board.is_over()) continue;
    for (const Color attacker : {Color::kBlack, Color::kWhite}) {
      const VcfResult result = find_vcf(board, attacker, 100000);
      if (result.answer != Answer::kWin || result.attacks.size() < 2) continue;
      ++wins[static_cast<int>(attacker)];
      ASSERT_TRUE(wins_by_brute_force(board, attacker, attacker, true))
          << format_position(position) << " " << color_name(attacker);
    }
  }
  EXPECT_GT(wins[0], 20);
  EXPECT_GT(wins[1], 100);
}

// Every stone of the defender that a trace does not name leaves the line a win, in as many plies or
// fewer.
TEST(NaiveVcf, AStoneThatATraceDoesNotNameChangesNothing) {
  std::mt19937 random(23);
  int traces[2] = {0, 0};
  int untraced = 0;
  int spoiled = 0;
  int stones_tried = 0;
  for (int round = 0; round < 6000; ++round) {
    Position position{.size = 15, .black = {}, .white = {}, .to_move = Color::kBlack};
    for (int stones = 0; stones < 30; ++stones) {
      const auto point = static_cast<Move>((3 + random() % 9) * 15 + 3 + random() % 9);
      if (position.is_empty_point(point)) position = after_move(position, point);
    }
    NaiveBoard board(kNaiveRenju, position);
    if (board.is_over()) continue;
    const Color attacker = round % 2 == 0 ? Color::kBlack : Color::kWhite;
    const Color defender = opponent(attacker);
    const VcfResult win = find_shortest_vcf(board, attacker, 20'000, 5);
    if (win.answer != Answer::kWin || win.distance_plies < 3) continue;
    const std::uint64_t hash = board.hash();
    const std::optional<VcfTrace> trace = trace_vcf(board, attacker, win.attacks);
    ASSERT_EQ(board.hash(), hash);
    if (!trace) {
      ++untraced;
      continue;
    }
    ++traces[static_cast<int>(attacker)];
    EXPECT_EQ(trace->distance_plies, win.distance_plies);
    for (Move reply = 0; reply < board.point_count(); ++reply) {
      if (!board.is_empty(reply) || board.makes_five(reply, defender)) continue;
      board.place(reply, defender);
      const std::optional<int> distance = replay_vcf(board, attacker, win.attacks);
      if (trace->touched[static_cast<std::size_t>(reply)]) {
        spoiled += distance ? 0 : 1;
      } else {
        ++stones_tried;
        ASSERT_TRUE(distance) << format_position(position) << " " << format_move(reply, 15);
        ASSERT_LE(*distance, trace->distance_plies);
      }
      board.remove(reply, defender);
    }
  }
  EXPECT_GT(traces[0], 200);
  EXPECT_GT(traces[1], 200);
  EXPECT_GT(untraced, 20);
  EXPECT_GT(spoiled, 2'000);
  EXPECT_GT(stones_tried, 50'000);
}

TEST(NaiveVcf, TooFewNodesAreNoAnswer) {
  const Position position = setup("h8f7h7f6j6h4l4/e9i9i8j8e7i6g3/b");
  NaiveBoard board(kNaiveRenju, position);
  EXPECT_EQ(find_vcf(board, Color::kBlack, 10).answer, Answer::kOutOfNodes);
}

TEST(NaiveVcf, DistanceCountsUpToTheFiveAndAFewerFoursLimitIsExact) {
  const auto distance = [](const std::string& text) {
    const Position position = setup(text);
    NaiveBoard board(kNaiveRenju, position);
    const VcfResult result = find_vcf(board, position.to_move, kNodes);
    EXPECT_EQ(replay_vcf(board, position.to_move, result.attacks), result.distance_plies);
    // Not with one four less, for certain.
    const int fours = (result.distance_plies - 1) / 2;
    EXPECT_EQ(find_vcf(board, position.to_move, kNodes, fours).answer, Answer::kWin);
    if (fours > 0) {
      EXPECT_EQ(find_vcf(board, position.to_move, kNodes, fours - 1).answer, Answer::kNoWin);
    }
    return result.distance_plies;
  };
  EXPECT_EQ(distance("h8i8j8k8/a1g8c1e1/b"), 1);
  EXPECT_EQ(distance("h8i8j8/a1c1e1/b"), 3);
  // Published: three and five attacking moves, the five not among them.
  EXPECT_EQ(distance("h8j8k8i7l7i6/h9l8j7k6i5l5/b"), 7);
  EXPECT_EQ(distance("k13m12m11j10g9i9j9m9g8h8/l14j12l12i11h10i10l10h9f8/w"), 11);
}

TEST(NaiveVcf, TheShortestWinIsAsLongForEveryImageAndEveryNumberOfNodes) {
  const NaiveSymmetry symmetry(15);
  std::mt19937 random(17);
  std::array<int, 6> wins{};  // by the number of fours
  for (int round = 0; round < 400; ++round) {
    // Stones close together, so that there are fours.
    Position position{.size = 15, .black = {}, .white = {}, .to_move = Color::kBlack};
    for (int stones = 0; stones < 26; ++stones) {
      const auto point = static_cast<Move>((3 + random() % 9) * 15 + 3 + random() % 9);
      if (position.is_empty_point(point)) position = after_move(position, point);
    }
    if (NaiveBoard(kNaiveRenju, position).is_over()) continue;
    const Color attacker = round % 2 == 0 ? Color::kBlack : Color::kWhite;
    NaiveBoard board(kNaiveRenju, position);
    // One number of fours after another, each to its end.
    int distance = board.five_points(attacker).count > 0 ? 1 : 0;
    for (int fours = 1; fours <= 5 && distance == 0; ++fours) {
      const VcfResult win = find_vcf(board, attacker, kNodes, fours);
      if (win.answer == Answer::kWin) distance = win.distance_plies;
    }
    if (distance > 0) ++wins[static_cast<std::size_t>((distance - 1) / 2)];
    for (const std::int64_t nodes : {std::int64_t{20}, kNodes}) {
      std::vector<std::pair<Answer, int>> answers;
      for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
        NaiveBoard image(NaiveGame{kNaiveRenju, 15});
        for (const Color color : {Color::kBlack, Color::kWhite}) {
          for (const Move stone : position.stones(color)) {
            image.place(symmetry.image(index, stone), color);
          }
        }
        const VcfResult win = find_shortest_vcf(image, attacker, nodes, 5);
        answers.emplace_back(win.answer, win.distance_plies);
        if (win.answer != Answer::kWin) continue;
        EXPECT_EQ(win.distance_plies, distance);
        EXPECT_EQ(replay_vcf(image, attacker, win.attacks), distance);
      }
      for (const auto& answer : answers) EXPECT_EQ(answer, answers.front());
      if (nodes == kNodes) {
        EXPECT_EQ(answers.front().first == Answer::kWin, distance > 0) << format_position(position);
      }
    }
  }
  for (const int fours : {0, 1, 2, 3}) EXPECT_GT(wins[static_cast<std::size_t>(fours)], 0);
}

TEST(NaiveVcf, ReplayChecksEveryMoveOnTheBoardAsItIs) {
  const std::vector<Move> line = moves("k8");
  NaiveBoard board(kNaiveRenju, setup("h8i8j8/a1c1e1/b"));
  EXPECT_TRUE(replay_vcf(board, Color::kBlack, line));
  EXPECT_FALSE(replay_vcf(board, Color::kBlack, moves("a15")));  // no four
  EXPECT_FALSE(replay_vcf(board, Color::kBlack, moves("h8")));   // a stone
  EXPECT_FALSE(replay_vcf(board, Color::kBlack, std::vector<Move>{kPass}));
  EXPECT_FALSE(replay_vcf(board, Color::kBlack, std::vector<Move>{999}));
  EXPECT_FALSE(replay_vcf(board, Color::kBlack, {}));
  NaiveBoard blocked(kNaiveRenju, setup("h8i8j8/a1c1l8/b"));
  EXPECT_FALSE(replay_vcf(blocked, Color::kBlack, line));
  NaiveBoard counter(kNaiveRenju, setup("h8i8j8/a1b1c1d1/b"));
  EXPECT_FALSE(replay_vcf(counter, Color::kBlack, line));
}

TEST(NaiveVcf, ReplayFailsWhereAReplyMakesOrUnmakesAFoul) {
  const auto attack = [](const std::string& position, const std::string& move) {
    NaiveBoard board(kNaiveRenju, setup(position));
    const std::vector<Move> line = moves(move);
    return replay_vcf(board, position.back() == 'b' ? Color::kBlack : Color::kWhite, line);
  };
  // White's four has one answer, h8, a double-three.
  EXPECT_TRUE(attack("h3f8g8i9j10/h4h5h6a1a15/w", "h7"));
  // With black stones on g7 and k11 the answer h8 makes five, which overrides the foul.
  EXPECT_FALSE(attack("h3f8g8i9j10g7k11/h4h5h6a1a15/w", "h7"));
  // Black's straight four e5 would be a double-four with three more stones.
  EXPECT_TRUE(attack("b5c5d5/a15c15/b", "e5"));
  EXPECT_FALSE(attack("b5c5d5e2e3e4/a5e1a15c15/b", "e5"));
}

}  // namespace
}  // namespace tengen::book
