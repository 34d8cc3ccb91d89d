#include "worker/gate.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "worker/handshake.h"
#include "worker/join_file.h"
#include "worker/link.h"

namespace tengen::worker {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kMostVisitors = 64;
constexpr std::chrono::milliseconds kAcceptAgainAfter{100};

struct Endpoint {
  std::string host;
  std::uint16_t port = 0;
};

Result<Endpoint> split(const std::string& listen) {
  Endpoint endpoint{listen, 0};
  std::string port;
  if (listen.starts_with('[')) {
    const std::size_t end = listen.find(']');
    if (end == std::string::npos) return invalid_argument(listen + ": ']' is missing");
    endpoint.host = listen.substr(1, end - 1);
    port = listen.substr(end + 1);
  } else if (const std::size_t colon = listen.find(':');
             colon != std::string::npos && listen.find(':', colon + 1) == std::string::npos) {
    endpoint.host = listen.substr(0, colon);
    port = listen.substr(colon);
  }
  if (endpoint.host.empty()) return invalid_argument("'" + listen + "' names no address");
  if (port.empty()) return endpoint;
  const char* const end = port.data() + port.size();
  const auto [stop, error] = std::from_chars(port.data() + 1, end, endpoint.port);
  if (port[0] != ':' || error != std::errc() || stop != end) {
    return invalid_argument("'" + listen + "': give a port from 0 to 65535 after the colon");
  }
  return endpoint;
}

// The first address of a network interface, the IPv4 one when there are both.
std::optional<asio::ip::address> interface_address(const std::string& name) {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return std::nullopt;
  std::optional<asio::ip::address> found;
  for (const ifaddrs* entry = list; entry != nullptr; entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || name != entry->ifa_name) continue;
    if (entry->ifa_addr->sa_family == AF_INET) {
      const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
      found = asio::ip::address_v4(ntohl(address->sin_addr.s_addr));
      break;
    }
  }
  freeifaddrs(list);
  return found;
}

Result<asio::ip::address> resolve(asio::io_context& io, const std::string& host) {
  error_code error;
  const asio::ip::address numeric = asio::ip::make_address(host, error);
  if (!error) return numeric;
  if (const std::optional<asio::ip::address> address = interface_address(host)) return *address;
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, "", error);
  if (error || found.empty()) {
    return invalid_argument("'" + host + "' is no address, interface or name of this host");
  }
  return found.begin()->endpoint().address();
}

// Somebody who has not yet shown that he knows the secret.
struct Visitor {
  explicit Visitor(tcp::socket connected)
      : socket(std::move(connected)), timer(socket.get_executor()) {}
  tcp::socket socket;
  asio::steady_timer timer;
  std::string nonce;
  std::string buffer;
};

}  // namespace

struct Gate::State {
  explicit State(const GateOptions& given) : options(given), next_rank(given.first_rank) {}

  const GateOptions options;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer accept_timer{io};
  std::set<std::shared_ptr<Visitor>> visitors;
  std::map<int, std::shared_ptr<Link>> links;  // by rank
  std::deque<int> ready;  // a rank for each frame that has come, and for each end
  std::set<int> forgotten;
  int next_rank;
  std::function<std::string()> status_text;

  void accept() {
    acceptor.async_accept([this](const error_code& error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      greet(std::make_shared<Visitor>(std::move(socket)));
      accept();
    });
  }

  // The system may be out of files for a while; to ask again at once would never end.
  void accept_later() {
    accept_timer.expires_after(kAcceptAgainAfter);
    accept_timer.async_wait([this](const error_code& error) {
      if (!error) accept();
    });
  }

  void greet(const std::shared_ptr<Visitor>& visitor) {
    // Too many at once are strangers: the next comes when one of them has run out of time.
    if (visitors.size() >= kMostVisitors) return;
    visitors.insert(visitor);
    visitor->timer.expires_after(std::chrono::microseconds(
        static_cast<std::int64_t>(options.handshake_seconds * 1'000'000)));
    visitor->timer.async_wait([this, visitor](const error_code& error) {
      if (!error) dismiss(visitor);
    });
    visitor->nonce = random_bytes(kNonceBytes);
    visitor->buffer = make_greeting(visitor->nonce);
    asio::async_write(visitor->socket, asio::buffer(visitor->buffer),
                      [this, visitor](const error_code& error, std::size_t /*bytes*/) {
                        if (error) return dismiss(visitor);
                        hear(visitor);
                      });
  }

