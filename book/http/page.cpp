#include "book/http/page.h"

#include "book/query/answer_json.h"

namespace tengen::book {
namespace {

// What the explorer may load: itself, and pictures that it makes.
constexpr std::string_view kPolicy =
    "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'";

}  // namespace

Page json_page(std::string_view route, const nlohmann::ordered_json& json) {
  return {.route = route,
          .content_type = "application/json",
          .content = make_content(json_text(json) + "\n")};
}

Response page_response(const Request& request, const Page& page) {
  Response response{.content_type = page.content_type,
                    .body = nullptr,
                    .headers = {{"Cache-Control", "no-cache"}, {"ETag", page.content->etag}},
                    .route = page.route};
  if (page.is_document) response.headers.emplace_back("Content-Security-Policy", kPolicy);
  if (!page.content->gzip.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (matches_etag(request.if_none_match, page.content->etag)) {
    response.status = 304;
    response.body = std::make_shared<const std::string>();
  } else if (!page.content->gzip.empty() && accepts_gzip(request.accept_encoding)) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = {page.content, &page.content->gzip};
  } else {
    response.body = {page.content, &page.content->plain};
  }
  return response;
}

}  // namespace tengen::book
