// What the Reversi solver needs for a position, or for a start: value, nodes, seconds, and every
// threshold that was asked on the way. `reversi_bench 6x6 --start parallel --threads 2`, or
// `reversi_bench "..../.OX./.XO./...." --side X`. With `--list FILE` the rows of a table with
// columns position and side, and a column of expected values named by --expect. With `--certificate
// FILE` the certificate of the value is written as well.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "book/reversi/writer.h"
#include "solver/reversi/solver.h"
#include "tests/tsv.h"

namespace tengen::reversi {
namespace {

struct Options {
  std::string board;
  std::string side = "X";
  std::string start = "std";
  std::string hole;
  std::string list;
  std::string expect;
  std::string certificate;
  WriterOptions writer;
  int threads = 1;
  int at_least = 99;
  int guess = 0;
  std::uint64_t table_mib = 256;
  Rules rules;
};

class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Result<Position> position_of(const Options& options) {
  if (options.board.find('/') != std::string::npos) {
    return parse_position(options.board, options.side);
  }
  const Result<std::pair<int, int>> size = parse_size(options.board);
  if (!size.ok()) return size.status();
  const Result<Start> start = parse_start(options.start);
  if (!start.ok()) return start.status();
  return start_position(size.value().first, size.value().second, start.value(), options.hole);
}

int write(const Position& position, const Options& options, int score, Solver& solver) {
  const Clock clock;
  WriterOptions writer = options.writer;
  writer.progress = [&](const Claim& claim) {
    fmt::print("{} moves of 'at {} {}'  {:.1f} s\n", claim.moves.size(),
               claim.at_least ? "least" : "most", claim.score, clock.seconds());
    std::fflush(stdout);
  };
  const Result<Certificate> certificate =
      write_certificate(position, options.rules, score, solver, writer);
  if (!certificate.ok()) {
    fmt::print(stderr, "{}\n", certificate.status().message());
    return 1;
  }
  const std::string bytes = encode_certificate(certificate.value());
  std::ofstream file(options.certificate, std::ios::binary);
  if (!file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush()) {
    fmt::print(stderr, "cannot write {}\n", options.certificate);
    return 3;
  }
  fmt::print("{}: {} bytes  {:.1f} s\n", options.certificate, bytes.size(), clock.seconds());
  return 0;
}

struct Totals {
  std::uint64_t nodes = 0;
  double seconds = 0;
  int exit = 0;
};

int solve(const Position& position, const Options& options, bool loud, Totals& totals) {
  Solver solver(position.shape, options.rules,
                {.threads = options.threads, .table_bytes = options.table_mib << 20});
  const Clock clock;
  const auto tell = [&](int asked, const Solver::Answer& answer) {
    if (!loud) return;
    fmt::print("at least {:+}: {:3} ({} {:+}{}{})  {:.3g} nodes  {:.1f} s\n", asked,
               answer.holds ? "yes" : "no", answer.holds ? ">=" : "<=", answer.bound,
               answer.holds ? " by " : "", answer.holds ? format_point(answer.move) : "",
               static_cast<double>(solver.nodes()), clock.seconds());
    std::fflush(stdout);
  };
  int score = 0;
  if (options.at_least <= 64) {
    const Solver::Answer answer = solver.at_least(position.stones, options.at_least);
    tell(options.at_least, answer);
    score = answer.bound;
  } else {
    score = solver.score(position.stones, options.guess, tell);
  }
  totals.nodes += solver.nodes();
  totals.seconds += clock.seconds();
  if (loud) {
    fmt::print("{:+} for the side to move  {} nodes  {:.1f} s\n", score, totals.nodes,
               totals.seconds);
    std::fflush(stdout);
    if (!options.certificate.empty()) totals.exit = write(position, options, score, solver);
  }
  return score;
}

int run_list(const Options& options) {
  const TestTable table = read_table(options.list);
  if (!table.fault.empty()) {
    fmt::print(stderr, "{}\n", table.fault);
    return 2;
  }
  Totals all;
  int rows = 0;
  int wrong = 0;
  for (const TestRow& row : table.rows) {
    const auto field = [&row](const std::string& name) {
      const auto found = row.find(name);
      return found == row.end() ? std::string() : found->second;
    };
    const Result<Position> position = parse_position(field("position"), field("side"));
    if (!position.ok()) {
      fmt::print(stderr, "{}\n", position.status().message());
      return 2;
    }
    Totals one;
    const int score = solve(position.value(), options, false, one);
    const std::string expected = options.expect.empty() ? "" : field(options.expect);
    const bool differs = !expected.empty() && expected != std::to_string(score);
    fmt::print("{} {} {:+}  {} nodes  {:.3f} s{}\n", field("position"), field("side"), score,
               one.nodes, one.seconds, differs ? "  DIFFERS from " + expected : "");
    all.nodes += one.nodes;
    all.seconds += one.seconds;
    ++rows;
    wrong += differs ? 1 : 0;
  }
  fmt::print("{} positions, {} differ  {} nodes  {:.3f} s\n", rows, wrong, all.nodes, all.seconds);
  return wrong == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app{"Solves Reversi positions."};
  app.add_option("board", options.board, "size (6x6) or rows (..../.OX./.XO./....)");
  app.add_option("--side", options.side, "of rows: who is to move, X or O");
  app.add_option("--start", options.start, "of a size: std, parh, parv");
  app.add_option("--hole", options.hole, "of a size: a point that is not part of the board");
  app.add_option("--list", options.list, "table of positions");
  app.add_option("--expect", options.expect, "its column of values");
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 256));
  app.add_option("--table", options.table_mib, "MiB");
  app.add_option("--at-least", options.at_least, "ask only this");
  app.add_option("--guess", options.guess, "the score to ask for first");
  app.add_flag("--anti", options.rules.anti, "fewer stones are better");
  app.add_flag("--empties-to-winner", options.rules.empties_to_winner);
  app.add_option("--certificate", options.certificate, "write the certificate of the value");
  app.add_option("--leaf-empty", options.writer.leaf_empty,
                 "of the certificate: the most empty points of a leaf");
  app.add_option("--leaf-nodes", options.writer.leaf_nodes,
                 "of the certificate: the most positions that checking a leaf may take");
  CLI11_PARSE(app, argc, argv);
  if (!options.list.empty()) return run_list(options);
  const Result<Position> position = position_of(options);
  if (!position.ok()) {
    fmt::print(stderr, "{}\n", position.status().message());
    return 2;
  }
  Totals totals;
  solve(position.value(), options, true, totals);
  return totals.exit;
}

}  // namespace
}  // namespace tengen::reversi

int main(int argc, char** argv) { return tengen::reversi::run(argc, argv); }