  void hear(const std::shared_ptr<Visitor>& visitor) {
    visitor->buffer.assign(kReplyBytes, '\0');
    asio::async_read(visitor->socket, asio::buffer(visitor->buffer),
                     [this, visitor](const error_code& error, std::size_t /*bytes*/) {
                       if (error) return dismiss(visitor);
                       const Result<JoinReply> reply =
                           read_reply(options.secret, visitor->nonce, visitor->buffer);
                       if (!reply.ok()) return dismiss(visitor);
                       welcome(visitor, reply.value());
                     });
  }

  void welcome(const std::shared_ptr<Visitor>& visitor, const JoinReply& reply) {
    const bool works = reply.role == JoinRole::kWorker;
    const int rank = works ? next_rank++ : 0;
    visitor->buffer = make_welcome(options.secret, visitor->nonce, reply.joiner_nonce,
                                   static_cast<std::uint32_t>(rank));
    // Few bytes into an empty socket: they fit.
    error_code error;
    asio::write(visitor->socket, asio::buffer(visitor->buffer), error);
    auto link = std::make_shared<Link>(
        std::move(visitor->socket),
        frame_keys_of_gate(options.secret, visitor->nonce, reply.joiner_nonce),
        works ? [this, rank] { ready.push_back(rank); } : std::function<void()>());
    dismiss(visitor);
    link->start();
    if (works) {
      links[rank] = std::move(link);
      return;
    }
    link->send(status_text ? status_text() : "{}");
    link->close_after_sending();
  }

  void dismiss(const std::shared_ptr<Visitor>& visitor) {
    visitor->timer.cancel();
    error_code ignored;
    visitor->socket.close(ignored);
    visitors.erase(visitor);
  }

  void poll() {
    io.restart();
    io.poll();
  }
};

Gate::Gate(std::unique_ptr<State> state) : state_(std::move(state)) {}

Gate::~Gate() {
  for (const auto& [rank, link] : state_->links) link->close();
}

Result<std::unique_ptr<Gate>> Gate::open(const GateOptions& options) {
  auto state = std::make_unique<State>(options);
  const Result<Endpoint> wanted = split(options.listen);
  if (!wanted.ok()) return wanted.status();
  const Result<asio::ip::address> address = resolve(state->io, wanted.value().host);
  if (!address.ok()) return address.status();
  const tcp::endpoint endpoint(address.value(), wanted.value().port);
  error_code error;
  state->acceptor.open(endpoint.protocol(), error);
  if (!error) state->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) state->acceptor.bind(endpoint, error);
  if (!error) state->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    return Status(StatusCode::kUnavailable,
                  "cannot listen on " + options.listen + ": " + error.message());
  }
  state->accept();
  return std::unique_ptr<Gate>(new Gate(std::move(state)));
}

std::string Gate::address() const {
  error_code ignored;
  const asio::ip::address address = state_->acceptor.local_endpoint(ignored).address();
  return address.is_unspecified() ? host_name() : address.to_string();
}

std::uint16_t Gate::port() const {
  error_code ignored;
  return state_->acceptor.local_endpoint(ignored).port();
}

int Gate::end_rank() const { return state_->next_rank; }

void Gate::answer_status(std::function<std::string()> text) {
  state_->status_text = std::move(text);
}

void Gate::send(int rank, std::string bytes) {
  const auto it = state_->links.find(rank);
  if (it != state_->links.end()) it->second->send(std::move(bytes));
}

std::optional<Incoming> Gate::receive() {
  state_->poll();
  while (!state_->ready.empty()) {
    const int rank = state_->ready.front();
    state_->ready.pop_front();
    const auto it = state_->links.find(rank);
    if (it == state_->links.end()) continue;
    if (std::optional<std::string> bytes = it->second->receive()) {
      return Incoming{rank, std::move(*bytes), false};
    }
    Incoming end{rank, "", true, it->second->fault()};
    state_->links.erase(it);
    return end;
  }
  return std::nullopt;
}

bool Gate::sends_done() {
  state_->poll();
  for (const auto& [rank, link] : state_->links) {
    if (link->backlog() > 0 && !link->ended() && !state_->forgotten.contains(rank)) return false;
  }
  return true;
}

void Gate::forget(int rank) { state_->forgotten.insert(rank); }

std::size_t Gate::backlog(int rank) const {
  const auto it = state_->links.find(rank);
  return it == state_->links.end() ? 0 : it->second->backlog();
}

}  // namespace tengen::worker
