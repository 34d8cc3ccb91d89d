// A game tree that exists only in numbers, for simulating many workers: which attacker's positions
// are won, how much work each proof is, and what an evaluation would make of it. Everything follows
// from a seed and the path from the root, so that a position is as hard in every run, however many
// workers there are and in whatever order they come by.
//
// A proof of a position is cut into steps. A won position of `steps` has, with the attacker to
// move, one winning move among several candidates; with the defender to move some hard
// replies, as many as recorded jobs left open, that share the steps, while all others fall at once.
// A position that is not won is a pit: work spent on it never ends, and it looks about as promising
// as the won ones beside it. There are no transpositions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/game/game.h"
#include "tests/bench/recorded_jobs.h"

namespace tengen::bench {

// Uniform in [0, 1), from a hash alone.
[[nodiscard]] std::uint64_t mix(std::uint64_t value);
[[nodiscard]] double unit_draw(std::uint64_t hash, std::uint64_t salt);

struct VirtualTreeOptions {
  std::uint64_t seed = 1;
  double steps = 1e5;          // of the root's proof, without what is wasted
  int root_hard_replies = 30;  // at the root, where the defender is to move
  // How wrong the evaluation is: the deviation of an estimate's logarithm.
  double estimate_error = 1.2;
  // The logarithm of how much harder a move that does not win looks than one that does. Where the
  // winning move is clear the others are out of the question.
  double bad_move_penalty = 1.0;
  double clear_share = 0.6;
  // Of the moves beside the shortest win, those that win too, by a longer way.
  double other_wins_share = 0.35;
  // How much harder a position that is not won looks a move and a reply later.
  double pit_growth = 3;
};

using VirtualId = std::uint32_t;

class VirtualTree {
 public:
  struct Node {
    std::uint64_t hash = 0;
    float steps = 0;     // of the proof; 0 where there is none
    float estimate = 1;  // of the steps, by the evaluation
    VirtualId parent = 0;
    VirtualId first_child = 0;
    std::uint8_t child_count = 0;  // 0: not asked for yet
    bool attacker_to_move = false;
    bool has_position = false;
    Move move = kNoMove;  // in the frame of the parent's canonical position
  };

  // REQUIRES: `root` is canonical, the defender is to move; game and jobs outlive the tree.
  VirtualTree(const Game& game, const RecordedJobs& recorded, const Position& root, Color goal,
              const VirtualTreeOptions& options);

  [[nodiscard]] VirtualId root() const { return 0; }
  [[nodiscard]] const Node& node(VirtualId id) const { return nodes_[id]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // Makes the children when there are none. They stand at first_child, first_child + 1, ...
  // REQUIRES: not a won position of one step or less.
  const Node& open(VirtualId id);
  // A proof of one step: nothing below it is looked at.
  [[nodiscard]] bool falls_at_once(VirtualId id) const {
    return nodes_[id].steps > 0 && nodes_[id].steps <= 1;
  }

  // A canonical position on the real board that stands for the node, and no other. The stones mean
  // nothing, but that no row of five or foul comes about.
  const Position& position(VirtualId id);
  // The move from the parent's position into this one.
  Move move(VirtualId id);
  // The node of such a position.
  [[nodiscard]] std::optional<VirtualId> find(const Position& canonical) const;

 private:
  void open_attack(VirtualId id);
  void open_defence(VirtualId id);
  void add_child(VirtualId parent, int index, double steps, double estimate);
  void place(VirtualId id);

  const Game& game_;
  const RecordedJobs& recorded_;
  const Color goal_;
  const VirtualTreeOptions options_;
  std::vector<Node> nodes_;
  std::unordered_map<VirtualId, Position> positions_;
  std::unordered_map<std::string, VirtualId> ids_;  // by encode_position()
};

}  // namespace tengen::bench
