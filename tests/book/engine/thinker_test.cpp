// What the engine plays: proven wins, no proven losses, nothing illegal.
#include "book/engine/thinker.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/book/book_testing.h"
#include "tests/test_data.h"

namespace tengen::book::engine {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{32} << 20;

const Game& renju() {
  const Result<const Game*> game = find_game("renju", 15);
  CHECK(game.ok());
  return *game.value();
}

class EngineThinker : public ::testing::Test {
 protected:
  Choice think(const std::string& text, std::uint64_t nodes) {
    const Result<Position> position = renju().parse(text);
    CHECK(position.ok());
    return thinker_.think(position.value(), {.nodes = nodes}, {});
  }
  static std::string name(const Choice& choice) { return format_move(choice.move, 15); }

  Knowledge knowledge_{renju()};
  Thinker thinker_{renju(), knowledge_, kMemory};
};

TEST_F(EngineThinker, WinsByAFewFoursAreSeenWithoutASearch) {
  const Choice choice = think("h8i8j8k8/a1c3e1g2/b", 1);
  ASSERT_TRUE(choice.claim);
  EXPECT_EQ(choice.claim->winner, Color::kBlack);
  EXPECT_EQ(choice.claim->distance_plies, 1);
  EXPECT_FALSE(choice.claim->searched);
  EXPECT_TRUE(name(choice) == "g8" || name(choice) == "l8") << name(choice);
}

TEST_F(EngineThinker, AFourIsStopped) { EXPECT_EQ(name(think("h8i8j8k8g1/l8a3c5e2/w", 1)), "g8"); }

TEST_F(EngineThinker, BlackPlaysNoFoulEvenToStopAFour) {
  // h6 alone stops the four, and is a double-three.
  const Position position = at("c1j6k6h7h8/d2e3f4g5a15/b");
  ASSERT_EQ(renju().effect(position, point("h6")), MoveEffect::kFoul);
  for (const std::uint64_t nodes : {1, 2000}) {
    const Choice choice = thinker_.think(position, {.nodes = nodes}, {});
    EXPECT_NE(name(choice), "h6");
    ASSERT_TRUE(choice.claim);
    EXPECT_EQ(choice.claim->winner, Color::kWhite);
  }
}

TEST_F(EngineThinker, TheLoserOfAProvenPositionLastsLongest) {
  // Black has a straight four: whatever White does, five comes; a four of White's takes two plies
  // more.
  const Choice choice = think("h8i8j8k8/a1a2a3o1/w", 1);
  ASSERT_TRUE(choice.claim);
  EXPECT_EQ(choice.claim->winner, Color::kBlack);
  EXPECT_TRUE(name(choice) == "g8" || name(choice) == "l8" || name(choice) == "a4" ||
              name(choice) == "a5")
      << name(choice);
}

TEST_F(EngineThinker, WhoWouldLoseEndsTheGameByASecondPass) {
  const Choice choice = think("h8i8j8k8/a1a2a3o1/w/pass", 1);
  EXPECT_EQ(name(choice), "pass");
  EXPECT_FALSE(choice.claim);
  EXPECT_EQ(name(think("h8i8j8k8/a1a2a3a4/w/pass", 1)), "a5") << "unless he wins";
}

TEST_F(EngineThinker, AWinFoundBySearchIsPlayedToItsEnd) {
  // Black wins in at most 19 plies; White defends by another thinker with little time.
  Position position = renju().parse("h8h9i8j5i9g8").value();
  Knowledge other_knowledge(renju());
  Thinker other(renju(), other_knowledge, kMemory);
  int plies_left = 0;
  for (int ply = 0; ply < 40; ++ply) {
    const bool black = position.to_move == Color::kBlack;
    const Choice choice = black ? thinker_.think(position, {.nodes = ply == 0 ? 500'000u : 1u}, {})
                                : other.think(position, {.nodes = 3000}, {});
    if (black) {
      ASSERT_TRUE(choice.claim) << "ply " << ply;
      ASSERT_EQ(choice.claim->winner, Color::kBlack);
      if (ply > 0) {
        EXPECT_LT(choice.claim->distance_plies, plies_left);
      }
      plies_left = choice.claim->distance_plies;
    }
    if (renju().effect(position, choice.move) == MoveEffect::kWins) {
      EXPECT_TRUE(black);
      return;
    }
    position = after_move(position, choice.move);
  }
  ADD_FAILURE() << "no end";
}

TEST_F(EngineThinker, MovesThatLoseForCertainAreAvoided) {
  // White has an open three: Black must stop it (or has nothing better), anything else loses.
  const Position position = at("a1a15o1o15/h8i8j8c5/b");
  const Choice choice = thinker_.think(position, {.nodes = 20'000}, {});
  EXPECT_FALSE(choice.claim);
  EXPECT_GT(choice.avoided, 200);
  Knowledge fresh(renju());
  EXPECT_FALSE(fresh.win(after_move(position, choice.move)));
}

TEST_F(EngineThinker, ABookDecides) {
  const TempDir directory;
  const Position after = after_move(renju().parse("h8h9i9").value(), point("a1"));
  const Position lost = after_move(after, point("c3"));
  {
    const std::unique_ptr<Store> store = writer(directory.path("b"));
    ASSERT_TRUE(
        store
            ->commit(batch_of({record(after, Color::kBlack, point("g4"), 21),
                               record(lost, Color::kBlack, kNoMove, 20, RecordKind::kAllReplies)}))
            .ok());
  }
  ASSERT_TRUE(knowledge_.open(directory.path("b")).ok());
  const Choice win = thinker_.think(after, {.nodes = 1}, {});
  EXPECT_EQ(name(win), "g4");
  ASSERT_TRUE(win.claim);
  EXPECT_EQ(win.claim->distance_plies, 21);
  // White to move avoids a1 and its mirror image.
  const Position before = renju().parse("h8h9i9").value();
  EXPECT_TRUE(knowledge_.win_after(before, point("a1"), Color::kBlack));
  EXPECT_FALSE(knowledge_.win_after(before, point("b1"), Color::kBlack));
  knowledge_.close();
  EXPECT_FALSE(knowledge_.win_after(before, point("a1"), Color::kBlack));
}

// Positions of all kinds, White's and Black's, with one node and with some: only legal moves.
TEST_F(EngineThinker, PlaysLegallyFromAnything) {
  int tried = 0;
  for (const TestRow& row : read_test_data("forbidden_points.tsv")) {
    if (++tried % 150 != 0) continue;
    const std::string text = row.at("black") + "/" + row.at("white") + "/";
    for (const char* side : {"b", "w"}) {
      const Result<Position> position = renju().parse(text + side);
      if (!position.ok()) continue;
      const std::vector<Move> legal = renju().legal_moves(position.value());
      if (legal.empty()) continue;
      const Choice choice = thinker_.think(position.value(), {.nodes = 300}, {});
      EXPECT_NE(std::find(legal.begin(), legal.end(), choice.move), legal.end()) << text + side;
    }
  }
  EXPECT_GT(tried, 1000);
}

// A game without a ranking of its own, which knows no 26 openings.
TEST(EngineThinkerOfAnotherGame, PlaysItsRules) {
  const ThreeGame game;
  Knowledge knowledge(game);
  Thinker thinker(game, knowledge, kMemory);
  const Position position = game.parse("c3a2d3").value();
  const Choice choice = thinker.think(position, {.nodes = 10}, {});
  EXPECT_TRUE(position.is_empty_point(choice.move));
  EXPECT_NE(game.effect(position, choice.move), MoveEffect::kFoul);
}

}  // namespace
}  // namespace tengen::book::engine
