#include "book/opening_rules/opening_query.h"

#include <gtest/gtest.h>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

constexpr Bounds kOpen = {};
constexpr Bounds kBlackSafe = {Outcome::kDraw, Outcome::kWin};
constexpr Bounds kWhiteSafe = {Outcome::kLoss, Outcome::kDraw};

const Game& renju() { return *find_game("renju", 15).value(); }

Position played(std::string_view moves) { return renju().parse(moves).value(); }

// A book made by hand: who wins after which fifth move.
class OpeningQueryTest : public testing::Test {
 protected:
  void SetUp() override { store_ = writer(dir_.path("b")); }

  void black_wins(const Position& after_fifth) {
    records_.push_back(record(after_fifth, Color::kBlack, kNoMove, 30, RecordKind::kAllReplies));
  }
  void white_wins(const Position& after_fifth) {
    const Move move = after_fifth.is_empty_point(0) ? Move{0} : Move{1};
    records_.push_back(record(after_fifth, Color::kWhite, move, 21));
  }
  void black_wins_by(std::string_view fourth, std::initializer_list<std::string_view> fifths) {
    for (const auto fifth : fifths) black_wins(after_move(played(fourth), point(fifth)));
  }
  // Every fifth move but those.
  void white_wins_but_for(std::string_view fourth, std::initializer_list<std::string_view> fifths) {
    for (const Move move : renju().legal_moves(played(fourth))) {
      const bool spared = std::any_of(fifths.begin(), fifths.end(),
                                      [move](std::string_view one) { return point(one) == move; });
      if (!spared) white_wins(after_move(played(fourth), move));
    }
  }

  Result<OpeningAnswer> ask(std::string_view rule, std::string_view text, int number = 0,
                            std::string_view offers = "") {
    if (!records_.empty()) {
      EXPECT_TRUE(store_->commit(batch_of(std::exchange(records_, {}))).ok());
    }
    return query_opening(*store_, renju(),
                         {.rule = find_rule(rule).value(),
                          .opening = parse_opening_position(renju(), text).value(),
                          .number = number,
                          .offers = parse_move_list(offers, 15).value()});
  }
  std::string refusal(std::string_view rule, std::string_view text, int number,
                      std::string_view offers) {
    const Result<OpeningAnswer> answer = ask(rule, text, number, offers);
    EXPECT_FALSE(answer.ok()) << rule << ' ' << text;
    return answer.ok() ? "" : answer.status().message();
  }

  TempDir dir_;
  std::unique_ptr<Store> store_;
  std::vector<ProofRecord> records_;
};

// The stage of a kind; the first one.
const OpeningStage& stage(const OpeningAnswer& answer, StepKind kind) {
  for (const OpeningStage& one : answer.stages) {
    if (answer.rule->steps[one.step].kind == kind) return one;
  }
  ADD_FAILURE() << step_kind_name(kind);
  return answer.stages.front();
}

Bounds value(const OpeningAnswer& answer, StepKind kind, int number = 0) {
  for (const NumberValue& one : stage(answer, kind).values) {
    if (one.from <= number && number <= one.to) return one.bounds;
  }
  ADD_FAILURE() << step_kind_name(kind) << " has no value for " << number;
  return kOpen;
}

const OpeningMove& move_of(const OpeningStage& stage, std::string_view name) {
  for (const OpeningMove& one : stage.moves) {
    if (one.move == point(name)) return one;
  }
  ADD_FAILURE() << name;
  return stage.moves.front();
}

TEST_F(OpeningQueryTest, AnEmptyBookLeavesTheOffersOpenButTheSwapperSafe) {
  const OpeningAnswer four = ask("rif", "D4 h7").value();
  EXPECT_EQ(value(four, StepKind::kOffer), kOpen);
  EXPECT_FALSE(four.decided());
  const OpeningAnswer five = ask("taraguchi-10", "D4 h7 g7").value();
  EXPECT_EQ(value(five, StepKind::kPlay), kOpen);
  EXPECT_EQ(value(five, StepKind::kSwap), kWhiteSafe);
}

