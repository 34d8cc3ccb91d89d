// The sockets of the HTTP service. One thread does all input and output and answers what takes no
// look into the book, so that no slow client and no number of open connections holds up another;
// further threads look into the book.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "book/http/service.h"
#include "solver/base/status.h"

namespace tengen::book {

struct ServerOptions {
  std::string bind = "127.0.0.1";  // an IPv4 or IPv6 address
  std::uint16_t port = 0;          // 0: a free one
  int threads = 2;                 // that look into the book
  // One more takes the place of the one that has been idle longest, or is told 503.
  int max_connections = 1024;
  std::chrono::milliseconds least_idle{1000};  // before another may take its place
  int max_waiting = 128;  // requests that wait for such a thread; one more is told 503
  // From the end of a response to the end of the next request, whole.
  std::chrono::milliseconds request_timeout{15'000};
  // For the client to take a response.
  std::chrono::milliseconds response_timeout{30'000};
};

class Server {
 public:
  // Listens and answers until stop(). The service must outlive the server. Errors:
  // kInvalidArgument (a bad address), kUnavailable (the port is in use, or not for us), kIo.
  static Result<std::unique_ptr<Server>> start(Service& service, const ServerOptions& options);
  ~Server();  // stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  // "http://127.0.0.1:8815/"
  [[nodiscard]] std::string url() const;
  [[nodiscard]] bool is_loopback() const;

  // Takes no new connections, closes those that are idle, and returns when the others have their
  // answer, after three seconds at the latest.
  void stop();

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tengen::book
