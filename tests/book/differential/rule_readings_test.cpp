// The readings of the rules (solver/game/RULES.md): the solver's code and the verifier's say the
// same, and what the page says.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/verifier.h"
#include "solver/game/game.h"
#include "tests/test_data.h"

namespace tengen::book {
namespace {

std::string names_of(const std::vector<Move>& moves, int size) {
  std::string text;
  for (const Move move : moves) {
    if (!text.empty()) text += ' ';
    text += format_move(move, size);
  }
  return text;
}

Color color_in(const std::string& name) {
  return name == color_name(Color::kBlack) ? Color::kBlack : Color::kWhite;
}

std::string solver_effect(const Game& game, const Position& position, Move move) {
  const std::vector<Move> legal = game.legal_moves(position);
  if (move == kPass && std::count(legal.begin(), legal.end(), kPass) == 0) return "refused";
  switch (game.effect(position, move)) {
    case MoveEffect::kWins:
      return "wins";
    case MoveEffect::kLoses:
      return "loses";
    case MoveEffect::kFoul:
      return "foul";
    case MoveEffect::kDraws:
      return "draws";
    case MoveEffect::kContinues:
      break;
  }
  return "continues";
}

std::string solver_answer(const Game& game, const TestRow& row) {
  const Result<Position> parsed = game.parse(row.at("position"));
  const std::string& question = row.at("question");
  if (question == "parse") return parsed.ok() ? "ok" : "refused";
  if (!parsed.ok()) return parsed.status().message();
  const Position& position = parsed.value();
  if (question == "fouls") return names_of(game.foul_points(position), game.size());
  if (question.starts_with("move ")) {
    return solver_effect(game, position, parse_move(question.substr(5), game.size()).value());
  }
  const Color goal = color_in(question.substr(5));
  const std::unique_ptr<Prover> prover = game.make_prover({.memory_bytes = kLeastMemoryBytes});
  const SolveOutcome outcome = prover->solve(position, goal, {.nodes = 2'000}, {});
  return outcome.verdict == Verdict::kProven ? "yes" : "no";
}

VerifyReport verified(const Position& position, Color goal) {
  const ProofLookup no_records = [](const Position&, Color) {
    return Result<std::optional<Win>>(std::nullopt);
  };
  return verify({kNaiveRenju, position.size}, position, goal, no_records).value();
}

std::string naive_pass(const Position& position) {
  const VerifyReport report = verified(position, opponent(position.to_move));
  for (const Hole& hole : report.holes) {
    if (hole.moves == std::vector{kPass} && hole.reason.starts_with("a draw")) return "draws";
  }
  return report.passes_tried > 0 ? "continues" : "refused";
}

// Empty where the verifier's code has no say: it reads no move lists.
std::string naive_answer(const TestRow& row) {
  const std::string& question = row.at("question");
  const int size = std::stoi(row.at("size"));
  if (question == "parse") return "";
  const Position position = parse_setup(row.at("position"), size).value();
  NaiveBoard board(kNaiveRenju, position);
  if (question == "fouls") {
    std::vector<Move> fouls;
    for (Move p = 0; p < board.point_count(); ++p) {
      if (board.is_empty(p) && board.is_foul(p)) fouls.push_back(p);
    }
    return names_of(fouls, size);
  }
  if (question == "move pass") return naive_pass(position);
  if (question.starts_with("move ")) {
    const Move move = parse_move(question.substr(5), size).value();
    if (board.makes_five(move, position.to_move)) return "wins";
    if (position.to_move == Color::kBlack && board.is_foul(move)) return "foul";
    return board.stone_count() + 1 == board.point_count() ? "draws" : "continues";
  }
  return verified(position, color_in(question.substr(5))).complete ? "yes" : "no";
}

TEST(RuleReadings, BothCodesReadTheRulesAsThePageSays) {
  const std::vector<TestRow> rows = read_test_data("rule_readings.tsv");
  EXPECT_GE(rows.size(), 30U);
  for (const TestRow& row : rows) {
    SCOPED_TRACE(row.at("id"));
    const Game& game = *find_game("renju", std::stoi(row.at("size"))).value();
    EXPECT_EQ(solver_answer(game, row), row.at("answer"));
    if (row.at("question") != "parse") {
      EXPECT_EQ(naive_answer(row), row.at("answer"));
    }
  }
}

// No reading depends on where the board is looked at from.
TEST(RuleReadings, TheyHoldInEveryOrientation) {
  for (const TestRow& row : read_test_data("rule_readings.tsv")) {
    const std::string& question = row.at("question");
    if (!question.starts_with("move ") || question == "move pass") continue;
    SCOPED_TRACE(row.at("id"));
    const int size = std::stoi(row.at("size"));
    const Position position = parse_setup(row.at("position"), size).value();
    const Move move = parse_move(question.substr(5), size).value();
    for (int i = 0; i < kSymmetryCount; ++i) {
      TestRow image = row;
      image["position"] = format_position(Symmetry(i).apply(position));
      image["question"] = "move " + format_move(Symmetry(i).apply(move, size), size);
      EXPECT_EQ(solver_answer(*find_game("renju", size).value(), image), row.at("answer"));
      EXPECT_EQ(naive_answer(image), row.at("answer"));
    }
  }
}

}  // namespace
}  // namespace tengen::book
