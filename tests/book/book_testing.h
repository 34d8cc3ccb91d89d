// Helpers of the book's tests: record building, and a game small enough to be solved by brute
// force.
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
#include "tests/fake_game.h"
#include "tests/temp_dir.h"

namespace tengen::book {

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

// The fake game with fouls. Calls itself renju, as a book only knows real rule sets.
class ThreeGame final : public test::FakeGame {
 public:
  explicit ThreeGame(bool readers_search = true)
      : FakeGame({.name = "renju",
                  .passes_from_stones = 6,
                  .corners_are_fouls = true,
                  .readers_search = readers_search}) {}
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
