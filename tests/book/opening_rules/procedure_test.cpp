#include "book/opening_rules/procedure.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Game& renju() { return *find_game("renju", 15).value(); }

const OpeningRule& rule(std::string_view id) { return *find_rule(id).value(); }

Result<std::vector<std::size_t>> steps(std::string_view id, std::string_view text) {
  const Result<OpeningPosition> opening = parse_opening_position(renju(), text);
  if (!opening.ok()) return opening.status();
  return steps_of(rule(id), opening.value());
}

// Steps count from 1 here, as users see them.
std::vector<std::size_t> numbers(std::string_view id, std::string_view text) {
  std::vector<std::size_t> found = steps(id, text).value();
  for (std::size_t& index : found) ++index;
  return found;
}

using Steps = std::vector<std::size_t>;

TEST(OpeningRules, AreFoundInAnySpelling) {
  EXPECT_EQ(rule("Soosõrv-8").id, "soosorv-8");
  EXPECT_EQ(rule("TARAGUCHI10").id, "taraguchi-10");
  EXPECT_EQ(rule("rif").name, "RIF");
  const Result<const OpeningRule*> unknown = find_rule("swap2");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.status().code(), StatusCode::kInvalidArgument);
  for (const OpeningRule& one : all_rules()) {
    EXPECT_NE(unknown.status().message().find(one.id), std::string::npos) << one.id;
  }
}

TEST(OpeningRules, EveryPathPlacesStonesOneToFiveAndEndsInPlay) {
  for (const OpeningRule& one : all_rules()) {
    std::vector<std::pair<std::size_t, int>> paths = {{0, 1}};
    while (!paths.empty()) {
      auto [index, stone] = paths.back();
      paths.pop_back();
      ASSERT_LT(index, one.steps.size()) << one.id;
      const Step& step = one.steps[index];
      if (step.kind == StepKind::kPlay) {
        EXPECT_EQ(stone, 6) << one.id;
        continue;
      }
      if (step.kind == StepKind::kPlace || step.kind == StepKind::kPick) {
        EXPECT_EQ(step.stone, stone++) << one.id << ' ' << index;
      }
      if (step.kind == StepKind::kOffer) {
        EXPECT_EQ(one.steps[index + 1].kind, StepKind::kPick) << one.id;
      }
      if (step.kind == StepKind::kChoose) paths.emplace_back(step.branch, stone);
      paths.emplace_back(index + 1, stone);
    }
    EXPECT_EQ(one.steps.back().kind, StepKind::kPlay) << one.id;
  }
}

TEST(OpeningRules, StepsReadAsTheRulesDo) {
  EXPECT_EQ(step_text(rule("rif"), 1), "Black places stone 2 (white) within the central 3x3");
  EXPECT_EQ(step_text(rule("swap"), 2),
            "Black places stone 3 within the central 5x5, not D13 or I13");
  EXPECT_EQ(step_text(rule("sakata"), 4), "White places stone 5 (black) within the central 9x9");
  EXPECT_EQ(step_text(rule("taraguchi-10"), 7), "Black chooses: step 9 or step 13");
  EXPECT_EQ(step_text(rule("taraguchi-10"), 12),
            "Black offers 10 fifth moves anywhere, no two symmetric");
  EXPECT_EQ(step_text(rule("soosorv-8"), 5),
            "White declares how many fifth moves will be offered: 1 to 8");
  EXPECT_EQ(step_text(rule("yamaguchi"), 3),
            "Black declares how many fifth moves will be offered: at least 1");
}

TEST(Procedure, APositionStandsAtTheStepsUpToItsNextStone) {
  EXPECT_EQ(numbers("rif", ""), (Steps{1}));
  EXPECT_EQ(numbers("rif", "h8"), (Steps{2}));
  EXPECT_EQ(numbers("rif", "D4"), (Steps{4, 5}));
  EXPECT_EQ(numbers("rif", "D4 h7"), (Steps{6}));
  EXPECT_EQ(numbers("rif", "D4 h7 g7"), (Steps{8}));
  EXPECT_EQ(numbers("yamaguchi", "D4"), (Steps{4, 5, 6}));
  EXPECT_EQ(numbers("soosorv-8", "D4 a1"), (Steps{6, 7, 8}));
  EXPECT_EQ(numbers("taraguchi-10", "h8 h9"), (Steps{4, 5}));
  EXPECT_EQ(numbers("taraguchi-10", "D4 h7"), (Steps{8, 9, 10, 13}));
  EXPECT_EQ(numbers("taraguchi-10", "D4 h7 g7"), (Steps{11, 12}));
  EXPECT_EQ(numbers("sakata", "D4 h7 g7"), (Steps{6, 7}));
  EXPECT_EQ(numbers("rif", "D4 h7 g7 a1 b1"), (Steps{8}));
}

