// How often a way of ranking moves sees the move that decides, at quiet positions of published
// proofs that were dear:
//   seeing_bench --draw 2000 proof/*.proof.xz > seeing.tsv   position, move, lines that rest on it
//   seeing_bench seeing.tsv                                  the table
// A quiet position is one where the proof's move makes no four and no three and the other side does
// not threaten to make five. How dear: as many lines of the certificate as are reached from it,
// each as often as replies lead to it. The proof's move is one that wins; others may win too, and
// count as wrong here. Deterministic.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "book/exchange/proof_text.h"
#include "solver/game/symmetry.h"
#include "solver/renju/guide.h"

namespace tengen {
namespace {

using renju::Board;
using Clock = std::chrono::steady_clock;

// What fewer lines rest on is no dear proof.
constexpr std::uint64_t kDear = 16;

struct Quiet {
  Position position;
  Move move = kNoMove;
  std::uint64_t lines_below = 0;
};

bool is_quiet(const Position& position, Move move) {
  const Board board(position);
  const Color attacker = position.to_move;
  constexpr int kThreats = renju::kMakesFive | renju::kMakesFour | renju::kMakesThree;
  return board.five_points(opponent(attacker)).empty() &&
         (board.flags(attacker, move) & kThreats) == 0;
}

// A number for a position and its images under the eight symmetries, kept up to date stone by
// stone. Two positions share one once in 2^64.
class ImagesKey {
 public:
  explicit ImagesKey(const Position& position) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (const Move point : position.stones(color)) flip(point, color, position.size);
    }
  }
  void flip(Move point, Color color, int size) {
    for (int i = 0; i < kSymmetryCount; ++i) {
      const auto image = static_cast<std::size_t>(Symmetry(i).apply(point, size));
      keys_[static_cast<std::size_t>(i)] ^= kStones[image][static_cast<std::size_t>(color)];
    }
  }
  [[nodiscard]] std::uint64_t least() const {
    return *std::min_element(keys_.begin(), keys_.end());
  }

 private:
  using Stones = std::array<std::array<std::uint64_t, 2>, renju::kMaxPoints>;
  static const Stones kStones;

  std::array<std::uint64_t, kSymmetryCount> keys_{};
};

const ImagesKey::Stones ImagesKey::kStones = [] {
  std::mt19937_64 random(1);
  Stones stones;
  for (auto& point : stones) {
    for (std::uint64_t& stone : point) stone = random();
  }
  return stones;
}();

// The lines of certificates, each position once.
class Lines {
 public:
  // Errors: the reader's.
  Status add(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return {StatusCode::kIo, path + ": cannot be opened"};
    book::ProofText text(file);
    if (Result<book::ProofHead> head = text.head(); !head.ok()) return head.status();
    for (;;) {
      Result<std::optional<book::ProofLine>> line = text.next();
      if (!line.ok()) return line.status();
      if (!line.value()) return {};
      const Position& position = line.value()->position;
      const bool fresh = numbers_.emplace(ImagesKey(position).least(), lines_.size()).second;
      if (fresh) lines_.push_back({position, line.value()->move, 0});
    }
  }

  // The quiet ones, the dearest first.
  std::vector<Quiet> quiet() {
    // A line's replies have two stones more: what has most stones is counted first.
    std::vector<std::size_t> order(lines_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return lines_[a].position.stone_count() > lines_[b].position.stone_count();
    });
    std::vector<Quiet> found;
    for (const std::size_t number : order) {
      Quiet& line = lines_[number];
      line.lines_below = 1 + below(line);
      if (line.lines_below < kDear) continue;
      if (is_quiet(line.position, line.move)) found.push_back(line);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Quiet& a, const Quiet& b) { return a.lines_below > b.lines_below; });
    return found;
  }

 private:
  std::uint64_t below(const Quiet& line) const {
    constexpr std::uint64_t kMost = 1'000'000'000;
    const Position after = after_move(line.position, line.move);
    const ImagesKey key(after);
    std::uint64_t sum = 0;
    const auto points = static_cast<Move>(after.size * after.size);
    for (Move reply = 0; reply < points; ++reply) {
      if (!after.is_empty_point(reply)) continue;
      ImagesKey next = key;
      next.flip(reply, after.to_move, after.size);
      const auto at = numbers_.find(next.least());
      if (at != numbers_.end()) sum += lines_[at->second].lines_below;
    }
    return std::min(sum, kMost);
  }

  std::vector<Quiet> lines_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;  // by ImagesKey
};

int draw(const std::vector<std::string>& certificates, std::size_t most) {
  Lines lines;
  for (const std::string& path : certificates) {
    if (Status status = lines.add(path); !status.ok()) {
      fmt::print(stderr, "seeing_bench: {}: {}\n", path, status.message());
      return 2;
    }
  }
  std::vector<Quiet> quiet = lines.quiet();
  if (quiet.size() > most) quiet.resize(most);
  for (const Quiet& line : quiet) {
    fmt::print("{}\t{}\t{}\n", format_position(line.position),
               format_move(line.move, line.position.size), line.lines_below);
  }
  return 0;
}