TEST_F(OpeningQueryTest, WhoOffersTwoNeedsTwoWinningFifths) {
  black_wins_by("h8h9i9h7", {"g7"});
  EXPECT_EQ(value(ask("rif", "D4 h7").value(), StepKind::kOffer), kOpen);
  black_wins_by("h8h9i9h7", {"a1"});
  const OpeningAnswer answer = ask("rif", "D4 h7").value();
  EXPECT_EQ(value(answer, StepKind::kOffer), kBlackWins);
  EXPECT_TRUE(answer.decided());
  const OpeningStage& offer = stage(answer, StepKind::kOffer);
  EXPECT_EQ(offer.moves.size(), 221u);
  EXPECT_EQ(move_of(offer, "g7").bounds, kBlackWins);
  EXPECT_EQ(move_of(offer, "a2").bounds, kOpen);
}

TEST_F(OpeningQueryTest, SymmetricFifthsAreOneOffer) {
  black_wins_by("h8h9h10h7", {"i10"});  // g10 too, by the record's symmetry
  const OpeningAnswer answer = ask("rif", "D1 h7").value();
  EXPECT_EQ(value(answer, StepKind::kOffer), kOpen);
  const OpeningMove& g10 = move_of(stage(answer, StepKind::kOffer), "g10");
  EXPECT_EQ(g10.bounds, kBlackWins);
  EXPECT_EQ(g10.symmetric, std::vector<Move>{point("i10")});
  EXPECT_EQ(stage(answer, StepKind::kOffer).moves.size(), 116u);
  EXPECT_EQ(value(ask("soosorv-8", "D1 h7", 1).value(), StepKind::kOffer, 1), kBlackWins);
  black_wins_by("h8h9h10h7", {"h5"});  // on the axis: one of its own
  EXPECT_EQ(value(ask("rif", "D1 h7").value(), StepKind::kOffer), kBlackWins);
}

TEST_F(OpeningQueryTest, WhoCannotOfferEnoughThatDoNotLoseHasLost) {
  white_wins_but_for("h8h9i9h7", {"g7"});
  const OpeningAnswer answer = ask("rif", "D4 h7").value();
  EXPECT_EQ(value(answer, StepKind::kOffer), kWhiteWins);
  EXPECT_EQ(move_of(stage(answer, StepKind::kOffer), "g7").bounds, kOpen);
  EXPECT_EQ(move_of(stage(answer, StepKind::kOffer), "i10").bounds, kWhiteWins);
  EXPECT_EQ(value(ask("soosorv-8", "D4 h7", 1).value(), StepKind::kOffer, 1), kOpen);
}

TEST_F(OpeningQueryTest, TheSwapperTakesTheWinningSide) {
  black_wins(played("h8h9i9h7g7"));
  white_wins(played("h8h9i9h7g8"));
  const OpeningAnswer black = ask("tarannikov", "D4 h7 g7").value();
  EXPECT_EQ(value(black, StepKind::kPlay), kBlackWins);
  EXPECT_EQ(value(black, StepKind::kSwap), kWhiteWins);
  const OpeningAnswer white = ask("tarannikov", "D4 h7 g8").value();
  EXPECT_EQ(value(white, StepKind::kPlay), kWhiteWins);
  EXPECT_EQ(value(white, StepKind::kSwap), kWhiteWins);
  // Sakata lets Black swap here.
  EXPECT_EQ(value(ask("sakata", "D4 h7 g8").value(), StepKind::kSwap), kBlackWins);
}

TEST_F(OpeningQueryTest, WhitesFourthMoveWinsWhenOneDoes) {
  white_wins_but_for("h8h9i9h7", {"g7"});
  const OpeningAnswer answer = ask("rif", "D4").value();
  EXPECT_EQ(value(answer, StepKind::kPlace), kWhiteWins);
  EXPECT_EQ(value(answer, StepKind::kSwap), kWhiteWins);
  EXPECT_EQ(move_of(stage(answer, StepKind::kPlace), "h7").bounds, kWhiteWins);
  EXPECT_EQ(move_of(stage(answer, StepKind::kPlace), "a1").bounds, kOpen);
}

