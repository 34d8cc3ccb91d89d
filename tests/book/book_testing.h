// Helpers of the book's tests: temporary directories, record building, and a game small enough to
// be solved by brute force.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "book/store/store.h"
#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace tengen::book {

// A fresh directory, removed at the end of the test.
class TempDir {
 public:
  TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tengen-test-XXXXXX").string();
    CHECK(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  [[nodiscard]] std::string path(std::string_view name) const {
    return (path_ / std::string(name)).string();
  }

 private:
  std::filesystem::path path_;
};

inline Position at(std::string_view setup, int size = 15) {
  Result<Position> position = parse_setup(setup, size);
  CHECK(position.ok());
  return position.value();
}

inline Move point(std::string_view text, int size = 15) { return parse_move(text, size).value(); }

inline std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out += static_cast<char>(value);
  return out;
}

// A record about `position` in its canonical form.
inline ProofRecord record(const Position& position, Color goal, Move move, int distance,
                          RecordKind kind = RecordKind::kTree) {
  const Canonical canonical = canonicalize(position);
  return {.position = canonical.position,
          .goal = goal,
          .move = canonical.canonical_from_input.apply(move, position.size),
          .distance_plies = distance,
          .kind = kind};
}

inline std::unique_ptr<Store> writer(const std::string& path, int size = 15) {
  Result<std::unique_ptr<Store>> store = Store::open_for_writing(path, "renju", size);
  EXPECT_TRUE(store.ok()) << store.status().message();
  CHECK(store.ok());
  return std::move(store).value();
}

inline std::unique_ptr<Store> reader(const std::string& path) {
  Result<std::unique_ptr<Store>> store = Store::open_read_only(path);
  CHECK(store.ok());
  return std::move(store).value();
}

inline CommitBatch batch_of(std::vector<ProofRecord> proofs) {
  CommitBatch batch;
  batch.proofs = std::move(proofs);
  batch.sync = false;
  return batch;
}

// Three in a row on a 5x5 board. The corners are fouls for Black unless they make three; a pass is
// allowed from six stones on. The short win is a three made at once. Calls itself renju,
// as a book only knows real rule sets.
class ThreeGame final : public Game {
 public:
  static constexpr int kSize = 5;
  bool readers_search = true;  // for short wins; else they find none

