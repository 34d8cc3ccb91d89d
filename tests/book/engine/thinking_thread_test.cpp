// A move is answered in time whatever the search does, and what the search finds is what is played.
#include "book/engine/thinking_thread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <sstream>

#include "book/engine/loop.h"
#include "book/engine/session.h"
#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{32} << 20;

const Game& renju() {
  const Result<const Game*> game = find_game("renju", 15);
  CHECK(game.ok());
  return *game.value();
}

// Renju with provers that do not come back from a search before they are let go, whoever asks them
// to stop: what a busy machine does to them.
class StuckGame final : public Game {
 public:
  [[nodiscard]] std::string_view rules() const override { return renju().rules(); }
  [[nodiscard]] int size() const override { return renju().size(); }
  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    return renju().parse(text);
  }
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    return renju().legal_moves(position);
  }
  [[nodiscard]] std::vector<RankedMove> ranked_moves(const Position& position) const override {
    return renju().ranked_moves(position);
  }
  [[nodiscard]] std::vector<Move> foul_points(const Position& position) const override {
    return renju().foul_points(position);
  }
  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    return renju().effect(position, move);
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return renju().play(position, move);
  }
  [[nodiscard]] int progress(const Position& position, Color goal) const override {
    return renju().progress(position, goal);
  }
  [[nodiscard]] bool only_adds_stones() const override { return renju().only_adds_stones(); }
  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return std::make_unique<StuckProver>(*this, renju().make_prover(options));
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return renju().make_short_wins();
  }

  void let_go() {
    stuck_ = false;
    stuck_.notify_all();
  }
  [[nodiscard]] int searches_begun() const { return begun_; }
  [[nodiscard]] int searches_ended() const { return ended_; }

 private:
  class StuckProver final : public Prover {
   public:
    StuckProver(const StuckGame& game, std::unique_ptr<Prover> prover)
        : game_(game), prover_(std::move(prover)) {}
    SolveOutcome solve(const Position& position, Color goal, const SolveLimits& limits,
                       const std::function<bool()>& stop) override {
      ++game_.begun_;
      game_.stuck_.wait(true);
      const SolveOutcome outcome = prover_->solve(position, goal, limits, stop);
      ++game_.ended_;
      return outcome;
    }
    void learn(std::span<const ProofRecord> facts) override { prover_->learn(facts); }

   private:
    const StuckGame& game_;
    const std::unique_ptr<Prover> prover_;
  };

  mutable std::atomic<bool> stuck_ = true;
  mutable std::atomic<int> begun_ = 0;
  mutable std::atomic<int> ended_ = 0;
};

bool is_legal(const Position& position, Move move) {
  const std::vector<Move> legal = renju().legal_moves(position);
  return std::find(legal.begin(), legal.end(), move) != legal.end();
}

class EngineThinkingThread : public ::testing::Test {
 protected:
  ~EngineThinkingThread() override { game_.let_go(); }

  // Until the search has begun, or for a limited time.
  Choice choose_in_search(const Position& position) {
    return thread_.choose(position, {}, [this] { return game_.searches_begun() > 0; });
  }
  Choice choose(const Position& position) { return thread_.choose(position, {.seconds = 0.05}); }

  StuckGame game_;
  ThinkingThread thread_{game_, kMemory};  // its end waits for the search to come back
};

TEST_F(EngineThinkingThread, AnswersInTimeWhileTheSearchDoesNotComeBack) {
  const Position position = at("h8i9/h9g7/b");
  const Choice first = thread_.choose(position, {.seconds = 0.5});
  EXPECT_TRUE(is_legal(position, first.move));
  EXPECT_EQ(game_.searches_ended(), 0);
  // The next ones, too, while that search is still there; a five is seen even then.
  const Position next = at("h8i9j10/h9g7a1/b");
  EXPECT_TRUE(is_legal(next, choose(next).move));
  const Choice five = choose(at("h8i8j8k8/a1c3e1g2/b"));
  ASSERT_TRUE(five.claim);
  EXPECT_EQ(five.claim->winner, Color::kBlack);
  EXPECT_EQ(game_.searches_ended(), 0);
}

TEST_F(EngineThinkingThread, StopIsAnsweredWhileTheSearchDoesNotComeBack) {
  const Position position = at("h8i9/h9g7/b");
  EXPECT_TRUE(is_legal(position, choose_in_search(position).move));
  EXPECT_EQ(game_.searches_ended(), 0);
}

TEST_F(EngineThinkingThread, WhatIsKnownBeforeTheSearchIsPlayedWithoutItsEnd) {
  // White has an open three, which a few of 221 moves stop: all others lose by a few fours.
  const Position position = at("a1a15o1o15/h8i8j8c5/b");
  const Choice choice = choose_in_search(position);
  EXPECT_EQ(game_.searches_ended(), 0);
  EXPECT_GT(choice.avoided, 200);
  Knowledge fresh(renju());
  EXPECT_FALSE(fresh.win(after_move(position, choice.move)));
}

