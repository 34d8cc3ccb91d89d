#include "worker/joined_port.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "worker/handshake.h"
#include "worker/link.h"

namespace tengen::worker {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// A busy coordinator looks at its door between two commits.
constexpr std::chrono::seconds kAnswerWithin{10};

std::string where(const JoinFile& file) {
  return "run " + std::to_string(file.run) + " at " + file.address + ":" +
         std::to_string(file.port);
}

// Runs one asynchronous operation until it is done or the time is over.
template <typename Start>
error_code finish(asio::io_context& io, Start start) {
  error_code result = asio::error::timed_out;
  start([&result](const error_code& error, auto&&... /*rest*/) { result = error; });
  io.restart();
  io.run_for(kAnswerWithin);
  return result;
}

// A connection whose two ends know the secret.
struct Joined {
  tcp::socket socket;
  FrameKeys keys;
  std::uint32_t rank;
};

Result<Joined> join(asio::io_context& io, const JoinFile& file, JoinRole role) {
  const auto gone = [&](const std::string& why) {
    return Status(StatusCode::kUnavailable, "cannot join " + where(file) + ": " + why +
                                                "; it has ended, or cannot be reached from here");
  };
  error_code error;
  tcp::resolver resolver(io);
  const auto endpoints = resolver.resolve(file.address, std::to_string(file.port), error);
  if (error) return gone(error.message());
  tcp::socket socket(io);
  error = finish(io, [&](auto done) { asio::async_connect(socket, endpoints, done); });
  if (error) return gone(error.message());
  const auto read = [&](std::string& bytes) {
    return finish(io, [&](auto done) { asio::async_read(socket, asio::buffer(bytes), done); });
  };
  std::string greeting(kGreetingBytes, '\0');
  if (error = read(greeting); error) return gone(error.message());
  const Result<std::string> gate_nonce = read_greeting(greeting);
  if (!gate_nonce.ok()) {
    return Status(gate_nonce.status().code() == StatusCode::kIncompatible
                      ? StatusCode::kIncompatible
                      : StatusCode::kUnavailable,
                  "cannot join " + where(file) + ": " + gate_nonce.status().message());
  }
  const std::string nonce = random_bytes(kNonceBytes);
  const std::string reply = make_reply(file.secret, gate_nonce.value(), nonce, role);
  error = finish(io, [&](auto done) { asio::async_write(socket, asio::buffer(reply), done); });
  if (error) return gone(error.message());
  std::string welcome(kWelcomeBytes, '\0');
  if (error = read(welcome); error) return gone("it hung up: another run listens there now");
  const Result<std::uint32_t> rank = read_welcome(file.secret, gate_nonce.value(), nonce, welcome);
  if (!rank.ok()) return gone(rank.status().message());
  return Joined{std::move(socket), frame_keys_of_joiner(file.secret, gate_nonce.value(), nonce),
                rank.value()};
}

}  // namespace

struct JoinedPort::State {
  asio::io_context io{1};
  std::shared_ptr<Link> link;
  int rank = 0;
  bool told_end = false;

  void poll() {
    io.restart();
    io.poll();
  }
};

JoinedPort::JoinedPort(std::unique_ptr<State> state) : state_(std::move(state)) {}

JoinedPort::~JoinedPort() { state_->link->close(); }

Result<std::unique_ptr<JoinedPort>> JoinedPort::connect(const JoinFile& file) {
  auto state = std::make_unique<State>();
  Result<Joined> joined = join(state->io, file, JoinRole::kWorker);
  if (!joined.ok()) return joined.status();
  state->rank = static_cast<int>(joined.value().rank);
  state->link =
      std::make_shared<Link>(std::move(joined.value().socket), joined.value().keys, nullptr);
  state->link->start();
  return std::unique_ptr<JoinedPort>(new JoinedPort(std::move(state)));
}

int JoinedPort::rank() const { return state_->rank; }

void JoinedPort::send(int /*rank*/, std::string bytes) { state_->link->send(std::move(bytes)); }

std::optional<Incoming> JoinedPort::receive() {
  state_->poll();
  if (std::optional<std::string> bytes = state_->link->receive()) {
    return Incoming{0, std::move(*bytes), false};
  }
  if (!state_->link->ended() || std::exchange(state_->told_end, true)) return std::nullopt;
  return Incoming{0, "", true, state_->link->fault()};
}

bool JoinedPort::sends_done() {
  state_->poll();
  return state_->link->ended() || state_->link->backlog() == 0;
}

std::size_t JoinedPort::backlog(int /*rank*/) const { return state_->link->backlog(); }

Result<std::string> ask_status(const JoinFile& file) {
  asio::io_context io{1};
  Result<Joined> joined = join(io, file, JoinRole::kStatus);
  if (!joined.ok()) return joined.status();
  const auto link =
      std::make_shared<Link>(std::move(joined.value().socket), joined.value().keys, nullptr);
  link->start();
  const auto end = Clock::now() + kAnswerWithin;
  std::optional<std::string> text;
  io.restart();
  while (!(text = link->receive()) && !link->ended() && Clock::now() < end) {
    io.run_one_for(std::chrono::milliseconds(100));
    io.restart();
  }
  link->close();
  if (!text) return Status(StatusCode::kUnavailable, where(file) + " does not tell its status");
  return std::move(*text);
}

}  // namespace tengen::worker
