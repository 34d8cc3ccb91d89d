#include "book/verifier/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/book/verifier/verifier_testing.h"

namespace tengen::book {
namespace {

TEST(Verifier, WholeProofsOfBothColoursAreComplete) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    const VerifyReport report = verified(proof.root, proof.goal, proof.book);
    EXPECT_TRUE(report.complete) << all_holes(report);
    EXPECT_EQ(report.holes_total, 0);
    EXPECT_GT(report.records_used, 1);
    EXPECT_GT(report.vcf_leaves, 0);
    EXPECT_GT(report.replies_met_by_replay, 0);
    EXPECT_GE(report.max_depth_plies, 3);
  }
}

TEST(Verifier, EveryEmptyPointIsTriedAndAPassFromSixStonesOn) {
  // The white proof's root has seven stones, so every defender position has eight or more.
  const SmallProof proof = white_proof();
  const VerifyReport report = verified(proof.root, proof.goal, proof.book);
  EXPECT_EQ(report.passes_tried, report.defender_positions);
  EXPECT_GT(report.foul_replies, 0);

  FakeBook book;
  const Position five_stones_after = setup("h8i8/a1a15/b");
  put(book, five_stones_after, point("j8"), 99);
  const VerifyReport no_pass = verified(five_stones_after, Color::kBlack, book);
  EXPECT_EQ(no_pass.passes_tried, 0);
  EXPECT_EQ(no_pass.replies_tried, 225 - 5);

  book.clear();
  const Position six_stones_after = setup("h8i8/a1a15o1/b");
  put(book, six_stones_after, point("j8"), 99);
  const VerifyReport pass = verified(six_stones_after, Color::kBlack, book);
  EXPECT_EQ(pass.passes_tried, 1);
  EXPECT_EQ(pass.replies_tried, 225 - 6 + 1);
}

TEST(Verifier, EveryRemovedRecordIsAHoleAtItsPlace) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    for (const std::string& record : needed_records(proof)) {
      FakeBook book = proof.book;
      book.erase(record);
      const VerifyReport report = verified(proof.root, proof.goal, book);
      EXPECT_FALSE(report.complete) << record;
      ASSERT_EQ(report.holes.size(), 1u) << record;
      EXPECT_EQ(canonical_text(after_moves(proof.root, report.holes[0].moves)), record);
      EXPECT_NE(report.holes[0].reason.find("no record"), std::string::npos);
    }
  }
}

TEST(Verifier, EveryRecordWithAWrongMoveIsAHoleBehindItsPlace) {
  const SmallProof proof = black_proof();
  for (const std::string& record : needed_records(proof)) {
    const Position canonical = setup(record);
    for (const char* corner : {"a1", "o1", "a15", "o15"}) {
      FakeBook book = proof.book;
      book[record].move = point(corner);
      const VerifyReport report = verified(proof.root, proof.goal, book);
      EXPECT_FALSE(report.complete) << record;
      ASSERT_FALSE(report.holes.empty());
      for (const Hole& hole : report.holes) {
        // Some position on the way to the hole is the one with the wrong record.
        Position position = proof.root;
        bool passed = canonical_text(position) == record;
        for (const Move move : hole.moves) {
          position = after_move(position, move);
          passed = passed || canonical_text(position) == record;
        }
        EXPECT_TRUE(passed) << text(hole);
      }
    }
  }
}

