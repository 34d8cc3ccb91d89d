// Makes the evaluation's training data: positions that the guide meets in random games, each
// labelled with whether a fresh guide believes them won after a fixed number of nodes.
// `sample_positions GAMES SEED [LEFT_OUT] > samples.tsv`; the columns are position, attacker,
// proven (0 or 1), nodes. LEFT_OUT lists openings kept for measurements, one set-up to a line: no
// game begins with one. Deterministic for a seed. See README.md for what becomes of it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "solver/game/symmetry.h"
#include "solver/renju/guide.h"

namespace tengen::renju {
namespace {

constexpr std::uint64_t kGameNodes = 500'000;
constexpr std::uint64_t kLabelNodes = 30'000;
constexpr int kWalks = 120;
constexpr std::size_t kKeptPerGame = 60;
constexpr int kMostStones = 60;
const std::function<bool()> kNeverStop = [] { return false; };

using Random = std::mt19937_64;
using LeftOut = std::set<std::string>;  // canonical set-ups

int below(Random& random, int end) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(end));
}

bool quiet(const Board& board) {
  return board.five_points(Color::kBlack).empty() && board.five_points(Color::kWhite).empty();
}

std::string canonical_text(const Position& position) {
  return format_position(canonicalize(position).position);
}

bool read_left_out(const char* file, LeftOut& left_out) {
  std::ifstream input(file);
  std::string line;
  while (std::getline(input, line)) {
    const Result<Position> position = parse_setup(line, kMaxSize);
    if (!position.ok()) return false;
    left_out.insert(canonical_text(position.value()));
  }
  return input.eof();
}

// h8, a direct or indirect answer, then two to seven moves near the stones.
Position random_opening(Random& random, const LeftOut& left_out) {
  for (;;) {
    Board board(kMaxSize);
    board.make(7 * kMaxSize + 7, Color::kBlack);
    board.make(static_cast<Move>(8 * kMaxSize + 7 + below(random, 2)), Color::kWhite);
    Color mover = Color::kBlack;
    int low = 6;
    int high = 9;
    for (int moves = 2 + below(random, 6); moves > 0;) {
      const int x = low + below(random, high - low + 1);
      const int y = low + below(random, high - low + 1);
      const Move move = static_cast<Move>(y * kMaxSize + x);
      if (!board.is_empty(move) || !board.is_legal(move, mover)) continue;
      board.make(move, mover);
      mover = opponent(mover);
      --moves;
      low = std::max(low - 1, 4);
      high = std::min(high + 1, 10);
    }
    const Position opening = board.to_position(mover);
    if (quiet(board) && !left_out.contains(canonical_text(opening))) return opening;
  }
}

// A random opening, then up to thirty moves that build or block something.
Position random_middle_game(Random& random, const LeftOut& left_out) {
  for (;;) {
    const Position opening = random_opening(random, left_out);
    Board board(opening);
    Color mover = opening.to_move;
    for (int moves = 4 + below(random, 27); moves > 0; --moves) {
      std::vector<std::pair<int, Move>> scored;
      board.empty_points().for_each([&](Move p) {
        if (!board.is_legal(p, mover)) return;
        const int score = 2 * board.shape_score(mover, p) + board.shape_score(opponent(mover), p);
        scored.push_back({-score - below(random, 30), p});
      });
      if (scored.empty()) break;
      std::sort(scored.begin(), scored.end());
      std::size_t choice = 0;
      while (choice + 1 < scored.size() && below(random, 3) == 0) ++choice;
      board.make(scored[choice].second, mover);
      mover = opponent(mover);
      if (!board.five_points(mover).empty()) break;
    }
    if (quiet(board)) return board.to_position(mover);
  }
}

struct Sample {
  Position position;
  Color attacker;
};

// Goes down the searched tree, better moves first but not only, and notes where it comes by.
void walk(Board board, Color attacker, Guide& guide, Random& random, std::vector<Sample>& samples) {
  Color mover = attacker;
  while (board.stone_count() < kMostStones) {
    if (quiet(board)) samples.push_back({board.to_position(mover), attacker});
    const std::optional<ProofEntry> entry = guide.find(board, attacker, mover);
    Move move = kPass;
    if (mover == attacker) {
      const std::vector<GuideMove> candidates = guide.candidates(board, attacker);
      if (candidates.size() < 2) return;  // nothing to try, or a win by fours
      std::size_t choice = 0;
      while (choice + 1 < candidates.size() && below(random, 2) == 0) ++choice;
      move = candidates[choice].move;
    } else if (!entry) {
      return;
    } else if (entry->replies_known != 0) {
      std::vector<Move> replies;
      entry->zone.for_each([&](Move reply) {
        if (board.is_empty(reply) && board.is_legal(reply, mover)) replies.push_back(reply);
      });
      if (replies.empty()) return;
      move = replies[static_cast<std::size_t>(below(random, static_cast<int>(replies.size())))];
    }
    if (move != kPass) board.make(move, mover);
    mover = opponent(mover);
  }
}

void sample_game(Random& random, const LeftOut& left_out) {
  const Position position = below(random, 2) == 0 ? random_opening(random, left_out)
                                                  : random_middle_game(random, left_out);
  const Color attacker = position.to_move;
  Board board(position);
  Guide guide(Rules::kRenju, std::uint64_t{64} << 20);
  guide.search(board, attacker, attacker, kGameNodes, kNeverStop);
  std::vector<Sample> samples;
  for (int i = 0; i < kWalks; ++i) walk(board, attacker, guide, random, samples);
  std::shuffle(samples.begin(), samples.end(), random);
  std::vector<Position> seen;
  std::size_t kept = 0;
  for (const Sample& sample : samples) {
    if (kept == kKeptPerGame) break;
    if (std::find(seen.begin(), seen.end(), sample.position) != seen.end()) continue;
    seen.push_back(sample.position);
    ++kept;
    Board sampled(sample.position);
    Guide fresh(Rules::kRenju, std::uint64_t{4} << 20);
    const Numbers numbers =
        fresh.search(sampled, sample.attacker, sample.position.to_move, kLabelNodes, kNeverStop);
    std::printf("%s\t%s\t%d\t%llu\n", format_position(sample.position).c_str(),
                sample.attacker == Color::kBlack ? "black" : "white", numbers.proven() ? 1 : 0,
                static_cast<unsigned long long>(fresh.nodes()));
  }
}

}  // namespace
}  // namespace tengen::renju

int main(int argc, char** argv) {
  tengen::renju::LeftOut left_out;
  if (argc < 3 || argc > 4 || (argc == 4 && !tengen::renju::read_left_out(argv[3], left_out))) {
    std::fprintf(stderr, "usage: sample_positions GAMES SEED [LEFT_OUT] > samples.tsv\n");
    return 2;
  }
  tengen::renju::Random random(std::strtoull(argv[2], nullptr, 10));
  for (int games = std::atoi(argv[1]); games > 0; --games) {
    tengen::renju::sample_game(random, left_out);
  }
  return 0;
}
