// The prover of games in which threats decide: a search (threat_search.h), and the certificate of
// what it finds, in which every legal reply is met by a record or by a short win.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"
#include "solver/threats/threat_search.h"

namespace tengen::threats {

template <typename Board>
class ThreatProver final : public Prover {
 public:
  using MakeBoard = std::function<Board(const Position&)>;

  ThreatProver(MakeBoard make_board, const ProverOptions& options)
      : make_board_(std::move(make_board)),
        search_(options.memory_bytes / 2, options.variant),
        most_facts_(options.memory_bytes / 4 / kFactBytes),
        most_records_(options.memory_bytes / 4 / kRecordBytes) {}

  SolveOutcome solve(const Position& position, Color goal, const SolveLimits& limits,
                     const std::function<bool()>& stop) override {
    search_.begin(goal, limits, stop);
    records_.clear();
    Board board = make_board_(position);
    SolveOutcome outcome;
    if (position.to_move == goal) {
      solve_attack(board, outcome);
    } else {
      solve_defence(board, outcome);
    }
    outcome.records = std::exchange(records_, {});
    outcome.nodes = outcome.clock_nodes = outcome.expansions = search_.nodes();
    outcome.seconds = search_.seconds();
    return outcome;
  }

  void learn(std::span<const ProofRecord> facts) override {
    for (const ProofRecord& fact : facts) {
      know(fact);
      for (int i = 0; i < kSymmetryCount; ++i) {
        const Symmetry image(i);
        search_.know_proven(make_board_(image.apply(fact.position)), fact.goal,
                            image.apply(fact.move, fact.position.size));
      }
    }
  }

 private:
  static constexpr std::uint64_t kFactBytes = 512;
  static constexpr std::uint64_t kRecordBytes = 1024;
  static constexpr std::size_t kMovesListed = 24;  // of the attacker, for the tree above

  [[nodiscard]] std::string fact_key(const Position& canonical, Color goal) const {
    return encode_position(canonical) + static_cast<char>(goal);
  }
  void know(const ProofRecord& record) {
    if (facts_.size() >= most_facts_) facts_.clear();
    facts_[fact_key(record.position, record.goal)] = record.distance_plies;
  }
  std::optional<int> add_record(const Position& position, Move move, int plies) {
    if (!is_possible_distance(position, search_.goal(), plies)) return std::nullopt;
    const Canonical canonical = canonicalize(position);
    const Move image = canonical.canonical_from_input.apply(move, position.size);
    records_.push_back({canonical.position, search_.goal(), image, plies,
                        move == kNoMove ? RecordKind::kAllReplies : RecordKind::kTree});
    know(records_.back());
    return plies;
  }

  // How long the proof of the position takes, once all that it rests on is in records; nothing
  // where something is missing and there is no time to find it.
  std::optional<int> certify(Board& board) {
    if (const std::optional<int> plies = board.short_win_plies(search_.goal())) return plies;
    const Position position = board.position();
    const auto known = facts_.find(fact_key(canonicalize(position).position, search_.goal()));
    if (known != facts_.end()) return known->second;
    if (records_.size() >= most_records_ || search_.should_stop()) return std::nullopt;
    if (!search_.attacks(board)) {
      const std::optional<int> plies = certify_replies(board, true, nullptr);
      return plies ? add_record(position, kNoMove, *plies) : std::nullopt;
    }
    const TableEntry* entry = search_.find(board);
    if (entry == nullptr || !entry->numbers.proven()) {
      if (!search_.search(board, kUnlimited).proven()) return std::nullopt;
      entry = search_.find(board);
    }
    if (entry == nullptr || !board.is_legal(entry->best)) return std::nullopt;
    const Move move = entry->best;
    std::optional<int> plies;
    if (board.make(move) == MoveEffect::kContinues) {
      // The other side's turn needs no record of its own: its replies are met one by one.
      plies = search_.attacks(board) ? certify(board) : certify_replies(board, true, nullptr);
    }
    board.take_back();
    return plies ? add_record(position, move, 1 + *plies) : std::nullopt;
  }