  [[nodiscard]] std::string_view rules() const override { return "renju"; }
  [[nodiscard]] int size() const override { return kSize; }

  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    if (text.find('/') != std::string_view::npos) return parse_setup(text, kSize);
    const Result<std::vector<Move>> moves = parse_move_list(text, kSize);
    if (!moves.ok()) return moves.status();
    Position position{.size = kSize, .black = {}, .white = {}, .to_move = Color::kBlack};
    for (const Move move : moves.value()) position = after_move(position, move);
    position.after_pass = !moves.value().empty() && moves.value().back() == kPass;
    return position;
  }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    std::vector<Move> moves;
    for (Move p = 0; p < kSize * kSize; ++p) {
      if (position.is_empty_point(p) && effect(position, p) != MoveEffect::kFoul)
        moves.push_back(p);
    }
    if (position.stone_count() >= 6) moves.push_back(kPass);
    return moves;
  }

  [[nodiscard]] std::vector<Move> foul_points(const Position& position) const override {
    Position black = position;
    black.to_move = Color::kBlack;
    std::vector<Move> points;
    for (const Move p : std::vector<Move>{0, 4, 20, 24}) {
      if (black.is_empty_point(p) && effect(black, p) == MoveEffect::kFoul) points.push_back(p);
    }
    return points;
  }

  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    if (move == kPass) return position.after_pass ? MoveEffect::kDraws : MoveEffect::kContinues;
    const std::vector<Move>& own = position.stones(position.to_move);
    const auto has = [&](int x, int y) {
      return x >= 0 && y >= 0 && x < kSize && y < kSize &&
             std::binary_search(own.begin(), own.end(), static_cast<Move>(y * kSize + x));
    };
    const int x = move % kSize;
    const int y = move / kSize;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      const int before = has(x - dx, y - dy) ? (has(x - 2 * dx, y - 2 * dy) ? 2 : 1) : 0;
      const int after = has(x + dx, y + dy) ? (has(x + 2 * dx, y + 2 * dy) ? 2 : 1) : 0;
      if (before + after >= 2) return MoveEffect::kWins;
    }
    const bool is_corner = (x == 0 || x == kSize - 1) && (y == 0 || y == kSize - 1);
    if (position.to_move == Color::kBlack && is_corner) return MoveEffect::kFoul;
    const bool fills = position.stone_count() + 1 == kSize * kSize;
    return fills ? MoveEffect::kDraws : MoveEffect::kContinues;
  }

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions&) const override {
    return nullptr;  // nobody searches
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return std::make_unique<OnePly>(*this);
  }

 private:
  class OnePly final : public ShortWins {
   public:
    explicit OnePly(const ThreeGame& game) : game_(game) {}
    std::optional<Win> find(const Position& position, Color goal) override {
      CHECK(position.to_move == goal);
      for (Move p = 0; p < kSize * kSize; ++p) {
        if (position.is_empty_point(p) && game_.effect(position, p) == MoveEffect::kWins) {
          return Win{.move = p, .distance_plies = 1};
        }
      }
      return std::nullopt;
    }
    std::vector<bool> readers_win(const Position& position, Color goal,
                                  std::span<const Move> replies) override {
      std::vector<bool> met;
      for (const Move reply : replies) {
        met.push_back(game_.readers_search && find(after_move(position, reply), goal).has_value());
      }
      return met;
    }

   private:
    const ThreeGame& game_;
  };
};

// Brute force over ThreeGame: the records that prove a win within a number of plies.
class ThreeSolver {
 public:
  explicit ThreeSolver(Color goal) : goal_(goal) {}

  // Distance of the win, if there is one of at most `plies`.
  std::optional<int> solve(const Position& position, int plies) {
    return position.to_move == goal_ ? attack(position, plies) : defend(position, plies);
  }
  // Records of the attacker's positions that are not won at once.
  [[nodiscard]] std::vector<ProofRecord> records() const {
    std::vector<ProofRecord> all;
    for (const auto& [key, one] : records_) all.push_back(one);
    return all;
  }

 private:
  std::optional<int> attack(const Position& position, int plies) {
    if (plies < 1) return std::nullopt;
    for (const Move move : game_.legal_moves(position)) {
      if (move != kPass && game_.effect(position, move) == MoveEffect::kWins) return 1;
    }
    const std::string key = encode_position(canonicalize(position).position);
    const auto known = records_.find(key);
    if (known != records_.end() && known->second.distance_plies <= plies) {
      return known->second.distance_plies;
    }
    for (int limit = 3; limit <= plies; limit += 2) {
      for (const Move move : game_.legal_moves(position)) {
        if (move == kPass || game_.effect(position, move) != MoveEffect::kContinues) continue;
        const std::optional<int> distance = defend(after_move(position, move), limit - 1);
        if (!distance) continue;
        records_[key] = record(position, goal_, move, 1 + *distance);
        return 1 + *distance;
      }
    }
    return std::nullopt;
  }

  std::optional<int> defend(const Position& position, int plies) {
    int longest = 1;
    for (const Move reply : game_.legal_moves(position)) {
      if (game_.effect(position, reply) != MoveEffect::kContinues) return std::nullopt;
      const std::optional<int> distance = attack(after_move(position, reply), plies - 1);
      if (!distance) return std::nullopt;
      longest = std::max(longest, 1 + *distance);
    }
    return longest;
  }

  ThreeGame game_;
  Color goal_;
  std::map<std::string, ProofRecord> records_;
};

}  // namespace tengen::book
