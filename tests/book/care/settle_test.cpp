#include "book/care/settle.h"

#include <map>

#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

// By goal and canonical position.
using Stored = std::map<std::string, ProofRecord>;

std::string key_of(const Position& position, Color goal) {
  return std::string(color_name(goal)) + canonical_text(position);
}

ProofLookup lookup_in(const Stored& stored) {
  return [&stored](const Position& canonical, Color goal) -> Result<std::optional<Win>> {
    const auto found = stored.find(key_of(canonical, goal));
    if (found == stored.end()) return std::optional<Win>();
    return std::optional(Win{found->second.move, found->second.distance_plies});
  };
}

// What a position is worth, word by word as settle.h has it: every reply, every number of fours.
std::optional<int> worth(const Position& position, Color goal, const Stored& stored) {
  NaiveBoard board(kNaiveRenju, position);
  if (position.to_move == goal) {
    if (const auto found = stored.find(key_of(position, goal)); found != stored.end()) {
      return found->second.distance_plies;
    }
    if (board.five_points(goal).count > 0) return 1;
    for (int fours = 1; fours <= 5; ++fours) {
      const VcfResult win = find_vcf(board, goal, 500'000, fours);
      if (win.answer == VcfResult::Answer::kWin) return 2 * fours + 1;
    }
    return std::nullopt;
  }
  int longest = 0;
  std::vector<Move> replies;
  if (position.stone_count() >= 6) replies.push_back(kPass);
  for (Move reply = 0; reply < board.point_count(); ++reply) {
    if (!board.is_empty(reply)) continue;
    if (board.makes_five(reply, position.to_move)) return std::nullopt;
    if (position.to_move == Color::kBlack && board.is_foul(reply)) continue;
    replies.push_back(reply);
  }
  for (const Move reply : replies) {
    const std::optional<int> after = worth(after_move(position, reply), goal, stored);
    if (!after) return std::nullopt;
    longest = std::max(longest, *after);
  }
  return 1 + longest;
}

Stored stored_of(const std::vector<ProofRecord>& records) {
  Stored stored;
  for (const ProofRecord& record : records) stored[key_of(record.position, record.goal)] = record;
  return stored;
}

Settlement settled(const std::vector<ProofRecord>& records, const Stored& stored = {},
                   int threads = 2) {
  Settler settler(NaiveGame{kNaiveRenju, 15}, lookup_in(stored), threads);
  Result<Settlement> found = settler.settle(records);
  EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.status().message());
  return found.ok() ? std::move(found).value() : Settlement();
}

// A straight four wins in three plies.
ProofRecord short_record() {
  return record(at("h8h9h10/a1c1e1/b"), Color::kBlack, point("h11", 15), 40);
}

TEST(Settle, EveryRecordOfAWholeProofHasItsExactDistanceWhateverItSays) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    std::vector<ProofRecord> records = records_of(proof);
    std::mt19937 random(7);
    std::shuffle(records.begin(), records.end(), random);
    for (ProofRecord& record : records) record.distance_plies = static_cast<int>(random() % 70000);
    const Settlement found = settled(records);
    EXPECT_TRUE(found.faults.empty()) << found.faults.front().fault;
    ASSERT_EQ(found.records.size(), records.size());
    Stored stored;
    for (const ProofRecord& record : found.records) {
      // Children come before parents, so the children's are there.
      if (record.kind == RecordKind::kTree) {
        const std::optional<int> after =
            worth(after_move(record.position, record.move), record.goal, stored);
        ASSERT_TRUE(after.has_value()) << format_position(record.position);
        EXPECT_EQ(record.distance_plies, 1 + *after) << format_position(record.position);
      } else {
        EXPECT_EQ(record.distance_plies, worth(record.position, record.goal, stored));
      }
      stored[key_of(record.position, record.goal)] = record;
    }
  }
}

TEST(Settle, TheOrderOfTheRecordsTheThreadsAndTheCallsDoNotMatter) {
  const SmallProof proof = white_proof();
  const std::vector<ProofRecord> records = records_of(proof);
  const Stored once = stored_of(settled(records, {}, 1).records);
  Stored stored;
  Settler settler(NaiveGame{kNaiveRenju, 15}, lookup_in(stored), 2);
  std::vector<ProofRecord> left = records;
  std::sort(left.begin(), left.end(), [](const ProofRecord& a, const ProofRecord& b) {
    return a.position.stone_count() > b.position.stone_count();
  });
  while (!left.empty()) {
    const std::size_t count = std::min<std::size_t>(3, left.size());
    const Settlement part = settler.settle(std::span(left).first(count)).value();
    EXPECT_TRUE(part.faults.empty());
    for (const ProofRecord& record : part.records) {
      stored[key_of(record.position, record.goal)] = record;
    }
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
  }
  EXPECT_EQ(stored, once);
}

