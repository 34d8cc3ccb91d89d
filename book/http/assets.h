// The files that the service carries in itself: the web explorer (book/web/) and the description of
// the service. embed.cmake writes them into assets.cpp at build time.
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

}  // namespace tengen::book
