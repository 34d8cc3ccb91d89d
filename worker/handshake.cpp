#include "worker/handshake.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <utility>

#include "solver/base/check.h"

namespace tengen::worker {
namespace {

constexpr std::string_view kMagic = "TGNJ";

std::string proof(std::string_view secret, std::string_view who, std::string_view gate_nonce,
                  std::string_view joiner_nonce, std::string_view rest) {
  std::string text(who);
  for (const std::string_view part : {gate_nonce, joiner_nonce, rest}) text += part;
  std::string result(kProofBytes, '\0');
  unsigned length = 0;
  const unsigned char* made = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
                                   reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                                   reinterpret_cast<unsigned char*>(result.data()), &length);
  CHECK(made != nullptr && length == kProofBytes);
  return result;
}

bool equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

// What follows magic and version.
Result<std::string_view> read_head(std::string_view bytes, const char* peer) {
  if (!bytes.starts_with(kMagic)) {
    return Status(StatusCode::kCorruption, std::string("it does not answer like a ") + peer);
  }
  const auto version = static_cast<std::uint8_t>(bytes[kMagic.size()]);
  if (version != kJoinVersion) {
    return Status(StatusCode::kIncompatible,
                  "it joins by version " + std::to_string(version) + ", this program by version " +
                      std::to_string(kJoinVersion) + ": use one version of tengen");
  }
  return bytes.substr(kMagic.size() + 1);
}

std::string head() { return std::string(kMagic) + static_cast<char>(kJoinVersion); }

std::string rank_bytes(std::uint32_t rank) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(rank >> shift));
  return bytes;
}

}  // namespace

std::string make_greeting(std::string_view gate_nonce) { return head().append(gate_nonce); }

Result<std::string> read_greeting(std::string_view greeting) {
  CHECK(greeting.size() == kGreetingBytes);
  const Result<std::string_view> rest = read_head(greeting, "coordinator");
  if (!rest.ok()) return rest.status();
  return std::string(rest.value());
}

std::string make_reply(std::string_view secret, std::string_view gate_nonce,
                       std::string_view joiner_nonce, JoinRole role) {
  const std::string role_byte(1, static_cast<char>(role));
  return head() + role_byte + std::string(joiner_nonce) +
         proof(secret, "joiner", gate_nonce, joiner_nonce, role_byte);
}

Result<JoinReply> read_reply(std::string_view secret, std::string_view gate_nonce,
                             std::string_view reply) {
  CHECK(reply.size() == kReplyBytes);
  const Result<std::string_view> rest = read_head(reply, "joiner");
  if (!rest.ok()) return rest.status();
  const std::string_view role = rest.value().substr(0, 1);
  const std::string_view nonce = rest.value().substr(1, kNonceBytes);
  const bool known_role = role[0] == static_cast<char>(JoinRole::kWorker) ||
                          role[0] == static_cast<char>(JoinRole::kStatus);
  if (!known_role || !equal(rest.value().substr(1 + kNonceBytes),
                            proof(secret, "joiner", gate_nonce, nonce, role))) {
    return invalid_argument("it does not know the secret of this run");
  }
  return JoinReply{static_cast<JoinRole>(role[0]), std::string(nonce)};
}

std::string make_welcome(std::string_view secret, std::string_view gate_nonce,
                         std::string_view joiner_nonce, std::uint32_t rank) {
  const std::string bytes = rank_bytes(rank);
  return bytes + proof(secret, "gate", gate_nonce, joiner_nonce, bytes);
}

Result<std::uint32_t> read_welcome(std::string_view secret, std::string_view gate_nonce,
                                   std::string_view joiner_nonce, std::string_view welcome) {
  CHECK(welcome.size() == kWelcomeBytes);
  const std::string_view bytes = welcome.substr(0, 4);
  if (!equal(welcome.substr(4), proof(secret, "gate", gate_nonce, joiner_nonce, bytes))) {
    return invalid_argument("it does not know the secret of this run");
  }
  std::uint32_t rank = 0;
  for (std::size_t i = 4; i-- > 0;) rank = rank << 8 | static_cast<std::uint8_t>(bytes[i]);
  return rank;
}

FrameKeys frame_keys_of_gate(std::string_view secret, std::string_view gate_nonce,
                             std::string_view joiner_nonce) {
  return {proof(secret, "from gate", gate_nonce, joiner_nonce, {}),
          proof(secret, "from joiner", gate_nonce, joiner_nonce, {})};
}

FrameKeys frame_keys_of_joiner(std::string_view secret, std::string_view gate_nonce,
                               std::string_view joiner_nonce) {
  FrameKeys keys = frame_keys_of_gate(secret, gate_nonce, joiner_nonce);
  std::swap(keys.send, keys.receive);
  return keys;
}

}  // namespace tengen::worker
