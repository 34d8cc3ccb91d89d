// Requests and responses of the HTTP service as values, apart from any socket.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/base/status.h"

namespace tengen::book {

// The limits of a request. What exceeds them is refused unread.
constexpr std::size_t kMaxTargetBytes = 4096;
constexpr std::size_t kMaxHeaderBytes = 8192;  // the request line included

struct Request {
  std::string method;  // "GET"
  std::string target;  // as it was sent: "/v1/position?moves=h8h9"
  // Values of headers, empty without them.
  std::string if_none_match{};
  std::string accept_encoding{};
  std::string host{};
  std::string origin{};
  std::string fetch_site{};  // these two: what a browser says of who asks
  std::string fetch_mode{};
};

struct Response {
  int status = 200;
  std::string content_type;
  // Never null. A HEAD request is answered with its length alone.
  std::shared_ptr<const std::string> body;
  std::vector<std::pair<std::string, std::string>> headers;  // beside those of every response
  std::string_view route = "other";  // what metrics count it under; lives for the program
};

// {"error":{"code":CODE,"message":MESSAGE}}
[[nodiscard]] Response error_response(int status, std::string_view code, std::string_view message);
// The same for a Status that is not ok: 400 for bad input, 404, 503 or 500.
[[nodiscard]] Response error_response(const Status& status);

// The path and the parameters of a request's target, percent-decoded.
struct Target {
  std::string path;
  std::vector<std::pair<std::string, std::string>> parameters;  // in the order of the target
};

// Errors: kInvalidArgument for anything but "/path" or "/path?name=value&...", also after
// "http://host"; for broken percent-encoding, control characters and a parameter given twice.
Result<Target> parse_target(std::string_view target);

}  // namespace tengen::book
