// Distances of parent and child agree in every answer, in the book of a small proof by the solver.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "book/query/evaluator.h"
#include "book/query/query.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

class Distances : public ::testing::Test {
 protected:
  // Proves the position and stores the records, each with its exact distance: deeper ones first, so
  // that what a record rests on is there when it is asked for.
  void prove(const std::string& text) {
    const Position root = renju().parse(text).value();
    const std::unique_ptr<Prover> prover =
        renju().make_prover({.memory_bytes = std::uint64_t{64} << 20});
    SolveOutcome outcome = prover->solve(root, root.to_move, {.nodes = 20'000'000}, {});
    ASSERT_EQ(outcome.verdict, Verdict::kProven);
    std::vector<ProofRecord>& records = outcome.records;
    std::stable_sort(records.begin(), records.end(),
                     [](const ProofRecord& a, const ProofRecord& b) {
                       return a.position.stone_count() > b.position.stone_count();
                     });
    Evaluator evaluator(*store_, renju());
    for (ProofRecord& record : records) {
      const auto lost =
          evaluator.defender_loss(after_move(record.position, record.move), record.goal).value();
      ASSERT_TRUE(lost.has_value());
      EXPECT_LE(1 + lost->distance_plies, record.distance_plies) << "more than the proof says";
      record.distance_plies = 1 + lost->distance_plies;
      ASSERT_TRUE(store_->commit(batch_of({record})).ok());
      recorded_.push_back(record.position);
    }
    winner_ = root.to_move;
  }

  // In one of its orientations.
  QueryAnswer ask(const Position& position) {
    const Position image = Symmetry(static_cast<int>(random_() % kSymmetryCount)).apply(position);
    return query(*store_, renju(), image, winner_).value();
  }

  // The moves of the line are those said to be best, and each takes a ply.
  void expect_line(const QueryAnswer& answer) {
    ASSERT_EQ(answer.line.size(), static_cast<std::size_t>(answer.distance_plies));
    ASSERT_EQ(answer.line.front(), answer.best);
    Position position = answer.position;
    for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) {
      ASSERT_EQ(renju().effect(position, answer.line[i]), MoveEffect::kContinues);
      position = after_move(position, answer.line[i]);
    }
    const MoveEffect last = renju().effect(position, answer.line.back());
    EXPECT_EQ(last, position.to_move == winner_ ? MoveEffect::kWins : MoveEffect::kFoul);
  }

  void expect_best_is_one_ply_shorter(const QueryAnswer& answer) {
    const auto best =
        std::find_if(answer.moves.begin(), answer.moves.end(),
                     [&](const MoveAnswer& move) { return move.move == answer.best; });
    ASSERT_NE(best, answer.moves.end());
    EXPECT_EQ(best->distance_plies, answer.distance_plies);
    if (renju().effect(answer.position, answer.best) != MoveEffect::kContinues) return;
    const QueryAnswer after = ask(after_move(answer.position, answer.best));
    EXPECT_EQ(after.result, answer.result);
    EXPECT_EQ(after.distance_plies, answer.distance_plies - 1);
  }

  // A move that is said to win or lose does so in one ply more than the position after it: some of
  // them.
  void expect_moves_agree(const QueryAnswer& answer) {
    std::vector<MoveAnswer> moves = answer.moves;
    std::erase_if(moves, [&](const MoveAnswer& move) {
      return move.distance_plies == 0 ||
             renju().effect(answer.position, move.move) != MoveEffect::kContinues;
    });
    std::shuffle(moves.begin(), moves.end(), random_);
    moves.resize(std::min<std::size_t>(moves.size(), 2));
    for (const MoveAnswer& move : moves) {
      const QueryAnswer after = ask(after_move(answer.position, move.move));
      EXPECT_EQ(after.result, move.result);
      EXPECT_EQ(after.distance_plies + 1, move.distance_plies) << format_move(move.move, 15);
      ++compared_;
    }
  }

  void walk() {
    std::shuffle(recorded_.begin(), recorded_.end(), random_);
    recorded_.resize(std::min<std::size_t>(recorded_.size(), 5));
    for (const Position& won : recorded_) {
      SCOPED_TRACE(format_position(won));
      const QueryAnswer answer = ask(won);
      ASSERT_EQ(answer.status, Verdict::kProven);
      const auto record = store_->find(won, winner_).value();
      EXPECT_EQ(answer.distance_plies, record->distance_plies);
      expect_line(answer);
      expect_best_is_one_ply_shorter(answer);
      expect_moves_agree(answer);
      const QueryAnswer lost = ask(after_move(won, record->move));
      SCOPED_TRACE(format_position(lost.position));
      ASSERT_EQ(lost.status, Verdict::kProven);
      int longest = 0;
      for (const MoveAnswer& move : lost.moves) longest = std::max(longest, move.distance_plies);
      EXPECT_EQ(lost.distance_plies, longest);
      expect_line(lost);
      expect_best_is_one_ply_shorter(lost);
      expect_moves_agree(lost);
    }
  }

  TempDir dir_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"));
  std::vector<Position> recorded_;
  Color winner_ = Color::kBlack;
  std::mt19937 random_{11};
  int compared_ = 0;
};

TEST_F(Distances, ParentAndChildAgreeAllOverAProofOfBlacks) {
  prove("h8i8i10/h9g5k7/b");
  EXPECT_GT(recorded_.size(), 10U);
  walk();
  EXPECT_GT(compared_, 10);
}

TEST_F(Distances, ParentAndChildAgreeAllOverAProofOfWhites) {
  prove("h8j7i5j6/i9f8h10/w");
  EXPECT_GT(recorded_.size(), 10U);
  walk();
  EXPECT_GT(compared_, 10);
}

}  // namespace
}  // namespace tengen::book
