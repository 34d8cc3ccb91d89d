#include "worker/messages.h"

#include <gtest/gtest.h>

#include <random>

namespace tengen::worker {
namespace {

Position some_position() { return parse_setup("h8i9/h9h7/b", 15).value(); }

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[static_cast<std::uint8_t>(c) >> 4];
    text += kDigits[static_cast<std::uint8_t>(c) & 15];
  }
  return text;
}

const std::string kHead = std::string("TGN") + static_cast<char>(kWireVersion);

Answer full_answer() {
  Answer answer;
  answer.job_id = 77;
  SolveOutcome& outcome = answer.outcome;
  outcome.verdict = Verdict::kUnknown;
  outcome.proof_number = 12;
  outcome.disproof_number = 3456;
  outcome.best = 100;
  outcome.children = {{100, Verdict::kUnknown, 5, 6, 0}, {kPass, Verdict::kProven, 0, 9, 17}};
  outcome.records = {{some_position(), Color::kBlack, 90, 21, RecordKind::kTree},
                     {some_position(), Color::kWhite, kNoMove, 4, RecordKind::kAllReplies}};
  outcome.nodes = 1'000'000;
  outcome.expansions = 400'000;
  outcome.seconds = 1.5;
  outcome.certify_seconds = 0.25;
  answer.peak_memory_bytes = 300 << 20;
  answer.handed_back = true;
  return answer;
}

std::vector<Message> one_of_each() {
  return {Hello{"0.1.0", "host", 42, "renju", 15},
          Job{7, some_position(), Color::kWhite, {1000, 2.5, 3}},
          full_answer(),
          Facts{full_answer().outcome.records},
          Cancel{9},
          Heartbeat{3, 1.25, 99},
          KeepAlive{},
          Stop{false, true, "another version"},
          Bye{"out of memory"},
          Hints{true, {{some_position(), 100, true}, {some_position(), 3, false}}}};
}

TEST(Messages, EveryTypeComesBackAsItWasSent) {
  for (const Message& message : one_of_each()) {
    const std::string bytes = encode(message);
    const Result<Message> decoded = decode(bytes);
    ASSERT_TRUE(decoded.ok()) << message.index();
    EXPECT_EQ(decoded.value().index(), message.index());
    EXPECT_EQ(encode(decoded.value()), bytes);
  }
}

