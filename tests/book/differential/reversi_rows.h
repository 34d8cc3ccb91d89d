// Rows of the oracle's tables as proofs: a score is proven from both sides, by the prover's records
// and by the verifier's walk over them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "book/verifier/verifier.h"
#include "solver/game/symmetry.h"
#include "solver/reversi/reversi_game.h"
#include "tests/test_data.h"

namespace tengen::book {

struct ProvenBy {
  std::size_t records = 0;
  std::int64_t short_wins = 0;
};

// That `winner` wins by these rules, and the other side does not.
inline ProvenBy expect_win(const std::string& rules, const Position& position, Color winner) {
  SCOPED_TRACE(rules + " " + format_position(position));
  const Game& game = *find_game(rules, position.size).value();
  const auto prover = game.make_prover({.memory_bytes = std::uint64_t{64} << 20});
  std::map<std::pair<std::string, Color>, Win> records;
  SolveOutcome outcome;
  do {  // a call may end early, with the records that it has room for
    outcome = prover->solve(position, winner, {}, [] { return false; });
    for (const ProofRecord& record : outcome.records) {
      records[{encode_position(record.position), record.goal}] = {record.move,
                                                                  record.distance_plies};
    }
  } while (outcome.verdict == Verdict::kUnknown && !outcome.records.empty());
  EXPECT_EQ(outcome.verdict, Verdict::kProven);
  EXPECT_EQ(prover->solve(position, opponent(winner), {}, [] { return false; }).verdict,
            Verdict::kDisproven);

  const auto lookup = [&](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
    const auto found = records.find({encode_position(canonical), goal});
    if (found == records.end()) return std::optional<Win>();
    return std::optional(found->second);
  };
  const NaiveGame naive = naive_game(rules, position.size).value();
  const VerifyReport walk = verify(naive, position, winner, lookup).value();
  EXPECT_TRUE(walk.complete);
  EXPECT_EQ(walk.records_used, records.size());  // each is needed
  EXPECT_FALSE(verify(naive, position, opponent(winner), lookup).value().complete);
  return {records.size(), walk.vcf_leaves};
}

// That the score, for the side to move, is exactly that: `name` is the rule set without a
// threshold.
inline void expect_score(const std::string& name, const Position& position, int score) {
  const int blacks = position.to_move == Color::kBlack ? score : -score;
  expect_win(name + ":" + std::to_string(blacks), position, Color::kBlack);
  expect_win(name + ":" + std::to_string(blacks + 1), position, Color::kWhite);
  // At no threshold the sign is what counts, and nobody wins an even game.
  if (score != 0) expect_win(name, position, blacks > 0 ? Color::kBlack : Color::kWhite);
}

inline Position position_in(const TestRow& row) {
  const Result<reversi::Position> read =
      reversi::parse_position(row.at("position"), row.at("side"));
  return reversi::position_of(read.value().stones,
                              row.at("side") == "X" ? Color::kBlack : Color::kWhite,
                              std::stoi(row.at("W")));
}

inline void expect_middle_game_proven(const TestRow& row) {
  expect_score("reversi", position_in(row), std::stoi(row.at("v_plain")));
  expect_score("reversi-anti", position_in(row), std::stoi(row.at("v_anti")));
}

// Of a square board without a hole, where only stones count: the rule set that starts so.
inline std::optional<std::string> rules_of_start(const TestRow& row) {
  const bool covered = row.at("W") == row.at("H") && row.at("hole") == "-" &&
                       row.at("e2w") == "0" &&
                       (row.at("start") == "std" || row.at("start") == "parh") &&
                       std::stoi(row.at("W")) <= reversi::kMaxSize;
  if (!covered) return std::nullopt;
  return std::string("reversi") + (row.at("start") == "parh" ? "-parallel" : "") +
         (row.at("anti") == "1" ? "-anti" : "");
}

inline void expect_start_proven(const TestRow& row, const std::string& rules) {
  const int size = std::stoi(row.at("W"));
  const Position start = find_game(rules, size).value()->parse("").value();
  expect_score(rules, start, std::stoi(row.at("value_first")));
}

}  // namespace tengen::book
