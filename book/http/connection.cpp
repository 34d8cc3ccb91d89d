#include "book/http/connection.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <utility>

namespace tengen::book {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

// A client that is told to go may send so much before it reads why, for so long.
constexpr std::size_t kMaxDrainedBytes = std::size_t{1} << 20;
constexpr std::chrono::seconds kDrainTime{2};
// Left to itself the system takes megabytes for each client that asks for much and reads nothing.
constexpr int kSendBuffer = 64 * 1024;

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, Connections& connections)
    : stream_(std::move(socket)), connections_(connections) {
  connections_.open.insert(this);
  connections_.service.metrics().connection_opened();
}

Connection::~Connection() {
  connections_.open.erase(this);
  connections_.service.metrics().connection_closed();
}

void Connection::begin() {
  ErrorCode ignored;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), ignored);
  stream_.socket().set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  read();
}

void Connection::end_soon() {
  if (idle_) end_now();
}

void Connection::end_now() {
  idle_ = false;
  stream_.close();
}

void Connection::read() {
  idle_ = true;
  idle_since_ = Clock::now();
  parser_ = make_parser();
  // One time for the whole head, however its bytes trickle in.
  stream_.expires_after(connections_.options.request_timeout);
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_read(error); });
}

void Connection::on_read(ErrorCode error) {
  arrived_ = Clock::now();
  idle_ = false;
  if (error == http::error::end_of_stream) return end_gently();
  const bool is_protocol = error.category() == http::make_error_code(http::error{}).category();
  if (error && !is_protocol) return end_now();  // gone, or too slow
  is_head_ = false;
  if (error) return write(refuse_bytes(*parser_, error), false);
  is_head_ = parser_->get().method() == http::verb::head;
  if (std::optional<Response> refused = refuse_head(*parser_)) {
    return write(std::move(*refused), false);
  }
  Request request = to_request(*parser_);
  if (std::optional<Response> response = connections_.service.respond_at_once(request)) {
    return write(std::move(*response), may_keep_alive());
  }
  look_up(std::move(request));
}

void Connection::look_up(Request request) {
  if (connections_.waiting >= connections_.options.max_waiting) {
    return write(error_response({StatusCode::kUnavailable, "too many requests: ask again"}),
                 may_keep_alive());
  }
  ++connections_.waiting;
  stream_.expires_never();
  asio::post(
      connections_.lookers, [self = shared_from_this(), request = std::move(request)]() mutable {
        Response response = self->connections_.service.respond(request);
        // The last hand on a connection must be let go in the thread of input and output.
        const auto executor = self->stream_.get_executor();
        asio::post(executor, [self = std::move(self), response = std::move(response)]() mutable {
          --self->connections_.waiting;
          self->write(std::move(response), self->may_keep_alive());
        });
      });
}

// What follows a body that was not read is not a request.
bool Connection::may_keep_alive() const { return parser_->keep_alive() && !has_body(*parser_); }

void Connection::write(Response response, bool keep_alive) {
  keep_alive = keep_alive && !connections_.stopping;
  response_ = std::move(response);
  head_ = head_bytes(response_, keep_alive);
  connections_.service.metrics().answered(response_.route, response_.status,
                                          Clock::now() - arrived_);
  const asio::const_buffer body = is_head_ ? asio::const_buffer() : asio::buffer(*response_.body);
  const std::array<asio::const_buffer, 2> bytes = {asio::buffer(head_), body};
  stream_.expires_after(connections_.options.response_timeout);
  asio::async_write(stream_, bytes,
                    [self = shared_from_this(), keep_alive](ErrorCode error, std::size_t) {
                      self->on_written(error, keep_alive);
                    });
}

void Connection::on_written(ErrorCode error, bool keep_alive) {
  response_ = {};
  if (error) return end_now();
  if (keep_alive && !connections_.stopping) return read();
  end_gently();
}

// A socket that is closed with bytes unread is reset, and what was written may be lost on the way.
void Connection::end_gently() {
  ErrorCode error;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, error);
  if (error) return end_now();
  stream_.expires_after(kDrainTime);
  drain();
}

void Connection::drain() {
  stream_.async_read_some(asio::buffer(connections_.waste),
                          [self = shared_from_this()](ErrorCode error, std::size_t count) {
                            self->drained_bytes_ += count;
                            if (!error && self->drained_bytes_ < kMaxDrainedBytes) self->drain();
                          });
}

}  // namespace tengen::book