TEST(Verifier, MovesThatAreNoEmptyPointAreHoles) {
  const SmallProof proof = black_proof();
  const std::string root = canonical_text(proof.root);
  const auto reason_of = [&](Move move) {
    FakeBook book = proof.book;
    book[root].move = move;
    const VerifyReport report = verified(proof.root, proof.goal, book);
    EXPECT_FALSE(report.complete);
    return report.holes.size() == 1 ? text(report.holes[0]) : "not one hole";
  };
  EXPECT_EQ(reason_of(kPass), ": the record's move is a pass");
  for (const int move : {-32768, -2, 225, 32767}) {
    EXPECT_EQ(reason_of(static_cast<Move>(move)),
              ": the record's move " + std::to_string(move) + " is off the board");
  }
  // The reason names the stone as the asker sees it.
  const NaiveSymmetry symmetry(15);
  const int index = symmetry.canonical(proof.root).input_symmetry;
  EXPECT_EQ(reason_of(symmetry.image(index, point("i10"))),
            ": the record's move i10 is on a stone");
  EXPECT_EQ(reason_of(symmetry.image(index, point("j6"))), ": the record's move j6 is on a stone");
}

TEST(Verifier, AFoulAsAWinningMoveIsAHole) {
  // h8 makes two threes.
  const Position root = setup("g8i8h7h9/a1a15o1o15/b");
  FakeBook book;
  put(book, root, point("h8"), 9);
  const VerifyReport report = verified(root, Color::kBlack, book);
  EXPECT_FALSE(report.complete);
  ASSERT_EQ(report.holes_total, 1);
  EXPECT_EQ(text(report.holes[0]), ": the record's move h8 is a foul");
  // The same stones in white may play there, and win.
  const Position white = setup("a1a15o1o15/g8i8h7h9/w");
  FakeBook white_book;
  put(white_book, white, point("h8"), 9);
  const VerifyReport white_report = verified(white, Color::kWhite, white_book);
  EXPECT_TRUE(white_report.complete) << all_holes(white_report);
}

TEST(Verifier, ADefendersFiveIsAHole) {
  // Exactly five for Black, any five for White.
  const Position root = setup("h8h9j10k12/a1b1c1d1/b");
  FakeBook book;
  put(book, root, point("h10"), 99);
  EXPECT_TRUE(has_hole(verified(root, Color::kBlack, book), "h10 e1", "makes five with e1"));

  const Position overline = setup("h8h9j10k12/a1b1c1d1f1/b");
  book.clear();
  put(book, overline, point("h10"), 99);
  EXPECT_TRUE(has_hole(verified(overline, Color::kBlack, book), "h10 e1", "makes five with e1"));

  const Position black_five = setup("a1b1c1d1/h8h9j10k12/w");
  book.clear();
  put(book, black_five, point("h10"), 99);
  EXPECT_TRUE(has_hole(verified(black_five, Color::kWhite, book), "h10 e1", "makes five with e1"));

  const Position black_overline = setup("a1b1c1d1f1/h8h9j10k12/w");
  book.clear();
  put(book, black_overline, point("h10"), 99);
  EXPECT_FALSE(
      has_hole(verified(black_overline, Color::kWhite, book), "h10 e1", "makes five with e1"));
}

TEST(Verifier, AnUnansweredPassIsAHole) {
  const Position root = setup("h8j9/a1c1e1/b");
  FakeBook book;
  put(book, root, point("o15"), 99);
  EXPECT_TRUE(has_hole(verified(root, Color::kBlack, book), "o15 pass", "no record"));
}

TEST(Verifier, ADistanceBelowThatOfTheProofIsAHole) {
  const SmallProof proof = black_proof();
  const std::string root = canonical_text(proof.root);
  int longest_child = 0;
  for (const std::string& record : needed_records(proof)) {
    if (record != root) {
      longest_child = std::max(longest_child, proof.book.at(record).distance_plies);
    }
  }
  ASSERT_GT(longest_child, 3);
  const auto report_with = [&](int distance) {
    FakeBook book = proof.book;
    book[root].distance_plies = distance;
    return verified(proof.root, proof.goal, book);
  };
  EXPECT_TRUE(report_with(longest_child + 2).complete);
  EXPECT_TRUE(report_with(2147483647).complete);  // a bound may be generous
  for (const int distance : {longest_child + 1, longest_child, 1, 0, -1, -2147483647 - 1}) {
    const VerifyReport report = report_with(distance);
    EXPECT_FALSE(report.complete) << distance;
    ASSERT_EQ(report.holes_total, 1);
    EXPECT_NE(text(report.holes[0]).find("distance is too small"), std::string::npos);
  }
}