// A way of ranking: all moves it has to offer, the best first.
using Ranking = std::function<std::vector<Move>(Board& board, Color attacker)>;
using Scored = std::vector<std::pair<double, Move>>;

std::vector<Move> by_score(Scored scored) {
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Move> moves;
  for (const auto& [score, move] : scored) moves.push_back(move);
  return moves;
}

std::vector<Move> by_shape(Board& board, Color attacker) {
  Scored scored;
  board.empty_points().for_each([&](Move move) {
    const int own = board.shape_score(attacker, move);
    scored.emplace_back(2 * own + board.shape_score(opponent(attacker), move), move);
  });
  return by_score(std::move(scored));
}

std::vector<Move> by_evaluation(Board& board, Color attacker) {
  const renju::EvaluatedBoard evaluated(board);
  Scored scored;
  board.empty_points().for_each([&](Move move) {
    scored.emplace_back(renju::win_logit(evaluated.sums_after(move, attacker), attacker, false),
                        move);
  });
  return by_score(std::move(scored));
}

// As the guide would try them at a position it has not searched.
Ranking by_guide(renju::Guide& guide) {
  return [&guide](Board& board, Color attacker) {
    std::vector<Move> moves;
    for (const renju::GuideMove& move : guide.candidates(board, attacker)) {
      moves.push_back(move.move);
    }
    return moves;
  };
}

// And after it has searched the position for so many nodes.
Ranking by_search(std::uint64_t nodes) {
  return [nodes](Board& board, Color attacker) {
    renju::Guide guide(renju::Rules::kRenju, std::uint64_t{64} << 20);
    guide.search(board, attacker, attacker, nodes, {});
    std::vector<Move> moves;
    for (const renju::GuideMove& move : guide.candidates(board, attacker)) {
      moves.push_back(move.move);
    }
    return moves;
  };
}

void measure(std::string_view name, const Ranking& ranking, const std::vector<Quiet>& positions) {
  constexpr std::size_t kWithin[] = {1, 3, 8, 16};
  std::vector<std::size_t> seen(std::size(kWithin));
  double seconds = 0;
  for (const Quiet& quiet : positions) {
    Board board(quiet.position);
    const Clock::time_point begin = Clock::now();
    const std::vector<Move> moves = ranking(board, quiet.position.to_move);
    seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    const auto place =
        static_cast<std::size_t>(std::find(moves.begin(), moves.end(), quiet.move) - moves.begin());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (place < moves.size() && place < kWithin[i]) ++seen[i];
    }
  }
  const auto count = static_cast<double>(positions.size());
  fmt::print("| {} |", name);
  for (const std::size_t times : seen)
    fmt::print(" {:.1f} % |", 100.0 * static_cast<double>(times) / count);
  fmt::print(" {:.3g} |\n", 1e6 * seconds / count);
  std::fflush(stdout);
}

Result<std::vector<Quiet>> read_list(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Status(StatusCode::kIo, path + ": cannot be opened");
  std::vector<Quiet> positions;
  std::string setup;
  std::string move;
  std::uint64_t below = 0;
  while (file >> setup >> move >> below) {
    const Result<Position> position = parse_setup(setup, renju::kMaxSize);
    if (!position.ok()) return position.status();
    const Result<Move> point = parse_move(move, renju::kMaxSize);
    if (!point.ok()) return point.status();
    positions.push_back({position.value(), point.value(), below});
  }
  if (positions.empty()) return Status(StatusCode::kInvalidArgument, path + ": no positions");
  return positions;
}

int measure_all(const std::string& path, const std::vector<std::uint64_t>& searches) {
  const Result<std::vector<Quiet>> positions = read_list(path);
  if (!positions.ok()) {
    fmt::print(stderr, "seeing_bench: {}\n", positions.status().message());
    return 2;
  }
  fmt::print(
      "{} positions\n\n| moves ranked by | first | in 3 | in 8 | in 16 | µs |\n"
      "| --- | --- | --- | --- | --- | --- |\n",
      positions.value().size());
  measure("shape", by_shape, positions.value());
  measure("evaluation", by_evaluation, positions.value());
  renju::Guide guide(renju::Rules::kRenju, std::uint64_t{64} << 20);
  measure("the guide, unsearched", by_guide(guide), positions.value());
  for (const std::uint64_t nodes : searches) {
    measure(fmt::format("the guide after {} nodes", nodes), by_search(nodes), positions.value());
  }
  return 0;
}

}  // namespace
}  // namespace tengen

int main(int argc, char** argv) {
  CLI::App app{"How often the move that decides is seen, at quiet positions of proofs."};
  std::size_t most = 0;
  std::vector<std::string> files;
  std::vector<std::uint64_t> searches;
  app.add_option("files", files, "the list; with --draw, certificates")->required();
  app.add_option("--draw", most, "print so many of the dearest quiet positions of certificates");
  app.add_option("--search", searches, "nodes: also as ranked after such a search")->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  return most > 0 ? tengen::draw(files, most) : tengen::measure_all(files.front(), searches);
}
