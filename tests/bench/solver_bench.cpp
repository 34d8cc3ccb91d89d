// Speed of the solver's layers, one core: board, fouls, fours, guide.
#include <benchmark/benchmark.h>

#include <vector>

#include "solver/base/check.h"
#include "solver/game/game.h"
#include "solver/renju/evaluated_board.h"
#include "solver/renju/guide.h"
#include "solver/renju/vcf.h"

namespace tengen::renju {
namespace {

Position parse(std::string_view text) {
  const Result<const Game*> game = find_game("renju", 15);
  CHECK(game.ok());
  return game.value()->parse(text).value();
}

// A crowded middle game.
Position middle_game() {
  return parse(
      "h8g11h6j10j11i9h11g6f8e6e10d9f7f11d11d10f10i6k7j8/"
      "h10g8i10h9j9g7i11g9f9f6h7j7e8c8e11d12j5i7j6j4/b");
}

void make_and_unmake(benchmark::State& state) {
  Board board(middle_game());
  std::vector<Move> points;
  board.empty_points().for_each([&](Move p) { points.push_back(p); });
  std::size_t next = 0;
  for (auto _ : state) {
    const Move p = points[next];
    const Color color = next % 2 == 0 ? Color::kBlack : Color::kWhite;
    board.make(p, color);
    benchmark::DoNotOptimize(board.five_points(color));
    board.unmake(p, color);
    if (++next == points.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(make_and_unmake);

// What a move would do to the sums that the evaluation reads, without making it.
void sums_after(benchmark::State& state) {
  Board board(middle_game());
  const EvaluatedBoard evaluated(board);
  std::vector<Move> points;
  board.empty_points().for_each([&](Move p) { points.push_back(p); });
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluated.sums_after(points[next], Color::kBlack));
    if (++next == points.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(sums_after);

// Only the points where the flags leave the question open; items are such points.
void foul_test(benchmark::State& state) {
  Board board(parse("h10h9g8f8f11g10i8k8k11j10i6j5/a1c1e1g1a15c15e15g15o1o3o5o7/b"));
  std::vector<Move> points;
  board.empty_points().for_each([&](Move p) {
    if ((board.flags(Color::kBlack, p) & kMayBeFoul) != 0) points.push_back(p);
  });
  CHECK(!points.empty());
  for (auto _ : state) {
    for (const Move p : points) benchmark::DoNotOptimize(board.is_foul(p));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(points.size()));
}
BENCHMARK(foul_test);

// Items are fours played. The position is one with many fours and a long win.
void vcf(benchmark::State& state) {
  Board board(
      parse("e15g15k15n15c14k14o14f12o12a11c11g10n10o9h8m8b7m7k6d5o5a4f4i4l4n4b3n2a1h1j1m1/"
            "a15b15j15l15m15a14f14a13a12a10d10a9i9n9d8g8i7e6i6o6b4o4o3b2k2o2b1d1f1k1l1n1/b"));
  std::int64_t nodes = 0;
  for (auto _ : state) {
    VcfSolver solver(1 << 12);
    VcfLine line;
    benchmark::DoNotOptimize(solver.solve_plain(board, Color::kBlack, 20'000, kMaxPoints, line));
    nodes += static_cast<std::int64_t>(solver.nodes());
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(vcf)->Unit(benchmark::kMillisecond);

// Items are nodes. D4 h7, Black to move, from empty tables.
void guide(benchmark::State& state) {
  constexpr std::uint64_t kNodes = 200'000;
  const Position position = parse("h8h9i9h7");
  std::int64_t nodes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    Board board(position);
    Guide guide(Rules::kRenju, std::uint64_t{64} << 20);
    state.ResumeTiming();
    guide.search(board, Color::kBlack, Color::kBlack, kNodes, {});
    nodes += static_cast<std::int64_t>(guide.nodes());
  }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(guide)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tengen::renju
