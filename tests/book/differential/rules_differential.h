// Random positions put to both rule codes, the solver's and the verifier's: fives, fours, fouls,
// legal moves and wins by fours must be the same. The solver's tables stay in use from one position
// to the next, as they do in a search.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "solver/game/game.h"
#include "solver/renju/vcf.h"

namespace tengen::book {

struct DifferentialCounts {
  std::uint64_t positions = 0;
  std::uint64_t points = 0;  // empty ones, asked for both colours
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
  struct Solver;  // of one board size

  Position random_position();
  std::string compare_points(const Position& position);
  std::string compare_legal_moves(const Position& position);
  std::string compare_wins_by_fours(const Position& position);
  Solver& solver_of(int size);

  std::mt19937 random_;
  std::map<int, std::unique_ptr<Solver>> solvers_;
  DifferentialCounts counts_;
};

}  // namespace tengen::book
