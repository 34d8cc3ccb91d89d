// The search by which a reader of a proof finds the end of a game again: wins from positions of few
// empty points need no record (PROOF.md, "Reversi"). It is plain on purpose, and the verifier has
// it once more (book/verifier/naive_reversi.h): both visit the same positions and find the same
// win.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "solver/reversi/geometry.h"
#include "solver/reversi/variant.h"

namespace tengen::reversi {

// Positions of so many empty points at most are searched, on boards up to 6x6 and above,
constexpr int kReaderEmpty = 18;
constexpr int kReaderEmptyAbove = 16;
// and so many positions on the way.
constexpr std::uint64_t kReaderPositions = 4'000'000;
// Where fewer points are empty, moves are tried in board order.
constexpr int kReaderOrdersFrom = 5;

struct ReaderWin {
  int point = kNoPoint;  // kNoPoint is a pass
  int plies = 0;
};

// Owned by one thread.
class Reader {
 public:
  Reader(const Shape& shape, const Variant& variant);

  // The win of the side to move, which is `side`, or nothing where it is none or out of reach. By
  // the stones as they stand: what an image of them takes may differ. REQUIRES: the game is not
  // over.
  std::optional<ReaderWin> find(const Stones& stones, Color side) {
    return find(stones, side, nullptr);
  }
  // The same; finds nothing once `stop` says so, which is polled every some thousand positions.
  std::optional<ReaderWin> find(const Stones& stones, Color side,
                                const std::function<bool()>* stop);
  [[nodiscard]] bool may_search(const Stones& stones) const {
    return geometry_.points - count(stones.mover | stones.other) <= most_empty_;
  }
  [[nodiscard]] int most_empty() const { return most_empty_; }
  // Positions visited so far.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  int plies_to_win(const Stones& stones, bool attacks, int empty, int* first_move);

  Geometry geometry_;
  Variant variant_;
  Rules rules_;
  int most_empty_;
  int needs_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = 0;
  const std::function<bool()>* stop_ = nullptr;
};

}  // namespace tengen::reversi