TEST(Verifier, ADistanceBelowThatOfAWinByFoursIsAHole) {
  // h8 makes a four and a three; after the one answer White wins with a straight four: 5 plies.
  const Position root = setup("a1c1o1o15a15e8/f8g8i8h7h9/w");
  FakeBook book;
  put(book, root, point("h8"), 5);
  EXPECT_TRUE(verified(root, Color::kWhite, book).complete);
  put(book, root, point("h8"), 4);
  const VerifyReport report = verified(root, Color::kWhite, book);
  ASSERT_EQ(report.holes_total, 1);
  EXPECT_EQ(
      text(report.holes[0]),
      "h8 : the record's distance is too small: it leaves 3 plies after its move, the reply j8 "
      "needs 4 or more");
}

TEST(Verifier, AnAbsurdDistanceBelowDoesNotOverflow) {
  const SmallProof proof = black_proof();
  for (const std::string& record : needed_records(proof)) {
    FakeBook book = proof.book;
    book[record].distance_plies = 2147483647;
    const VerifyReport report = verified(proof.root, proof.goal, book);
    EXPECT_EQ(report.complete, record == canonical_text(proof.root));
  }
}

TEST(Verifier, ALongerRecordWhereFoursWinIsNoDistanceHole) {
  // White's reply e1 leaves Black a straight four; its record merely says 99.
  const Position root = setup("h8i8/a1c1/b");
  FakeBook book;
  put(book, root, point("j8"), 9);
  const Position spare = setup("h8i8j8/a1c1e1/b");
  put(book, spare, point("k8"), 99);
  const VerifyReport report = verified(root, Color::kBlack, book);
  for (const Hole& hole : report.holes) {
    EXPECT_EQ(hole.reason.find("distance"), std::string::npos) << text(hole);
  }
}

TEST(Verifier, WrongSpareRecordsAreFound) {
  SmallProof proof = black_proof();
  // After a pass Black wins by fours; a needless record says otherwise.
  const std::string root_text = canonical_text(proof.root);
  const NaiveSymmetry symmetry(15);
  const CanonicalImage canonical = symmetry.canonical(proof.root);
  const Move first = symmetry.preimage(canonical.input_symmetry, proof.book[root_text].move);
  const Position after_far_reply = after_moves(proof.root, {first, point("a15")});
  put(proof.book, after_far_reply, point("h8"), 9);
  EXPECT_FALSE(verified(proof.root, proof.goal, proof.book).complete);
}

TEST(Verifier, AFullBoardIsADraw) {
  // 5x5 without a five, c3 empty: it completes no five for either colour.
  const std::string rows[] = {"XXOXX", "OOXOO", "XX.XX", "OOXOO", "XXOXX"};
  Position root;
  root.size = 5;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) {
      const char mark = rows[4 - row][static_cast<std::size_t>(column)];
      const auto at = static_cast<Move>(row * 5 + column);
      if (mark == 'X') root.black.push_back(at);
      if (mark == 'O') root.white.push_back(at);
    }
  }
  root.to_move = Color::kWhite;
  FakeBook book;
  put(book, root, 12, 9);
  const VerifyReport last_move = verified(root, Color::kWhite, book);
  ASSERT_EQ(last_move.holes_total, 1);
  EXPECT_EQ(text(last_move.holes[0], 5), "c3 : a draw: the board is full");

  const VerifyReport last_reply = verified(root, Color::kBlack, {});
  EXPECT_FALSE(last_reply.complete);
  EXPECT_GE(last_reply.holes_total, 1);

  const VerifyReport full = verified(after_move(root, 12), Color::kWhite, {});
  ASSERT_EQ(full.holes_total, 1);
  EXPECT_EQ(text(full.holes[0], 5), ": a draw: the board is full");
}