TEST_F(EngineThinkingThread, TheAnswerOfASearchThatEndsIsPlayed) {
  game_.let_go();
  const Position position = renju().parse("h8h9i8j5i9g8").value();
  const Choice choice = thread_.choose(position, {.nodes = 500'000});
  ASSERT_TRUE(choice.claim);
  EXPECT_EQ(choice.claim->winner, Color::kBlack);
  EXPECT_TRUE(choice.claim->searched);
  // As the thinker alone chooses: a search without a clock is deterministic.
  Knowledge knowledge(renju());
  Thinker thinker(renju(), knowledge, kMemory);
  const Choice alone = thinker.think(position, {.nodes = 500'000}, {});
  EXPECT_EQ(choice.move, alone.move);
  EXPECT_EQ(choice.nodes, alone.nodes);
  EXPECT_EQ(choice.claim->distance_plies, alone.claim->distance_plies);
}

TEST_F(EngineThinkingThread, ASearchThatCameBackLateSpoilsNoLaterAnswer) {
  const Position first = at("h8i9/h9g7/b");
  choose_in_search(first);
  game_.let_go();
  const Position won = renju().parse("h8h9i8j5i9g8").value();
  const Choice choice = thread_.choose(won, {.nodes = 500'000});
  ASSERT_TRUE(choice.claim);
  EXPECT_EQ(choice.claim->winner, Color::kBlack);
  EXPECT_TRUE(won.is_empty_point(choice.move));
}

TEST_F(EngineThinkingThread, MemoryAndLooksIntoTheBookDoNotWaitForTheSearch) {
  const TempDir directory;
  EXPECT_FALSE(thread_.open_book(directory.path("none")).ok());
  EXPECT_FALSE(thread_.query(at("h8i9/h9g7/b")));
  choose_in_search(at("h8i9/h9g7/b"));
  // None of these may wait for the search, which does not come back.
  thread_.set_memory(kLeastMemoryBytes);
  thread_.clear();
  thread_.look_into_book();
  thread_.close_book();
  thread_.get_ready();
  EXPECT_FALSE(thread_.take_fault());
  EXPECT_EQ(game_.searches_ended(), 0);
}

// A session whose searches are stuck: every move is answered all the same, and in order.
TEST(EngineSessionOfAStuckSearch, PlaysOnThroughAnyCommands) {
  StuckGame game;
  std::vector<std::string> moves;
  {
    Session session(game, {.memory_bytes = kMemory, .coordinates = {}},
                    [&moves](std::string_view line) {
                      if (line.find(',') < 3) moves.emplace_back(line);
                      EXPECT_FALSE(line.starts_with("ERROR")) << line;
                    });
    const auto say = [&session](std::string_view line) { EXPECT_TRUE(session.handle(line)); };
    for (const char* line : {"START 15", "INFO timeout_turn 60", "INFO max_memory 140000000",
                             "BOARD", "7,7,2", "7,6,1", "8,6,2", "DONE"}) {
      say(line);
    }
    EXPECT_EQ(moves.size(), 1u);
    for (const char* line :
         {"INFO max_memory 150000000", "YXHASHCLEAR", "INFO usedatabase 0", "STOP",
          "INFO usedatabase 1", "RESTART", "BEGIN", "TURN 0,0", "STOP", "TURN 14,14"}) {
      say(line);
    }
    EXPECT_EQ(moves.size(), 4u);
    EXPECT_FALSE(session.handle("END"));
    game.let_go();
  }
}

std::string run_on(const Game& game, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  Session session(game, {.memory_bytes = kMemory, .coordinates = {}},
                  [&out](std::string_view line) { out << line << '\n'; });
  run(session, in, out);
  return out.str();
}

// Lines that come while a search is under way: what they ask for is answered behind it, in order.
TEST(EngineLoopWhileThinking, HostileCommandsAreAnsweredInTheirOrder) {
  const std::string start = "START 15\nINFO timeout_turn 300\nTURN 7,7\n";
  const auto points = [](const std::string& output) {
    std::istringstream lines(output);
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
      if (parse_placed(line, 15, Coordinates::kColumnRow).ok()) ++count;
    }
    return count;
  };
  for (const char* const then :
       {"END\n", "STOP\nEND\n", "STOP\nSTOP\nYXSTOP\nEND\n", "BOARD\n7,7,1\nSTOP\nDONE\nEND\n",
        "RESTART\nEND\n", "INFO max_memory 1\nyxhashclear\nINFO max_memory 300000000\nEND\n",
        "START 15\nSTOP\nSTART 15\n", "yxsetdatabase /nowhere\nEND\n",
        "yxquerydatabaseall\nDONE\nEND\n", "\n\n\n", "TURN 7,7\nEND\n"}) {
    EXPECT_EQ(points(run_on(renju(), start + then)), 1) << then;
  }
  // Two more moves.
  EXPECT_EQ(points(run_on(renju(), start + "RESTART\nBEGIN\nTURN 0,0\nEND\n")), 3);
  EXPECT_EQ(points(run_on(renju(), start + "BOARD\n7,7,2\nDONE\nSTOP\nEND\n")), 2);
}

}  // namespace
}  // namespace tengen::book::engine
