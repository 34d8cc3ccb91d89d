// Certification: turns what the guide believes into facts.
//
// Invariant: a fact is recorded only after every legal reply of the defender, enumerated by the
// rules and a pass included, has been answered on the board by another fact, by a short VCF, or by
// a five. The other fact may be one that another certifier has found in the same way. Zones,
// tables and hashes choose the attacker's moves here and nothing else (solver/game/PROOF.md, 1 to
// 5). A reply that is not answered is handed back to the guide as work. One instance per thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "solver/game/prover.h"
#include "solver/game/symmetry.h"
#include "solver/renju/board.h"
#include "solver/renju/fact_store.h"
#include "solver/renju/guide.h"

namespace tengen::renju {

// Fours played to find one when certifying.
constexpr std::uint64_t kCertifyVcfNodes = 2'000;

// What the attacker, who is to move, wins by.
struct CertifiedWin {
  Move move = kNoMove;     // in the board's frame
  int distance_plies = 0;  // 0: not proven
  [[nodiscard]] bool proven() const { return distance_plies > 0; }
};

class Certifier {
 public:
  // Keeps facts in `memory_bytes` and drops old ones when there is no room: they are certified
  // again when they are needed again. REQUIRES: memory_bytes >= kLeastBytes.
  Certifier(Guide& guide, int board_size, std::uint64_t memory_bytes);
  static constexpr std::uint64_t kLeastBytes = 4096;
  // Helps `first` in another thread, with a guide of its own, as the one of that index (1 or more)
  // among so many: both have the same facts, and `first` hands them all out. What this one begins
  // with differs by the index. REQUIRES: `first` has no others that help it.
  Certifier(Guide& guide, const Certifier& first, int index, int count);

  // Proves that the attacker, who is to move, wins: the guide's move first, others when it fails.
  // Where that is not done within `nodes`, or `stop` said so, the guide's numbers say what is open.
  // Gives up when it is full().
  CertifiedWin certify_attack(Board& board, Color attacker, std::uint64_t nodes,
                              const std::function<bool()>& stop) {
    return certify(board, attacker, Source::kGuide, nodes, stop);
  }

  // The same by the moves that are suggested as wins (Guide::suggest()). A position without one, or
  // where it fails, gets that many nodes of the guide's, once. Facts found on the way stay, also
  // when it ends without a proof.
  CertifiedWin certify_by_hints(Board& board, Color attacker, std::uint64_t nodes,
                                std::uint64_t nodes_without_hint,
                                const std::function<bool()>& stop);

  // A win that needs no record: a five, or a short VCF. No answer depends on what tables hold.
  bool short_win(Board& board, Color attacker, VcfLine& line);

  // Takes over what others have certified, but for what cannot be true by its distance alone.
  void learn(std::span<const ProofRecord> facts);
  // Facts certified since the last call, children before parents.
  std::vector<ProofRecord> take_records();
  // There is no room for more facts before the next take_records().
  [[nodiscard]] bool full() const { return no_room_ || facts_->fresh() >= most_records_; }

 private:
  // Who names the attacker's moves.
  enum class Source : std::uint8_t {
    kGuide,
    kHints,       // and for a while the guide, where there is none or it fails
    kHintsAlone,  // another reply to the move before has held: it proves nothing any more
  };

  CertifiedWin certify(Board& board, Color attacker, Source source, std::uint64_t nodes,
                       const std::function<bool()>& stop);
  CertifiedWin attack(Board& board, Color attacker, Source source);
  CertifiedWin attack_by_hint(Board& board, Color attacker, Source source,
                              const Canonical& canonical, const std::string& key);
  // Spends no more than `nodes_without_hint_`.
  CertifiedWin attack_without_hint(Board& board, Color attacker);
  CertifiedWin try_move(Board& board, Color attacker, Source source, Move move,
                        const Canonical& canonical, const std::string& key);
  int defence(Board& board, Color attacker, Source source);
  void arrange(std::span<Move> replies) const;
  int answer(Board& board, Color attacker, Source source, Move reply, const VcfLine* pass_line);
  bool out_of_budget();

  Guide& guide_;
  const int board_size_;
  const std::size_t most_records_;
  std::shared_ptr<FactStore> facts_;  // a position tells the attacker: he is to move
  const int index_ = 0;               // of those that certify together
  const int count_ = 1;
  bool no_room_ = false;
  // Of a proof by hints:
  std::unordered_set<std::uint64_t> given_up_;  // board hashes, since the call began
  std::uint64_t nodes_without_hint_ = 0;
  std::uint64_t stop_at_ = 0;
  const std::function<bool()>* stop_ = nullptr;
  bool stopped_ = false;
};

}  // namespace tengen::renju