TEST_F(OpeningQueryTest, ADeclaredNumberDecidesByHowManyFifthsWin) {
  black_wins_by("h8h9i9h7", {"g7", "a1", "b1"});
  const OpeningAnswer answer = ask("soosorv-8", "D4 h7").value();
  ASSERT_EQ(stage(answer, StepKind::kOffer).values.size(), 2u);
  EXPECT_EQ(value(answer, StepKind::kOffer, 3), kBlackWins);
  EXPECT_EQ(value(answer, StepKind::kOffer, 4), kOpen);
  EXPECT_EQ(value(answer, StepKind::kOffer, 8), kOpen);
  EXPECT_EQ(value(answer, StepKind::kSwap, 1), kBlackWins);
  EXPECT_EQ(value(answer, StepKind::kSwap, 8), kBlackSafe);
  // White declares, and will not declare three.
  EXPECT_EQ(value(answer, StepKind::kDeclare), kBlackSafe);
}

TEST_F(OpeningQueryTest, ADeclarationIsLostWhenEveryNumberIsDecided) {
  black_wins_by("h8h9i9h7", {"g7", "a1", "b1", "c1", "d1"});
  white_wins_but_for("h8h9i9h7", {"g7", "a1", "b1", "c1", "d1"});
  const OpeningAnswer answer = ask("soosorv-8", "D4 h7").value();
  EXPECT_EQ(value(answer, StepKind::kOffer, 5), kBlackWins);
  EXPECT_EQ(value(answer, StepKind::kOffer, 6), kWhiteWins);
  EXPECT_EQ(value(answer, StepKind::kSwap, 6), kBlackWins);
  EXPECT_EQ(value(answer, StepKind::kDeclare), kBlackWins);
}

TEST_F(OpeningQueryTest, AGivenNumberTakesThePlaceOfTheDeclaration) {
  black_wins_by("h8h9i9h7", {"g7"});
  const OpeningAnswer answer = ask("soosorv-8", "D4 h7", 2).value();
  ASSERT_EQ(answer.stages.size(), 2u);  // the declaration is past
  EXPECT_EQ(answer.stages.front().values.size(), 1u);
  EXPECT_EQ(answer.stages.front().values[0].from, 2);
}

TEST_F(OpeningQueryTest, TaraguchiTakesTheBetterOfItsTwoWays) {
  black_wins_by("h8h9i9h7", {"a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1"});
  const OpeningAnswer nine = ask("taraguchi-10", "D4 h7").value();
  EXPECT_EQ(value(nine, StepKind::kOffer), kOpen);
  EXPECT_EQ(value(nine, StepKind::kChoose), kBlackSafe);
  black_wins_by("h8h9i9h7", {"j1"});
  const OpeningAnswer ten = ask("taraguchi-10", "D4 h7").value();
  EXPECT_EQ(value(ten, StepKind::kOffer), kBlackWins);
  EXPECT_EQ(value(ten, StepKind::kChoose), kBlackWins);
  // The other way, Black's swap, is no more than safe.
  EXPECT_EQ(value(ten, StepKind::kSwap), kBlackSafe);
}

TEST_F(OpeningQueryTest, SakataLosesWhenEveryFifthInTheAreaIsDecided) {
  for (const Move move : renju().legal_moves(played("h8h9i9h7"))) {
    const Step area = {.kind = StepKind::kPlace, .width = 9};
    if (is_within(area, move)) black_wins(after_move(played("h8h9i9h7"), move));
  }
  const OpeningAnswer answer = ask("sakata", "D4 h7").value();
  EXPECT_EQ(value(answer, StepKind::kPlace), kBlackWins);
  EXPECT_EQ(stage(answer, StepKind::kPlace).moves.size(), 77u);
}

TEST_F(OpeningQueryTest, WhiteKeepsTheOfferThatIsBestForHim) {
  black_wins(played("h8h9i9h7g7"));
  white_wins(played("h8h9i9h7g8"));
  const auto offered = [&](std::string_view offers) {
    return value(ask("rif", "D4 h7", 0, offers).value(), StepKind::kPick);
  };
  EXPECT_EQ(offered("g7 g8"), kWhiteWins);
  EXPECT_EQ(offered("g7 a1"), kOpen);
  EXPECT_EQ(offered("a1 g8"), kWhiteWins);
  EXPECT_EQ(value(ask("soosorv-8", "D4 h7", 0, "g7").value(), StepKind::kPick), kBlackWins);
}