TEST(Settle, AMissingRecordIsAFaultOfAllThatRestsOnIt) {
  const SmallProof proof = black_proof();
  const Stored whole = stored_of(settled(records_of(proof)).records);
  for (const std::string& missing : needed_records(proof)) {
    std::vector<ProofRecord> records;
    for (const auto& [key, record] : whole) {
      if (format_position(record.position) != missing) records.push_back(record);
    }
    const Settlement found = settled(records);
    EXPECT_EQ(found.records.size() + found.faults.size(), records.size());
    if (missing == canonical_text(proof.root)) {
      EXPECT_TRUE(found.faults.empty());
      continue;
    }
    ASSERT_FALSE(found.faults.empty()) << missing;
    EXPECT_NE(found.faults.front().fault.find("no record"), std::string::npos);
    EXPECT_NE(found.faults.front().fault.find("goal black"), std::string::npos);
    // What is left is as it was, and whole.
    Stored stored;
    for (const ProofRecord& record : found.records) {
      EXPECT_EQ(record, whole.at(key_of(record.position, record.goal)));
      stored[key_of(record.position, record.goal)] = record;
    }
    EXPECT_FALSE(stored.contains(key_of(proof.root, proof.goal)));
    EXPECT_TRUE(settled(found.records).faults.empty());
    // With the missing one stored, all of them hold.
    const auto is_missing = [&](const auto& entry) {
      return format_position(entry.second.position) == missing;
    };
    Stored one;
    one.insert(*std::find_if(whole.begin(), whole.end(), is_missing));
    // It rests on others itself: here it is taken as it says.
    EXPECT_EQ(settled(records, one).records.size(), records.size());
  }
}

TEST(Settle, EveryFalseMoveIsAFaultAndNothingFalseIsSettled) {
  const SmallProof proof = white_proof();
  const std::vector<ProofRecord> records = records_of(proof);
  const Stored whole = stored_of(settled(records).records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (whole.at(key_of(records[i].position, records[i].goal)).kind == RecordKind::kVcfLeaf)
      continue;
    std::vector<ProofRecord> wrong = records;
    wrong[i].move =
        wrong[i].position.is_empty_point(point("a1", 15)) ? point("a1", 15) : point("b15", 15);
    const Settlement found = settled(wrong);
    ASSERT_FALSE(found.faults.empty()) << format_position(wrong[i].position);
    EXPECT_EQ(found.faults.front().index, i);
    for (const ProofRecord& record : found.records) {
      EXPECT_EQ(record, whole.at(key_of(record.position, record.goal)));
    }
  }
}

TEST(Settle, ARecordOfAPositionWithAShortWinBecomesThatWin) {
  for (const char* move : {"h7", "h11", "a15", "o15"}) {
    const Position position = at("h8h9h10/a1c1e1/b");
    const Settlement found = settled({record(position, Color::kBlack, point(move, 15), 40)});
    ASSERT_EQ(found.records.size(), 1u);
    EXPECT_EQ(found.records[0].kind, RecordKind::kVcfLeaf);
    EXPECT_EQ(found.records[0].distance_plies, 3);
    const Position after = after_move(found.records[0].position, found.records[0].move);
    EXPECT_EQ(worth(after, Color::kBlack, {}), 2);
  }
}

TEST(Settle, AFiveMadeByTheMoveIsOnePly) {
  // A five is there, and so it is the record whatever its move.
  const Settlement found =
      settled({record(at("h8i8j8k8/a1c1e1g1/b"), Color::kBlack, point("l8", 15), 9)});
  ASSERT_EQ(found.records.size(), 1u);
  EXPECT_EQ(found.records[0].distance_plies, 1);
}

