// Who may read the book: a browser carries out what any page that it shows asks for, so a service
// that listens on this machine alone must still tell its own pages from foreign ones.
//
// The Host header must name this service: a foreign page whose name was pointed at this machine
// (DNS rebinding) brings its own. Requests that a browser marks as coming from another origin are
// refused but for links that a reader follows, unless the origin is allowed. What is no browser
// sends none of these marks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/http/message.h"

namespace tengen::book {

struct AccessRules {
  std::vector<std::string> origins;  // allowed: "https://renju.example", or "*" for all
  std::vector<std::string> hosts;    // names of this service beside addresses and localhost
};

// "https://name", "https://name:8080", "*". Errors: kInvalidArgument for anything else.
Status check_origin(std::string_view origin);

class Access {
 public:
  explicit Access(AccessRules rules);

  // The refusal, if it is to be refused: 421 or 403.
  [[nodiscard]] std::optional<Response> refuse(const Request& request) const;
  // The answer to OPTIONS, by which a browser asks for leave; empty for any other request, and for
  // origins that are not allowed.
  [[nodiscard]] std::optional<Response> preflight(const Request& request) const;
  // Adds the headers that let the request's origin read the response.
  void allow(const Request& request, Response& response) const;

 private:
  [[nodiscard]] bool is_allowed(std::string_view origin) const;
  [[nodiscard]] bool is_our_name(std::string_view host) const;

  AccessRules rules_;
};

}  // namespace tengen::book