TEST_F(OpeningQueryTest, OffersThatTheRuleForbidsAreRefused) {
  EXPECT_NE(refusal("rif", "D1 h7", 0, "i10 g10").find("i10 and g10 are symmetric"),
            std::string::npos);
  EXPECT_NE(refusal("rif", "D1 h7", 0, "i10 i10").find("twice"), std::string::npos);
  EXPECT_NE(refusal("rif", "D1 h7", 0, "i10").find("1 instead of 2"), std::string::npos);
  EXPECT_NE(refusal("rif", "D1 h7", 0, "i10 h8").find("h8 is no legal move"), std::string::npos);
  EXPECT_NE(refusal("rif", "D1 h7", 0, "i10 pass").find("pass"), std::string::npos);
  EXPECT_NE(refusal("rif", "D1", 0, "i10 a1").find("step 6"), std::string::npos);
  EXPECT_NE(refusal("tarannikov", "D4 h7", 0, "i10 a1").find("no fifth moves on offer"),
            std::string::npos);
  EXPECT_NE(refusal("soosorv-8", "D4 h7", 3, "i10 a1").find("2 instead of 3"), std::string::npos);
  // Symmetric on the empty board, not with these stones.
  EXPECT_TRUE(ask("rif", "D4 h7", 0, "i10 g10").ok());
}

TEST_F(OpeningQueryTest, NumbersThatTheRuleForbidsAreRefused) {
  EXPECT_NE(refusal("soosorv-8", "D4 h7", 9, "").find("not 9"), std::string::npos);
  // After D1 and h7 no more than 116 differ.
  EXPECT_TRUE(ask("yamaguchi", "D1 h7", 116).ok());
  EXPECT_NE(refusal("yamaguchi", "D1 h7", 117, "").find("not 117"), std::string::npos);
  EXPECT_NE(refusal("soosorv-8", "D4", 2, "").find("still to come"), std::string::npos);
  EXPECT_NE(refusal("rif", "D4 h7", 2, "").find("no declared number"), std::string::npos);
}

TEST_F(OpeningQueryTest, AfterTheProcedureTheGameDecides) {
  records_.push_back(record(played("h8h9i9h7g7a1"), Color::kBlack, point("b1"), 29));
  const OpeningAnswer answer = ask("rif", "D4 h7 g7 a1").value();
  EXPECT_EQ(value(answer, StepKind::kPlay), kBlackWins);
  EXPECT_EQ(answer.opening->code, "D4");
}

TEST_F(OpeningQueryTest, JsonCountsStepsFromOneAndNamesTheNumbers) {
  black_wins_by("h8h9h10h7", {"i10"});
  const nlohmann::ordered_json json = to_json(ask("soosorv-8", "D1 h7").value());
  EXPECT_EQ(json["rule"], "soosorv-8");
  EXPECT_EQ(json["position"], "h8h10/h7h9/b");
  EXPECT_EQ(json["stones"], 4);
  EXPECT_EQ(json["opening"]["code"], "D1");
  EXPECT_TRUE(json["fifths"].is_null());
  EXPECT_EQ(json["result"], "unknown");
  ASSERT_EQ(json["stages"].size(), 3u);
  const nlohmann::ordered_json& offer = json["stages"][2];
  EXPECT_EQ(offer["step"], 8);
  EXPECT_EQ(offer["kind"], "offer");
  EXPECT_EQ(offer["who"], "black");
  EXPECT_EQ(offer["values"][0]["declared"], (nlohmann::ordered_json{1, 1}));
  EXPECT_EQ(offer["values"][0]["result"], "black_wins");
  EXPECT_EQ(offer["values"][1]["declared"], (nlohmann::ordered_json{2, 8}));
  EXPECT_EQ(offer["values"][1]["black_at_least"], "loss");
  EXPECT_EQ(offer["values"][1]["black_at_most"], "win");
  bool found = false;
  for (const auto& move : offer["moves"]) {
    if (move["move"] != "g10") continue;
    found = true;
    EXPECT_EQ(move["symmetric"], nlohmann::ordered_json::array({"i10"}));
    EXPECT_EQ(move["result"], "black_wins");
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(rules_json()["opening_rules"].size(), all_rules().size());
}

}  // namespace
}  // namespace tengen::book
