// A TCP connection that carries byte strings both ways, in frames that nobody between its ends can
// change or make (see frame.h): one that is not as it was sent ends the connection. Nothing blocks;
// work is done while the io_context is polled.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "worker/frame.h"

namespace tengen::worker {

// Owned by one thread, the one that polls. Held by shared_ptr: what is under way in the io_context
// keeps it alive.
class Link : public std::enable_shared_from_this<Link> {
 public:
  // `socket` is connected, and its other end has shown that it knows the secret; `keys` are those
  // of this end. `something_came` is called for each frame that has come whole, and once at the
  // end; it may be empty.
  Link(boost::asio::ip::tcp::socket socket, const FrameKeys& keys,
       std::function<void()> something_came);

  // Call once, after construction.
  void start();
  // Queues a frame. A peer that takes nothing for very long is cut off.
  void send(std::string bytes);
  // The next whole frame, if there is one; also after the end, those that came before it.
  std::optional<std::string> receive();
  // The connection has ended, or was cut off for a frame that cannot be.
  [[nodiscard]] bool ended() const { return ended_; }
  // What was wrong with what came, one line; empty when nothing was.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  // Frames that have not been handed to the system yet.
  [[nodiscard]] std::size_t backlog() const { return outgoing_.size(); }
  // Ends the connection once all that is queued has left.
  void close_after_sending();
  void close();

 private:
  void read_head();
  // `bytes` of body and tag.
  void read_body(std::size_t bytes);
  void take_body();
  void cut_off(const char* fault);
  void write_front();

  boost::asio::ip::tcp::socket socket_;
  std::function<void()> something_came_;
  FrameSeal send_seal_;
  FrameSeal receive_seal_;
  std::string head_;
  std::string body_;  // and its tag
  std::deque<std::string> incoming_;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  bool closing_ = false;
  bool ended_ = false;
  std::string fault_;
};

}  // namespace tengen::worker
