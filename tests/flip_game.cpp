#include "tests/flip_game.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::test {
namespace {

constexpr int kSize = FlipGame::kSize;
constexpr int kPoints = kSize * kSize;

int empty_points(const Position& position) {
  return kPoints - static_cast<int>(position.stone_count());
}

// Or the board is empty.
bool touches_a_stone(const Position& position, Move move) {
  const auto is_near = [move](Move stone) {
    return std::abs(stone % kSize - move % kSize) <= 1 &&
           std::abs(stone / kSize - move / kSize) <= 1;
  };
  return position.stone_count() == 0 || std::ranges::any_of(position.black, is_near) ||
         std::ranges::any_of(position.white, is_near);
}

class FlipProver final : public Prover {
 public:
  SolveOutcome solve(const Position& position, Color goal, const SolveLimits& /*limits*/,
                     const std::function<bool()>& /*stop*/) override {
    SolveOutcome outcome;
    outcome.nodes = outcome.expansions = 1;
    if (empty_points(position) <= FlipGame::kEmptySearched) {
      search_to_the_end(position, goal, outcome);
    } else {
      list_moves(position, goal, outcome);
    }
    return outcome;
  }
  void learn(std::span<const ProofRecord> /*facts*/) override {}

 private:
  static void search_to_the_end(const Position& position, Color goal, SolveOutcome& outcome) {
    std::vector<ProofRecord> records;
    Win win = prove(position, goal, records);
    outcome.verdict = Verdict::kProven;
    if (win.distance_plies == 0) {
      records.clear();
      win = prove(position, opponent(goal), records);
      CHECK(win.distance_plies > 0);  // nobody draws
      outcome.verdict = Verdict::kDisproven;
    }
    outcome.distance_plies = win.distance_plies;
    outcome.best = win.move;
    outcome.records = std::move(records);
  }

  static void list_moves(const Position& position, Color goal, SolveOutcome& outcome) {
    std::set<std::string> seen;
    for (const Move move : flip_game().legal_moves(position)) {
      const Position next = canonicalize(flip_game().play(position, move)).position;
      if (!seen.insert(encode_position(next)).second) continue;
      const int own = static_cast<int>(next.stones(goal).size());
      const auto theirs = static_cast<int>(next.stone_count()) - own;
      outcome.children.push_back({move, Verdict::kUnknown,
                                  static_cast<std::uint32_t>(2 + std::max(0, theirs - own)),
                                  static_cast<std::uint32_t>(2 + std::max(0, own - theirs)), 0});
    }
    outcome.proof_number = outcome.disproof_number = 8;
  }

  // The shortest win, or the longest reply; no distance where the goal does not win. The records of
  // all attacker's positions below come before that of the position itself.
  static Win prove(const Position& position, Color goal, std::vector<ProofRecord>& records) {
    const bool attacks = position.to_move == goal;
    Win chosen;
    std::vector<ProofRecord> below;
    for (const Move move : flip_game().legal_moves(position)) {
      const MoveEffect effect = flip_game().effect(position, move);
      int distance = 0;
      std::vector<ProofRecord> needed;
      if (effect == MoveEffect::kContinues) {
        const Win after = prove(flip_game().play(position, move), goal, needed);
        if (after.distance_plies > 0) distance = 1 + after.distance_plies;
      } else if (winner_by(effect, position.to_move) == goal) {
        distance = 1;
      }
      if (distance == 0 && !attacks) return {};
      if (distance == 0) continue;
      if (!attacks) below.insert(below.end(), needed.begin(), needed.end());
      const bool better =
          attacks ? distance < chosen.distance_plies : distance > chosen.distance_plies;
      if (chosen.move != kNoMove && !better) continue;
      chosen = {move, distance};
      if (attacks) below = std::move(needed);
    }
    if (chosen.move == kNoMove) return {};
    records.insert(records.end(), below.begin(), below.end());
    if (attacks) {
      const Canonical canonical = canonicalize(position);
      records.push_back({canonical.position, goal,
                         canonical.canonical_from_input.apply(chosen.move, kSize),
                         chosen.distance_plies, RecordKind::kTree});
    } else {
      chosen.move = kNoMove;
    }
    return chosen;
  }
};

}  // namespace

Result<Position> FlipGame::parse(std::string_view text) const {
  Position position{.size = kSize, .black = {}, .white = {}, .to_move = Color::kBlack};
  if (text.find('/') != std::string_view::npos) {
    Result<Position> parsed = parse_setup(text, kSize);
    if (!parsed.ok()) return parsed;
    position = parsed.value();
    if (position.after_pass) return invalid_argument("there are no passes");
  } else {
    const Result<std::vector<Move>> moves = parse_move_list(text, kSize);
    if (!moves.ok()) return moves.status();
    for (const Move move : moves.value()) {
      const std::vector<Move> legal = legal_moves(position);
      if (std::ranges::count(legal, move) == 0) return invalid_argument("not a legal move");
      position = play(position, move);
    }
  }
  if (empty_points(position) == 0) return invalid_argument("the board is full");
  return position;
}

std::vector<Move> FlipGame::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  for (Move move = 0; move < kPoints; ++move) {
    if (position.is_empty_point(move) && touches_a_stone(position, move)) moves.push_back(move);
  }
  return moves;
}

