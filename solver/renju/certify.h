// Certification: turns what the guide believes into facts.
//
// Invariant: a fact is recorded only after every legal reply of the defender, enumerated by the
// rules and a pass included, has been answered on the board by another fact, by a short VCF, or by
// a five. Zones, tables and hashes choose the attacker's moves here and nothing else (DESIGN
// sections 4.1-4.5). A reply that is not answered is handed back to the guide as work. One instance
// per thread.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/game/prover.h"
#include "solver/renju/board.h"
#include "solver/renju/dfpn.h"

namespace tengen::renju {

// A win is found again instead of stored when it has at most so many fours before the five. The
// limit is on the length so that it does not depend on anybody's move order; `book/verifier.h` has
// the same one.
constexpr int kShortVcfFours = 5;
// Fours played to find one: when certifying, and with a margin for another orientation of the board
// when finding it again.
constexpr std::uint64_t kCertifyVcfNodes = 2'000;
constexpr std::uint64_t kShortVcfNodes = 20'000;

class Certifier {
 public:
  explicit Certifier(Guide& guide) : guide_(guide) {}

  // Proves that the attacker, who is to move, wins: the guide's move first, others when it fails.
  // Returns the distance in plies, or 0 when it is not proven within `nodes` or `stop` said so; the
  // guide's numbers then say what is open.
  int certify_attack(Board& board, Color attacker, std::uint64_t nodes,
                     const std::function<bool()>& stop);

  // A win that needs no record: a five, or a short VCF.
  bool short_win(Board& board, Color attacker, VcfLine& line, std::uint64_t nodes = kShortVcfNodes);

  // The winning move of a certified position, in the board's frame; kNoMove if it is no fact.
  [[nodiscard]] Move fact_move(const Board& board, Color attacker) const;

  void learn(std::span<const ProofRecord> facts);
  // Facts certified since the last call, children before parents.
  std::vector<ProofRecord> take_records();

 private:
  struct Fact {
    Move move = kNoMove;  // canonical frame
    std::int16_t distance_plies = 0;
  };
  using FactTable = std::unordered_map<std::string, Fact>;

  int attack(Board& board, Color attacker);
  int defence(Board& board, Color attacker);
  int answer(Board& board, Color attacker, Move reply, const VcfLine* pass_line);
  bool out_of_budget();
  [[nodiscard]] FactTable& facts(Color attacker) {
    return facts_[static_cast<std::size_t>(attacker)];
  }

  Guide& guide_;
  std::array<FactTable, 2> facts_;
  std::vector<ProofRecord> records_;
  std::uint64_t stop_at_ = 0;
  const std::function<bool()>* stop_ = nullptr;
  bool stopped_ = false;
};

}  // namespace tengen::renju
