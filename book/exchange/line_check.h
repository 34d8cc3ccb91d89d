// What holds of the lines of a certificate: each is checked against all legal replies, and what it
// rests on before it. Lines may be given another move, or come anew, while it goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "book/care/claim_pool.h"
#include "book/exchange/proof_records.h"
#include "book/verifier/naive_rules.h"
#include "solver/game/prover.h"

namespace tengen::book {

// Lines are numbered as in its ProofRecords, from 0. Owned by one thread; checks with several.
class LineCheck {
 public:
  // The distance that counts for a position in place of what its line is worth, if any: a book's.
  using KnownDistance =
      std::function<Result<std::optional<int>>(const Position& canonical, Color goal)>;

  // `borrowed`: the lines were written of something else; whether they win is asked, not whether as
  // soon. All lines are there by now; the records must outlive it. REQUIRES: threads >= 1.
  LineCheck(const NaiveGame& game, ProofRecords& records, bool borrowed, int threads,
            KnownDistance known_distance);

  // All lines, those of most progress first: what a line rests on comes before it.
  [[nodiscard]] std::vector<std::size_t> order() const;
  // How many from the front of `lines` may be checked at once. REQUIRES: an order as order()'s.
  [[nodiscard]] std::size_t batch_size(std::span<const std::size_t> lines) const;

  struct Failure {
    std::size_t line = 0;
    Hole fault;              // its first; the moves are from the line's position
    bool inherited = false;  // a reply leads to the position of another line, which has failed
  };
  // Those that fail; a borrowed line does not where its position is won by fours at once. Errors:
  // KnownDistance's, kIo. REQUIRES: a batch; what its lines rest on has been checked.
  Result<std::vector<Failure>> check(std::span<const std::size_t> lines);

  // Takes those of the records that hold, each in place of a line that does not, or as a new one.
  // Errors: as check(). REQUIRES: canonical positions.
  Status take(std::vector<ProofRecord> records);

  // Any position and claim, by the lines that hold.
  Result<PoolReport> report_on(const ProofRecord& record);

  [[nodiscard]] bool holds(std::size_t line) const { return holds_[line] != 0; }
  // The lines that hold, in the order in which that was found: none rests on a later one.
  [[nodiscard]] const std::vector<std::size_t>& good_lines() const { return good_lines_; }
  // As the file has it; its distance is the most there may be where the lines are borrowed.
  [[nodiscard]] ProofRecord record(std::size_t line) const;
  // What a book takes of it. REQUIRES: it holds.
  [[nodiscard]] ProofRecord record_to_store(std::size_t line) const;
  // What the positions that a claim rests on come to. REQUIRES: the claim holds.
  [[nodiscard]] int distance_of(const PoolReport& report) const;

 private:
  [[nodiscard]] int progress(std::size_t line) const;
  Result<std::optional<Win>> look_up(const Position& canonical, Color goal) const;
  [[nodiscard]] bool inherits(const Position& position, const ClaimFaults& faults) const;
  Status note_holding(std::size_t line, const ProofRecord& record, const PoolReport& report);

  const NaiveGame game_;
  ProofRecords& records_;
  const bool borrowed_;
  const KnownDistance known_distance_;
  std::vector<char> holds_;  // by line; only written between checks
  std::vector<std::size_t> good_lines_;
  std::vector<std::uint16_t> distances_;              // by line that holds: what it is worth
  std::unordered_map<std::size_t, Move> short_wins_;  // of positions with one: its first move
  ClaimPool pool_;
};

}  // namespace tengen::book