MoveEffect FlipGame::effect(const Position& position, Move move) const {
  if (empty_points(position) > 1) return MoveEffect::kContinues;
  const Position end = play(position, move);
  const bool mover_has_more = end.stones(position.to_move).size() > kPoints / 2;
  return mover_has_more ? MoveEffect::kWins : MoveEffect::kLoses;
}

// On a board of signs: +1 the mover's, -1 the other side's.
Position FlipGame::play(const Position& position, Move move) const {
  CHECK(position.is_empty_point(move));
  std::array<int, kPoints> sign{};
  for (const Move p : position.stones(position.to_move)) sign[static_cast<std::size_t>(p)] = 1;
  for (const Move p : position.stones(opponent(position.to_move))) {
    sign[static_cast<std::size_t>(p)] = -1;
  }
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const auto at = [&](int steps) -> int* {
        const int x = move % kSize + steps * dx;
        const int y = move / kSize + steps * dy;
        const bool inside = x >= 0 && y >= 0 && x < kSize && y < kSize;
        return inside ? &sign[static_cast<std::size_t>(y * kSize + x)] : nullptr;
      };
      int steps = 1;
      while ((dx != 0 || dy != 0) && at(steps) != nullptr && *at(steps) == -1) ++steps;
      if (at(steps) == nullptr || *at(steps) != 1) continue;
      while (--steps > 0) *at(steps) = 1;
    }
  }
  sign[static_cast<std::size_t>(move)] = 1;
  Position next{.size = kSize, .black = {}, .white = {}, .to_move = opponent(position.to_move)};
  for (Move p = 0; p < kPoints; ++p) {
    const int s = sign[static_cast<std::size_t>(p)];
    if (s == 0) continue;
    const Color color = s > 0 ? position.to_move : opponent(position.to_move);
    (color == Color::kBlack ? next.black : next.white).push_back(p);
  }
  return next;
}

int FlipGame::progress(const Position& position, Color /*goal*/) const {
  return static_cast<int>(position.stone_count());
}

std::unique_ptr<Prover> FlipGame::make_prover(const ProverOptions& /*options*/) const {
  return std::make_unique<FlipProver>();
}

const FlipGame& flip_game() {
  static const FlipGame game;
  return game;
}

bool NaiveFlipGame::is_over(const Position& position) const {
  return position.black.size() + position.white.size() == 25;
}

std::vector<Move> NaiveFlipGame::legal_moves(const Position& position) const {
  std::set<Move> stones(position.black.begin(), position.black.end());
  stones.insert(position.white.begin(), position.white.end());
  std::set<Move> free;
  for (int column = 0; column < 5; ++column) {
    for (int row = 0; row < 5; ++row) {
      bool near = stones.empty();
      for (int c = std::max(0, column - 1); c <= std::min(4, column + 1); ++c) {
        for (int r = std::max(0, row - 1); r <= std::min(4, row + 1); ++r) {
          near = near || stones.contains(static_cast<Move>(5 * r + c));
        }
      }
      const auto point = static_cast<Move>(5 * row + column);
      if (near && !stones.contains(point)) free.insert(point);
    }
  }
  return {free.begin(), free.end()};
}

book::NaiveEffect NaiveFlipGame::effect(const Position& position, Move move) const {
  const Position after = play(position, move);
  if (!is_over(after)) return book::NaiveEffect::kContinues;
  const bool black_wins = after.black.size() >= 13;
  const bool by_black = position.to_move == Color::kBlack;
  return black_wins == by_black ? book::NaiveEffect::kMoverWins : book::NaiveEffect::kMoverLoses;
}

// From each stone of the mover: what lies between it and the new one turns if all of it is the
// other side's.
Position NaiveFlipGame::play(const Position& position, Move move) const {
  const bool by_black = position.to_move == Color::kBlack;
  std::set<Move> own(by_black ? position.black.begin() : position.white.begin(),
                     by_black ? position.black.end() : position.white.end());
  std::set<Move> other(by_black ? position.white.begin() : position.black.begin(),
                       by_black ? position.white.end() : position.black.end());
  std::set<Move> turned;
  for (const Move anchor : own) {
    const int columns = anchor % 5 - move % 5;
    const int rows = anchor / 5 - move / 5;
    if (columns != 0 && rows != 0 && columns != rows && columns != -rows) continue;
    const int distance = std::max(columns < 0 ? -columns : columns, rows < 0 ? -rows : rows);
    const int step = rows / distance * 5 + columns / distance;
    std::set<Move> between;
    for (int i = 1; i < distance; ++i) between.insert(static_cast<Move>(move + i * step));
    if (std::includes(other.begin(), other.end(), between.begin(), between.end())) {
      turned.insert(between.begin(), between.end());
    }
  }
  own.insert(move);
  own.insert(turned.begin(), turned.end());
  for (const Move p : turned) other.erase(p);
  const std::vector<Move> mine(own.begin(), own.end());
  const std::vector<Move> theirs(other.begin(), other.end());
  Position next{.size = 5,
                .black = by_black ? mine : theirs,
                .white = by_black ? theirs : mine,
                .to_move = by_black ? Color::kWhite : Color::kBlack};
  return next;
}

int NaiveFlipGame::progress(const Position& position, Color /*goal*/) const {
  return static_cast<int>(position.black.size() + position.white.size());
}

const NaiveFlipGame& naive_flip_game() {
  static const NaiveFlipGame game;
  book::bring_game(5, game);
  return game;
}

}  // namespace tengen::test
