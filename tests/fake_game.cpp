#include "tests/fake_game.h"

#include <algorithm>
#include <set>
#include <thread>

#include "solver/game/symmetry.h"

namespace tengen::test {
namespace {

constexpr int kSize = FakeGame::kSize;

bool three_through(const std::vector<Move>& stones, Move move) {
  const auto has = [&](int column, int row) {
    return column >= 0 && column < kSize && row >= 0 && row < kSize &&
           std::binary_search(stones.begin(), stones.end(),
                              static_cast<Move>(row * kSize + column));
  };
  for (const auto& [dx, dy] :
       {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(1, -1)}) {
    int count = 1;
    for (const int sign : {-1, 1}) {
      for (int i = 1; has(move % kSize + sign * i * dx, move / kSize + sign * i * dy); ++i) ++count;
    }
    if (count >= 3) return true;
  }
  return false;
}

Move winning_move(const Position& position) {
  for (Move move = 0; move < kSize * kSize; ++move) {
    if (position.is_empty_point(move) && three_through(position.stones(position.to_move), move)) {
      return move;
    }
  }
  return kNoMove;
}

class FakeShortWins : public ShortWins {
 public:
  explicit FakeShortWins(bool readers_search) : readers_search_(readers_search) {}
  std::optional<Win> find(const Position& position, Color /*goal*/) override {
    const Move move = winning_move(position);
    if (move == kNoMove) return std::nullopt;
    return Win{move, 1};
  }
  std::vector<bool> readers_win(const Position& position, Color goal,
                                std::span<const Move> replies) override {
    std::vector<bool> met;
    for (const Move reply : replies) {
      met.push_back(readers_search_ && find(after_move(position, reply), goal).has_value());
    }
    return met;
  }

 private:
  const bool readers_search_;
};

class FakeProver : public Prover {
 public:
  SolveOutcome solve(const Position& position, Color goal, const SolveLimits& limits,
                     const std::function<bool()>& stop) override {
    SolveOutcome outcome;
    outcome.nodes = kFakeCost.nodes;
    outcome.expansions = kFakeCost.expansions;
    outcome.seconds = kFakeCost.seconds;
    outcome.certify_seconds = kFakeCost.certify_seconds;
    if (limits.nodes == kSearchUntilStopped) {
      while (!stop()) std::this_thread::yield();
    }
    if (position.to_move == goal) {
      attack(position, outcome);
    } else {
      defend(position, goal, outcome);
    }
    return outcome;
  }
  void learn(std::span<const ProofRecord> /*facts*/) override {}

 private:
  static constexpr std::uint64_t kSearchUntilStopped = 77;

  static void attack(const Position& position, SolveOutcome& outcome) {
    outcome.best = winning_move(position);
    if (outcome.best != kNoMove) {
      outcome.verdict = Verdict::kProven;
      outcome.distance_plies = 1;
      return;
    }
    outcome.proof_number = 8;
    outcome.disproof_number = 8;
    for (const Move move : fake_game().legal_moves(position)) {
      if (move == kPass) continue;
      const auto from_centre =
          static_cast<std::uint32_t>(std::abs(move % kSize - 2) + std::abs(move / kSize - 2));
      outcome.children.push_back({move, Verdict::kUnknown, 2 + from_centre, 4, 0});
    }
  }

  static void defend(const Position& position, Color goal, SolveOutcome& outcome) {
    if (winning_move(position) != kNoMove) {
      // The defender wins at once; nothing is claimed, the attacker just gets nowhere here.
      outcome.proof_number = kInfiniteNumber - 1;
      outcome.children.push_back(
          {winning_move(position), Verdict::kUnknown, kInfiniteNumber - 1, 1, 0});
      return;
    }
    outcome.verdict = Verdict::kProven;
    outcome.distance_plies = 2;
    std::set<std::string> seen;
    for (const Move reply : fake_game().legal_moves(position)) {
      const Position after = after_move(position, reply);
      if (!seen.insert(encode_position(canonicalize(after).position)).second) continue;
      const bool wins = winning_move(after) != kNoMove && after.to_move == goal;
      if (!wins) outcome.verdict = Verdict::kUnknown;
      outcome.children.push_back(
          {reply, wins ? Verdict::kProven : Verdict::kUnknown, 3, 3, wins ? 1 : 0});
    }
    if (outcome.verdict == Verdict::kUnknown) {
      outcome.proof_number = 5;
      outcome.disproof_number = 5;
    }
  }
};

}  // namespace

Result<Position> FakeGame::parse(std::string_view text) const {
  if (text.find('/') != std::string_view::npos) return parse_setup(text, kSize);
  const Result<std::vector<Move>> moves = parse_move_list(text, kSize);
  if (!moves.ok()) return moves.status();
  Position position{.size = kSize, .black = {}, .white = {}, .to_move = Color::kBlack};
  for (const Move move : moves.value()) position = after_move(position, move);
  position.after_pass = !moves.value().empty() && moves.value().back() == kPass;
  return position;
}

std::vector<Move> FakeGame::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  for (Move move = 0; move < kSize * kSize; ++move) {
    if (position.is_empty_point(move) && effect(position, move) != MoveEffect::kFoul) {
      moves.push_back(move);
    }
  }
  if (position.stone_count() >= rules_.passes_from_stones) moves.push_back(kPass);
  return moves;
}

std::vector<Move> FakeGame::foul_points(const Position& position) const {
  Position black = position;
  black.to_move = Color::kBlack;
  std::vector<Move> points;
  for (Move point = 0; point < kSize * kSize; ++point) {
    if (black.is_empty_point(point) && effect(black, point) == MoveEffect::kFoul) {
      points.push_back(point);
    }
  }
  return points;
}

MoveEffect FakeGame::effect(const Position& position, Move move) const {
  if (move == kPass) return position.after_pass ? MoveEffect::kDraws : MoveEffect::kContinues;
  if (three_through(position.stones(position.to_move), move)) return MoveEffect::kWins;
  const auto is_edge = [](int line) { return line == 0 || line == kSize - 1; };
  const bool is_corner = is_edge(move % kSize) && is_edge(move / kSize);
  if (rules_.corners_are_fouls && is_corner && position.to_move == Color::kBlack) {
    return MoveEffect::kFoul;
  }
  return position.stone_count() + 1 == kSize * kSize ? MoveEffect::kDraws : MoveEffect::kContinues;
}

std::unique_ptr<Prover> FakeGame::make_prover(const ProverOptions& /*options*/) const {
  return std::make_unique<FakeProver>();
}

std::unique_ptr<ShortWins> FakeGame::make_short_wins() const {
  return std::make_unique<FakeShortWins>(rules_.readers_search);
}

const FakeGame& fake_game() {
  static const FakeGame game;
  return game;
}

bool wins_within(const Position& position, Color goal, int attacker_moves) {
  const std::vector<Move> moves = fake_game().legal_moves(position);
  if (position.to_move == goal) {
    if (attacker_moves == 0) return false;
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
      if (move == kPass) return false;
      const MoveEffect effect = fake_game().effect(position, move);
      return effect == MoveEffect::kWins ||
             (effect == MoveEffect::kContinues &&
              wins_within(after_move(position, move), goal, attacker_moves - 1));
    });
  }
  return std::all_of(moves.begin(), moves.end(), [&](Move move) {
    return fake_game().effect(position, move) == MoveEffect::kContinues &&
           wins_within(after_move(position, move), goal, attacker_moves);
  });
}

}  // namespace tengen::test
