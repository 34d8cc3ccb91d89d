// rules_fuzz [--seconds N] [--seed N]: puts random positions to both rule codes for so long, and
// prints what was compared. Exit status 1 and the position at the first difference; 2 bad input.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>

#include "tests/book/differential/rules_differential.h"

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  int seconds = 60;
  std::uint32_t seed = 1;
  try {
    for (int i = 1; i < argc; ++i) {
      const std::string option = argv[i];
      if ((option != "--seconds" && option != "--seed") || i + 1 == argc) throw 0;
      const unsigned long value = std::stoul(argv[++i]);
      if (option == "--seconds") seconds = static_cast<int>(value);
      if (option == "--seed") seed = static_cast<std::uint32_t>(value);
    }
  } catch (...) {
    std::cerr << "usage: rules_fuzz [--seconds N] [--seed N]\n";
    return 2;
  }
  tengen::book::RulesDifferential differential(seed);
  std::string found;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  while (found.empty() && Clock::now() < end) found = differential.compare_one();
  const tengen::book::DifferentialCounts& counts = differential.counts();
  std::cout << fmt::format(
      "seed {}: {} positions, {} empty points, fives {}, fours {}, fouls {}; short wins {}, longer "
      "ones {}, none {}, not compared {}\n",
      seed, counts.positions, counts.points, counts.fives, counts.fours, counts.fouls,
      counts.short_wins, counts.long_wins, counts.no_wins, counts.given_up);
  if (found.empty()) return 0;
  std::cout << "DIFFERENCE " << found << '\n';
  return 1;
}
