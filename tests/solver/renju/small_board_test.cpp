// Exact values of small boards, found by a plain minimax over the rules of the engine and compared
// with values from other solvers. What is tested is the rules: fives, overlines, fouls, full
// boards.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "solver/game/game.h"
#include "tests/board_text.h"
#include "tests/test_data.h"

namespace tengen {
namespace {

// The rules that a row fixes for itself; the engine's own passes are left out.
struct RowRules {
  bool pass = false;              // either side may pass at any time, two passes in a row draw
  bool stuck_black_loses = true;  // without `pass`: Black has only fouls left; else a draw
};

// Values are +1, 0, -1 for the side to move.
class Minimax {
 public:
  // Gives up, with empty results from then on, when it has seen that many positions.
  Minimax(const Game& game, RowRules rules, std::size_t limit)
      : game_(game), rules_(rules), limit_(limit) {}

  std::optional<int> value(const Position& position) {
    if (reaches(position, false, 1)) return exceeded() ? std::nullopt : std::optional(1);
    const bool draw = reaches(position, false, 0);
    return exceeded() ? std::nullopt : std::optional(draw ? 0 : -1);
  }

 private:
  [[nodiscard]] bool exceeded() const { return known_.size() > limit_; }

  // Whether the side to move gets at least `bound`, 0 or 1.
  bool reaches(const Position& position, bool after_pass, int bound) {
    if (exceeded()) return false;
    std::string key = encode_position(position);
    key += after_pass ? 'p' : '-';
    key += static_cast<char>('0' + bound);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const bool result = search(position, after_pass, bound);
    known_.emplace(std::move(key), result);
    return result;
  }

  bool search(const Position& position, bool after_pass, int bound) {
    std::vector<Move> moves = game_.legal_moves(position);
    std::erase(moves, kPass);
    for (const Move move : moves) {
      if (game_.effect(position, move) == MoveEffect::kWins) return true;
    }
    if (moves.empty() && !rules_.pass) {
      return bound == 0 && !rules_.stuck_black_loses;  // only Black has fouls
    }
    for (const Move move : moves) {
      if (game_.effect(position, move) == MoveEffect::kDraws) {
        if (bound == 0) return true;
        continue;
      }
      if (!reaches(after_move(position, move), false, 1 - bound)) return true;
    }
    if (!rules_.pass) return false;
    if (after_pass) return bound == 0;
    return !reaches(after_move(position, kPass), true, 1 - bound);
  }

  const Game& game_;
  RowRules rules_;
  std::size_t limit_;
  std::unordered_map<std::string, bool> known_;
};

constexpr std::size_t kPositionLimit = 2'500;
constexpr std::uint64_t kNodesToWin = 20'000'000;
constexpr std::uint64_t kNodesInVain = 5'000;

const Game& game_of(const std::string& rules, int size) {
  const Result<const Game*> game = find_game(rules, size);
  CHECK(game.ok());
  return *game.value();
}

// The rule set that the rows name so; "" for none.
std::string rules_of(const TestRow& row) {
  if (row.at("k") != "5" || row.at("p") != "1" || row.at("capwin") != "0") return "";
  const std::string& rule = row.at("rule");
  return rule == "free" ? "freestyle" : rule == "exact" ? "gomoku" : rule == "renju" ? "renju" : "";
}

Position rows_position(std::string rows, const std::string& side) {
  for (char& c : rows) c = c == '/' ? '\n' : c == 'X' ? 'x' : c == 'O' ? 'o' : c;
  return board_text(rows, side == "X" ? Color::kBlack : Color::kWhite);
}

TEST(SmallBoards, MidgameValuesAreExact) {
  std::map<std::string, int> checked;
  for (const TestRow& row : read_test_data("kinrow_mid.tsv")) {
    const std::string game = rules_of(row);
    if (game.empty() || std::stoi(row.at("nodes")) > 500) continue;
    const Position position = rows_position(row.at("position"), row.at("side"));
    const RowRules rules{row.at("pass") == "1", row.at("stuck") == "loss"};
    const std::optional<int> value =
        Minimax(game_of(game, position.size), rules, kPositionLimit).value(position);
    if (!value.has_value()) continue;
    EXPECT_EQ(*value, std::stoi(row.at("value_stm"))) << row.at("position");
    ++checked[game];
  }
  EXPECT_GE(checked["renju"], 150);
  EXPECT_GE(checked["freestyle"], 40);
  EXPECT_GE(checked["gomoku"], 40);
}

// A win that there is must be proven, and no other, whoever is to move.
void expect_proven(const Game& game, const Position& position, int value) {
  const auto prover = game.make_prover({.memory_bytes = kLeastMemoryBytes});
  for (const Color goal : {position.to_move, opponent(position.to_move)}) {
    const bool wins = value == (goal == position.to_move ? 1 : -1);
    const SolveOutcome outcome =
        prover->solve(position, goal, {.nodes = wins ? kNodesToWin : kNodesInVain}, {});
    EXPECT_EQ(outcome.verdict == Verdict::kProven, wins)
        << game.rules() << ' ' << format_position(position) << ' ' << color_name(goal);
  }
}

TEST(SmallBoards, TheProverProvesTheWinsThatThereAreInTheMidgame) {
  std::map<std::string, int> checked;
  for (const TestRow& row : read_test_data("kinrow_mid.tsv")) {
    const std::string rules = rules_of(row);
    if (rules.empty() || (rules == "renju" && row.at("pass") != "1")) continue;
    const Position position = rows_position(row.at("position"), row.at("side"));
    expect_proven(game_of(rules, position.size), position, std::stoi(row.at("value_stm")));
    ++checked[rules];
  }
  EXPECT_EQ(checked["renju"], 94);
  EXPECT_EQ(checked["freestyle"], 95);
  EXPECT_EQ(checked["gomoku"], 95);
}

TEST(SmallBoards, TheProverProvesTheWinsThatThereAreWhereRuleSetsDisagree) {
  for (const TestRow& row : read_test_data("kinrow_multirule.tsv")) {
    if (row.at("k") != "5") continue;
    const Position position = rows_position(row.at("position"), row.at("side"));
    const std::pair<const char*, const char*> kColumns[] = {
        {"freestyle", "v_free"}, {"gomoku", "v_exact"}, {"renju", "v_renju_pass"}};
    for (const auto& [rules, column] : kColumns) {
      expect_proven(game_of(rules, position.size), position, std::stoi(row.at(column)));
    }
  }
}

TEST(SmallBoards, PositionsWhereRuleSetsDisagreeHaveTheirValues) {
  int checked = 0;
  for (const TestRow& row : read_test_data("kinrow_multirule.tsv")) {
    if (row.at("k") != "5" || std::stoi(row.at("empties")) > 9) continue;
    const Position position = rows_position(row.at("position"), row.at("side"));
    const auto check = [&](RowRules rules, const char* column, const char* game = "renju") {
      const std::optional<int> value =
          Minimax(game_of(game, position.size), rules, kPositionLimit).value(position);
      if (!value.has_value()) return;
      EXPECT_EQ(*value, std::stoi(row.at(column))) << row.at("position") << ' ' << column;
      ++checked;
    };
    check({.pass = false, .stuck_black_loses = true}, "v_renju_nopass_stuckloss");
    check({.pass = false, .stuck_black_loses = false}, "v_renju_nopass_stuckdraw");
    check({.pass = true, .stuck_black_loses = true}, "v_renju_pass");
    check({}, "v_free", "freestyle");
    check({}, "v_exact", "gomoku");
  }
  EXPECT_GE(checked, 250);
}

}  // namespace
}  // namespace tengen