TEST(Messages, AnAnswerKeepsAllItsFields) {
  const Result<Message> decoded = decode(encode(full_answer()));
  ASSERT_TRUE(decoded.ok());
  const auto& outcome = std::get<Answer>(decoded.value()).outcome;
  const SolveOutcome sent = full_answer().outcome;
  EXPECT_EQ(std::get<Answer>(decoded.value()).job_id, 77U);
  EXPECT_EQ(outcome.records, sent.records);
  ASSERT_EQ(outcome.children.size(), 2U);
  EXPECT_EQ(outcome.children[1].move, kPass);
  EXPECT_EQ(outcome.children[1].verdict, Verdict::kProven);
  EXPECT_EQ(outcome.children[1].distance_plies, 17);
  EXPECT_EQ(outcome.best, 100);
  EXPECT_EQ(outcome.disproof_number, 3456U);
  EXPECT_EQ(outcome.nodes, 1'000'000U);
  EXPECT_EQ(outcome.expansions, 400'000U);
  EXPECT_EQ(outcome.certify_seconds, 0.25);
  EXPECT_EQ(std::get<Answer>(decoded.value()).peak_memory_bytes, 300U << 20);
  EXPECT_TRUE(std::get<Answer>(decoded.value()).handed_back);
}

TEST(Messages, ADistanceThatNoGameCanHaveIsRefused) {
  const auto refused = [](auto&& spoil) {
    Answer answer = full_answer();
    spoil(answer.outcome);
    return !decode(encode(answer)).ok();
  };
  const int most = most_plies(some_position(), Color::kBlack);
  EXPECT_FALSE(refused([&](SolveOutcome& o) { o.records[0].distance_plies = most; }));
  EXPECT_TRUE(refused([&](SolveOutcome& o) { o.records[0].distance_plies = most + 1; }));
  for (const int absurd : {-1, 32'768, 65'541, 0x7fffffff}) {
    EXPECT_TRUE(refused([&](SolveOutcome& o) { o.records[0].distance_plies = absurd; }));
    EXPECT_TRUE(refused([&](SolveOutcome& o) { o.records[1].distance_plies = absurd; }));
    EXPECT_TRUE(refused([&](SolveOutcome& o) { o.children[1].distance_plies = absurd; }));
    EXPECT_TRUE(refused([&](SolveOutcome& o) { o.distance_plies = absurd; }));
  }
  EXPECT_TRUE(refused([](SolveOutcome& o) { o.records[0].distance_plies = 0; }));
  EXPECT_FALSE(refused([](SolveOutcome& o) { o.distance_plies = 0; })) << "nothing is proven";
}

TEST(Messages, BytesAreAsPublished) {
  EXPECT_EQ(hex(encode(Cancel{9})), "54474e09040900000000000000");
  EXPECT_EQ(hex(encode(KeepAlive{})), "54474e0906");
  EXPECT_EQ(hex(encode(Stop{true, false, "no"})), "54474e09070100020000006e6f");
  EXPECT_EQ(hex(encode(Bye{"no"})), "54474e0908020000006e6f");
  EXPECT_EQ(hex(encode(Job{7, some_position(), Color::kWhite, {1000, 2.5, 3}})),
            "54474e0901"
            "0700000000000000"
            "0f"
            "06000000"
            "00027080617f"
            "01"
            "e803000000000000"
            "0000000000000440"
            "03000000");
  EXPECT_EQ(hex(encode(Hello{"0", "h", 42, "renju", 15})),
            "54474e0900"
            "0100000030"
            "0100000068"
            "2a000000"
            "0500000072656e6a75"
            "0f000000");
  EXPECT_EQ(hex(encode(Hints{true, {{some_position(), 100, true}}})),
            "54474e0909"
            "01"
            "01000000"
            "0f"
            "06000000"
            "00027080617f"
            "6400"
            "01");
}

TEST(Messages, AnotherWireVersionIsRefusedInWords) {
  std::string bytes = encode(KeepAlive{});
  bytes[3] = 1;
  const Result<Message> decoded = decode(bytes);
  ASSERT_FALSE(decoded.ok());
  EXPECT_EQ(decoded.status().code(), StatusCode::kIncompatible);
  EXPECT_NE(decoded.status().message().find("wire version 1"), std::string::npos);
}

TEST(Messages, EveryTruncationAndEveryTrailingByteIsRefused) {
  for (const Message& message : one_of_each()) {
    const std::string bytes = encode(message);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_FALSE(decode(std::string_view(bytes).substr(0, length)).ok()) << length;
    }
    EXPECT_FALSE(decode(bytes + '\0').ok());
  }
}

TEST(Messages, WhatDecodesAfterABitFlipEncodesToTheSameBytes) {
  for (const Message& message : one_of_each()) {
    const std::string bytes = encode(message);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      std::string flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
      const Result<Message> decoded = decode(flipped);
      if (!decoded.ok()) continue;
      EXPECT_EQ(encode(decoded.value()), flipped) << bit;
    }
  }
}

TEST(Messages, ClaimedCountsAllocateNothing) {
  // A Facts message that claims four billion records, and a Bye of four billion characters.
  for (const char* type : {"\x03", "\x08"}) {
    const Status status = decode(kHead + type + "\xff\xff\xff\xff").status();
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << status.message();
  }
}

TEST(Messages, WhatDecodesAfterRandomEditsEncodesToTheSameBytes) {
  std::mt19937 random(1);
  const std::vector<Message> messages = one_of_each();
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = encode(messages[random() % messages.size()]);
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % (bytes.size() + 1);
      const auto byte = static_cast<char>(random() % 2 == 0 ? random() % 3 : random());
      if (random() % 4 == 0) {
        bytes.insert(at, 1, byte);
      } else if (at < bytes.size()) {
        bytes[at] = byte;
      }
    }
    const Result<Message> decoded = decode(bytes);
    if (!decoded.ok()) continue;
    ++accepted;
    EXPECT_EQ(hex(encode(decoded.value())), hex(bytes));
  }
  EXPECT_GT(accepted, 1000);
}

TEST(Messages, MovesOffTheBoardAndUnknownVerdictsAreRefused) {
  Answer answer = full_answer();
  answer.outcome.records[0].move = 225;
  EXPECT_FALSE(decode(encode(answer)).ok());
  answer = full_answer();
  answer.outcome.children[0].verdict = static_cast<Verdict>(3);
  EXPECT_FALSE(decode(encode(answer)).ok());
  answer = full_answer();
  answer.outcome.seconds = -1;
  EXPECT_FALSE(decode(encode(answer)).ok());
}

}  // namespace
}  // namespace tengen::worker
