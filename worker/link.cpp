#include "worker/link.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace tengen::worker {
namespace {

using boost::system::error_code;

// An answer with all records that a prover may hand over at once is smaller.
constexpr std::size_t kMostFrameBytes = std::size_t{128} << 20;
// Memory is taken as bytes come, not as a length claims, whoever wrote it.
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kMostQueuedBytes = std::size_t{256} << 20;
// After so long without an acknowledgement the other host counts as gone.
constexpr int kUnacknowledgedMillis = 60'000;

constexpr const char* kDamaged = "what came over its connection is not what was sent";
constexpr const char* kTooLong = "it sent more at once than it may";

}  // namespace

Link::Link(boost::asio::ip::tcp::socket socket, const FrameKeys& keys,
           std::function<void()> something_came)
    : socket_(std::move(socket)),
      something_came_(std::move(something_came)),
      send_seal_(keys.send),
      receive_seal_(keys.receive) {
  error_code ignored;
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  const int millis = kUnacknowledgedMillis;
  setsockopt(socket_.native_handle(), IPPROTO_TCP, TCP_USER_TIMEOUT, &millis, sizeof(millis));
}

void Link::start() { read_head(); }

void Link::send(std::string bytes) {
  if (ended_ || closing_) return;
  if (bytes.size() > kMostFrameBytes || outgoing_bytes_ + bytes.size() > kMostQueuedBytes) {
    close();
    return;
  }
  outgoing_.push_back(send_seal_.seal(bytes));
  outgoing_bytes_ += outgoing_.back().size();
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

void Link::cut_off(const char* fault) {
  if (!ended_) fault_ = fault;
  close();
}

void Link::read_head() {
  head_.resize(kFrameHeadBytes);
  boost::asio::async_read(
      socket_, boost::asio::buffer(head_),
      [self = shared_from_this()](const error_code& error, std::size_t /*bytes*/) {
        if (error) return self->close();
        const std::optional<std::size_t> length = self->receive_seal_.open_head(self->head_);
        if (!length) return self->cut_off(kDamaged);
        if (*length > kMostFrameBytes) return self->cut_off(kTooLong);
        self->body_.clear();
        self->read_body(*length + kTagBytes);
      });
}

void Link::read_body(std::size_t bytes) {
  const std::size_t have = body_.size();
  if (have == bytes) return take_body();
  body_.resize(have + std::min(bytes - have, kChunkBytes));
  boost::asio::async_read(
      socket_, boost::asio::buffer(body_.data() + have, body_.size() - have),
      [self = shared_from_this(), bytes](const error_code& error, std::size_t /*bytes*/) {
        if (error) return self->close();
        self->read_body(bytes);
      });
}

void Link::take_body() {
  const std::string tag = body_.substr(body_.size() - kTagBytes);
  body_.resize(body_.size() - kTagBytes);
  if (!receive_seal_.open_body(body_, tag)) return cut_off(kDamaged);
  incoming_.push_back(std::move(body_));
  body_ = {};
  if (something_came_) something_came_();
  read_head();
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
        self->outgoing_bytes_ -= self->outgoing_.front().size();
        self->outgoing_.pop_front();
        if (!self->outgoing_.empty()) {
          self->write_front();
        } else if (self->closing_) {
          self->close();
        }
      });
}

}  // namespace tengen::worker
