#include "worker/link.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdint>
#include <utility>

namespace tengen::wire {
namespace {

using boost::system::error_code;

constexpr std::size_t kLengthBytes = 4;
// An answer with all records that a prover may hand over at once is smaller.
constexpr std::size_t kMostFrameBytes = std::size_t{128} << 20;
// Memory is taken as bytes come, not as a length claims.
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kMostQueuedBytes = std::size_t{256} << 20;
// After so long without an acknowledgement the other host counts as gone.
constexpr int kUnacknowledgedMillis = 60'000;

}  // namespace

Link::Link(boost::asio::ip::tcp::socket socket, std::function<void()> something_came)
    : socket_(std::move(socket)), something_came_(std::move(something_came)) {
  error_code ignored;
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  const int millis = kUnacknowledgedMillis;
  setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &millis, sizeof(millis));
}

void Link::start() { read_length(); }

void Link::send(std::string bytes) {
  if (ended_ || closing_) return;
  outgoing_bytes_ += bytes.size();
  if (bytes.size() > kMostFrameBytes || outgoing_bytes_ > kMostQueuedBytes) {
    close();
    return;
  }
  std::string frame;
  frame.reserve(kLengthBytes + bytes.size());
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    frame.push_back(static_cast<char>(bytes.size() >> (8 * i)));
  }
  outgoing_.push_back(std::move(frame.append(bytes)));
  if (outgoing_.size() == 1) write_front();
}

std::optional<std::string> Link::receive() {
  if (incoming_.empty()) return std::nullopt;
  std::string bytes = std::move(incoming_.front());
  incoming_.pop_front();
  return bytes;
}

void Link::close_after_sending() {
  closing_ = true;
  if (outgoing_.empty()) close();
}

void Link::close() {
  if (std::exchange(ended_, true)) return;
  outgoing_bytes_ = 0;
  error_code ignored;
  socket_.close(ignored);
  if (something_came_) something_came_();
}

void Link::read_length() {
  length_bytes_.resize(kLengthBytes);
  boost::asio::async_read(
      socket_, boost::asio::buffer(length_bytes_),
      [self = shared_from_this()](const error_code& error, std::size_t /*bytes*/) {
        if (error) return self->close();
        std::size_t length = 0;
        for (std::size_t i = kLengthBytes; i-- > 0;) {
          length = length << 8 | static_cast<std::uint8_t>(self->length_bytes_[i]);
        }
        if (length > kMostFrameBytes) return self->close();
        self->body_.clear();
        self->read_body(length);
      });
}

void Link::read_body(std::size_t length) {
  const std::size_t have = body_.size();
  if (have == length) {
    incoming_.push_back(std::move(body_));
    body_ = {};
    if (something_came_) something_came_();
    read_length();
    return;
  }
  body_.resize(have + std::min(length - have, kChunkBytes));
  boost::asio::async_read(
      socket_, boost::asio::buffer(body_.data() + have, body_.size() - have),
      [self = shared_from_this(), length](const error_code& error, std::size_t /*bytes*/) {
        if (error) return self->close();
        self->read_body(length);
      });
}

void Link::write_front() {
  boost::asio::async_write(
      socket_, boost::asio::buffer(outgoing_.front()),
      [self = shared_from_this()](const error_code& error, std::size_t /*bytes*/) {
        if (error) {
          // What the other end said before it left may still be unread: reading finds the end.
          self->outgoing_.clear();
          self->outgoing_bytes_ = 0;
          if (self->closing_) self->close();
          return;
        }
        self->outgoing_bytes_ -= self->outgoing_.front().size() - kLengthBytes;
        self->outgoing_.pop_front();
        if (!self->outgoing_.empty()) {
          self->write_front();
        } else if (self->closing_) {
          self->close();
        }
      });
}

}  // namespace tengen::wire
