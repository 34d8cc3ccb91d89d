// Reversi as the verifier reads it: sets of points that are moved over the board step by step,
// word by word as the rules are told, and the search that finds the end of a game again where a
// proof leaves that to its reader (solver/game/PROOF.md, "Reversi"). Nothing here comes from the
// solver's code, which visits the same positions by code of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "book/verifier/naive_symmetry.h"
#include "book/verifier/plain_game.h"

namespace tengen::book {

class NaiveReversi final : public PlainGame {
 public:
  struct Rules {
    bool fewer_is_better = false;
    // Black has won with at least so many points more than White, White else.
    std::optional<int> black_needs;
  };
  // What an id means on a board of that size; nothing where it is none of Reversi.
  static std::optional<Rules> rules_of(std::string_view id, int size);

  static constexpr int kMinSize = 4;
  static constexpr int kMaxSize = 8;
  // REQUIRES: kMinSize <= size <= kMaxSize.
  NaiveReversi(const Rules& rules, int size);

  [[nodiscard]] bool is_over(const Position& position) const override;
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override;
  [[nodiscard]] NaiveEffect effect(const Position& position, Move move) const override;
  [[nodiscard]] Position play(const Position& position, Move move) const override;
  [[nodiscard]] int progress(const Position& position, Color goal) const override;
  [[nodiscard]] std::optional<Win> short_win(const Position& position, Color goal) const override;

 private:
  using Points = std::uint64_t;  // the point in column x of row y is bit 8 * y + x
  struct Stones {
    Points own = 0;  // of the side to move
    Points other = 0;
  };
  struct Search;

  [[nodiscard]] Stones stones_of(const Position& position) const;
  [[nodiscard]] Points moves(const Stones& stones) const;
  [[nodiscard]] Points turned(const Stones& stones, int point) const;
  [[nodiscard]] Stones after(const Stones& stones, int point) const;
  [[nodiscard]] int freedom(const Stones& stones) const;
  [[nodiscard]] int empty_points(const Stones& stones) const;
  // Whether that side has won a game that ends so.
  [[nodiscard]] bool has_won(const Stones& end, Color to_move, Color side) const;
  int plies_to_win(Search& search, const Stones& stones, bool attacks, int* first) const;

  const Rules rules_;
  const int size_;
  const Points board_;
  const Points corners_;
  const NaiveSymmetry symmetry_;
};

}  // namespace tengen::book
