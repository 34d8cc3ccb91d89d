// The walk that certificate.h describes, as both the writer and the checker go it.
#pragma once

#include <array>
#include <functional>
#include <unordered_set>

#include "book/reversi/certificate.h"

namespace tengen::reversi {

class Walk {
 public:
  // Asked at each of the claimant's positions met for the first time, the board canonical and with
  // its moves in board order: the number of the move to go on with, or kLeaf.
  using Choose = std::function<Result<std::uint8_t>(const NaiveBoard&, const std::vector<int>&)>;

  // `claimed`: what `claimant` has to reach.
  Walk(const NaiveRules& rules, char claimant, int claimed, Choose choose);

  // Goes through everything that follows from the board. Fails with what the chooser failed with,
  // or at a move or a finished game that does not fit the claim.
  Status from(const NaiveBoard& board);
  [[nodiscard]] std::uint64_t positions() const { return seen_[0].size() + seen_[1].size(); }

 private:
  struct PackedHash {
    std::size_t operator()(const NaiveBoard::Packed& packed) const;
  };

  NaiveRules rules_;
  char claimant_;
  int claimed_;
  Choose choose_;
  std::array<std::unordered_set<NaiveBoard::Packed, PackedHash>, 2> seen_;  // X to move, O to move
};

// "ROWS X", to name a position in a message.
std::string describe(const NaiveBoard& board);

}  // namespace tengen::reversi
