// The files that the service carries in itself: the web explorer (book/web/) and the description of
// the service. book/http/embed.cmake writes them into assets.cpp at build time.
#pragma once

#include <span>
#include <string_view>

namespace tengen::book {

struct Asset {
  std::string_view path;  // as requested: "/index.html"
  std::string_view content_type;
  std::string_view etag;  // with its quotes
  std::string_view bytes;
};

// Live for the program.
[[nodiscard]] std::span<const Asset> all_assets();
// Of the file at `path`; empty when there is none.
[[nodiscard]] std::string_view asset_text(std::string_view path);

}  // namespace tengen::book
