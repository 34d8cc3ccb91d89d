// HTTP/1.1 as bytes: what Boost.Beast's parser has read becomes a Request or is refused, and a
// Response becomes the bytes of its head. Internal to book/http/.
#pragma once

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "book/http/message.h"

namespace tengen::book {

using RequestParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

// A parser for one request, with the limits set. On the heap: parsers do not move.
[[nodiscard]] std::unique_ptr<RequestParser> make_parser();

// What a client gets whose bytes are no request. REQUIRES: `error` came from the parser.
[[nodiscard]] Response refuse_bytes(const RequestParser& parser, boost::beast::error_code error);
// That the head announces a body, which nobody is going to read.
[[nodiscard]] bool has_body(const RequestParser& parser);
// What a client gets whose head is one but asks for what is not given: a body to be read, a target
// too long, no host. Empty when it is fine.
[[nodiscard]] std::optional<Response> refuse_head(const RequestParser& parser);
// REQUIRES: the head has been read.
[[nodiscard]] Request to_request(const RequestParser& parser);

// The status line and the header fields, with the blank line behind them.
[[nodiscard]] std::string head_bytes(const Response& response, bool keep_alive);

}  // namespace tengen::book
