#include "book/http/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <exception>
#include <thread>
#include <utility>

#include "book/http/connection.h"
#include "book/http/wire.h"

namespace tengen::book {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::chrono::seconds kGrace{3};
constexpr std::chrono::milliseconds kEndPoll{10};
// When the system has no more sockets for us, trying again at once would only burn a core.
constexpr std::chrono::milliseconds kAcceptPause{100};

}  // namespace

struct Server::State {
  State(Service& service, const ServerOptions& options)
      : connections{.service = service, .options = options, .lookers = lookers},
        lookers(static_cast<std::size_t>(options.threads)) {}

  // In this order: what waits in the pool or in `io` may hold the last hand on a connection.
  Connections connections;
  asio::io_context io{1};
  asio::thread_pool lookers;
  tcp::acceptor acceptor{io};
  asio::steady_timer pause{io};
  asio::steady_timer ending{io};
  std::chrono::steady_clock::time_point end_by{};
  tcp::endpoint endpoint;
  std::thread thread;

  Status listen();
  void accept();
  void on_accept(ErrorCode error, tcp::socket socket);
  bool make_room();
  void refuse(tcp::socket socket);
  void run();
  void begin_stop();
  void await_end();
};

Status Server::State::listen() {
  const ServerOptions& options = connections.options;
  ErrorCode error;
  const asio::ip::address address = asio::ip::make_address(options.bind, error);
  if (error) {
    return invalid_argument("'" + options.bind + "' is not an address such as 127.0.0.1 or ::1");
  }
  endpoint = {address, options.port};
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) endpoint = acceptor.local_endpoint(error);
  if (error) {
    return {StatusCode::kUnavailable, "cannot listen at " + options.bind + " port " +
                                          std::to_string(options.port) + ": " + error.message()};
  }
  return {};
}

void Server::State::accept() {
  acceptor.async_accept(
      io, [this](ErrorCode error, tcp::socket socket) { on_accept(error, std::move(socket)); });
}

void Server::State::on_accept(ErrorCode error, tcp::socket socket) {
  if (connections.stopping) return;
  if (error) {
    pause.expires_after(kAcceptPause);
    pause.async_wait([this](ErrorCode cancelled) {
      if (!cancelled && !connections.stopping) accept();
    });
    return;
  }
  if (connections.open.size() < static_cast<std::size_t>(connections.options.max_connections) ||
      make_room()) {
    std::make_shared<Connection>(std::move(socket), connections)->begin();
  } else {
    refuse(std::move(socket));
  }
  accept();
}

// Closes the connection that has waited longest for its next request.
bool Server::State::make_room() {
  const auto longest = std::min_element(
      connections.open.begin(), connections.open.end(),
      [](const Connection* a, const Connection* b) { return a->idle_since() < b->idle_since(); });
  if (longest == connections.open.end() ||
      (*longest)->idle_since() > Connection::Clock::now() - connections.options.least_idle) {
    return false;
  }
  (*longest)->end_now();
  return true;
}

// Says so as far as a fresh socket takes it without waiting.
void Server::State::refuse(tcp::socket socket) {
  connections.service.metrics().connection_refused();
  Response response = error_response({StatusCode::kUnavailable, "too many connections: ask again"});
  const std::string text = head_bytes(response, false) + *response.body;
  ErrorCode ignored;
  socket.non_blocking(true, ignored);
  socket.send(asio::buffer(text), 0, ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

void Server::State::run() {
  // A fault in one connection, such as want of memory, ends that one.
  while (true) {
    try {
      io.run();
      return;
    } catch (const std::exception& fault) {
      fmt::print(stderr, "tengen: fault in a connection: {}\n", fault.what());
    }
  }
}

void Server::State::begin_stop() {
  connections.stopping = true;
  ErrorCode ignored;
  acceptor.close(ignored);
  pause.cancel();
  end_by = std::chrono::steady_clock::now() + kGrace;
  for (Connection* const connection : connections.open) connection->end_soon();
  await_end();
}

void Server::State::await_end() {
  if (connections.open.empty()) return;
  if (std::chrono::steady_clock::now() > end_by) {
    for (Connection* const connection : connections.open) connection->end_now();
    return;
  }
  ending.expires_after(kEndPoll);
  ending.async_wait([this](ErrorCode) { await_end(); });
}

Result<std::unique_ptr<Server>> Server::start(Service& service, const ServerOptions& options) {
  try {
    auto state = std::make_unique<State>(service, options);
    if (Status status = state->listen(); !status.ok()) return status;
    state->accept();
    State* const running = state.get();
    state->thread = std::thread([running] { running->run(); });
    return std::unique_ptr<Server>(new Server(std::move(state)));
  } catch (const std::exception& fault) {
    return Status(StatusCode::kIo, std::string("cannot start the HTTP service: ") + fault.what());
  }
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Server::~Server() { stop(); }

std::uint16_t Server::port() const { return state_->endpoint.port(); }

std::string Server::url() const {
  const std::string host = state_->endpoint.address().to_string();
  const std::string text = state_->endpoint.address().is_v6() ? "[" + host + "]" : host;
  return "http://" + text + ":" + std::to_string(port()) + "/";
}

bool Server::is_loopback() const { return state_->endpoint.address().is_loopback(); }

void Server::stop() {
  if (!state_->thread.joinable()) return;
  asio::post(state_->io, [this] { state_->begin_stop(); });
  state_->thread.join();
  state_->lookers.stop();
  state_->lookers.join();
}

}  // namespace tengen::book
