// What proven facts decide of an opening rule's procedure: its game tree over the values of the
// positions that it ends in.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "book/opening_rules/rule.h"
#include "book/query/evaluator.h"
#include "book/query/query.h"

namespace tengen::book {

// An outcome seen by one player.
enum class Outcome : std::int8_t { kLoss = -1, kDraw = 0, kWin = 1 };

// What best play of both gives whoever holds Black at the step in question: at least and at most.
struct Bounds {
  Outcome least = Outcome::kLoss;
  Outcome most = Outcome::kWin;

  [[nodiscard]] bool decided() const { return least == most; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

constexpr Bounds kBlackWins = {Outcome::kWin, Outcome::kWin};
constexpr Bounds kWhiteWins = {Outcome::kLoss, Outcome::kLoss};

// black_wins, white_wins, draw, or unknown.
[[nodiscard]] GameResult result_of(Bounds bounds);

// Called now and then with the number of positions looked up.
using ValuationProgress = std::function<void(std::uint64_t)>;

// Remembers what it has looked up. Owned by one thread.
class Valuation {
 public:
  // All must outlive it. REQUIRES: a 15x15 game, the same as the store's.
  Valuation(const Store& store, const Game& game, const OpeningRule& rule,
            ValuationProgress progress);

  // The value of standing at a step. `number` is the number of fifth moves that was declared, 0 as
  // long as none is. REQUIRES: the position has the stones placed before the step, is not decided;
  // a number where the steps to come need one; not a kPick.
  Result<Bounds> at_step(std::size_t index, const Position& position, int number);

  // Legal moves of a kPlace or kOffer step, in board order; symmetric ones all.
  [[nodiscard]] std::vector<Move> moves_at(std::size_t index, const Position& position) const;
  // The value once `move` was placed (kPlace), or offered and kept (kOffer).
  Result<Bounds> after(std::size_t index, const Position& position, Move move, int number);

 private:
  // How many fifth moves, symmetric ones once, give Black at least a win, ..., at most a loss.
  struct OfferCounts {
    int least_win = 0;
    int least_draw = 0;
    int most_win = 0;
    int most_draw = 0;
  };

  Result<Bounds> of_position(const Position& position);
  Result<Bounds> of_placing(std::size_t index, const Position& position, int number);
  Result<Bounds> of_declaring(std::size_t index, const Position& position);
  Result<Bounds> of_offer(std::size_t index, const Position& position, int number);

  Evaluator evaluator_;
  const Game& game_;
  const OpeningRule& rule_;
  ValuationProgress progress_;
  std::uint64_t lookups_ = 0;
  std::unordered_map<std::string, Bounds> steps_;      // by step, number and canonical position
  std::unordered_map<std::string, Bounds> positions_;  // by canonical position
  std::unordered_map<std::string, OfferCounts> offers_;
};

// The largest number a kDeclare step allows; for kAnyNumber as many as can always be offered.
[[nodiscard]] int greatest_number(const Step& step);

}  // namespace tengen::book
