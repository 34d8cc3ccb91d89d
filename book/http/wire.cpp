#include "book/http/wire.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/verb.hpp>
#include <ctime>
#include <iterator>
#include <limits>

namespace tengen::book {
namespace {

namespace http = boost::beast::http;

Response too_long(bool is_target) {
  if (is_target) {
    return error_response(414, "uri_too_long", "the request's target is too long");
  }
  return error_response(431, "headers_too_large",
                        fmt::format("a request's head may have {} bytes", kMaxHeaderBytes));
}

std::string to_string(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::unique_ptr<RequestParser> make_parser() {
  auto parser = std::make_unique<RequestParser>();
  parser->header_limit(kMaxHeaderBytes);
  parser->body_limit(std::numeric_limits<std::uint64_t>::max());  // none is ever read
  return parser;
}

Response refuse_bytes(const RequestParser& parser, boost::beast::error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return too_long(parser.get().target().empty());
  }
  return error_response(400, "bad_request", "this is no HTTP request: " + error.message());
}

bool has_body(const RequestParser& parser) {
  // The parser has taken the length for a number. Its own content_length() makes g++ 12 warn under
  // sanitizers.
  const auto length = parser.get()[http::field::content_length];
  return parser.chunked() || length.find_first_not_of('0') != length.npos;
}

std::optional<Response> refuse_head(const RequestParser& parser) {
  const RequestParser::value_type& message = parser.get();
  if (message.target().size() > kMaxTargetBytes) return too_long(true);
  if (message.version() >= 11 && message[http::field::host].empty()) {
    return error_response(400, "bad_request", "the request names no host");
  }
  // Other methods are refused as such.
  const bool is_read = message.method() == http::verb::get || message.method() == http::verb::head;
  if (is_read && has_body(parser)) {
    return error_response(413, "body_refused", "requests with a body are not taken");
  }
  return std::nullopt;
}

Request to_request(const RequestParser& parser) {
  const RequestParser::value_type& message = parser.get();
  return {.method = to_string(message.method_string()),
          .target = to_string(message.target()),
          .if_none_match = to_string(message[http::field::if_none_match]),
          .accept_encoding = to_string(message[http::field::accept_encoding]),
          .host = to_string(message[http::field::host]),
          .origin = to_string(message[http::field::origin]),
          .fetch_site = to_string(message["Sec-Fetch-Site"]),
          .fetch_mode = to_string(message["Sec-Fetch-Mode"])};
}

std::string head_bytes(const Response& response, bool keep_alive) {
  const auto status = static_cast<http::status>(response.status);
  std::string bytes;
  const auto out = std::back_inserter(bytes);
  fmt::format_to(out, "HTTP/1.1 {} {}\r\nDate: {:%a, %d %b %Y %H:%M:%S} GMT\r\nConnection: {}\r\n",
                 response.status, to_string(http::obsolete_reason(status)),
                 fmt::gmtime(std::time(nullptr)), keep_alive ? "keep-alive" : "close");
  if (response.status != 304 && response.status != 204) {
    fmt::format_to(out, "Content-Type: {}\r\nContent-Length: {}\r\n", response.content_type,
                   response.body->size());
  }
  bool is_shared = false;
  bool has_policy = false;
  for (const auto& [name, value] : response.headers) {
    fmt::format_to(out, "{}: {}\r\n", name, value);
    is_shared = is_shared || name == "Access-Control-Allow-Origin";
    has_policy = has_policy || name == "Content-Security-Policy";
  }
  if (!has_policy)
    bytes += "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";
  fmt::format_to(out,
                 "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
                 "Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n"
                 "Cross-Origin-Resource-Policy: {}\r\n\r\n",
                 is_shared ? "cross-origin" : "same-origin");
  return bytes;
}

}  // namespace tengen::book
