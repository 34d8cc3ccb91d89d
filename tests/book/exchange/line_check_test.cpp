#include "book/exchange/line_check.h"

#include <gtest/gtest.h>

#include "book/exchange/proof_text.h"
#include "book/verifier/naive_rules.h"
#include "solver/game/game.h"

namespace tengen::book {
namespace {

// Black makes a four in the open, then five.
constexpr const char* kThree = "g8h8i8/a1c1e15/b";

class LineCheckTest : public ::testing::Test {
 protected:
  LineCheckTest() {
    const Game& game = *find_game("renju", 15).value();
    three_ = game.parse(kThree).value();
  }
  LineCheck& check_lines(const char* move) {
    EXPECT_TRUE(records_.add({three_, parse_move(move, 15).value(), 3, 1}).ok());
    check_.emplace(kGame, records_, true, 1,
                   [](const Position&, Color) { return Result<std::optional<int>>(std::nullopt); });
    return *check_;
  }
  ProofRecord claim(const char* position, const char* move) {
    const Position parsed = find_game("renju", 15).value()->parse(position).value();
    const CanonicalImage image = records_.canonical(parsed);
    const NaiveSymmetry symmetry(15);
    return {.position = image.position,
            .goal = parsed.to_move,
            .move = symmetry.image(image.input_symmetry, parse_move(move, 15).value()),
            .distance_plies = 9};
  }

  static constexpr NaiveGame kGame{kNaiveRenju, 15};
  Position three_;
  ProofRecords records_{kGame};
  std::optional<LineCheck> check_;
};

TEST_F(LineCheckTest, ABorrowedLineHoldsWhereFoursWinWhateverItsMove) {
  LineCheck& lines = check_lines("o15");
  EXPECT_TRUE(lines.check(lines.order()).value().empty());
  EXPECT_TRUE(lines.holds(0));
  EXPECT_EQ(lines.record_to_store(0).kind, RecordKind::kVcfLeaf);
}

TEST_F(LineCheckTest, ARecordThatDoesNotHoldIsNotTaken) {
  LineCheck& lines = check_lines("f8");
  ASSERT_TRUE(lines.take({claim("h8/i9/b", "h9")}).ok());
  EXPECT_EQ(records_.size(), 2U);
  EXPECT_FALSE(lines.holds(1));
  EXPECT_TRUE(lines.good_lines().empty());
}

TEST_F(LineCheckTest, ARecordThatHoldsIsANewLine) {
  LineCheck& lines = check_lines("f8");
  ASSERT_TRUE(lines.take({claim("g9h9i9/a1c1e15/b", "f9")}).ok());
  ASSERT_EQ(records_.size(), 2U);
  EXPECT_TRUE(lines.holds(1));
  EXPECT_FALSE(lines.holds(0)) << "it was not checked";
}

TEST_F(LineCheckTest, LinesOfMostProgressAreABatchOfTheirOwn) {
  ASSERT_TRUE(records_.add({claim("h8/i9/b", "h9").position, 0, 9, 2}).ok());
  const LineCheck& lines = check_lines("f8");
  EXPECT_EQ(lines.order(), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(lines.batch_size(lines.order()), 1U);
}

}  // namespace
}  // namespace tengen::book
