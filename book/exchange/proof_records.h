// The lines of a certificate in memory, one for all images of a position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/exchange/proof_text.h"
#include "book/verifier/naive_rules.h"
#include "book/verifier/naive_symmetry.h"
#include "book/verifier/verifier.h"
#include "solver/game/prover.h"

namespace tengen::book {

// The goal of each record is the win of the side to move. Any number of threads may call const
// functions while nobody calls another.
class ProofRecords {
 public:
  explicit ProofRecords(const NaiveGame& game);

  // kInvalidArgument when the line says something else than an earlier one of the same position.
  // REQUIRES: the line is of this board size.
  Status add(const ProofLine& line);
  // Its index: that of the entry of this position, which has the record's move and distance now, or
  // of a new one. REQUIRES: a canonical position of this board size, the side to move the goal.
  std::size_t put(const ProofRecord& record);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Its position is canonical. REQUIRES: index < size()
  [[nodiscard]] ProofRecord record(std::size_t index) const;
  [[nodiscard]] std::uint64_t line_number(std::size_t index) const { return entries_[index].line; }
  [[nodiscard]] std::optional<std::size_t> find(const Position& canonical) const {
    return find(encode_position(canonical));
  }
  // By encode_position() of the canonical position.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view encoded) const;
  [[nodiscard]] CanonicalImage canonical(const Position& position) const {
    return symmetry_.canonical(position);
  }

 private:
  struct Entry {
    std::size_t key = 0;  // where its bytes begin in keys_
    std::uint64_t line = 0;
    std::uint16_t key_bytes = 0;
    std::uint16_t distance_plies = 0;
    Move move = kNoMove;
  };

  [[nodiscard]] std::string_view key(const Entry& entry) const {
    return std::string_view(keys_).substr(entry.key, entry.key_bytes);
  }
  void append(const std::string& key, std::uint64_t line, int distance_plies, Move move,
              std::size_t slot);
  // The slot of that key, or the empty one where it belongs.
  [[nodiscard]] std::size_t slot_of(std::string_view key) const;
  void grow();

  const NaiveGame game_;
  const NaiveSymmetry symmetry_;
  std::string keys_;  // encode_position() of each canonical position
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // index + 1, or 0; at most half of them are taken
};

}  // namespace tengen::book
