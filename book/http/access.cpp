#include "book/http/access.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/address.hpp>
#include <cctype>
#include <utility>

namespace tengen::book {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? lower(name.data()) : std::string();
}

// "name:8815" and "[::1]:8815" without the port.
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

bool is_address(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(host), error);
  return !error;
}

// The host and port of "http://host:port".
std::string_view authority(std::string_view origin) {
  const std::size_t slashes = origin.find("://");
  return slashes == std::string_view::npos ? std::string_view() : origin.substr(slashes + 3);
}

Response refusal(int status, std::string_view code, std::string_view message) {
  Response response = error_response(status, code, message);
  response.headers.emplace_back("Vary", "Origin");
  return response;
}

}  // namespace

Status check_origin(std::string_view origin) {
  if (origin == "*") return {};
  const std::string_view host = authority(origin);
  const bool is_web = origin.starts_with("http://") || origin.starts_with("https://");
  if (is_web && !host.empty() && host.find_first_of("/ ?#@") == std::string_view::npos) return {};
  return invalid_argument(fmt::format(
      "'{}' is no origin: it is * or like https://renju.example, without a path", origin));
}

Access::Access(AccessRules rules) : rules_(std::move(rules)) {
  for (std::string& host : rules_.hosts) host = lower(host);
  for (std::string& origin : rules_.origins) origin = lower(origin);
  rules_.hosts.emplace_back("localhost");
  rules_.hosts.push_back(host_name());
}

bool Access::is_our_name(std::string_view host) const {
  const std::string name = lower(without_port(host));
  return is_address(name) ||
         std::find(rules_.hosts.begin(), rules_.hosts.end(), name) != rules_.hosts.end();
}

bool Access::is_allowed(std::string_view origin) const {
  const std::string name = lower(origin);
  return std::any_of(rules_.origins.begin(), rules_.origins.end(),
                     [&name](const std::string& one) { return one == "*" || one == name; });
}

std::optional<Response> Access::refuse(const Request& request) const {
  // Only HTTP/1.0 has none, which no browser speaks.
  if (!request.host.empty() && !is_our_name(request.host)) {
    return refusal(421, "wrong_host",
                   fmt::format("this service does not go by the name '{}': tengen serve --host "
                               "takes the names it has",
                               request.host));
  }
  const bool foreign_origin =
      !request.origin.empty() && lower(authority(request.origin)) != lower(request.host);
  const bool foreign_site = request.fetch_site == "cross-site" && request.fetch_mode != "navigate";
  if ((foreign_origin && !is_allowed(request.origin)) ||
      (foreign_site && !foreign_origin && !is_allowed("*"))) {
    return refusal(403, "foreign_origin",
                   "pages of other origins may not ask: tengen serve --cors allows them");
  }
  return std::nullopt;
}

std::optional<Response> Access::preflight(const Request& request) const {
  if (request.method != "OPTIONS" || request.origin.empty() || !is_allowed(request.origin)) {
    return std::nullopt;
  }
  // The last lets pages of the Internet ask this machine, where a browser wants that said.
  return Response{.status = 204,
                  .content_type = {},
                  .body = std::make_shared<const std::string>(),
                  .headers = {{"Access-Control-Allow-Methods", "GET, HEAD"},
                              {"Access-Control-Allow-Headers", "*"},
                              {"Access-Control-Max-Age", "86400"},
                              {"Access-Control-Allow-Private-Network", "true"}}};
}

void Access::allow(const Request& request, Response& response) const {
  if (rules_.origins.empty()) return;
  response.headers.emplace_back("Vary", "Origin");
  if (request.origin.empty() || !is_allowed(request.origin)) return;
  response.headers.emplace_back("Access-Control-Allow-Origin", request.origin);
  response.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Retry-After");
}

}  // namespace tengen::book
