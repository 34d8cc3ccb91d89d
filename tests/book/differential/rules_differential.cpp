#include "tests/book/differential/rules_differential.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/naive_vcf.h"
#include "solver/base/check.h"
#include "solver/renju/board.h"
#include "solver/renju/certify.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kVcfNodes = 4'000;
constexpr std::int64_t kNaiveNodes = 500'000;
constexpr std::int64_t kNaiveNodesForLongWins = 20'000;
constexpr int kStonesBeforePass = 6;

std::string difference(const Position& position, const std::string& what, bool solver, bool naive) {
  return fmt::format("{} on {}: {}: the solver says {}, the verifier {}", format_position(position),
                     position.size, what, solver, naive);
}

renju::Rules rules_of(const Game& game) {
  for (int i = 0; i < renju::kRuleSets; ++i) {
    const auto rules = static_cast<renju::Rules>(i);
    if (renju::rule_set(rules).id == game.rules()) return rules;
  }
  CHECK(false && "a game of five in a row");
  return renju::Rules::kRenju;
}

}  // namespace

struct RulesDifferential::Solver {
  Solver(const std::string& id, int size)
      : game(*find_game(id, size).value()),
        rules(rules_of(game)),
        naive(naive_game(id, size).value()),
        short_wins(game.make_short_wins()) {}

  const Game& game;
  const renju::Rules rules;
  const NaiveGame naive;
  std::unique_ptr<ShortWins> short_wins;
  renju::VcfSolver vcf{std::size_t{1} << 14};
};

RulesDifferential::RulesDifferential(std::uint32_t seed) : random_(seed) {}
RulesDifferential::~RulesDifferential() = default;

RulesDifferential::Solver& RulesDifferential::random_solver() {
  static constexpr std::array kRules{"renju",  "renju",      "renju",       "freestyle",
                                     "gomoku", "gomoku-pro", "renju-simple"};
  static constexpr std::array kSizes{15, 15, 15, 15, 5, 7, 8, 13, 16, 19};
  static constexpr std::array kOddSizes{15, 15, 15, 7, 9, 19};
  const std::string rules = kRules[random_() % kRules.size()];
  const bool odd = rules == "gomoku-pro" || rules == "renju-simple";
  const int size =
      odd ? kOddSizes[random_() % kOddSizes.size()] : kSizes[random_() % kSizes.size()];
  std::unique_ptr<Solver>& solver = solvers_[{rules, size}];
  if (!solver) solver = std::make_unique<Solver>(rules, size);
  return *solver;
}

// Stones near to each other more often than not, and rarely as many of both colours: such positions
// come up nowhere and are legal set-ups all the same. The game is not over.
Position RulesDifferential::random_position(const NaiveGame& game) {
  const int size = game.size;
  const int points = size * size;
  const int fewest = random_() % 8 == 0 ? 0 : 4;
  const int stones = fewest + static_cast<int>(random_() % static_cast<std::uint32_t>(points / 3));
  const auto spread = static_cast<int>(random_() % 4);  // 0: all over the board
  const auto black_in_eight = 2 + random_() % 5;
  Position position{.size = size, .black = {}, .white = {}, .to_move = Color::kBlack};
  NaiveBoard board(game);
  std::vector<Move> laid;
  for (int tries = 0; tries < 4 * points && static_cast<int>(laid.size()) < stones; ++tries) {
    auto point = static_cast<Move>(random_() % static_cast<std::uint32_t>(points));
    if (spread > 0 && !laid.empty()) {
      const Move near = laid[random_() % laid.size()];
      const auto step = [&] {
        return static_cast<int>(random_() % static_cast<std::uint32_t>(2 * spread + 1)) - spread;
      };
      const int x = near % size + step();
      const int y = near / size + step();
      if (x < 0 || y < 0 || x >= size || y >= size) continue;
      point = static_cast<Move>(y * size + x);
    }
    if (!board.is_empty(point)) continue;
    const Color color = random_() % 8 < black_in_eight ? Color::kBlack : Color::kWhite;
    board.place(point, color);
    if (board.is_over()) {
      board.remove(point, color);
      continue;
    }
    laid.push_back(point);
    position.to_move = color;
    position = after_move(position, point);
  }
  position.to_move = random_() % 2 == 0 ? Color::kBlack : Color::kWhite;
  return position;
}

std::string RulesDifferential::compare_one() {
  Solver& solver = random_solver();
  const Position position = random_position(solver.naive);
  ++counts_.positions;
  ++counts_.by_rules[std::string(solver.game.rules())];
  std::string found = compare_moves(solver, position);
  if (found.empty()) found = compare_short_wins(solver, position);
  // The large boards' code is the same, built once more (solver/CMakeLists.txt).
  if (found.empty() && position.size <= renju::kMaxSize) {
    found = compare_points(solver, position);
    if (found.empty()) found = compare_wins_by_fours(solver, position);
  }
  return found.empty() ? found : std::string(solver.game.rules()) + " " + found;
}

