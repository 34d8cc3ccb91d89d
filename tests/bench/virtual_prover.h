// A prover that searches a VirtualTree by proof numbers, one step after the other, as the real one
// searches its game: with a table that stays warm, facts that others have proven, and nothing else
// in common with them.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "tests/bench/virtual_tree.h"

namespace tengen::bench {

struct ProverModel {
  double step_seconds = 0.1;  // in the mean; each position's own is within a half of it
  // A proof number is (estimated steps) to this power.
  double number_power = 0.5;
  double nodes_per_second = 2.6e6;
  // Records of a proof, for each step of it.
  double records_per_step = 25;
  // Moves in an answer about a position with the attacker to move.
  int listed_moves = 12;
};

class VirtualProver {
 public:
  // All must outlive the prover.
  VirtualProver(VirtualTree& tree, const Game& game, Color goal, const ProverModel& model)
      : tree_(tree), game_(game), goal_(goal), model_(model) {}

  // As Prover::solve(): `outcome.seconds` is the virtual time it takes.
  SolveOutcome solve(const Position& position, double seconds);
  void learn(std::span<const ProofRecord> facts);

 private:
  struct Numbers {
    std::uint32_t proof = 1;  // 0: proven
    std::uint32_t disproof = 1;
  };

  [[nodiscard]] Numbers numbers(VirtualId id) const;
  [[nodiscard]] bool opened(VirtualId id) const { return table_.contains(id); }
  // One step below `id`; its seconds.
  double step(VirtualId id, std::vector<ProofRecord>& records);
  // The numbers of an opened position from those of its moves.
  [[nodiscard]] Numbers combine(VirtualId id);
  [[nodiscard]] VirtualId choose(VirtualId id);
  void add_records(VirtualId id, std::vector<ProofRecord>& records);
  void list_moves(VirtualId id, const Position& position, SolveOutcome& outcome);
  [[nodiscard]] int distance(VirtualId id) const;

  VirtualTree& tree_;
  const Game& game_;
  const Color goal_;
  const ProverModel model_;
  std::unordered_map<VirtualId, Numbers> table_;
};

}  // namespace tengen::bench
