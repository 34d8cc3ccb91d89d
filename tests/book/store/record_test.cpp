#include "book/store/record.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

const Position kBlackToMove = canonicalize(at("h8i9/h9h7/b")).position;
const Position kWhiteToMove = canonicalize(at("h8i9/h9/w")).position;

TEST(RecordKey, BytesAreAsPublished) {
  EXPECT_EQ(encode_key(1, at("h8/-/w"), Color::kBlack), bytes({1, 15, 1, 1, 112, 0}));
  EXPECT_EQ(encode_key(1, at("-/-/b", 19), Color::kWhite), bytes({1, 19, 0, 0, 0, 1}));
}

TEST(RecordKey, RuleSetBytesAreFixed) {
  EXPECT_EQ(rules_byte("renju").value(), 1);
  EXPECT_EQ(rules_byte("gomoku").value(), 2);
  EXPECT_EQ(rules_byte("freestyle").value(), 3);
  EXPECT_EQ(rules_byte("gomoku-pro").value(), 4);
  EXPECT_EQ(rules_byte("renju-simple").value(), 5);
  EXPECT_EQ(rules_byte("own").value(), 255);
  EXPECT_EQ(rules_byte("").status().code(), StatusCode::kIncompatible);
  EXPECT_EQ(rules_byte("chess").status().code(), StatusCode::kIncompatible);
}

TEST(RecordKey, DecodesToWhatWasEncoded) {
  const BookKey key{.position = kBlackToMove, .goal = Color::kWhite};
  EXPECT_EQ(decode_key(encode_key(1, key.position, key.goal), 1, 15).value(), key);
}

TEST(RecordKey, HostileBytesAreCorruption) {
  const std::string good = encode_key(1, kBlackToMove, Color::kBlack);
  const auto refused = [](const std::string& key) {
    const Result<BookKey> decoded = decode_key(key, 1, 15);
    return !decoded.ok() && decoded.status().code() == StatusCode::kCorruption;
  };
  EXPECT_FALSE(refused(good));
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused(bytes({2}) + good.substr(1)));                   // other rules
  EXPECT_TRUE(refused(bytes({1, 13}) + good.substr(2)));               // other size
  EXPECT_TRUE(refused(good.substr(0, good.size() - 1) + bytes({2})));  // no goal
  EXPECT_TRUE(refused(good + bytes({0})));
  EXPECT_TRUE(refused(encode_key(1, Symmetry(3).apply(at("a1/-/w")), Color::kBlack)));
}

TEST(RecordValue, BytesAreAsPublished) {
  const ProofRecord tree{.position = at("h8/h9/b"),
                         .goal = Color::kBlack,
                         .move = point("i9"),
                         .distance_plies = 300,
                         .kind = RecordKind::kTree};
  // layout 1; proven and tree; 128 + 2; 300; run 7
  EXPECT_EQ(encode_value(tree, 7), bytes({1, 0x01, 0x82, 0x01, 0xac, 0x02, 7}));
  ProofRecord leaf = tree;
  leaf.kind = RecordKind::kVcfLeaf;
  leaf.move = point("a1");
  leaf.distance_plies = 5;
  EXPECT_EQ(encode_value(leaf, 0), bytes({1, 0x05, 2, 5, 0}));
  ProofRecord replies = tree;
  replies.position.to_move = Color::kWhite;
  replies.kind = RecordKind::kAllReplies;
  replies.move = kNoMove;
  replies.distance_plies = 6;
  EXPECT_EQ(encode_value(replies, 1), bytes({1, 0x09, 0, 6, 1}));
}

TEST(RecordValue, DecodesToWhatWasEncoded) {
  const int most = most_plies(kBlackToMove, Color::kBlack);
  const ProofRecord tree = record(kBlackToMove, Color::kBlack, point("a1"), most);
  const StoredProof decoded =
      decode_value(encode_value(tree, 0xffffffff), {tree.position, tree.goal}).value();
  EXPECT_EQ(decoded, (StoredProof{.kind = RecordKind::kTree,
                                  .move = tree.move,
                                  .distance_plies = most,
                                  .run = 0xffffffff}));
}

