// How a joiner and a coordinator's gate find out that both know the run's secret, without sending
// it. Three messages of fixed length, then frames (see frame.h):
//
//   gate:   "TGNJ", version, nonce (32 bytes)
//   joiner: "TGNJ", version, role, nonce (32), HMAC(secret, "joiner", both nonces, role) (32)
//   gate:   rank (4, little-endian), HMAC(secret, "gate", both nonces, rank) (32)
//
// HMAC is HMAC-SHA-256. A gate that does not like the answer hangs up. The keys of the frames that
// follow are HMAC(secret, "from gate", both nonces) and HMAC(secret, "from joiner", both nonces).
// Nothing is encrypted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "solver/base/status.h"
#include "worker/frame.h"

namespace tengen::worker {

constexpr std::uint8_t kJoinVersion = 2;

enum class JoinRole : std::uint8_t {
  kWorker = 'W',  // frames are messages (messages.h), both ways
  kStatus = 'S',  // the gate sends one frame, JSON text, and hangs up
};

constexpr std::size_t kNonceBytes = 32;
constexpr std::size_t kProofBytes = 32;
constexpr std::size_t kGreetingBytes = 4 + 1 + kNonceBytes;
constexpr std::size_t kReplyBytes = 4 + 1 + 1 + kNonceBytes + kProofBytes;
constexpr std::size_t kWelcomeBytes = 4 + kProofBytes;

[[nodiscard]] std::string make_greeting(std::string_view gate_nonce);
// The gate's nonce. Errors: kIncompatible (another version), kCorruption (no gate of Tengen).
Result<std::string> read_greeting(std::string_view greeting);

[[nodiscard]] std::string make_reply(std::string_view secret, std::string_view gate_nonce,
                                     std::string_view joiner_nonce, JoinRole role);
struct JoinReply {
  JoinRole role = JoinRole::kWorker;
  std::string joiner_nonce;
};
// Errors: kIncompatible, kInvalidArgument (another secret, or not a joiner).
Result<JoinReply> read_reply(std::string_view secret, std::string_view gate_nonce,
                             std::string_view reply);

[[nodiscard]] std::string make_welcome(std::string_view secret, std::string_view gate_nonce,
                                       std::string_view joiner_nonce, std::uint32_t rank);
// The rank. Errors: kInvalidArgument (the gate does not know the secret).
Result<std::uint32_t> read_welcome(std::string_view secret, std::string_view gate_nonce,
                                   std::string_view joiner_nonce, std::string_view welcome);

// Of this connection alone: no nonce comes twice.
[[nodiscard]] FrameKeys frame_keys_of_gate(std::string_view secret, std::string_view gate_nonce,
                                           std::string_view joiner_nonce);
[[nodiscard]] FrameKeys frame_keys_of_joiner(std::string_view secret, std::string_view gate_nonce,
                                             std::string_view joiner_nonce);

}  // namespace tengen::worker