TEST(Procedure, AFifthMoveOutsideTheNineByNineCanOnlyHaveBeenOffered) {
  EXPECT_EQ(numbers("taraguchi-10", "D4 h7 a1"), (Steps{15}));
  EXPECT_FALSE(steps("tarannikov", "D4 h7 a1").ok());
}

TEST(Procedure, AStoneOutsideItsAreaNamesTheStep) {
  const std::vector<std::array<std::string_view, 4>> cases = {
      {"rif", "h8 a1", "step 2", "a1"},
      {"rif", "h8 h9 k8", "step 3", "k8"},
      {"swap", "D13", "step 3", "excluded"},
      {"swap", "h8 g7 j10", "step 3", "excluded"},
      {"taraguchi-10", "D4 l8", "step 7", "l8"},
      {"tarannikov", "D4 h7 m8", "step 9", "m8"},
      {"sakata", "D4 d7", "step 4", "d7"},
      {"sakata", "D4 h7 h13", "step 5", "h13"},
      {"rif", "h8 a1 h9 h7 g7 i7", "step 2", "a1"},
      {"rif", "a1/-/w", "step 1", "a1"},
      {"rif", "h8h9/a1/w", "no order", "a1"},
  };
  for (const auto& [id, text, step, named] : cases) {
    const Result<std::vector<std::size_t>> found = steps(id, text);
    ASSERT_FALSE(found.ok()) << id << ' ' << text;
    EXPECT_EQ(found.status().code(), StatusCode::kInvalidArgument);
    const std::string& message = found.status().message();
    EXPECT_NE(message.find(step), std::string::npos) << message;
    EXPECT_NE(message.find(named), std::string::npos) << message;
  }
}

TEST(Procedure, SetUpsFitInAnyOrderOfTheirStones) {
  EXPECT_EQ(numbers("rif", "-/-/b"), (Steps{1}));
  // In board order h9 would be the second stone or the fourth; g12 can only be the fourth.
  EXPECT_EQ(numbers("rif", "h8i9/g12h9/b"), (Steps{6}));
  EXPECT_EQ(numbers("rif", "a15h8i9/a1h9/w"), (Steps{8}));
  // D13 by one order, D4 by the other.
  EXPECT_EQ(numbers("swap", "h8i9j6/h9a1/w"), (Steps{8}));
  EXPECT_FALSE(steps("swap", "h8j6/h9a1/b").ok());
  EXPECT_EQ(numbers("rif", "a1c1e1/a15c15e15/b"), (Steps{8}));
}

TEST(Procedure, PassesAndUnevenSetUpsAreRefused) {
  EXPECT_FALSE(parse_opening_position(renju(), "h8h9/-/w").ok());
  EXPECT_FALSE(parse_opening_position(renju(), "h8/h9/w").ok());
  EXPECT_FALSE(parse_opening_position(renju(), "D4 h7 g7 a1 pass").ok());
  EXPECT_FALSE(parse_opening_position(renju(), "D4 h7 g7 a1 b1 c1 pass").ok());
  EXPECT_FALSE(parse_opening_position(renju(), "h8 p9").ok());
}

std::vector<Move> points(std::initializer_list<std::string_view> names) {
  std::vector<Move> moves;
  for (const std::string_view name : names) moves.push_back(point(name));
  return moves;
}

TEST(Procedure, SymmetryIsThatOfTheStonesNotOfTheEmptyBoard) {
  const auto symmetric = [](std::string_view text, std::string_view move) {
    return symmetric_moves(renju().parse(text).value(), point(move));
  };
  EXPECT_EQ(symmetric("h8h9i9h7", "g8"), points({"g8"}));
  EXPECT_EQ(symmetric("h8h9h10h7", "g8"), points({"g8", "i8"}));
  EXPECT_EQ(symmetric("h8h9h10h7", "h5"), points({"h5"}));
  EXPECT_EQ(symmetric("h8i9j10g7", "g8"), points({"h7", "g8"}));
  EXPECT_EQ(symmetric("h8h9h10i9", "g8"), points({"g8"}));
  EXPECT_EQ(symmetric("h8", "i9").size(), 4u);
  EXPECT_EQ(symmetric("h8", "i10").size(), 8u);
}

}  // namespace
}  // namespace tengen::book
