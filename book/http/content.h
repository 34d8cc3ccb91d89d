// A body in the forms in which it is sent, and what a client is told so that it need not take it
// again.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tengen::book {

struct Content {
  std::string plain;
  std::string gzip;  // empty where it would save nothing
  std::string etag;  // weak, since it stands for both forms: W/"1f"

  [[nodiscard]] std::size_t bytes() const { return plain.size() + gzip.size(); }
};

// Compresses with zlib.
[[nodiscard]] std::shared_ptr<const Content> make_content(std::string plain);

// Whether an Accept-Encoding header takes gzip.
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding);
// Whether an If-None-Match header names the tag, of whatever strength, or any.
[[nodiscard]] bool matches_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace tengen::book
