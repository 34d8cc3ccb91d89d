// A small checker of certificates, for tests: walks records over every legal reply, with the rules
// and the symmetry of solver/game and nothing of the search but ShortWins.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "tests/solver/renju/naive_five.h"

namespace tengen {

// Each position once, with its shortest distance, in the order in which it first came.
inline std::vector<ProofRecord> shortest_of(std::span<const ProofRecord> records) {
  std::vector<ProofRecord> shortest;
  std::unordered_map<std::string, std::size_t> places;
  for (const ProofRecord& record : records) {
    const auto [known, fresh] = places.emplace(encode_position(record.position), shortest.size());
    if (fresh) {
      shortest.push_back(record);
    } else if (record.distance_plies < shortest[known->second].distance_plies) {
      shortest[known->second] = record;
    }
  }
  return shortest;
}

class CertificateCheck {
 public:
  CertificateCheck(const Game& game, Color attacker)
      : game_(game), short_wins_(game.make_short_wins()), attacker_(attacker) {}

  // Each record must be canonical and have a legal move. Records come children before parents.
  void add(std::span<const ProofRecord> records) {
    for (const ProofRecord& record : records) {
      if (record.goal != attacker_ || record.kind == RecordKind::kAllReplies) continue;
      EXPECT_EQ(canonicalize(record.position).position, record.position);
      EXPECT_EQ(record.position.to_move, attacker_);
      EXPECT_TRUE(records_.emplace(encode_position(record.position), record).second)
          << "twice: " << format_position(record.position);
    }
  }

  // True when the attacker, to move or not, wins the position by what was added; else hole() names
  // a position that nothing answers.
  bool wins(const Position& position) {
    return position.to_move == attacker_ ? attack(position) > 0 : defence(position) > 0;
  }
  [[nodiscard]] const std::string& hole() const { return hole_; }
  [[nodiscard]] std::size_t records_used() const { return distance_.size(); }

 private:
  // Distances in plies; 0: not proven.
  int attack(const Position& position) {
    const Canonical canonical = canonicalize(position);
    const std::string key = encode_position(canonical.position);
    const auto record = records_.find(key);
    if (record == records_.end()) {
      if (!naive_five_points(position, attacker_).empty()) return 1;
      const std::optional<Win> win = short_wins_->find(position, attacker_);
      if (!win.has_value()) return fail(position, "no record and no short win");
      // Nothing is shorter; a longer win may have been replayed here, and then the record above
      // says more.
      return win->distance_plies;
    }
    if (const auto known = distance_.find(key); known != distance_.end()) return known->second;
    const Move move =
        canonical.canonical_from_input.inverse().apply(record->second.move, position.size);
    if (move == kPass || !position.is_empty_point(move) ||
        game_.effect(position, move) != MoveEffect::kContinues) {
      return fail(position, "a record's move is no legal move");
    }
    const int after = defence(after_move(position, move));
    if (after == 0) return 0;
    if (record->second.distance_plies < after + 1) {
      return fail(position, "a record's distance is too small");
    }
    return distance_[key] = record->second.distance_plies;
  }

  int defence(const Position& position) {
    const Color defender = opponent(attacker_);
    if (!naive_five_points(position, defender).empty()) return fail(position, "a five");
    const std::vector<Move> fives = naive_five_points(position, attacker_);
    int longest = 0;
    for (const Move reply : game_.legal_moves(position)) {
      int distance = 1;
      // A five that the reply leaves on the board ends the game; walk all that stops it.
      if (fives.empty() || (fives.size() == 1 && fives.front() == reply)) {
        if (game_.effect(position, reply) == MoveEffect::kDraws) return fail(position, "a draw");
        distance = attack(after_move(position, reply));
      }
      if (distance == 0) return 0;
      longest = std::max(longest, distance);
    }
    return std::max(longest, 1) + 1;
  }

  int fail(const Position& position, const char* why) {
    if (hole_.empty()) hole_ = std::string(why) + ": " + format_position(position);
    return 0;
  }

  const Game& game_;
  std::unique_ptr<ShortWins> short_wins_;
  Color attacker_;
  std::unordered_map<std::string, ProofRecord> records_;
  std::unordered_map<std::string, int> distance_;
  std::string hole_;
};

}  // namespace tengen