TEST(Settle, TwoOfOnePositionAreOneAndWhatIsStoredStays) {
  const SmallProof proof = black_proof();
  std::vector<ProofRecord> records = records_of(proof);
  const std::vector<ProofRecord> once = settled(records).records;
  records.insert(records.end(), once.begin(), once.end());
  EXPECT_EQ(settled(records).records, once);
  // A stored one stands as it is, and its distance counts for those above it.
  Stored stored = stored_of(once);
  ASSERT_TRUE(settled(records, stored).records.empty());
  const std::string root = key_of(proof.root, proof.goal);
  const ProofRecord at_root = stored.at(root);
  stored.erase(root);
  for (auto& [key, record] : stored) record.distance_plies += 20;
  const Settlement above = settled(records, stored);
  ASSERT_EQ(above.records.size(), 1u);
  EXPECT_EQ(above.records[0].distance_plies, at_root.distance_plies + 20);
}

TEST(Settle, MalformedRecordsAreFaultsAndDoNoHarm) {
  ProofRecord overlapping = short_record();
  overlapping.position.white = overlapping.position.black;
  ProofRecord unsorted = short_record();
  std::swap(unsorted.position.black[0], unsorted.position.black[1]);
  ProofRecord off_board = short_record();
  off_board.move = 300;
  ProofRecord no_colour = short_record();
  no_colour.goal = static_cast<Color>(7);
  ProofRecord no_kind = short_record();
  no_kind.kind = static_cast<RecordKind>(9);
  ProofRecord small = record(at("-/-/b", 9), Color::kBlack, 40, 9);
  const ProofRecord over = record(at("h8i8j8k8l8/a1c1e1g1/b"), Color::kBlack, point("h3", 15), 9);
  const Settlement found =
      settled({overlapping, unsorted, off_board, no_colour, no_kind, small, over, short_record()});
  EXPECT_EQ(found.records.size(), 1u);
  EXPECT_EQ(found.faults.size(), 7u);
}

TEST(Settle, ARecordAgainstEveryReplyIsWorthItsLongest) {
  const SmallProof proof = black_proof();
  const std::vector<ProofRecord> once = settled(records_of(proof)).records;
  const Stored stored = stored_of(once);
  const ProofRecord& root = stored.at(key_of(proof.root, proof.goal));
  const Position after = after_move(root.position, root.move);
  std::vector<ProofRecord> records = records_of(proof);
  records.insert(records.begin(),
                 record(after, Color::kBlack, kNoMove, 3, RecordKind::kAllReplies));
  const Settlement found = settled(records);
  ASSERT_EQ(found.records.size(), records.size());
  const auto all_replies = std::find_if(
      found.records.begin(), found.records.end(),
      [](const ProofRecord& record) { return record.kind == RecordKind::kAllReplies; });
  ASSERT_NE(all_replies, found.records.end());
  EXPECT_EQ(all_replies->distance_plies, root.distance_plies - 1);
}

TEST(Settle, TheValueOfAPositionIsThatOfItsRecordItsRepliesOrItsFours) {
  const SmallProof proof = black_proof();
  const Stored stored = stored_of(settled(records_of(proof)).records);
  Settler settler(NaiveGame{kNaiveRenju, 15}, lookup_in(stored), 1);
  const ProofRecord& root = stored.at(key_of(proof.root, proof.goal));
  for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
    const Position image = image_of(proof.root, index);
    EXPECT_EQ(settler.value(image, Color::kBlack).value(), root.distance_plies);
    EXPECT_FALSE(settler.value(image, Color::kWhite).value().has_value());
    const Position after = image_of(after_move(root.position, root.move), index);
    EXPECT_EQ(settler.value(after, Color::kBlack).value(), root.distance_plies - 1);
    EXPECT_FALSE(settler.value(after, Color::kWhite).value().has_value());
  }
  const ProofRecord leaf = short_record();
  EXPECT_EQ(settler.value(leaf.position, leaf.goal).value(), worth(leaf.position, leaf.goal, {}));
}

TEST(Settle, AFailingLookupIsAnErrorAndADamagedRecordIsNone) {
  const SmallProof proof = black_proof();
  const std::vector<ProofRecord> records = records_of(proof);
  for (const StatusCode code : {StatusCode::kIo, StatusCode::kCorruption}) {
    Settler settler(
        NaiveGame{kNaiveRenju, 15},
        [code](const Position&, Color) -> Result<std::optional<Win>> {
          return Status(code, "broken");
        },
        2);
    const Result<Settlement> found = settler.settle(records);
    EXPECT_EQ(found.ok(), code == StatusCode::kCorruption);
  }
}

}  // namespace
}  // namespace tengen::book
