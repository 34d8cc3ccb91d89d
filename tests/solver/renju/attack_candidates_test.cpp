#include "solver/renju/attack_candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "solver/game/game.h"

namespace tengen::renju {
namespace {

class AttackCandidates : public testing::Test {
 protected:
  std::vector<GuideMove> candidates(const Position& position, int more_moves, bool fukumi = false) {
    Board board(position);
    std::vector<GuideMove> moves;
    EvaluatedBoard evaluated(board);
    add_attack_candidates(evaluated, position.to_move,
                          {table_, 1, vcf_, logits_, kStyles[0], 16, more_moves, fukumi, kNoMove},
                          moves);
    return moves;
  }
  static bool has(const std::vector<GuideMove>& moves, Move move) {
    return std::any_of(moves.begin(), moves.end(),
                       [move](const GuideMove& one) { return one.move == move; });
  }

  alignas(64) std::array<std::byte, 1 << 16> memory_{};
  ProofTable table_{memory_};
  VcfSolver vcf_{1 << 10};
  LogitCache logits_;
};

TEST_F(AttackCandidates, MoreMovesAreThoseThatTheEvaluationLikes) {
  // I7 j6: an engine's mate score names f8, which looks like nothing.
  const Position position = find_game("renju", 15).value()->parse("h8i9i7j6").value();
  const Move quiet = parse_move("f8", 15).value();
  const std::vector<GuideMove> few = candidates(position, 0);
  const std::vector<GuideMove> many = candidates(position, 8);
  EXPECT_FALSE(has(few, quiet));
  EXPECT_TRUE(has(many, quiet));
  ASSERT_EQ(many.size(), few.size() + 8);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(many[i].move, few[i].move) << i;
  // What is left out is no better.
  const std::vector<GuideMove> all = candidates(position, 1'000);
  for (std::size_t i = many.size(); i < all.size(); ++i) {
    EXPECT_GE(all[i].numbers.proof, many.back().numbers.proof);
  }
  EXPECT_GT(all.size(), many.size());
}

// quintet_test_vct_fukumi_move: g12 wins, a fukumi; l14 threatens nothing.
constexpr const char* kFukumiProblem = "h12h11i11f10g10h10e9j9g8h8/i13g11i10j10f9g9h9i9d8f8/b";

TEST_F(AttackCandidates, FukumiAreTriedWhateverTheirShapes) {
  const Position position = find_game("renju", 15).value()->parse(kFukumiProblem).value();
  const std::vector<GuideMove> without = candidates(position, 0);
  const std::vector<GuideMove> with = candidates(position, 0, true);
  const Move quiet = parse_move("g12", 15).value();
  EXPECT_FALSE(has(without, quiet));
  EXPECT_TRUE(has(with, quiet));
  ASSERT_GT(with.size(), without.size());
  for (std::size_t i = 0; i < without.size(); ++i) EXPECT_EQ(with[i].move, without[i].move) << i;
  Board board(position);
  for (std::size_t i = without.size(); i < with.size(); ++i) {
    board.make(with[i].move, Color::kBlack);
    VcfLine line;
    EXPECT_TRUE(vcf_.solve(board, Color::kBlack, 1'000, line)) << format_move(with[i].move, 15);
    board.unmake(with[i].move, Color::kBlack);
  }
}

TEST_F(AttackCandidates, AQuietMoveThatWasSearchedBeforeStays) {
  const Position position = find_game("renju", 15).value()->parse(kFukumiProblem).value();
  const Move quiet = parse_move("l14", 15).value();
  EXPECT_FALSE(has(candidates(position, 0, true), quiet));
  ProofEntry entry;
  entry.key = key_after(Board(position), Color::kBlack, quiet, Color::kBlack);
  entry.proof_number = 7;
  entry.generation = 1;
  table_.store(entry);
  EXPECT_TRUE(has(candidates(position, 0, true), quiet));
}

}  // namespace
}  // namespace tengen::renju
