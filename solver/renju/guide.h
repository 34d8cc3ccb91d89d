// The guide: depth-first proof-number search for a win of the attacker by fours, threes, fukumi and
// quiet moves.
//
// df-pn after Nagai 2002, with the 1+epsilon threshold of Pawlewicz & Lew 2007 (section 3; epsilon
// is 1/4) and numbers between the plain sum and weak proof numbers (largest child + number of other
// open children; Ueda et al. 2008) because move orders transpose. The nodes already spent below a
// position add to its proof number. Replies are chosen by null move and zone: if the attacker wins
// after a pass, only points of that win's zone and the defender's fours are answered one by one
// (the idea of relevance zones, Wu & Lin 2010). In renju that is a heuristic, so what the guide
// proves is believed only; certify.h checks it against every legal reply and gives the failures
// back (add_reply()). One instance per thread. Deterministic, as long as nobody helps (team.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "solver/game/prover.h"
#include "solver/renju/attack_candidates.h"
#include "solver/renju/evaluated_board.h"
#include "solver/renju/hint_table.h"
#include "solver/renju/proof_table.h"
#include "solver/renju/search_path.h"
#include "solver/renju/style.h"
#include "solver/renju/team.h"
#include "solver/renju/vcf.h"

namespace tengen::renju {

class Guide {
 public:
  // Plays by those rules. Tables take about `memory_bytes`. Where `shared` is given the proof table
  // is in it, and guides of others may help with what this one searches. REQUIRES: shared.size() is
  // shared_bytes(memory_bytes), zero bytes at first, aligned to 64; it outlives the guide.
  explicit Guide(Rules rules, std::uint64_t memory_bytes, std::span<std::byte> shared = {});
  [[nodiscard]] Rules rules() const { return rules_; }
  [[nodiscard]] static std::uint64_t shared_bytes(std::uint64_t memory_bytes);
  // Of its memory, what remembers fours; the rest is the proof table.
  [[nodiscard]] static constexpr std::uint64_t vcf_bytes(std::uint64_t memory_bytes) {
    return memory_bytes / 8;
  }
  // Where the proof table is, for guides that help.
  [[nodiscard]] std::span<std::byte> shared() const { return shared_; }

  // Searches until the position is decided (in the guide's belief), `nodes` more nodes are spent,
  // or `stop` says so. REQUIRES: no side has made five.
  Numbers search(Board& board, Color attacker, Color to_move, std::uint64_t nodes,
                 const std::function<bool()>& stop);

  // Joins the searches of the guide whose proof table is in that memory, until `stop` says so;
  // where that one certifies, `certify` is called, once for each proof. What this guide's own table
  // knows is left alone.
  using Certify =
      std::function<void(Board& board, Color attacker, const std::function<bool()>& stop)>;
  void help(std::span<std::byte> shared, const Certify& certify, const std::function<bool()>& stop);

  // Between these two calls helpers certify that the attacker, who is to move, wins, and do not
  // join what is searched.
  void begin_certifying(const Board& board, Color attacker);
  void end_certifying();

  // What the table says now, without searching.
  [[nodiscard]] std::optional<ProofEntry> find(const Board& board, Color attacker,
                                               Color to_move) const {
    return table_.find(key_of(board, attacker, to_move));
  }

  // Candidates with their numbers, best first; the same as the search would try. REQUIRES: attacker
  // to move.
  std::vector<GuideMove> candidates(Board& board, Color attacker);