std::string RulesDifferential::compare_points(const Solver& solver, const Position& position) {
  renju::Board board(position, solver.rules);
  NaiveBoard naive(solver.naive.rules, position);
  for (Move p = 0; p < board.point_count(); ++p) {
    if (!board.is_empty(p)) continue;
    ++counts_.points;
    const bool is_foul = naive.is_foul(p);
    counts_.fouls += is_foul ? 1 : 0;
    const std::string name = format_move(p, position.size);
    if (board.is_foul(p) != is_foul) {
      return difference(position, name + " is a foul", !is_foul, is_foul);
    }
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      const std::string whose = fmt::format("{} of {}", name, color_name(color));
      const bool five = naive.makes_five(p, color);
      counts_.fives += five ? 1 : 0;
      if (board.five_points(color).contains(p) != five) {
        return difference(position, whose + " is a five", !five, five);
      }
      // With another five at hand the verifier's code does not tell a four from it.
      if (five || (color == Color::kBlack && is_foul) || naive.five_points(color).count > 0)
        continue;
      naive.place(p, color);
      const bool four = naive.five_points(color).count > 0;
      naive.remove(p, color);
      counts_.fours += four ? 1 : 0;
      if (board.four_points(color).contains(p) != four) {
        return difference(position, whose + " is a four", !four, four);
      }
    }
  }
  return "";
}

// Legal moves, and what each of them and each foul does.
std::string RulesDifferential::compare_moves(const Solver& solver, const Position& position) {
  NaiveBoard naive(solver.naive.rules, position);
  const Color mover = position.to_move;
  std::vector<Move> expected;
  for (Move p = 0; p < naive.point_count(); ++p) {
    if (!naive.is_empty(p)) continue;
    const bool foul = mover == Color::kBlack && naive.is_foul(p);
    if (!foul && naive.allows(p, mover)) expected.push_back(p);
    const MoveEffect effect = naive.makes_five(p, mover) ? MoveEffect::kWins
                              : foul                     ? MoveEffect::kFoul
                              : naive.stone_count() + 1 == naive.point_count()
                                  ? MoveEffect::kDraws
                                  : MoveEffect::kContinues;
    if (solver.game.effect(position, p) != effect) {
      return format_position(position) + ": the effects of " + format_move(p, position.size) +
             " are not the same";
    }
  }
  const bool stuck = solver.naive.rules.simple_fouls && expected.empty();
  if (stuck || (solver.naive.rules.has_passes && naive.stone_count() >= kStonesBeforePass)) {
    expected.push_back(kPass);
  }
  if (solver.game.legal_moves(position) == expected) return "";
  return format_position(position) + ": the legal moves are not the same";
}

std::string RulesDifferential::compare_short_wins(Solver& solver, const Position& position) {
  NaiveBoard naive(solver.naive.rules, position);
  const Color attacker = position.to_move;

  // What a book has no record of: found with a memo that has seen much, by a plain search
  // with a fixed number of fours, and by the verifier, the same and equally long.
  const VcfResult few = find_vcf(naive, attacker, kNaiveNodes, kReaderFours);
  const std::optional<Win> win = solver.short_wins->find(position, attacker);
  if (few.answer == VcfResult::Answer::kOutOfNodes) {
    ++counts_.given_up;
  } else {
    const bool wins = few.answer == VcfResult::Answer::kWin;
    if (win.has_value() != wins) return difference(position, "a short win", !wins, wins);
    if (win && win->distance_plies != few.distance_plies) {
      return fmt::format("{}: a short win of {} plies for the solver, of {} for the verifier",
                         format_position(position), win->distance_plies, few.distance_plies);
    }
    if (wins) ++counts_.short_wins;
  }

  return "";
}

std::string RulesDifferential::compare_wins_by_fours(Solver& solver, const Position& position) {
  renju::Board board(position, solver.rules);
  NaiveBoard naive(solver.naive.rules, position);
  const Color attacker = position.to_move;

  // Of any length. What the memo says of earlier positions may only save work.
  renju::VcfLine line;
  const bool found = solver.vcf.solve(board, attacker, kVcfNodes, line);
  if (found) {
    std::vector<Move> attacks;
    for (int i = 0; i < line.count; i += 2) {
      attacks.push_back(line.moves[static_cast<std::size_t>(i)]);
    }
    if (!replay_vcf(naive, attacker, attacks)) {
      return format_position(position) + ": a win by fours that is none for the verifier";
    }
    if (line.fours() > kReaderFours) ++counts_.long_wins;
    return "";
  }
  if (solver.vcf.gave_up()) {
    ++counts_.given_up;
    return "";
  }
  const VcfResult any = find_vcf(naive, attacker, kNaiveNodesForLongWins);
  if (any.answer == VcfResult::Answer::kWin) {
    return difference(position, "a win by fours", false, true);
  }
  ++counts_.no_wins;
  return "";
}

}  // namespace tengen::book
