#include "book/engine/knowledge.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

TEST(EngineKnowledge, FactsAreFoundInEveryOrientation) {
  Knowledge knowledge(renju());
  const Position position = at("h8i9a2/h9c5/b");
  ASSERT_FALSE(knowledge.win(position));
  const std::vector<ProofRecord> records = {record(position, Color::kBlack, point("k12"), 17)};
  knowledge.learn(records);
  for (int i = 0; i < kSymmetryCount; ++i) {
    const auto win = knowledge.win(Symmetry(i).apply(position));
    ASSERT_TRUE(win);
    EXPECT_EQ(win->move, Symmetry(i).apply(point("k12"), 15));
    EXPECT_EQ(win->distance_plies, 17);
  }
  Position white_to_move = position;
  white_to_move.to_move = Color::kWhite;
  EXPECT_FALSE(knowledge.win(white_to_move));
  knowledge.forget();
  EXPECT_FALSE(knowledge.win(position));
}

TEST(EngineKnowledge, FactsAreBoundedInNumber) {
  Knowledge knowledge(renju());
  const Position position = at("h8i9a2/h9c5/b");
  const std::vector<ProofRecord> first = {record(position, Color::kBlack, point("k12"), 17)};
  knowledge.learn(first);
  // As many others again as are kept: the first one has gone.
  std::vector<ProofRecord> others;
  for (Move a = 0; a < 225 && others.size() < Knowledge::kMostFacts; ++a) {
    for (Move b = 0; b < 225 && others.size() < Knowledge::kMostFacts; ++b) {
      for (Move c = 0; c < 3 && a != b; ++c) {
        others.push_back({.position = {.size = 15,
                                       .black = {std::min(a, b), std::max(a, b)},
                                       .white = {static_cast<Move>(222 + c)},
                                       .to_move = Color::kBlack},
                          .goal = Color::kBlack,
                          .move = 0,
                          .distance_plies = 3,
                          .kind = RecordKind::kTree});
      }
    }
  }
  ASSERT_GE(others.size(), Knowledge::kMostFacts);
  knowledge.learn(others);
  EXPECT_FALSE(knowledge.win(position));
}

TEST(EngineKnowledge, ALiveBookIsFollowed) {
  const TempDir directory;
  const std::unique_ptr<Store> store = writer(directory.path("b"));
  Knowledge knowledge(renju());
  ASSERT_TRUE(knowledge.open(directory.path("b")).ok());
  const Position position = at("h8i9a2/h9c5/b");
  ASSERT_TRUE(store->commit(batch_of({record(position, Color::kBlack, point("k12"), 17)})).ok());
  knowledge.refresh(std::chrono::hours(1));
  EXPECT_FALSE(knowledge.win(position)) << "read a moment ago";
  knowledge.refresh(std::chrono::milliseconds(0));
  ASSERT_TRUE(knowledge.win(position));
  EXPECT_FALSE(knowledge.take_fault());
}

TEST(EngineKnowledge, ABookOfAnotherSizeIsRefusedAndTheOldOneStays) {
  const TempDir directory;
  writer(directory.path("small"), 9);
  writer(directory.path("b"));
  Knowledge knowledge(renju());
  ASSERT_TRUE(knowledge.open(directory.path("b")).ok());
  const Status refused = knowledge.open(directory.path("small"));
  EXPECT_EQ(refused.code(), StatusCode::kIncompatible);
  EXPECT_TRUE(knowledge.has_book());
}

}  // namespace
}  // namespace tengen::book::engine
