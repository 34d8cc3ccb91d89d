// One connection of the HTTP service. Internal to book/http/.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "book/http/server.h"
#include "book/http/wire.h"

namespace tengen::book {

class Connection;

// What the connections share. Used in the thread of input and output alone.
struct Connections {
  Service& service;
  const ServerOptions options;
  boost::asio::thread_pool& lookers;  // that look into the book
  std::set<Connection*> open{};
  int waiting = 0;  // requests handed to them and not answered yet
  bool stopping = false;
  std::array<char, std::size_t{64} << 10> waste{};  // what is read to be thrown away, of all
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Connections& connections);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Reads the first request.
  void begin();
  // Closes now, or when the request in hand has its answer.
  void end_soon();
  void end_now();

  using Clock = std::chrono::steady_clock;
  // Since when it has waited for a request to be whole; the end of time while one is in hand.
  [[nodiscard]] Clock::time_point idle_since() const {
    return idle_ ? idle_since_ : Clock::time_point::max();
  }

 private:
  using ErrorCode = boost::beast::error_code;

  void read();
  void on_read(ErrorCode error);
  void look_up(Request request);
  [[nodiscard]] bool may_keep_alive() const;
  void write(Response response, bool keep_alive);
  void on_written(ErrorCode error, bool keep_alive);
  void end_gently();
  void drain();

  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_{2 * kMaxHeaderBytes};
  Connections& connections_;
  std::unique_ptr<RequestParser> parser_;
  Clock::time_point arrived_{};
  bool idle_ = true;  // no request in hand
  Clock::time_point idle_since_{};
  bool is_head_ = false;
  Response response_;  // these two: while they are written
  std::string head_;
  std::size_t drained_bytes_ = 0;
};

}  // namespace tengen::book