TEST(RecordValue, HostileBytesAreCorruption) {
  const BookKey attacker{.position = kBlackToMove, .goal = Color::kBlack};
  const BookKey defender{.position = kWhiteToMove, .goal = Color::kBlack};
  const auto refused = [](const std::string& value, const BookKey& key) {
    const Result<StoredProof> decoded = decode_value(value, key);
    return !decoded.ok() && decoded.status().code() == StatusCode::kCorruption;
  };
  EXPECT_FALSE(refused(bytes({1, 1, 2, 5, 0}), attacker));
  EXPECT_FALSE(refused(bytes({1, 9, 0, 5, 0}), defender));

  EXPECT_TRUE(refused("", attacker));
  EXPECT_TRUE(refused(bytes({1}), attacker));
  EXPECT_TRUE(refused(bytes({1, 1, 2, 5}), attacker));                 // no run
  EXPECT_TRUE(refused(bytes({1, 1, 2, 5, 0, 0}), attacker));           // a byte too many
  EXPECT_TRUE(refused(bytes({2, 1, 2, 5, 0}), attacker));              // newer layout
  EXPECT_TRUE(refused(bytes({1, 0, 2, 5, 0}), attacker));              // no verdict
  EXPECT_TRUE(refused(bytes({1, 2, 2, 5, 0}), attacker));              // disproven
  EXPECT_TRUE(refused(bytes({1, 0x11, 2, 5, 0}), attacker));           // unknown flag
  EXPECT_TRUE(refused(bytes({1, 0x0d, 0, 5, 0}), defender));           // unknown kind
  EXPECT_TRUE(refused(bytes({1, 1, 0x82, 0x80, 0, 5, 0}), attacker));  // longer than needed
  EXPECT_TRUE(refused(bytes({1, 1, 0, 5, 0}), attacker));              // no move
  EXPECT_FALSE(refused(bytes({1, 1, 1, 5, 0}), attacker));             // some game may know it
  EXPECT_TRUE(refused(bytes({1, 1, 114, 5, 0}), attacker));            // h8 is occupied
  EXPECT_TRUE(refused(bytes({1, 1, 0xe3, 1, 5, 0}), attacker));        // off the board
  EXPECT_TRUE(refused(bytes({1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 5, 0}), attacker));
  EXPECT_TRUE(refused(bytes({1, 1, 0xff, 0xff, 0xff, 0xff, 0x1f, 5, 0}), attacker));
  EXPECT_TRUE(refused(bytes({1, 1, 2, 0, 0}), attacker));              // distance 0
  EXPECT_TRUE(refused(bytes({1, 1, 2, 0x80, 0x80, 4, 0}), attacker));  // distance 65536
  // Twice the empty points are 442 and 444; the attacker, to move, takes one first.
  EXPECT_FALSE(refused(bytes({1, 1, 2, 0xb9, 3, 0}), attacker));
  EXPECT_TRUE(refused(bytes({1, 1, 2, 0xbb, 3, 0}), attacker));
  EXPECT_FALSE(refused(bytes({1, 9, 0, 0xbc, 3, 0}), defender));
  EXPECT_TRUE(refused(bytes({1, 9, 0, 0xbd, 3, 0}), defender));
  EXPECT_TRUE(refused(bytes({1, 1, 2, 0x80, 0x80, 2, 0}), attacker));  // distance 32768
  EXPECT_TRUE(refused(bytes({1, 1, 2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0}), attacker));
  EXPECT_TRUE(refused(bytes({1, 1, 2, 5, 0}), defender));  // a move for the defender
  EXPECT_TRUE(refused(bytes({1, 9, 0, 5, 0}), attacker));  // all replies of the attacker
  EXPECT_TRUE(refused(bytes({1, 9, 2, 5, 0}), defender));  // all replies, with a move
}

TEST(RecordValue, WhateverDecodesEncodesToTheSameBytes) {
  std::mt19937 random(5);
  const std::string good =
      encode_value(record(kBlackToMove, Color::kBlack, point("o15"), 300), 300);
  const BookKey key{.position = kBlackToMove, .goal = Color::kBlack};
  int accepted = 0;
  for (int i = 0; i < 50000; ++i) {
    std::string value = good;
    const int edits = 1 + static_cast<int>(random() % 3);
    for (int edit = 0; edit < edits; ++edit) {
      value[random() % value.size()] ^= static_cast<char>(1 << random() % 8);
    }
    if (random() % 8 == 0) value.resize(random() % value.size());
    const Result<StoredProof> decoded = decode_value(value, key);
    if (!decoded.ok()) continue;
    ++accepted;
    const ProofRecord again{.position = key.position,
                            .goal = key.goal,
                            .move = decoded.value().move,
                            .distance_plies = decoded.value().distance_plies,
                            .kind = decoded.value().kind};
    EXPECT_EQ(encode_value(again, decoded.value().run), value);
  }
  EXPECT_GT(accepted, 1000);
}

TEST(RecordCheck, OnlyWhatDecodesMayBeStored) {
  const ProofRecord good = record(at("h8i9/h9h7/b"), Color::kBlack, point("a1"), 9);
  EXPECT_TRUE(check_record(good).ok());
  const auto refused = [&](auto&& spoil) {
    ProofRecord bad = good;
    spoil(bad);
    return check_record(bad).code() == StatusCode::kInvalidArgument;
  };
  EXPECT_TRUE(refused([](ProofRecord& r) { r.goal = Color::kWhite; }));
  EXPECT_FALSE(refused([](ProofRecord& r) { r.move = kPass; }));  // some game may know it
  EXPECT_TRUE(refused([](ProofRecord& r) { r.move = kNoMove; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.move = r.position.black[0]; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.move = 225; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.distance_plies = 0; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.distance_plies = 443; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.distance_plies = -1; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.kind = RecordKind::kAllReplies; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.kind = static_cast<RecordKind>(3); }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.position.size = 4; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.position.size = 14; }));
  EXPECT_TRUE(refused([](ProofRecord& r) { std::swap(r.position.black[0], r.position.black[1]); }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.position.black.push_back(400); }));
  EXPECT_TRUE(refused([](ProofRecord& r) { r.position.white = r.position.black; }));
  // One of the images is not the canonical one.
  int canonical_images = 0;
  for (int index = 0; index < kSymmetryCount; ++index) {
    ProofRecord image = good;
    image.position = Symmetry(index).apply(good.position);
    image.move = Symmetry(index).apply(good.move, 15);
    if (check_record(image).ok()) ++canonical_images;
  }
  EXPECT_EQ(canonical_images, 1);
}

}  // namespace
}  // namespace tengen::book
