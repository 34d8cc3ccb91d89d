#include "book/care/claim_pool.h"

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

ClaimFaults faults_of(const ProofRecord& record, ClaimScope scope = ClaimScope::kAll) {
  ClaimPool pool(
      NaiveGame{kNaiveRenju, record.position.size},
      [](const Position&, Color) -> Result<std::optional<Win>> { return std::optional<Win>(); }, 1,
      scope);
  return pool.check(std::vector{record}).value().front();
}

TEST(ClaimPool, AMoveThatMakesFiveCompletesTheRecord) {
  for (const ClaimScope scope : {ClaimScope::kAll, ClaimScope::kEnough}) {
    // With a five of White's ready too, and as the fifth of five stones or more.
    EXPECT_TRUE(
        faults_of(record(at("h8i8j8k8/a1b1c1d1/b"), Color::kBlack, point("l8", 15), 1), scope)
            .empty());
    EXPECT_TRUE(
        faults_of(record(at("a1b1c1d1/h8i8j8k8m8/w"), Color::kWhite, point("l8", 15), 9), scope)
            .empty());
  }
  // An overline of Black is a foul, and no five.
  const ClaimFaults foul =
      faults_of(record(at("h8i8j8k8m8/a1b1c1d1/b"), Color::kBlack, point("l8", 15), 9));
  ASSERT_EQ(foul.size(), 1u);
  EXPECT_NE(foul.front().reason.find("is a foul"), std::string::npos);
}

TEST(ClaimPool, EveryCentralPointOfABoardIsAFirstStone) {
  for (const auto& [size, centres] : {std::pair{8, 4}, {9, 1}}) {
    int allowed = 0;
    for (Move move = 0; move < size * size; ++move) {
      const ClaimFaults faults = faults_of(
          {at("-/-/b", size), Color::kBlack, move, 9, RecordKind::kTree}, ClaimScope::kEnough);
      ASSERT_FALSE(faults.empty());
      const bool off =
          faults.front().reason.find("a first stone off the centre") != std::string::npos;
      allowed += off ? 0 : 1;
      // The game says the same.
      EXPECT_EQ(find_game("renju", size).value()->parse(format_move(move, size)).ok(), !off);
    }
    EXPECT_EQ(allowed, centres);
  }
}

}  // namespace
}  // namespace tengen::book