TEST(Verifier, OneCanonicalBookAnswersAllEightImages) {
  const SmallProof proof = white_proof();
  const VerifyReport straight = verified(proof.root, proof.goal, proof.book);
  FakeBook broken = proof.book;
  std::string removed;
  for (const std::string& record : needed_records(proof)) {
    if (record != canonical_text(proof.root)) removed = record;
  }
  ASSERT_EQ(broken.erase(removed), 1u);
  for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
    const Position image = image_of(proof.root, index);
    const VerifyReport report = verified(image, proof.goal, proof.book);
    EXPECT_TRUE(report.complete);
    EXPECT_EQ(report.records_used, straight.records_used);
    // Holes are named in the frame of the position asked about.
    const VerifyReport with_hole = verified(image, proof.goal, broken);
    ASSERT_EQ(with_hole.holes.size(), 1u);
    EXPECT_EQ(canonical_text(after_moves(image, with_hole.holes[0].moves)), removed);
  }
}

TEST(Verifier, ADefenderToMoveAtTheRootIsAnsweredDirectly) {
  const SmallProof proof = black_proof();
  const NaiveSymmetry symmetry(15);
  const CanonicalImage canonical = symmetry.canonical(proof.root);
  const Win record = proof.book.at(format_position(canonical.position));
  const Position root =
      after_move(proof.root, symmetry.preimage(canonical.input_symmetry, record.move));
  EXPECT_TRUE(verified(root, proof.goal, proof.book).complete);
  EXPECT_FALSE(verified(root, proof.goal, {}).complete);
  // A record of such a root can only be wrong about the distance.
  FakeBook book = proof.book;
  put(book, root, point("a1"), record.distance_plies - 1);
  EXPECT_TRUE(verified(root, proof.goal, book).complete);
  put(book, root, point("a1"), 3);
  const VerifyReport too_small = verified(root, proof.goal, book);
  ASSERT_EQ(too_small.holes_total, 1);
  EXPECT_EQ(text(too_small.holes[0]).find(": the record's distance is too small"), 0u);
}

TEST(Verifier, TheFirstStoneIsTheCentre) {
  const Position empty = setup("-/-/b");
  FakeBook book;
  put(book, empty, point("h9"), 99);
  const VerifyReport off_centre = verified(empty, Color::kBlack, book);
  ASSERT_EQ(off_centre.holes_total, 1);
  EXPECT_NE(off_centre.holes[0].reason.find("off the centre"), std::string::npos);
  EXPECT_EQ(verified(empty, Color::kWhite, {}).replies_tried, 1);
}

TEST(Verifier, WinsWithoutAnyRecord) {
  EXPECT_TRUE(verified(setup("h8i8j8k8/a1c1e1g1/b"), Color::kBlack, {}).complete);
  EXPECT_TRUE(verified(setup("h8i8j8/a1c1e1/b"), Color::kBlack, {}).complete);
  const VerifyReport quiet = verified(setup("h8/a1/b"), Color::kBlack, {});
  ASSERT_EQ(quiet.holes_total, 1);
  EXPECT_EQ(text(quiet.holes[0]), ": no record, and no win by continuous fours");
}

TEST(Verifier, ASecondPassInARowIsAHole) {
  const Position lost = setup("h8i8j8k8/a1a3a5a7/w");
  EXPECT_TRUE(verified(lost, Color::kBlack, {}).complete);
  Position drawn = lost;
  drawn.after_pass = true;
  const VerifyReport report = verified(drawn, Color::kBlack, {});
  EXPECT_FALSE(report.complete);
  EXPECT_EQ(report.holes_total, 1);
  EXPECT_TRUE(has_hole(report, "pass", "a draw"));
  Position won = setup("h8i8j8k8/a1a3a5a7/b");
  won.after_pass = true;
  EXPECT_TRUE(verified(won, Color::kBlack, {}).complete) << "the attacker does not pass";
}

}  // namespace
}  // namespace tengen::book