  // Defender to move: tells the guide that `reply` (may be kPass) is not answered by what answers a
  // pass, and that the position after it has these numbers. The position is open again.
  void add_reply(const Board& board, Color attacker, Move reply, Numbers after_reply);
  // Attacker to move: recomputes the position's numbers after those of a child changed.
  void refresh(Board& board, Color attacker);
  // Attacker to move: records a win found elsewhere (a certified fact).
  void believe(const Position& position, Color attacker, Move move);
  // What suggestions may take; until then there is no room for any.
  void give_room_for_suggestions(std::uint64_t bytes) { hints_.give_room(bytes); }
  // A move that somebody suggests to the attacker, who is to move. It is tried first; where one is
  // said to win, the position counts as nearly won until it is searched. REQUIRES: the move is
  // legal.
  void suggest(const Position& position, Move move, bool wins) {
    hints_.suggest(key_with(Board::hash(position), position.to_move), move, wins);
  }
  void forget_suggestions() { hints_.forget_suggestions(); }
  // The move said to win in that position, with the attacker to move; or kNoMove.
  [[nodiscard]] Move suggested_win(const Board& board, Color attacker) const {
    return hints_.suggested_win(key_of(board, attacker, attacker));
  }

  // Takes a style (style.h; the index wraps round) and forgets all numbers but proofs.
  void restart(std::size_t style);
  // Forgets, beside the numbers, which moves looked best or have won elsewhere.
  void forget_open();

  [[nodiscard]] const Style& style() const { return kStyles[style_]; }

  // Makes attacker-to-move positions try more quiet moves; numbers found before no longer
  // count, but for proofs. False when they try all already that build anything.
  bool widen();
  void reset_width();

  [[nodiscard]] std::uint64_t nodes() const { return nodes_ + vcf_.nodes(); }
  [[nodiscard]] VcfSolver& vcf() { return vcf_; }

 private:
  using Child = GuideMove;
  // Which child is searched next, and what was seen on the way.
  struct Choice {
    std::size_t best = 0;
    std::uint32_t number = kInfiniteNumber;  // the least there is
    std::uint32_t second = kInfiniteNumber;  // the least of those not chosen
  };

  [[nodiscard]] TeamTask task_of(const Board& board, Color attacker, Color to_move) const;
  Numbers search_from(Board& board, Color attacker, Color to_move, std::uint64_t nodes,
                      const std::function<bool()>& stop);
  [[nodiscard]] Choice choose(const std::vector<Child>& children, std::uint32_t Numbers::*number,
                              std::uint32_t limit, std::uint32_t halves) const;
  void search_child(EvaluatedBoard& played, Color attacker, Color mover, Child& child,
                    Thresholds limit, std::vector<Child>& children);
  void enter(std::uint64_t key, Thresholds limit);
  void leave();

  [[nodiscard]] Numbers known(std::uint64_t key, Numbers otherwise) const;
  void load(std::uint64_t key, ProofEntry& entry) const;
  bool out_of_budget();
  std::vector<Child>& child_list();

  void search_attack(EvaluatedBoard& played, Color attacker, Thresholds limit);
  void search_defence(EvaluatedBoard& played, Color attacker, Thresholds limit);
  void search_replies(EvaluatedBoard& played, Color attacker, Thresholds limit, ProofEntry& entry);
  void expand_attack(EvaluatedBoard& played, Color attacker, ProofEntry& entry,
                     std::vector<Child>& children);
  void evaluate_replies(EvaluatedBoard& played, Color attacker, const PointSet& replies);
  void prove(ProofEntry& entry, Move move, const PointSet& zone);
  void store(ProofEntry& entry, Numbers numbers, std::uint64_t work);
  void store_open(ProofEntry& entry, Numbers numbers, std::uint64_t work);

  struct alignas(64) Line {
    std::array<std::byte, 64> bytes{};
  };
  const Rules rules_;
  std::vector<Line> own_;  // unless there is shared memory
  std::span<std::byte> shared_;
  TeamMemory memory_;
  Team team_;
  ProofTable table_;
  VcfSolver vcf_;
  LogitCache logits_;
  HintTable hints_;
  std::vector<std::vector<Child>> child_lists_;
  std::size_t depth_ = 0;
  SearchPath path_;
  std::uint64_t helping_ = 0;  // the task, if any
  bool certifying_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t stop_at_ = 0;
  const std::function<bool()>* stop_ = nullptr;
  std::uint64_t next_poll_ = 0;
  bool stopped_ = false;
  int quiet_moves_ = 0;
  std::size_t style_ = 0;
  std::uint32_t generation_;
};

}  // namespace tengen::renju
