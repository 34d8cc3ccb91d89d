// What one prover needs for each of a list of positions, in nodes: the paired bench behind changes
// of the search. `prover_bench positions.txt --nodes 1500000`; a position to a line, the side to
// move is asked for. Deterministic with one searcher. `--draw 160 --seed 7` prints random positions
// of 5 to 14 stones that 5,000 nodes leave open instead.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "solver/game/game.h"
#include "solver/renju/board.h"
#include "solver/renju/renju_game.h"

namespace tengen {
namespace {

struct Options {
  std::string list;
  std::uint64_t nodes = 1'500'000;
  std::uint64_t memory_mib = 512;
  unsigned variant = 0;
  int threads = 1;
  int searchers = 1;
  int draw = 0;
  std::uint64_t seed = 1;
};

struct Answer {
  bool proven = false;
  std::uint64_t nodes = 0;
};

const Game& renju_game() { return *find_game("renju", renju::kMaxSize).value(); }

Answer ask(const Position& position, const Options& options, std::uint64_t nodes) {
  const std::unique_ptr<Prover> prover =
      renju_game().make_prover({.memory_bytes = options.memory_mib << 20,
                                .variant = options.variant,
                                .threads = options.threads,
                                .searchers = std::max(options.threads, options.searchers)});
  Answer answer;
  while (answer.nodes < nodes) {
    SolveLimits limits;
    limits.nodes = nodes - answer.nodes;
    limits.attempt = options.searchers > options.threads ? 1 : 0;
    const SolveOutcome outcome =
        prover->solve(position, position.to_move, limits, [] { return false; });
    answer.nodes += outcome.nodes;
    answer.proven = outcome.verdict == Verdict::kProven;
    // Where a call ends early there was no room for records, and the next goes on.
    if (outcome.verdict != Verdict::kUnknown || outcome.nodes == 0) break;
  }
  return answer;
}

Position random_position(std::mt19937_64& random) {
  const auto below = [&](int end) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(end));
  };
  for (;;) {
    renju::Board board(renju::kMaxSize);
    board.make(7 * renju::kMaxSize + 7, Color::kBlack);
    Color mover = Color::kWhite;
    for (int stones = 5 + below(10); board.stone_count() < stones;) {
      const int reach = 2 + board.stone_count() / 4;
      const int x = 7 - reach + below(2 * reach + 1);
      const int y = 7 - reach + below(2 * reach + 1);
      const Move move = static_cast<Move>(y * renju::kMaxSize + x);
      if (!board.is_empty(move) || !board.is_legal(move, mover)) continue;
      board.make(move, mover);
      mover = opponent(mover);
    }
    if (board.five_points(Color::kBlack).empty() && board.five_points(Color::kWhite).empty()) {
      return board.to_position(mover);
    }
  }
}

int draw(const Options& options) {
  constexpr std::uint64_t kEasyNodes = 5'000;
  std::mt19937_64 random(options.seed);
  for (int drawn = 0; drawn < options.draw;) {
    const Position position = random_position(random);
    if (ask(position, options, kEasyNodes).proven) continue;
    fmt::print("{}\n", format_position(position));
    ++drawn;
  }
  return 0;
}

int run(const Options& options) {
  std::ifstream list(options.list);
  std::string line;
  int asked = 0;
  int proven = 0;
  double logarithms = 0;
  const auto begin = std::chrono::steady_clock::now();
  while (std::getline(list, line)) {
    if (line.empty() || line[0] == '#') continue;
    const Result<Position> position = renju_game().parse(line);
    if (!position.ok()) {
      fmt::print(stderr, "prover_bench: {}\n", position.status().message());
      return 2;
    }
    const Answer answer = ask(position.value(), options, options.nodes);
    // One that was not proven counts as twice the limit.
    logarithms += std::log(static_cast<double>(answer.proven ? answer.nodes : 2 * options.nodes));
    ++asked;
    proven += answer.proven ? 1 : 0;
    fmt::print("{}\t{}\t{}\n", line, answer.proven ? "proven" : "open", answer.nodes);
    std::fflush(stdout);
  }
  if (list.bad() || asked == 0) {
    fmt::print(stderr, "prover_bench: cannot read positions from {}\n", options.list);
    return 2;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print("# {} of {} proven, geometric mean {:.3g} nodes, {:.1f} s\n", proven, asked,
             std::exp(logarithms / asked), seconds.count());
  return 0;
}

}  // namespace
}  // namespace tengen

int main(int argc, char** argv) {
  tengen::Options options;
  CLI::App app("Nodes that one prover needs for each of a list of positions.");
  app.add_option("list", options.list, "positions, one a line");
  app.add_option("--nodes", options.nodes, "limit for each")->capture_default_str();
  app.add_option("--memory", options.memory_mib, "MiB of one prover")->capture_default_str();
  app.add_option("--variant", options.variant, "schedule of restarts")->capture_default_str();
  app.add_option("--threads", options.threads, "cores of the prover")->capture_default_str();
  app.add_option("--searchers", options.searchers, "where more than cores")->capture_default_str();
  app.add_option("--draw", options.draw, "print so many random positions instead");
  app.add_option("--seed", options.seed, "of what is drawn")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (options.draw > 0) return tengen::draw(options);
  return tengen::run(options);
}
