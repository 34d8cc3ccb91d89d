// Content that is the same for all who ask for it, and the response that one of them gets. Internal
// to book/http/.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "book/http/content.h"
#include "book/http/message.h"

namespace tengen::book {

struct Page {
  std::string_view route;
  std::string content_type;
  std::shared_ptr<const Content> content;
  bool is_document = false;  // shown by a browser, under the explorer's policy
};

[[nodiscard]] Page json_page(std::string_view route, const nlohmann::ordered_json& json);

// The page in the form that the request takes, or that it is the one that the client has.
[[nodiscard]] Response page_response(const Request& request, const Page& page);

}  // namespace tengen::book
