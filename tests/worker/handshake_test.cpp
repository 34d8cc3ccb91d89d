#include "worker/handshake.h"

#include <gtest/gtest.h>

#include <set>

#include "worker/join_file.h"

namespace tengen::worker {
namespace {

const std::string kSecret(kSecretBytes, 's');
const std::string kGateNonce(kNonceBytes, 'g');
const std::string kJoinerNonce(kNonceBytes, 'j');

TEST(Handshake, BothEndsBelieveEachOtherWhenTheyShareTheSecret) {
  const std::string greeting = make_greeting(kGateNonce);
  ASSERT_EQ(greeting.size(), kGreetingBytes);
  EXPECT_EQ(read_greeting(greeting).value(), kGateNonce);
  const std::string reply = make_reply(kSecret, kGateNonce, kJoinerNonce, JoinRole::kStatus);
  ASSERT_EQ(reply.size(), kReplyBytes);
  const Result<JoinReply> read = read_reply(kSecret, kGateNonce, reply);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().role, JoinRole::kStatus);
  EXPECT_EQ(read.value().joiner_nonce, kJoinerNonce);
  const std::string welcome = make_welcome(kSecret, kGateNonce, kJoinerNonce, 0x01020304);
  ASSERT_EQ(welcome.size(), kWelcomeBytes);
  EXPECT_EQ(read_welcome(kSecret, kGateNonce, kJoinerNonce, welcome).value(), 0x01020304U);
}

TEST(Handshake, AnotherSecretNonceOrRankIsRefused) {
  const std::string other(kSecretBytes, 'o');
  const std::string reply = make_reply(kSecret, kGateNonce, kJoinerNonce, JoinRole::kWorker);
  EXPECT_FALSE(read_reply(other, kGateNonce, reply).ok());
  EXPECT_FALSE(read_reply(kSecret, kJoinerNonce, reply).ok());
  const std::string welcome = make_welcome(kSecret, kGateNonce, kJoinerNonce, 7);
  EXPECT_FALSE(read_welcome(other, kGateNonce, kJoinerNonce, welcome).ok());
  EXPECT_FALSE(read_welcome(kSecret, kJoinerNonce, kGateNonce, welcome).ok());
}

TEST(Handshake, NoBitOfAReplyOrWelcomeCanBeTurned) {
  const std::string reply = make_reply(kSecret, kGateNonce, kJoinerNonce, JoinRole::kWorker);
  for (std::size_t bit = 0; bit < 8 * reply.size(); ++bit) {
    std::string turned = reply;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(read_reply(kSecret, kGateNonce, turned).ok()) << bit;
  }
  const std::string welcome = make_welcome(kSecret, kGateNonce, kJoinerNonce, 7);
  for (std::size_t bit = 0; bit < 8 * welcome.size(); ++bit) {
    std::string turned = welcome;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(read_welcome(kSecret, kGateNonce, kJoinerNonce, turned).ok()) << bit;
  }
}

TEST(Handshake, FramesHaveKeysOfTheirConnectionAndWayAlone) {
  const FrameKeys gate = frame_keys_of_gate(kSecret, kGateNonce, kJoinerNonce);
  const FrameKeys joiner = frame_keys_of_joiner(kSecret, kGateNonce, kJoinerNonce);
  EXPECT_EQ(gate.send, joiner.receive);
  EXPECT_EQ(gate.receive, joiner.send);
  const std::string other(kNonceBytes, 'o');
  std::set<std::string> keys;
  for (const FrameKeys& some : {gate, frame_keys_of_gate(other, kGateNonce, kJoinerNonce),
                                frame_keys_of_gate(kSecret, other, kJoinerNonce),
                                frame_keys_of_gate(kSecret, kGateNonce, other)}) {
    keys.insert({some.send, some.receive});
  }
  EXPECT_EQ(keys.size(), 8U);
}

TEST(Handshake, AnotherVersionIsNamed) {
  std::string greeting = make_greeting(kGateNonce);
  greeting[4] = 9;
  const Result<std::string> read = read_greeting(greeting);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), StatusCode::kIncompatible);
  EXPECT_NE(read.status().message().find("version 9"), std::string::npos);
  greeting[0] = 'X';
  EXPECT_EQ(read_greeting(greeting).status().code(), StatusCode::kCorruption);
}

TEST(Handshake, BytesAreAsPublished) {
  EXPECT_EQ(make_greeting(kGateNonce), "TGNJ\x02" + kGateNonce);
  const std::string reply = make_reply(kSecret, kGateNonce, kJoinerNonce, JoinRole::kWorker);
  EXPECT_EQ(reply.substr(0, 6 + kNonceBytes), "TGNJ\x02W" + kJoinerNonce);
  const std::string welcome = make_welcome(kSecret, kGateNonce, kJoinerNonce, 258);
  EXPECT_EQ(welcome.substr(0, 4), std::string("\x02\x01\x00\x00", 4));
}

}  // namespace
}  // namespace tengen::worker
