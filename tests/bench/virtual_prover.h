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
  double step_seconds = 0.1;  // in the mean; of a proof's step drawn from recorded ones
  // A proof number is (estimated steps) to this power.
  double number_power = 0.5;
  double nodes_per_second = 2.6e6;
  // In the mean; 0: as many for each node as recorded. Drawn with the step's seconds.
  double records_per_step = 0;
  // Moves in an answer about a position with the attacker to move.
  int listed_moves = 12;
};

class VirtualProver {
 public:
  // All must outlive the prover.
  VirtualProver(VirtualTree& tree, const Game& game, const RecordedJobs& recorded, Color goal,
                const ProverModel& model)
      : tree_(tree), game_(game), recorded_(recorded), goal_(goal), model_(model) {}

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
  // How large the step is, that the position's proof or refutation takes.
  [[nodiscard]] const RecordedJobs::Proof& size_of(VirtualId id) const {
    return recorded_.proof(unit_draw(tree_.node(id).hash, 1));
  }
  void add_records(VirtualId id, std::vector<ProofRecord>& records);
  void list_moves(VirtualId id, const Position& position, SolveOutcome& outcome);
  [[nodiscard]] int distance(VirtualId id) const;

  VirtualTree& tree_;
  const Game& game_;
  const RecordedJobs& recorded_;
  const Color goal_;
  const ProverModel model_;
  std::unordered_map<VirtualId, Numbers> table_;
};

}  // namespace tengen::bench