  // The defender to move. Where the position is not known to be won, replies that are not either
  // are left alone. With `outcomes` every reply is looked at, and noted.
  std::optional<int> certify_replies(Board& board, bool is_won,
                                     std::vector<ChildOutcome>* outcomes) {
    std::vector<Move> replies;
    board.legal_moves(replies);
    std::optional<int> longest = 1;
    for (const Move reply : replies) {
      const Color defender = board.to_move();
      const MoveEffect effect = board.make(reply);
      std::optional<int> plies;
      if (effect == MoveEffect::kContinues) {
        plies = is_won || is_proven(board) ? certify(board) : std::nullopt;
        if (outcomes != nullptr) outcomes->push_back(outcome_of(board, reply, plies));
      } else if (winner_by(effect, defender) == search_.goal()) {
        plies = 0;
      }
      board.take_back();
      if (!plies || !longest) {
        longest.reset();
        if (outcomes == nullptr) break;
      } else {
        longest = std::max(*longest, 1 + *plies);
      }
    }
    return longest;
  }

  [[nodiscard]] bool is_proven(Board& board) const {
    const TableEntry* entry = search_.find(board);
    return (entry != nullptr && entry->numbers.proven()) || board.short_win_plies(search_.goal());
  }
  [[nodiscard]] ChildOutcome outcome_of(const Board& board, Move move,
                                        std::optional<int> plies) const {
    if (plies) return {move, Verdict::kProven, 0, kInfiniteNumber, *plies};
    const TableEntry* entry = search_.find(board);
    const Numbers numbers = entry == nullptr ? Numbers{} : entry->numbers;
    return {move, Verdict::kUnknown, open_number(numbers.proof), open_number(numbers.disproof), 0};
  }

  void set_numbers(const Numbers& numbers, SolveOutcome& outcome) const {
    outcome.proof_number = open_number(numbers.proof);
    outcome.disproof_number = open_number(numbers.disproof);
  }
  static void set_proven(Move best, int plies, SolveOutcome& outcome) {
    outcome.verdict = Verdict::kProven;
    outcome.proof_number = 0;
    outcome.disproof_number = kInfiniteNumber;
    outcome.best = best;
    outcome.distance_plies = plies;
  }

  void solve_attack(Board& board, SolveOutcome& outcome) {
    if (const std::optional<int> plies = board.short_win_plies(search_.goal())) {
      return set_proven(kNoMove, *plies, outcome);  // whoever asked finds its move
    }
    const Numbers numbers = search_.search(board, kUnlimited);
    set_numbers(numbers, outcome);
    const TableEntry* entry = search_.find(board);
    outcome.best = entry == nullptr ? kNoMove : entry->best;
    if (numbers.proven()) {
      search_.grant_more();
      if (const std::optional<int> plies = certify(board)) {
        const Move best = records_.empty() ? outcome.best : best_of(board);
        return set_proven(best, *plies, outcome);
      }
    }
    std::optional<Numbers> decided;
    for (const auto& child : search_.children_of(board, decided)) {
      if (outcome.children.size() == kMovesListed) break;
      if (child.numbers.disproven()) continue;
      outcome.children.push_back({child.move, Verdict::kUnknown, open_number(child.numbers.proof),
                                  open_number(child.numbers.disproof), 0});
    }
  }

  // The move of the record made last, which is the position's.
  [[nodiscard]] Move best_of(const Board& board) const {
    const Canonical canonical = canonicalize(board.position());
    const ProofRecord& record = records_.back();
    if (record.position != canonical.position) return kNoMove;
    return canonical.canonical_from_input.inverse().apply(record.move, record.position.size);
  }

  void solve_defence(Board& board, SolveOutcome& outcome) {
    const Numbers numbers = search_.search(board, kUnlimited);
    set_numbers(numbers, outcome);
    search_.grant_more();
    const std::optional<int> plies = certify_replies(board, numbers.proven(), &outcome.children);
    if (plies) set_proven(kNoMove, *plies, outcome);
  }

  const MakeBoard make_board_;
  ThreatSearch<Board> search_;
  std::unordered_map<std::string, int> facts_;  // plies, by fact_key()
  const std::uint64_t most_facts_;
  const std::uint64_t most_records_;
  std::vector<ProofRecord> records_;  // of the call going on
};

template <typename MakeBoard>
std::unique_ptr<Prover> make_prover(MakeBoard make_board, const ProverOptions& options) {
  using Board = decltype(make_board(std::declval<const Position&>()));
  return std::make_unique<ThreatProver<Board>>(make_board, options);
}

}  // namespace tengen::threats
