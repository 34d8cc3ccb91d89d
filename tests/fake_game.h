// A game for tests: three in a row on a 5x5 board, Black first. Its prover sees one attacker's move
// ahead and leaves the rest to whoever asks, so that small positions need a tree; short wins are
// threes made at once.
#pragma once

#include <memory>

#include "solver/game/game.h"

namespace tengen::test {

struct FakeRules {
  std::string_view name = "fake";
  std::size_t passes_from_stones = 4;
  bool corners_are_fouls = false;  // Black's, unless they make three
  bool readers_search = true;      // for short wins; else they find none
};

class FakeGame : public Game {
 public:
  static constexpr int kSize = 5;

  explicit FakeGame(const FakeRules& rules = {}) : rules_(rules) {}

  [[nodiscard]] std::string_view rules() const override { return rules_.name; }
  [[nodiscard]] int size() const override { return kSize; }
  [[nodiscard]] Result<Position> parse(std::string_view text) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] std::vector<Move> foul_points(const Position& position) const override;
  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return after_move(position, move);
  }
  [[nodiscard]] int progress(const Position& position, Color goal) const override {
    return 2 * static_cast<int>(position.stone_count()) + (position.to_move == goal ? 1 : 0);
  }
  [[nodiscard]] bool only_adds_stones() const override { return true; }
  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override;
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override;

 private:
  FakeRules rules_;
};

// What its prover says that every call has cost.
struct FakeCost {
  std::uint64_t nodes;
  std::uint64_t expansions;
  double seconds;
  double certify_seconds;
};
constexpr FakeCost kFakeCost{4, 3, 2, 0.5};

// The one object of the game.
const FakeGame& fake_game();

// Whether `goal` wins within that many moves of its own: plain brute force.
bool wins_within(const Position& position, Color goal, int attacker_moves);

}  // namespace tengen::test
