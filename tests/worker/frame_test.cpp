#include "worker/frame.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "worker/handshake.h"
#include "worker/join_file.h"

namespace tengen::worker {
namespace {

const std::string kSecret(kSecretBytes, 's');
const std::string kGateNonce(kNonceBytes, 'g');
const std::string kJoinerNonce(kNonceBytes, 'j');

FrameKeys joiner_keys() { return frame_keys_of_joiner(kSecret, kGateNonce, kJoinerNonce); }
FrameKeys gate_keys() { return frame_keys_of_gate(kSecret, kGateNonce, kJoinerNonce); }

// What a reader makes of these bytes, from the first frame to the first that it does not believe.
std::vector<std::string> read_all(FrameSeal& reader, std::string_view bytes) {
  std::vector<std::string> bodies;
  while (bytes.size() >= kFrameHeadBytes) {
    const std::optional<std::size_t> length = reader.open_head(bytes.substr(0, kFrameHeadBytes));
    bytes.remove_prefix(kFrameHeadBytes);
    if (!length || bytes.size() < *length + kTagBytes) break;
    if (!reader.open_body(bytes.substr(0, *length), bytes.substr(*length, kTagBytes))) break;
    bodies.emplace_back(bytes.substr(0, *length));
    bytes.remove_prefix(*length + kTagBytes);
  }
  return bodies;
}

std::vector<std::string> read_with(const std::string& key, std::string_view bytes) {
  FrameSeal reader(key);
  return read_all(reader, bytes);
}

TEST(Frame, ComesBackAsItWasSealed) {
  FrameSeal writer(joiner_keys().send);
  const std::vector<std::string> bodies = {"one", "", std::string(70'000, 'x')};
  std::string bytes;
  for (const std::string& body : bodies) bytes += writer.seal(body);
  EXPECT_EQ(read_with(gate_keys().receive, bytes), bodies);
}

TEST(Frame, NoBitOfItCanBeTurned) {
  const std::string frame = FrameSeal(joiner_keys().send).seal("a message of some length");
  for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit) {
    std::string turned = frame;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
    EXPECT_TRUE(read_with(gate_keys().receive, turned).empty()) << bit;
  }
}

TEST(Frame, ALengthThatWasChangedIsNotBelieved) {
  std::string frame = FrameSeal(joiner_keys().send).seal("body");
  for (const char* length : {"\xff\xff\xff\xff", "\x05\x00\x00\x00", "\x03\x00\x00\x00"}) {
    frame.replace(0, 4, length, 4);
    EXPECT_FALSE(FrameSeal(gate_keys().receive).open_head(frame.substr(0, kFrameHeadBytes)));
  }
}

TEST(Frame, IsReadOnceAndInItsTurn) {
  FrameSeal writer(joiner_keys().send);
  const std::string first = writer.seal("first");
  const std::string second = writer.seal("other");
  const std::string key = gate_keys().receive;
  using Bodies = std::vector<std::string>;
  EXPECT_EQ(read_with(key, first + first), Bodies{"first"}) << "replayed";
  EXPECT_EQ(read_with(key, second + first), Bodies{}) << "in another order";
  EXPECT_EQ(read_with(key, first + second + first), (Bodies{"first", "other"})) << "replayed later";
  const std::string mixed = first.substr(0, kFrameHeadBytes) + second.substr(kFrameHeadBytes);
  EXPECT_EQ(read_with(key, mixed), Bodies{}) << "one's head with the other's body";
}

TEST(Frame, CutShortItIsNone) {
  FrameSeal writer(joiner_keys().send);
  const std::string first = writer.seal("first");
  const std::string second = writer.seal("other");
  for (std::size_t kept = 0; kept < first.size(); ++kept) {
    EXPECT_TRUE(read_with(gate_keys().receive, first.substr(0, kept) + second).empty()) << kept;
  }
}

TEST(Frame, OfAnotherConnectionWayOrSecretIsNone) {
  const std::string nonce(kNonceBytes, 'n');
  const std::string secret(kSecretBytes, 'o');
  const auto read = [](const std::string& key) {
    return read_with(gate_keys().receive, FrameSeal(key).seal("body")).size();
  };
  EXPECT_EQ(read(joiner_keys().send), 1U);
  EXPECT_EQ(read(gate_keys().send), 0U) << "its own, sent back";
  EXPECT_EQ(read(frame_keys_of_joiner(kSecret, nonce, kJoinerNonce).send), 0U);
  EXPECT_EQ(read(frame_keys_of_joiner(kSecret, kGateNonce, nonce).send), 0U);
  EXPECT_EQ(read(frame_keys_of_joiner(secret, kGateNonce, kJoinerNonce).send), 0U);
}

TEST(Frame, BytesAreAsPublished) {
  // printf 'H\0\0\0\0\0\0\0\0\2\0\0\0' | openssl dgst -sha256 -hmac key, and 'B...\2\0\0\0hi'
  const std::string frame = FrameSeal("key").seal("hi");
  std::string hex;
  for (const char c : frame) {
    constexpr const char* kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<std::uint8_t>(c) >> 4];
    hex += kDigits[static_cast<std::uint8_t>(c) & 15];
  }
  EXPECT_EQ(hex,
            "02000000"
            "5e8af24ae7c70ef8197f75c494abf7a3"
            "6869"
            "22d679d0b8856aab8db3c5806f7c026f");
}

TEST(Checksum, NoBitOfAMessageCanBeTurned) {
  std::string bytes = "a message of some length";
  append_checksum(bytes, {1, 0, 5});
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string turned = bytes;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(take_checksum(turned, {1, 0, 5})) << bit;
  }
  EXPECT_TRUE(take_checksum(bytes, {1, 0, 5}));
  EXPECT_EQ(bytes, "a message of some length");
}

TEST(Checksum, IsOfOneMessageAlone) {
  const auto believed = [](std::string bytes, const MessageName& name) {
    return take_checksum(bytes, name);
  };
  std::string bytes = "body";
  append_checksum(bytes, {1, 0, 5});
  EXPECT_TRUE(believed(bytes, {1, 0, 5}));
  EXPECT_FALSE(believed(bytes, {1, 0, 6})) << "the one before it is missing";
  EXPECT_FALSE(believed(bytes, {1, 0, 4})) << "it came twice";
  EXPECT_FALSE(believed(bytes, {2, 0, 5})) << "from another";
  EXPECT_FALSE(believed(bytes, {1, 2, 5})) << "to another";
  for (std::size_t kept = 0; kept < bytes.size(); ++kept) {
    EXPECT_FALSE(believed(bytes.substr(0, kept), {1, 0, 5})) << kept;
  }
  EXPECT_FALSE(believed(bytes + '\0', {1, 0, 5}));
}

TEST(Checksum, OfAnEmptyMessageIsEightBytes) {
  std::string bytes;
  append_checksum(bytes, {0, 1, 0});
  EXPECT_EQ(bytes.size(), 8U);
  EXPECT_TRUE(take_checksum(bytes, {0, 1, 0}));
}

}  // namespace
}  // namespace tengen::worker
