// Which positions lead to proven ones soon: the way through the open part of a tree.
#pragma once

#include <string>
#include <unordered_set>

#include "book/store/store.h"
#include "solver/game/game.h"
#include "solver/game/position.h"

namespace tengen::book {

// Moves from a root within which it looks for records.
constexpr std::size_t kLookAheadPlies = 4;

class ProvenBelow {
 public:
  // One scan of the book for records of `goal`, the attacker to move, that the root and at most
  // kLookAheadPlies stones more lead to, whatever the order. REQUIRES: root.size == store.size()
  // Finds nothing where moves do more than add stones.
  static Result<ProvenBelow> find(const Store& store, const Game& game, const Position& root,
                                  Color goal);

  // Whether such a record lies below the position. Passes lead nowhere. REQUIRES: the position came
  // from the root, stone by stone, in its frame.
  [[nodiscard]] bool leads_on(const Position& position) const;

 private:
  explicit ProvenBelow(Position root) : root_(std::move(root)) {}
  void add(const Position& record);

  Position root_;
  std::unordered_set<std::string> between_;  // encoded: the root, others, never the records
};

}  // namespace tengen::book
