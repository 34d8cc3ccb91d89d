// What makes the bytes between coordinator and workers believable.
//
// Over TCP (link.h), where anybody on the way may write: a frame is
//
//   length of the body (4, little-endian), tag (16) of that length, body, tag (16) of all of it
//
// and a tag is the head of HMAC-SHA-256, with a key for each way of each connection (handshake.h),
// over what it stands for ('H' or 'B'), the frame's number on its way, the length, and the body.
// The number itself is not sent: a frame that was changed, replayed, moved or made by somebody else
// has the wrong tag, and its length is not believed before. Contents are not encrypted.
//
// Between MPI ranks, where only hardware errs: the body, then a CRC-64 over it, both ranks and the
// message's number on its way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tengen::worker {

constexpr std::size_t kTagBytes = 16;
constexpr std::size_t kFrameHeadBytes = 4 + kTagBytes;

// The keys of one end of a connection.
struct FrameKeys {
  std::string send;
  std::string receive;
};

// Writes or reads the frames of one way, in order. Not for both, and not for two threads.
class FrameSeal {
 public:
  explicit FrameSeal(std::string_view key);
  ~FrameSeal();
  FrameSeal(const FrameSeal&) = delete;
  FrameSeal& operator=(const FrameSeal&) = delete;

  // The next frame. REQUIRES: body.size() fits in 32 bits.
  [[nodiscard]] std::string seal(std::string_view body);

  // The length of the next frame's body; nothing when the other end did not write this head.
  // REQUIRES: head.size() == kFrameHeadBytes
  [[nodiscard]] std::optional<std::size_t> open_head(std::string_view head);
  // Whether the other end wrote this body as its next; then the frame after it is the next.
  // REQUIRES: tag.size() == kTagBytes
  [[nodiscard]] bool open_body(std::string_view body, std::string_view tag);

 private:
  struct Mac;
  [[nodiscard]] std::string tag(char what, std::string_view length, std::string_view body);

  std::unique_ptr<Mac> mac_;
  std::uint64_t number_ = 0;
};

// Which message it is: the nth, from 0, of those from `source` to `target`.
struct MessageName {
  int source = 0;
  int target = 0;
  std::uint64_t number = 0;
};

void append_checksum(std::string& bytes, const MessageName& name);
// Takes the checksum off again. False when the bytes are not those of that name.
[[nodiscard]] bool take_checksum(std::string& bytes, const MessageName& name);

}  // namespace tengen::worker
