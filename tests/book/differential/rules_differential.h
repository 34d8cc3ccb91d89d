// Random positions put to both rule codes, the solver's and the verifier's, for each game and many
// board sizes: fives, fours, fouls, legal moves, what a move does and wins by fours must be the
// same. The solver's tables stay in use from one position to the next, as they do in a search.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "book/verifier/naive_rules.h"
#include "solver/game/game.h"
#include "solver/renju/vcf.h"

namespace tengen::book {

struct DifferentialCounts {
  std::uint64_t positions = 0;
  std::map<std::string, std::uint64_t> by_rules;  // the positions
  std::uint64_t points = 0;                       // empty ones, asked for both colours
  std::uint64_t fives = 0;
  std::uint64_t fours = 0;
  std::uint64_t fouls = 0;
  std::uint64_t short_wins = 0;  // of at most five fours
  std::uint64_t long_wins = 0;   // of more
  std::uint64_t no_wins = 0;     // for certain, by both
  std::uint64_t given_up = 0;    // by one of them, so that nothing was compared
};

class RulesDifferential {
 public:
  explicit RulesDifferential(std::uint32_t seed);
  ~RulesDifferential();
  RulesDifferential(const RulesDifferential&) = delete;
  RulesDifferential& operator=(const RulesDifferential&) = delete;

  // Makes up one more position and compares all there is to it. The first difference, with its
  // position; "" where there is none.
  std::string compare_one();
  [[nodiscard]] const DifferentialCounts& counts() const { return counts_; }

 private:
  struct Solver;  // of one game and board size

  Position random_position(const NaiveGame& game);
  std::string compare_points(const Solver& solver, const Position& position);
  static std::string compare_moves(const Solver& solver, const Position& position);
  std::string compare_short_wins(Solver& solver, const Position& position);
  std::string compare_wins_by_fours(Solver& solver, const Position& position);
  Solver& random_solver();

  std::mt19937 random_;
  std::map<std::pair<std::string, int>, std::unique_ptr<Solver>> solvers_;
  DifferentialCounts counts_;
};

}  // namespace tengen::book
